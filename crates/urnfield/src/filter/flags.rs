//! Many answers of one bit each.

/// One yes or no for each of many items, in their order: whether it may be in a filter, or
/// whether it was new to it.
///
/// ```
/// use urnfield::{Design, Filter, Kind};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// filter.insert_all_u64(&[2, 3, 5, 7]);
/// let found = filter.contains_all_u64(&[4, 5, 6, 7]);
/// assert_eq!(found.iter().collect::<Vec<_>>(), [false, true, false, true]);
/// assert_eq!((found.count(), found.get(1), found.get(9)), (2, Some(true), None));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flags {
    /// The spare bits of the last one are zero.
    pub(crate) words: Vec<u64>,
    len: usize,
}

impl Flags {
    pub(crate) fn none(len: usize) -> Flags {
        Flags { words: vec![0; len.div_ceil(64)], len }
    }

    /// The flag of every item in order, each word written once.
    #[inline(always)]
    pub(crate) fn collect(len: usize, mut flag: impl FnMut(usize) -> bool) -> Flags {
        let mut flags = Flags::none(len);
        for (i, word) in flags.words.iter_mut().enumerate() {
            let mut found = 0;
            for j in 64 * i..len.min(64 * i + 64) {
                found |= u64::from(flag(j)) << (j & 63);
            }
            *word = found;
        }
        flags
    }

    /// Parts of a multiple of 64 items each, but for the last.
    #[cfg(feature = "parallel")]
    pub(crate) fn joined(parts: Vec<Flags>) -> Flags {
        let len = parts.iter().map(Flags::len).sum();
        Flags { words: parts.into_iter().flat_map(|part| part.words).collect(), len }
    }

    /// Returns how many items there were.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there were no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The flag of item i.
    pub fn get(&self, i: usize) -> Option<bool> {
        (i < self.len).then(|| (self.words[i >> 6] >> (i & 63)) & 1 == 1)
    }

    /// Returns how many answers are yes.
    pub fn count(&self) -> u64 {
        crate::filter::machine::bits::ones(&self.words)
    }

    /// The flags in order.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len).map(|i| (self.words[i >> 6] >> (i & 63)) & 1 == 1)
    }

    /// The flags as words: item i is bit i mod 64 of word i / 64, and spare bits are zero.
    pub fn as_words(&self) -> &[u64] {
        &self.words
    }
}
