//! Filters whose items keep to one cache line each: probe rule 2.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Lines`]: one item at a time |
//! | `hand` | what does it on the machine at hand |
//! | `rule` | 128 bits → positions of a line: the numbered, frozen rule |
//! | `batch` | many items at once, lines requested ahead |
//! | `loads` | how full the lines are, which is what their rate follows from |
//!
//! An item touches one line, so in memory it waits once where a plain filter waits k times; and in the
//! caches all its positions are looked up together, by AVX-512 or AVX2 where the machine has them. All
//! ways give the same bits. What that costs in memory is
//! [`BlockSizing`](crate::BlockSizing)'s business, which knows the law.

pub(crate) mod batch;
pub(crate) mod hand;
pub(crate) mod loads;
pub(crate) mod rule;

use crate::design::blocked::{Blocked, Layout};
use crate::filter::bits::Bits;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::AtomicU64;
use crate::filter::probe::anywhere::place;
use crate::filter::probe::line::hand::AnyHand;
use crate::filter::probe::line::rule::{LineWords, MOST_HASHES};
use std::sync::atomic::Ordering::Relaxed;
use urnfield_num::Error;

/// Bits that can be looked up line by line, wherever they are.
pub(crate) trait ReadLines {
    /// Line i, where it lies or copied to the room that is given.
    fn line<'a>(&'a self, i: usize, room: &'a mut LineWords) -> &'a LineWords;
    /// Asks for line i, to be looked at soon.
    fn fetch_line(&self, i: usize);
}

/// A filter of lines: b lines of 512 bits, k positions an item. Copied about as a whole: asking needs
/// nothing else.
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
        let (hashes, distinct) = (design.hashes() as u32, design.layout() == Layout::Classic);
        Ok(Lines { design, hashes, distinct, hand: AnyHand::found(hashes, distinct) })
    }

    pub(crate) fn design(&self) -> Blocked {
        self.design
    }

    /// The line of an item.
    #[inline(always)]
    pub(crate) fn line_of(&self, digest: Digest) -> usize {
        // Below the number of lines, which are in memory.
        place(digest.low, self.design.blocks()) as usize
    }

    /// Sets all positions; true if some bit was new.
    #[inline]
    pub(crate) fn insert(&self, bits: &mut Bits, digest: Digest) -> bool {
        self.hand.insert(&mut lines_mut(bits)[self.line_of(digest)], digest)
    }

    /// Whether all positions are set.
    #[inline]
    pub(crate) fn contains<B: ReadLines>(&self, bits: &B, digest: Digest) -> bool {
        let mut room = [0; 8];
        self.hand.contains(bits.line(self.line_of(digest), &mut room), digest)
    }

    /// Sets all positions in words that others change meanwhile; true if some bit was new. Only words that
    /// lack a bit are locked, each once: a locked operation costs as much as all else here.
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

/// The lines of a filter that has nothing else.
#[inline(always)]
pub(crate) fn lines_mut(bits: &mut Bits) -> &mut [LineWords] {
    bits.words_mut().as_chunks_mut().0
}

impl ReadLines for Bits {
    #[inline(always)]
    fn line<'a>(&'a self, i: usize, _: &'a mut LineWords) -> &'a LineWords {
        &self.words().as_chunks().0[i]
    }

    #[inline(always)]
    fn fetch_line(&self, i: usize) {
        crate::filter::machine::fetch_to_read(self.words().as_ptr().wrapping_add(8 * i));
    }
}
