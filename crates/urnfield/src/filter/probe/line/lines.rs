//! [`Lines`]: one item at a time, or many.

use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digests::Digests;
use crate::filter::machine::AtomicU64;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::anywhere::place;
use crate::filter::probe::line::any_hand::AnyHand;
use crate::filter::probe::line::hand::Batch;
use crate::filter::probe::line::rule;
use crate::filter::probe::line::rule::{LineCount, MOST_HASHES};
use crate::filter::probe::read::ReadLines;
use std::sync::atomic::Ordering::Relaxed;

/// A filter of lines: b lines of 512 bits, k positions an item. Copied about as a whole: asking
/// needs nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    design: Blocked,
    hashes: u32,
    /// The classic kind.
    distinct: bool,
    /// What the machine can do, found when the filter is made.
    hand: AnyHand,
}

impl Lines {
    /// Refuses blocks that are no lines of ours.
    pub(crate) fn of(design: Blocked) -> Result<Lines, Error> {
        let ours = design.block_bits() == Blocked::LINE
            && design.layout() != Layout::Split
            && design.hashes() <= MOST_HASHES;
        if !ours {
            return Err(Error::domain(
                "a filter with blocks has lines of 512 bits, of which an item has at most 14, \
                 standard or classic (a ParquetFilter has split blocks)",
                format!(
                    "{} blocks of {} bits with hashes = {}",
                    design.layout(),
                    design.block_bits(),
                    design.hashes()
                ),
            ));
        }
        let hashes = design.hashes() as u32;
        let distinct = design.layout() == Layout::Classic;
        Ok(Lines { design, hashes, distinct, hand: AnyHand::found(hashes, distinct) })
    }

    pub(crate) fn design(&self) -> Blocked {
        self.design
    }

    #[inline(always)]
    fn count(&self) -> LineCount {
        LineCount(self.design.blocks())
    }

    /// Returns the line of an item.
    #[inline(always)]
    pub(crate) fn line_of(&self, digest: Digest) -> usize {
        self.count().line_of(digest)
    }

    fn batch<'a>(&self, count: usize, digests: &'a dyn Digests) -> Batch<'a> {
        Batch { lines: self.count(), count, digests }
    }

    /// Inserts many items.
    pub(crate) fn insert_each(&self, bits: &mut Bits, count: usize, digests: &dyn Digests) {
        self.hand.insert_each(self.batch(count, digests), bits, |_, _| ());
    }

    /// Inserts many items, and reports which were new.
    pub(crate) fn insert_reporting(
        &self,
        bits: &mut Bits,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags {
        let mut flags = Flags::none(count);
        let words = &mut flags.words;
        self.hand.insert_each(self.batch(count, digests), bits, |i, new| {
            words[i >> 6] |= u64::from(new) << (i & 63);
        });
        flags
    }

    /// Returns whether each of many items may have been inserted.
    pub(crate) fn contains_each<B: ReadLines>(
        &self,
        bits: &B,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags {
        self.hand.contains_each(self.batch(count, digests), bits)
    }

    /// Sets all positions; true if some bit was new.
    #[inline]
    pub(crate) fn insert(&self, bits: &mut Bits, digest: Digest) -> bool {
        self.hand.insert(&mut bits.words_mut().as_chunks_mut().0[self.line_of(digest)], digest)
    }

    /// Returns whether all positions are set.
    #[inline]
    pub(crate) fn contains<B: ReadLines>(&self, bits: &B, digest: Digest) -> bool {
        let mut room = [0; 8];
        self.hand.contains(bits.line(self.line_of(digest), &mut room), digest)
    }

    /// Sets all positions in words that others change meanwhile; true if some bit was new. Only
    /// words that lack a bit are locked, each once: a locked operation costs as much as all else
    /// here.
    #[inline]
    pub(crate) fn insert_shared(&self, words: &[AtomicU64], digest: Digest) -> bool {
        let line: &[AtomicU64; 8] = &words.as_chunks().0[self.line_of(digest)];
        let mask = self.hand.mask(digest);
        let mut lacking = 0_u32;
        for (i, (word, bits)) in line.iter().zip(mask).enumerate() {
            lacking |= u32::from(bits & !word.load(Relaxed) != 0) << i;
        }
        let mut new = false;
        while lacking != 0 {
            let i = lacking.trailing_zeros() as usize;
            new |= mask[i] & !line[i].fetch_or(mask[i], Relaxed) != 0;
            lacking &= lacking - 1;
        }
        new
    }

    /// The positions of an item, in the order of the rule.
    pub(crate) fn positions(&self, digest: Digest) -> Vec<u64> {
        let first = Blocked::LINE * place(digest.low, self.design.blocks());
        let within = rule::listed(digest, self.hashes, self.distinct);
        within.into_iter().map(|p| first + p).collect()
    }
}
