//! What puts items into lines and asks lines: portable code, AVX2 or AVX-512, chosen when a filter is
//! made. All give the same bits.

use crate::filter::bits::Bits;
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digests::Digests;
#[cfg(target_arch = "x86_64")]
use crate::filter::machine::{avx2::Avx2, avx512::Avx512};
use crate::filter::probe::line::rule;
use crate::filter::probe::line::rule::{LineWords, completed, draws};
use crate::filter::probe::line::{Lines, ReadLines};

/// One way to go about lines. `mask`, `insert` and `contains` are for one item, and a call; `put` and
/// `has` are inlined into the loops of `insert_each` and `contains_each`, which are compiled for the
/// machine.
pub(crate) trait Hand {
    /// The bits of an item within its line.
    fn mask(&self, digest: Digest) -> LineWords;

    /// Sets the bits of an item in its line; true if some of them were new.
    fn insert(&self, line: &mut LineWords, digest: Digest) -> bool;

    /// Whether a line has an item.
    fn contains(&self, line: &LineWords, digest: Digest) -> bool;

    /// Inserts many items, and says of each whether it was new.
    fn insert_each(
        &self,
        lines: &Lines,
        bits: &mut Bits,
        count: usize,
        digests: &dyn Digests,
        see: impl FnMut(usize, bool),
    );

    /// Whether each of many items may have been inserted.
    fn contains_each<B: ReadLines>(
        &self,
        lines: &Lines,
        bits: &B,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags;

    /// [`Hand::insert`], inlined.
    fn put(&self, line: &mut LineWords, digest: Digest) -> bool;

    /// [`Hand::contains`], inlined; `TWO` unless the first word has all hashes, `DISTINCT` for the
    /// classic kind.
    fn has<const TWO: bool, const DISTINCT: bool>(&self, line: &LineWords, digest: Digest) -> bool;
}

/// Any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable {
    hashes: u32,
    distinct: bool,
}

/// The bits of an item, on any machine.
#[inline(always)]
pub(crate) fn portable_mask(digest: Digest, hashes: u32, distinct: bool) -> LineWords {
    let mask = rule::drawn(digest, hashes);
    match distinct && rule::ones(&mask) < hashes {
        true => completed(mask, digest, hashes),
        false => mask,
    }
}

/// Whether a line has an item, on any machine. Bits, not conditions, are combined: of conditions the
/// compiler would make branches.
#[inline(always)]
pub(crate) fn portable_has(line: &LineWords, digest: Digest, hashes: u32, distinct: bool) -> bool {
    let has = |p: u64| line[(p >> 6) as usize] >> (p & 63);
    let all = draws(digest, hashes).fold(1, |all, p| all & has(p)) & 1 == 1;
    all && (!distinct || has_distinct(line, digest, hashes))
}

/// The same for a classic item whose draws are all set. Cold where the draws are known to repeat.
#[cold]
pub(crate) fn has_distinct(line: &LineWords, digest: Digest, hashes: u32) -> bool {
    let mask = portable_mask(digest, hashes, true);
    line.iter().zip(mask).all(|(word, bits)| bits & !word == 0)
}

impl Hand for Portable {
    #[inline]
    fn mask(&self, digest: Digest) -> LineWords {
        portable_mask(digest, self.hashes, self.distinct)
    }

    #[inline]
    fn insert(&self, line: &mut LineWords, digest: Digest) -> bool {
        self.put(line, digest)
    }

    #[inline]
    fn contains(&self, line: &LineWords, digest: Digest) -> bool {
        self.has::<true, true>(line, digest)
    }

    fn insert_each(
        &self,
        lines: &Lines,
        bits: &mut Bits,
        count: usize,
        digests: &dyn Digests,
        see: impl FnMut(usize, bool),
    ) {
        lines.insert_each_by(self, bits, count, digests, see);
    }

    fn contains_each<B: ReadLines>(
        &self,
        lines: &Lines,
        bits: &B,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags {
        lines.contains_each_by::<true, true, _, _>(self, bits, count, digests)
    }

    #[inline(always)]
    fn put(&self, line: &mut LineWords, digest: Digest) -> bool {
        let mut new = 0;
        for (word, bits) in line.iter_mut().zip(self.mask(digest)) {
            new |= bits & !*word;
            *word |= bits;
        }
        new != 0
    }

    #[inline(always)]
    fn has<const TWO: bool, const DISTINCT: bool>(&self, line: &LineWords, digest: Digest) -> bool {
        portable_has(line, digest, self.hashes, self.distinct)
    }
}

/// The way of the machine at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyHand {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable(Portable),
}

impl AnyHand {
    pub(crate) fn found(hashes: u32, distinct: bool) -> AnyHand {
        #[cfg(target_arch = "x86_64")]
        if let Some(hand) = Avx512::detected(hashes, distinct) {
            return AnyHand::Avx512(hand);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(hand) = Avx2::detected(hashes, distinct) {
            return AnyHand::Avx2(hand);
        }
        AnyHand::Portable(Portable { hashes, distinct })
    }
}

/// What every hand does, done by the one that is there.
macro_rules! by_hand {
    ($any:expr, $hand:ident => $done:expr) => {
        match $any {
            #[cfg(target_arch = "x86_64")]
            AnyHand::Avx512($hand) => $done,
            #[cfg(target_arch = "x86_64")]
            AnyHand::Avx2($hand) => $done,
            AnyHand::Portable($hand) => $done,
        }
    };
}

impl AnyHand {
    #[inline]
    pub(crate) fn mask(&self, digest: Digest) -> LineWords {
        by_hand!(self, hand => hand.mask(digest))
    }

    #[inline]
    pub(crate) fn insert(&self, line: &mut LineWords, digest: Digest) -> bool {
        by_hand!(self, hand => hand.insert(line, digest))
    }

    #[inline]
    pub(crate) fn contains(&self, line: &LineWords, digest: Digest) -> bool {
        by_hand!(self, hand => hand.contains(line, digest))
    }

    pub(crate) fn insert_each(
        &self,
        lines: &Lines,
        bits: &mut Bits,
        count: usize,
        digests: &dyn Digests,
        see: impl FnMut(usize, bool),
    ) {
        by_hand!(self, hand => hand.insert_each(lines, bits, count, digests, see));
    }

    pub(crate) fn contains_each<B: ReadLines>(
        &self,
        lines: &Lines,
        bits: &B,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags {
        by_hand!(self, hand => hand.contains_each(lines, bits, count, digests))
    }
}
