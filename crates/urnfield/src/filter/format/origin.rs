//! What the bits of a filter are: those of one set, or what an AND left of several filters.
//!
//! The AND of filters need not be the filter of any set. An item that is in none of the sets passes
//! it as it would pass any filter with as many bits set. But its bits say nothing of how many items
//! the sets have in common, and an item of one set, for which that set's filter is no hurdle,
//! passes far more often. So an intersection is marked, in memory and in its file (version 2 of the
//! format), and keeps how full the filters were that it was made of.

use crate::error::{Damage, Error};

/// What the bits of a filter are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Origin {
    /// Those that the items of one set have set.
    #[default]
    Set,
    /// What an AND has left, or something that was made of that: no set's filter.
    Intersection(Operands),
}

/// The filters of sets that an intersection was made of, as far as they are known.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::Origin};
/// let design = Design::new(Kind::Standard, 1_000, 7)?;
/// let (mut a, mut b) = (Filter::new(design, 0)?, Filter::new(design, 0)?);
/// a.extend(["amphora", "krater"]);
/// b.insert("krater");
/// let full = a.bits_set();
/// a.intersect_with(&b)?;
/// let Origin::Intersection(made_of) = a.origin() else { unreachable!() };
/// assert_eq!((made_of.filters(), made_of.most_bits()), (Some(2), Some(full)));
/// assert_eq!(made_of.all_bits(), Some(&[full, b.bits_set()][..]));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operands {
    /// How many; 0: unknown.
    filters: u64,
    /// Bits set in the fullest of them, the most first, zeros behind.
    most: [u64; LISTED],
    /// Bits that the AND left. If other bits are set, items were inserted afterwards.
    left: u64,
}

/// So many of the filters that an intersection was made of have their bits recorded.
const LISTED: usize = 5;

/// The words of a header that tell of an intersection.
pub(crate) const WORDS: usize = 1 + LISTED;

impl Operands {
    /// Returns how many filters of sets it was made of, where that is known.
    pub fn filters(&self) -> Option<u64> {
        Some(self.filters).filter(|filters| *filters > 0)
    }

    /// Bits set in the fullest of them. An item that is in some of the sets but not in all passes
    /// at most as often as it passes that filter: the rate of the design with so many bits set.
    pub fn most_bits(&self) -> Option<u64> {
        self.filters().map(|_| self.most[0])
    }

    /// Bits set in each of them, the most first; `None` where there were more than five.
    pub fn all_bits(&self) -> Option<&[u64]> {
        let filters = usize::try_from(self.filters()?).ok()?;
        self.most.get(..filters)
    }

    const UNKNOWN: Operands = Operands { filters: 0, most: [0; LISTED], left: 0 };

    /// Returns the operands of one set.
    fn single(bits_set: u64) -> Operands {
        let mut most = [0; LISTED];
        most[0] = bits_set;
        Operands { filters: 1, most, left: bits_set }
    }

    /// Returns the operands of both, whose AND leaves this many bits.
    fn and(self, other: Operands, left: u64) -> Operands {
        let known = self.filters > 0 && other.filters > 0;
        match self.filters.checked_add(other.filters).filter(|_| known) {
            None => Operands::UNKNOWN,
            Some(filters) => {
                let mut all = [self.most, other.most].concat();
                all.sort_unstable_by(|a, b| b.cmp(a));
                Operands { filters, most: std::array::from_fn(|i| all[i]), left }
            }
        }
    }

    /// Returns the words of a header.
    fn words(self) -> [u64; WORDS] {
        std::array::from_fn(|i| if i == 0 { self.filters } else { self.most[i - 1] })
    }

    /// From a header of a filter of m bits, of which so many are set.
    fn read(words: [u64; WORDS], m: u64, bits_set: u64) -> Result<Operands, Error> {
        let [filters, most @ ..] = words;
        let listed = usize::try_from(filters).unwrap_or(LISTED).min(LISTED);
        let (told, rest) = most.split_at(listed);
        let possible = filters != 1
            && told.is_sorted_by(|a, b| a >= b)
            && told.iter().all(|bits| (bits_set..=m).contains(bits))
            && rest.iter().all(|bits| *bits == 0);
        if !possible {
            return Err(Error::damaged(
                Damage::Changed,
                "an intersection tells nothing of its filters, or of two or more how many bits \
                 they have set, the most first, and all at least its own",
                "another header",
            ));
        }
        if filters == 0 {
            return Ok(Operands::UNKNOWN);
        }
        Ok(Operands { filters, most, left: bits_set })
    }
}

