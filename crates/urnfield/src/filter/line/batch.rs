//! Many items at once. One line an item: in the second cache nothing waits, and beyond, the lines of
//! items some places ahead are under way.

use super::{Lines, ReadLines, lines_mut, portable_has, portable_mask, put};
use crate::filter::bits::Bits;
use crate::filter::digest::Digest;
use crate::filter::flags::Flags;
use crate::filter::line::rule::LineWords;
use crate::filter::machine::fetch_to_write;
use crate::filter::window::rolling;

/// Bytes up to which nothing is requested ahead.
const NEAR: u64 = 1 << 18;
/// How far ahead lines are requested.
const AHEAD: usize = 32;

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
        self.put_each(bits, count, digest, |_, _| ());
    }

    /// Inserts many items, and reports which were new.
    pub(in crate::filter) fn insert_reporting(
        &self,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) -> Flags {
        let mut flags = Flags::none(count);
        self.put_each(bits, count, digest, |i, new| {
            if new {
                flags.say_yes(i);
            }
        });
        flags
    }

    fn put_each(
        &self,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
        see: impl FnMut(usize, bool),
    ) {
        let (hashes, distinct) = (self.hashes, self.distinct);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.put_each(self, bits, count, digest, see);
        }
        self.put_each_by(bits, count, digest, see, |line, digest| {
            put(line, &portable_mask(digest, hashes, distinct))
        });
    }

    /// The loop, given how an item is put into its line: inlined into code for the machine at hand.
    #[inline(always)]
    pub(in crate::filter) fn put_each_by(
        &self,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
        mut see: impl FnMut(usize, bool),
        put: impl Fn(&mut LineWords, Digest) -> bool,
    ) {
        let lines = lines_mut(bits);
        if !self.far() {
            for i in 0..count {
                let digest = digest(i);
                see(i, put(&mut lines[self.line_of(digest)], digest));
            }
            return;
        }
        rolling::<AHEAD, _>(
            lines,
            0..count,
            digest,
            |lines, digest| fetch_to_write(lines.as_ptr().wrapping_add(self.line_of(digest))),
            |lines, i, digest| see(i, put(&mut lines[self.line_of(digest)], digest)),
        );
    }

    /// Whether each of many items may have been inserted.
    pub(in crate::filter) fn contains_each<B: ReadLines>(
        &self,
        bits: &B,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) -> Flags {
        let (hashes, distinct) = (self.hashes, self.distinct);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.contains_each(self, bits, count, digest);
        }
        self.contains_each_by(bits, count, digest, |line, digest| {
            portable_has(line, digest, hashes, distinct)
        })
    }

    /// The loop, given how a line is asked.
    #[inline(always)]
    pub(in crate::filter) fn contains_each_by<B: ReadLines>(
        &self,
        bits: &B,
        count: usize,
        digest: impl Fn(usize) -> Digest,
        has: impl Fn(&LineWords, Digest) -> bool,
    ) -> Flags {
        let mut room = [0; 8];
        let ask = |digest: Digest, room: &mut LineWords| {
            has(bits.line(self.line_of(digest), room), digest)
        };
        if !self.far() {
            return Flags::collect(count, |i| ask(digest(i), &mut room));
        }
        let mut flags = Flags::none(count);
        let mut word = 0;
        rolling::<AHEAD, _>(
            &mut flags,
            0..count,
            digest,
            |_, digest| bits.fetch_line(self.line_of(digest)),
            |flags, i, digest| {
                word |= u64::from(ask(digest, &mut room)) << (i & 63);
                if i & 63 == 63 || i + 1 == count {
                    flags.words[i >> 6] = word;
                    word = 0;
                }
            },
        );
        flags
    }

    /// The hashes, and whether they are distinct.
    pub(in crate::filter) fn hashes(&self) -> (u32, bool) {
        (self.hashes, self.distinct)
    }
}
