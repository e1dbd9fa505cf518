//! Many items at once, in blocks of 64 whose digests are made together. One line an item: in the
//! second cache nothing waits, and beyond, the lines of the next block are under way.
//!
//! The loops are written out, without closures of their own: they are inlined into functions for
//! one machine, and a closure between would be compiled for any.

use crate::filter::flags::Flags;
use crate::filter::hash::digests::{BLOCK, DigestBlock};
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::fetch_to_write;
use crate::filter::probe::line::hand::{Batch, Hand};
use crate::filter::probe::line::rule::LineWords;
use crate::filter::probe::read::ReadLines;

/// Inserts many items, and shows `see` which were new.
#[inline(always)]
pub(crate) fn insert_each_by<H: Hand>(
    hand: &H,
    batch: Batch<'_>,
    bits: &mut Bits,
    mut see: impl FnMut(usize, bool),
) {
    let Batch { lines, count, digests } = batch;
    let words: &mut [LineWords] = bits.words_mut().as_chunks_mut().0;
    let (mut block, mut later) = (DigestBlock::EMPTY, DigestBlock::EMPTY);
    let far = lines.far();
    let fetch = |words: &[LineWords], block: &DigestBlock, len: usize| {
        for i in 0..len {
            fetch_to_write(words.as_ptr().wrapping_add(lines.line_of(block.digest(i))));
        }
    };
    digests.fill(0, count.min(BLOCK), &mut block);
    if far {
        fetch(words, &block, count.min(BLOCK));
    }
    for from in (0..count).step_by(BLOCK) {
        let next = count.min(from + BLOCK);
        let more = (count - next).min(BLOCK);
        digests.fill(next, more, &mut later);
        if far {
            fetch(words, &later, more);
        }
        for i in 0..next - from {
            let digest = block.digest(i);
            see(from + i, hand.put(&mut words[lines.line_of(digest)], digest));
        }
        std::mem::swap(&mut block, &mut later);
    }
}

/// Returns whether each of many items may have been inserted.
#[inline(always)]
pub(crate) fn contains_each_by<const TWO: bool, const DISTINCT: bool, H: Hand, B: ReadLines>(
    hand: &H,
    batch: Batch<'_>,
    bits: &B,
) -> Flags {
    let Batch { lines, count, digests } = batch;
    let mut flags = Flags::none(count);
    let mut room = [0; 8];
    let (mut block, mut later) = (DigestBlock::EMPTY, DigestBlock::EMPTY);
    let far = lines.far();
    digests.fill(0, count.min(BLOCK), &mut block);
    if far {
        for i in 0..count.min(BLOCK) {
            bits.fetch_line(lines.line_of(block.digest(i)));
        }
    }
    for (at, word) in flags.words.iter_mut().enumerate() {
        let from = BLOCK * at;
        let next = count.min(from + BLOCK);
        let more = (count - next).min(BLOCK);
        digests.fill(next, more, &mut later);
        if far {
            for i in 0..more {
                bits.fetch_line(lines.line_of(later.digest(i)));
            }
        }
        let mut found = 0;
        for i in 0..next - from {
            let digest = block.digest(i);
            let line = bits.line(lines.line_of(digest), &mut room);
            found |= u64::from(hand.has::<TWO, DISTINCT>(line, digest)) << i;
        }
        *word = found;
        std::mem::swap(&mut block, &mut later);
    }
    flags
}
