//! What the bits of filters say about the sets in them: how many items, how many in common.
//!
//! A filter's bits are the bits of its set, whatever the order of insertion, and the OR of filters
//! with one design and seed is the filter of the union. So each of the counts x_1, …, x_c and the
//! count of the OR has the occupancy law of its own set's size, although they are dependent, and
//! exact sets at confidence 1 − α/(c+1) each hold *all together* with probability at least 1 − α
//! (Bonferroni). What follows from them by arithmetic then holds as well (`set_overlap`).
//! Source: `subsec:estimators`, `cor:filter-intersection`.

use crate::bloom::sets::set_overlap::{FilterPair, Sets};
use crate::design::plain::{Design, Kind};
use crate::occupancy::estimate::batches::Batches;
use crate::occupancy::estimate::{Estimate, Interval, Point};
use crate::occupancy::{Committees, Occupancy};
use urnfield_num::Error;
use urnfield_num::{Enclosure, Rate, Rational};

/// What two or more filters of one design and seed say about their sets.
///
/// Points are by the method of moments, with no promise. Intervals hold all together with at
/// least the stated confidence, whatever the sets are and however they overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many items each filter holds; each interval at confidence 1 − α/(c+1).
    pub items: Vec<Estimate>,
    /// How many different items they hold together; as surely.
    pub union: Estimate,
    /// How many items all of them hold. The point is negative where they have fewer bits in common
    /// than by chance.
    pub intersection: Common<Interval>,
    /// The items that all hold as a share of those that any holds.
    pub jaccard: Common<Share>,
    /// How surely all intervals hold together.
    pub confidence: Rate,
}

/// Something about what sets have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common<I> {
    /// By the method of moments, for two filters: c + 1 counts do not determine what more than two
    /// sets have in common.
    pub point: Option<Point>,
    /// What follows from the intervals of the single sets and of their union.
    pub interval: I,
}

/// An interval of shares: from `lo` to `hi`, both included, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Share {
    /// The counts contradict each other at this confidence.
    Empty,
    /// From `lo` to `hi`.
    Closed {
        /// The least.
        lo: Rational,
        /// The greatest.
        hi: Rational,
    },
}

/// Counts of bits in two or more filters of one design and seed.
#[derive(Debug, Clone, Copy)]
pub struct BitCounts<'a> {
    /// Bits set in each filter.
    pub each: &'a [u64],
    /// Bits set in any of them.
    pub or: u64,
    /// Bits set in all of them.
    pub and: u64,
}

impl Design {
    /// How many items a filter of this design holds, given how many of its bits are set: by the
    /// method of moments, and the exact confidence set.
    ///
    /// Formula: ln(1 − x/m)/ln(1 − k/m) for a classic filter, ln(1 − x/m)/(k·ln(1 − 1/m)) for a
    /// standard one; the interval as [`Batches::interval`]. A filter with all bits set has no upper
    /// end. Source: `eq:moments-n`, `tab:bloom-as-occupancy`. Cost: about eight tails.
    ///
    /// ```
    /// use urnfield::{Design, Interval, Kind, Point};
    /// let design = Design::new(Kind::Standard, 10_000, 7)?;
    /// let items = design.estimate_items(5_000, &"95%".parse()?)?;
    /// let Point::Value(about) = &items.point else { unreachable!() };
    /// assert_eq!(format!("{about:.7}"), "990.1607"); // ln 2 / (7·ln(10000/9999))
    /// assert_eq!(items.interval, Interval::Closed { lo: 975, hi: 1006 });
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn estimate_items(&self, bits_set: u64, confidence: &Rate) -> Result<Estimate, Error> {
        self.items_of(bits_set)?.estimate(confidence)
    }

    /// The question of [`Design::estimate_items`], to be asked with any precision.
    pub fn items_of(&self, bits_set: u64) -> Result<Batches, Error> {
        let (m, k) = (self.bits(), self.hashes());
        if bits_set > m {
            return Err(Error::domain(
                "a filter has at most all of its bits set",
                format!("bits_set = {bits_set} with bits = {m}"),
            ));
        }
        if self.kind() == Kind::Classic && bits_set != 0 && bits_set < k {
            return Err(Error::domain(
                "a classic filter has no bit set or at least as many as hashes",
                format!("bits_set = {bits_set} with hashes = {k}"),
            ));
        }
        Batches::of(m, self.item(), bits_set)
    }

    /// What one item does: one committee of k, or k balls.
    pub(crate) fn item(&self) -> Committees {
        match self.kind() {
            Kind::Classic => Committees { count: 1, size: self.hashes() },
            Kind::Standard => Committees { count: self.hashes(), size: 1 },
        }
    }