impl Origin {
    /// Returns whether it is an intersection, or was made of one.
    pub fn is_intersection(&self) -> bool {
        *self != Origin::Set
    }

    /// An intersection of unknown filters.
    pub(crate) const UNKNOWN: Origin = Origin::Intersection(Operands::UNKNOWN);

    /// Returns what is still known where this many bits are set.
    pub(crate) fn given(self, bits_set: u64) -> Origin {
        match self {
            Origin::Intersection(made_of) if made_of.left != bits_set => Origin::UNKNOWN,
            other => other,
        }
    }

    /// Returns what is still known, and counts the bits only where that depends on them.
    pub(crate) fn now(self, bits_set: impl FnOnce() -> u64) -> Origin {
        if self.is_intersection() { self.given(bits_set()) } else { self }
    }

    /// The filters of sets behind it.
    fn operands(self, bits_set: u64) -> Operands {
        match self.given(bits_set) {
            Origin::Set => Operands::single(bits_set),
            Origin::Intersection(made_of) => made_of,
        }
    }

    /// Returns the origin of an AND that leaves this many bits, given the origin and the bits set
    /// of both.
    pub(crate) fn and(ours: (Origin, u64), theirs: (Origin, u64), left: u64) -> Origin {
        let ours = ours.0.operands(ours.1);
        let theirs = theirs.0.operands(theirs.1);
        Origin::Intersection(ours.and(theirs, left))
    }

    /// Returns the origin of an OR: that of two sets is a set, their union; any other is not.
    pub(crate) fn or(self, other: Origin) -> Origin {
        match (self, other) {
            (Origin::Set, Origin::Set) => Origin::Set,
            _ => Origin::UNKNOWN,
        }
    }

    /// Returns the words of a header of version 2; a set has none.
    pub(crate) fn to_words(self) -> Option<[u64; WORDS]> {
        match self {
            Origin::Set => None,
            Origin::Intersection(made_of) => Some(made_of.words()),
        }
    }

    /// From a header of version 2.
    pub(crate) fn read(words: [u64; WORDS], m: u64, bits_set: u64) -> Result<Origin, Error> {
        Operands::read(words, m, bits_set).map(Origin::Intersection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(bits_set: u64) -> (Origin, u64) {
        (Origin::Set, bits_set)
    }

    fn told(origin: Origin) -> [u64; WORDS] {
        origin.to_words().expect("an intersection")
    }

    #[test]
    fn the_order_of_intersections_does_not_matter() {
        let both = Origin::and(set(70), set(50), 20);
        assert_eq!(told(both), [2, 70, 50, 0, 0, 0]);
        let three = Origin::and((both, 20), set(60), 10);
        assert_eq!(told(three), [3, 70, 60, 50, 0, 0]);
        assert_eq!(told(Origin::and(set(60), (both, 20), 10)), told(three));
        let six = Origin::and((three, 10), (three, 10), 10);
        assert_eq!(told(six), [6, 70, 70, 60, 60, 50]);
        let Origin::Intersection(made_of) = six else { panic!("{six:?}") };
        assert_eq!((made_of.most_bits(), made_of.all_bits()), (Some(70), None));
    }

    #[test]
    fn what_was_changed_since_is_no_longer_told() {
        let both = Origin::and(set(70), set(50), 20);
        assert_eq!(both.given(20), both);
        assert_eq!(both.given(21), Origin::UNKNOWN);
        assert_eq!(Origin::and((both, 21), set(60), 10), Origin::UNKNOWN);
        assert_eq!(both.or(Origin::Set), Origin::UNKNOWN);
        assert_eq!(Origin::Set.or(Origin::Set), Origin::Set);
    }

    #[test]
    fn headers_that_no_intersection_has_are_refused() {
        let read = |words| Origin::read(words, 100, 20);
        for words in [[0; 6], [2, 70, 50, 0, 0, 0], [9, 70, 70, 60, 60, 20], [2, 100, 20, 0, 0, 0]]
        {
            assert_eq!(read(words).map(told), Ok(words));
        }
        for words in [
            [1, 70, 0, 0, 0, 0],
            [0, 70, 0, 0, 0, 0],
            [2, 50, 70, 0, 0, 0],
            [2, 70, 19, 0, 0, 0],
            [2, 101, 50, 0, 0, 0],
            [2, 70, 50, 20, 0, 0],
            [3, 70, 50, 0, 0, 0],
            [u64::MAX, 70, 50, 40, 30, 0],
        ] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
