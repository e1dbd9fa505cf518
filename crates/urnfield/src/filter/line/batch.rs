//! Many items at once. One line an item: in the second cache nothing waits, and beyond, the lines of
//! items some places ahead are under way.
//!
//! The loops are written out, without closures of their own: they are inlined into functions for one
//! machine, and a closure between would be compiled for any.

use super::{Hand, Lines, ReadLines, lines_mut};
use crate::filter::bits::Bits;
use crate::filter::digest::Digest;
use crate::filter::flags::Flags;
use crate::filter::machine::fetch_to_write;

/// Bytes up to which nothing is requested ahead.
const NEAR: u64 = 1 << 18;
/// How far ahead lines are requested.
const AHEAD: usize = 32;

const NONE: Digest = Digest { low: 0, high: 0 };

impl Lines {
    /// Whether lines are worth requesting.
    fn far(&self) -> bool {
        self.design().bits() / 8 > NEAR
    }

    /// Inserts many items.
    pub(in crate::filter) fn insert_each(
        &self,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) {
        self.hand.insert_each(self, bits, count, digest, |_, _| ());
    }

    /// Inserts many items, and reports which were new.
    pub(in crate::filter) fn insert_reporting(
        &self,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) -> Flags {
        let mut flags = Flags::none(count);
        let words = &mut flags.words;
        self.hand.insert_each(self, bits, count, digest, |i, new| {
            words[i >> 6] |= u64::from(new) << (i & 63);
        });
        flags
    }

    /// Whether each of many items may have been inserted.
    pub(in crate::filter) fn contains_each<B: ReadLines>(
        &self,
        bits: &B,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) -> Flags {
        self.hand.contains_each(self, bits, count, digest)
    }

    #[inline(always)]
    pub(in crate::filter) fn insert_each_by<H: Hand>(
        &self,
        hand: &H,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
        mut see: impl FnMut(usize, bool),
    ) {
        let lines = lines_mut(bits);
        if !self.far() {
            for i in 0..count {
                let digest = digest(i);
                see(i, hand.put(&mut lines[self.line_of(digest)], digest));
            }
            return;
        }
        let mut window = [NONE; AHEAD];
        for i in 0..count + AHEAD {
            let place = i % AHEAD;
            if i >= AHEAD && i - AHEAD < count {
                let digest = window[place];
                see(i - AHEAD, hand.put(&mut lines[self.line_of(digest)], digest));
            }
            if i < count {
                let digest = digest(i);
                window[place] = digest;
                fetch_to_write(lines.as_ptr().wrapping_add(self.line_of(digest)));
            }
        }
    }

    #[inline(always)]
    pub(in crate::filter) fn contains_each_by<
        const TWO: bool,
        const DISTINCT: bool,
        H: Hand,
        B: ReadLines,
    >(
        &self,
        hand: &H,
        bits: &B,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) -> Flags {
        let mut flags = Flags::none(count);
        let mut room = [0; 8];
        if !self.far() {
            for (at, word) in flags.words.iter_mut().enumerate() {
                let mut found = 0;
                for i in 64 * at..count.min(64 * at + 64) {
                    let digest = digest(i);
                    let line = bits.line(self.line_of(digest), &mut room);
                    found |= u64::from(hand.has::<TWO, DISTINCT>(line, digest)) << (i & 63);
                }
                *word = found;
            }
            return flags;
        }
        let mut window = [NONE; AHEAD];
        for (i, place) in window.iter_mut().enumerate().take(count) {
            *place = digest(i);
            bits.fetch_line(self.line_of(*place));
        }
        for (at, word) in flags.words.iter_mut().enumerate() {
            let mut found = 0;
            for i in 64 * at..count.min(64 * at + 64) {
                let asked = window[i % AHEAD];
                if i + AHEAD < count {
                    let later = digest(i + AHEAD);
                    window[i % AHEAD] = later;
                    bits.fetch_line(self.line_of(later));
                }
                let line = bits.line(self.line_of(asked), &mut room);
                found |= u64::from(hand.has::<TWO, DISTINCT>(line, asked)) << (i & 63);
            }
            *word = found;
        }
        flags
    }
}