    /// What filters of this design and one seed say about their sets.
    ///
    /// Formula: each count and the OR by [`Design::estimate_items`] at confidence 1 − α/(c+1); the
    /// rest by arithmetic: |∩| from Σ|S_i| − (c−1)·|∪| to (Σ|S_i| − |∪|)/(c−1), which for two sets
    /// is one number. Source: `subsec:estimators`, `cor:filter-intersection`. DIFFERENCE: the
    /// corollary needs disjoint sets (`docs/paper/ledger.md`, E15); here sets may overlap. Cost: about
    /// eight tails a count.
    ///
    /// ```
    /// use urnfield::bloom::BitCounts;
    /// use urnfield::{Design, Interval, Kind, Point};
    /// let design = Design::new(Kind::Standard, 100_000, 5)?;
    /// let counts = BitCounts { each: &[30_000, 40_000], or: 55_000, and: 15_000 };
    /// let found = design.compare(counts, &"95%".parse()?)?;
    /// let Some(Point::Value(common)) = &found.intersection.point else { unreachable!() };
    /// assert_eq!(format!("{common:.7}"), "1379.851");
    /// assert_eq!(found.intersection.interval, Interval::Closed { lo: 1182, hi: 1578 });
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn compare(&self, bits: BitCounts<'_>, confidence: &Rate) -> Result<Comparison, Error> {
        self.check(bits)?;
        let filters = bits.each.len() as u64;
        let part = Rational::one().checked_div(&Rational::from(filters + 1));
        let doubt = &confidence.value().complement() * &part.unwrap_or_else(Rational::one);
        let each = Rate::new(doubt.complement())?;
        let items: Result<Vec<Estimate>, Error> =
            bits.each.iter().map(|&x| self.estimate_items(x, &each)).collect();
        let (items, union) = (items?, self.estimate_items(bits.or, &each)?);
        let sets = Sets::of(&items, &union.interval);
        let (common, share) = match bits.each {
            &[x, y] => {
                let pair = FilterPair { design: *self, x, y, or: bits.or };
                (Some(pair.common()?), Some(pair.share()?))
            }
            _ => (None, None),
        };
        let intersection = sets.as_ref().map_or(Interval::Empty, |sets| sets.intersection(filters));
        let jaccard = sets.as_ref().map_or(Share::Empty, |sets| sets.jaccard(filters));
        Ok(Comparison {
            intersection: Common { point: common, interval: intersection },
            jaccard: Common { point: share, interval: jaccard },
            confidence: confidence.clone(),
            items,
            union,
        })
    }

    /// The chance of as many common bits or more, if the sets were pairwise disjoint: small where
    /// they share items.
    ///
    /// Formula: P(X ≥ and) for the overlap X of lists of sizes x_1, …, x_c out of m. It needs no
    /// number of items: given the counts, the bits of filters of disjoint sets are independent, and
    /// each uniform among all subsets of its size. Source: `cor:filter-intersection`. Cost: one
    /// tail.
    ///
    /// ```
    /// use urnfield::bloom::BitCounts;
    /// use urnfield::{Design, Kind};
    /// // Two bits each of four, the same two: one pair of C(4,2).
    /// let counts = BitCounts { each: &[2, 2], or: 2, and: 2 };
    /// let p = Design::new(Kind::Standard, 4, 2)?.share_nothing(counts)?;
    /// assert_eq!(p.exact().unwrap().to_string(), "1/6");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn share_nothing(&self, bits: BitCounts<'_>) -> Result<Enclosure, Error> {
        self.share_nothing_to(bits, 53)
    }

    /// [`Design::share_nothing`] with at least `precision` certain bits.
    pub fn share_nothing_to(
        &self,
        bits: BitCounts<'_>,
        precision: u64,
    ) -> Result<Enclosure, Error> {
        self.check(bits)?;
        Occupancy::lists(self.bits(), bits.each)?.precision(precision).at_least(bits.and)
    }

    /// Counts of bits are counts of sets too, and obey the same inequalities.
    fn check(&self, bits: BitCounts<'_>) -> Result<(), Error> {
        let BitCounts { each, or, and } = bits;
        if each.len() < 2 {
            return Err(Error::domain(
                "a comparison needs two filters or more",
                format!("{} filters", each.len()),
            ));
        }
        let sum: u128 = each.iter().map(|&x| u128::from(x)).sum();
        let (least, most) = each.iter().fold((u64::MAX, 0), |(a, b), &x| (a.min(x), b.max(x)));
        let (or_bits, and_bits, others) = (u128::from(or), u128::from(and), each.len() as u128 - 1);
        let possible = most <= or
            && and <= least
            && or_bits + others * and_bits <= sum
            && sum <= and_bits + others * or_bits;
        if !possible {
            return Err(Error::domain(
                "no filters have these bits set in each, in any and in all of them",
                format!("each = {each:?} with or = {or} and and = {and}"),
            ));
        }
        Ok(())
    }
}
