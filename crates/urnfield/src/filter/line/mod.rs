//! Filters whose items keep to one cache line each: probe rule 2.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Lines`]: one item at a time |
//! | `rule` | 128 bits → positions of a line: the numbered, frozen rule |
//! | `batch` | many items at once, lines requested ahead |
//! | `loads` | how full the lines are, which is what their rate follows from |
//!
//! An item touches one line, so in memory it waits once where a plain filter waits k times; and in the
//! caches all its positions are looked up together, by AVX2 where the machine has it. Both ways give
//! the same bits. What that costs in memory is
//! [`BlockSizing`](crate::BlockSizing)'s business, which knows the law.

mod batch;
mod loads;
pub(super) mod rule;

pub use loads::LineLoads;

use super::bits::Bits;
use super::digest::Digest;
#[cfg(target_arch = "x86_64")]
use super::machine::Avx2;
use super::probe::place;
use crate::Error;
use crate::layout::{Blocked, Layout};
use rule::{LineWords, MOST_HASHES, completed, drawn, draws, ones};

/// Bits that can be looked up line by line, wherever they are.
pub(super) trait ReadLines {
    /// Line i, where it lies or copied to the room that is given.
    fn line<'a>(&'a self, i: usize, room: &'a mut LineWords) -> &'a LineWords;
    /// Asks for line i, to be looked at soon.
    fn fetch_line(&self, i: usize);
}

/// A filter of lines: b lines of 512 bits, k positions an item. Copied about as a whole: asking needs
/// nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    design: Blocked,
    hashes: u32,
    /// The classic kind.
    distinct: bool,
    /// What the machine can do, found when the filter is made.
    #[cfg(target_arch = "x86_64")]
    avx2: Option<Avx2>,
}

impl Lines {
    /// Refuses blocks that are no lines of ours.
    pub(super) fn of(design: Blocked) -> Result<Lines, Error> {
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
        Ok(Lines {
            design,
            hashes: design.hashes() as u32,
            distinct: design.layout() == Layout::Classic,
            #[cfg(target_arch = "x86_64")]
            avx2: Avx2::detected(),
        })
    }

    pub(super) fn design(&self) -> Blocked {
        self.design
    }

    /// The line of an item.
    #[inline(always)]
    pub(super) fn line_of(&self, digest: Digest) -> usize {
        // Below the number of lines, which are in memory.
        place(digest.low, self.design.blocks()) as usize
    }

    /// The bits of an item within its line.
    #[inline(always)]
    fn mask(&self, digest: Digest) -> LineWords {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.mask(digest, self.hashes, self.distinct);
        }
        portable_mask(digest, self.hashes, self.distinct)
    }

    /// Sets all positions; true if some bit was new.
    #[inline]
    pub(super) fn insert(&self, bits: &mut Bits, digest: Digest) -> bool {
        let line = &mut lines_mut(bits)[self.line_of(digest)];
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.insert(line, digest, self.hashes, self.distinct);
        }
        put(line, &portable_mask(digest, self.hashes, self.distinct))
    }

    /// Whether all positions are set.
    #[inline]
    pub(super) fn contains<B: ReadLines>(&self, bits: &B, digest: Digest) -> bool {
        let mut room = [0; 8];
        let line = bits.line(self.line_of(digest), &mut room);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.has(line, digest, self.hashes, self.distinct);
        }
        portable_has(line, digest, self.hashes, self.distinct)
    }

    /// Shows the words that an item has bits in, and those bits.
    #[inline(always)]
    pub(super) fn each_word(&self, digest: Digest, mut see: impl FnMut(usize, u64)) {
        let first = 8 * self.line_of(digest);
        let mask = self.mask(digest);
        for (i, bits) in mask.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            see(first + i, *bits);
        }
    }

    /// The positions of an item, in the order of the rule.
    pub(super) fn positions(&self, digest: Digest) -> Vec<u64> {
        let first = Blocked::LINE * place(digest.low, self.design.blocks());
        let within = rule::listed(digest, self.hashes, self.distinct);
        within.into_iter().map(|p| first + p).collect()
    }
}

/// The lines of a filter that has nothing else.
#[inline(always)]
pub(super) fn lines_mut(bits: &mut Bits) -> &mut [LineWords] {
    bits.words_mut().as_chunks_mut().0
}

/// Sets the bits of a mask; true if some of them were new.
#[inline(always)]
pub(super) fn put(line: &mut LineWords, mask: &LineWords) -> bool {
    let mut new = 0;
    for (word, bits) in line.iter_mut().zip(mask) {
        new |= bits & !*word;
        *word |= bits;
    }
    new != 0
}

/// The bits of an item, on any machine.
#[inline(always)]
pub(super) fn portable_mask(digest: Digest, hashes: u32, distinct: bool) -> LineWords {
    let mask = drawn(digest, hashes);
    match distinct && ones(&mask) < hashes {
        true => completed(mask, digest, hashes),
        false => mask,
    }
}

/// Whether a line has an item, on any machine. Bits, not conditions, are combined: of conditions the
/// compiler would make branches.
#[inline(always)]
pub(super) fn portable_has(line: &LineWords, digest: Digest, hashes: u32, distinct: bool) -> bool {
    let has = |p: u64| line[(p >> 6) as usize] >> (p & 63);
    let all = draws(digest, hashes).fold(1, |all, p| all & has(p)) == 1;
    all && (!distinct || has_distinct(line, digest, hashes))
}

/// The same for a classic item whose draws are all set.
fn has_distinct(line: &LineWords, digest: Digest, hashes: u32) -> bool {
    let mask = portable_mask(digest, hashes, true);
    line.iter().zip(mask).all(|(word, bits)| bits & !word == 0)
}

impl ReadLines for Bits {
    #[inline(always)]
    fn line<'a>(&'a self, i: usize, _: &'a mut LineWords) -> &'a LineWords {
        &self.words().as_chunks().0[i]
    }

    #[inline(always)]
    fn fetch_line(&self, i: usize) {
        super::machine::fetch_to_read(self.words().as_ptr().wrapping_add(8 * i));
    }
}
