//! Lines by portable code, for any machine; the others fall back on it for repeated draws.

use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::line::batch::{contains_each_by, insert_each_by};
use crate::filter::probe::line::hand::{Batch, Hand};
use crate::filter::probe::line::rule;
use crate::filter::probe::line::rule::{LineWords, draws};
use crate::filter::probe::read::ReadLines;

/// The way of any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable {
    pub(crate) hashes: u32,
    pub(crate) distinct: bool,
}

/// The bits of an item, on any machine.
#[inline(always)]
pub(crate) fn portable_mask(digest: Digest, hashes: u32, distinct: bool) -> LineWords {
    rule::whole(rule::drawn(digest, hashes), digest, hashes, distinct)
}

/// Returns whether a line has an item, on any machine. Bits, not conditions, are combined: of
/// conditions the compiler would make branches.
#[inline(always)]
pub(crate) fn portable_has(line: &LineWords, digest: Digest, hashes: u32, distinct: bool) -> bool {
    let has = |p: u64| line[(p >> 6) as usize] >> (p & 63);
    let all = draws(digest, hashes).fold(1, |all, p| all & has(p)) & 1 == 1;
    all && (!distinct || has_distinct(line, digest, hashes))
}

/// Returns whether a line has a classic item whose draws are all set. Callers that have seen the
/// draws repeat one another are on a cold path.
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

    fn insert_each(&self, batch: Batch<'_>, bits: &mut Bits, see: impl FnMut(usize, bool)) {
        insert_each_by(self, batch, bits, see);
    }

    fn contains_each<B: ReadLines>(&self, batch: Batch<'_>, bits: &B) -> Flags {
        contains_each_by::<true, true, _, _>(self, batch, bits)
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
