//! Many items at once, in blocks of 64 whose digests are made together. One line an item: in the second
//! cache nothing waits, and beyond, the lines of the next block are under way.
//!
//! The loops are written out, without closures of their own: they are inlined into functions for one
//! machine, and a closure between would be compiled for any.

use crate::filter::bits::Bits;
use crate::filter::flags::Flags;
use crate::filter::hash::digests::{BLOCK, DigestBlock, Digests};
use crate::filter::machine::fetch_to_write;
use crate::filter::probe::line::hand::Hand;
use crate::filter::probe::line::rule::LineWords;
use crate::filter::probe::line::{Lines, ReadLines, lines_mut};

/// Bytes up to which nothing is requested ahead.
const NEAR: u64 = 1 << 18;

impl Lines {
    /// Whether lines are worth requesting.
    fn far(&self) -> bool {
        self.design().bits() / 8 > NEAR
    }

    /// Inserts many items.
    pub(crate) fn insert_each(&self, bits: &mut Bits, count: usize, digests: &dyn Digests) {
        self.hand.insert_each(self, bits, count, digests, |_, _| ());
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
        self.hand.insert_each(self, bits, count, digests, |i, new| {
            words[i >> 6] |= u64::from(new) << (i & 63);
        });
        flags
    }

    /// Whether each of many items may have been inserted.
    pub(crate) fn contains_each<B: ReadLines>(
        &self,
        bits: &B,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags {
        self.hand.contains_each(self, bits, count, digests)
    }

    #[inline(always)]
    pub(crate) fn insert_each_by<H: Hand>(
        &self,
        hand: &H,
        bits: &mut Bits,
        count: usize,
        digests: &dyn Digests,
        mut see: impl FnMut(usize, bool),
    ) {
        let lines = lines_mut(bits);
        let (mut block, mut later) = (DigestBlock::EMPTY, DigestBlock::EMPTY);
        let far = self.far();
        let fetch = |lines: &[LineWords], block: &DigestBlock, len: usize| {
            for i in 0..len {
                fetch_to_write(lines.as_ptr().wrapping_add(self.line_of(block.digest(i))));
            }
        };
        digests.fill(0, count.min(BLOCK), &mut block);
        if far {
            fetch(lines, &block, count.min(BLOCK));
        }
        for from in (0..count).step_by(BLOCK) {
            let next = count.min(from + BLOCK);
            let more = (count - next).min(BLOCK);
            digests.fill(next, more, &mut later);
            if far {
                fetch(lines, &later, more);
            }
            for i in 0..next - from {
                let digest = block.digest(i);
                see(from + i, hand.put(&mut lines[self.line_of(digest)], digest));
            }
            std::mem::swap(&mut block, &mut later);
        }
    }

    #[inline(always)]
    pub(crate) fn contains_each_by<const TWO: bool, const DISTINCT: bool, H: Hand, B: ReadLines>(
        &self,
        hand: &H,
        bits: &B,
        count: usize,
        digests: &dyn Digests,
    ) -> Flags {
        let mut flags = Flags::none(count);
        let mut room = [0; 8];
        let (mut block, mut later) = (DigestBlock::EMPTY, DigestBlock::EMPTY);
        let far = self.far();
        digests.fill(0, count.min(BLOCK), &mut block);
        if far {
            for i in 0..count.min(BLOCK) {
                bits.fetch_line(self.line_of(block.digest(i)));
            }
        }
        for (at, word) in flags.words.iter_mut().enumerate() {
            let from = BLOCK * at;
            let next = count.min(from + BLOCK);
            let more = (count - next).min(BLOCK);
            digests.fill(next, more, &mut later);
            if far {
                for i in 0..more {
                    bits.fetch_line(self.line_of(later.digest(i)));
                }
            }
            let mut found = 0;
            for i in 0..next - from {
                let digest = block.digest(i);
                let line = bits.line(self.line_of(digest), &mut room);
                found |= u64::from(hand.has::<TWO, DISTINCT>(line, digest)) << i;
            }
            *word = found;
            std::mem::swap(&mut block, &mut later);
        }
        flags
    }
}
