//! Many questions at once, to bits wherever they are.
//!
//! Three sizes, three ways (all give what one item after the other gives):
//!
//! - in the second cache nothing waits. Questions go in two sieves of two positions each,
//!   compacted without branches, so that a miss costs no wrong guess;
//! - in the third cache the same with the lines of the first sieve requested ahead;
//! - beyond, a *rolling window* requests all lines of the item sixteen places ahead while one
//!   item is looked up: best where most items are members. Where they are not, three *rounds*
//!   of one position each request a line only for items still alive. The last stretch decides.
//!
//! A round never reloads what the round before has just stored: lists alternate, and the two
//! words of a state lie in separate arrays (together they cannot be forwarded from the store).

use super::batch_insert::{AHEAD, THIRD_CACHE};
use super::digest::{Digest, Digester, Prepared, eight_bytes};
use super::flags::Flags;
use super::kernel::{Ask, ReadBits, each_draw, is_paired};
use super::line::ReadLines;
use super::scheme::Asking;
use super::window::rolling;
use crate::design::Design;
use std::ops::Range;

/// Bytes of a second cache, as most machines have at least.
const SECOND_CACHE: usize = 1 << 19;
/// Items in a sieve, in a prefetched sieve, in a round.
const SIEVE: usize = 128;
const FETCHED: usize = 128;
const ROUND: usize = 512;

/// Bits, and how they are asked.
pub(super) struct Asked<'a, B> {
    pub(super) bits: &'a B,
    pub(super) asking: Asking<B>,
    pub(super) digester: &'a Digester,
}

impl<B: ReadBits + ReadLines> Asked<'_, B> {
    pub(super) fn each<T: AsRef<[u8]>>(&self, count: usize, item: impl Fn(usize) -> T) -> Flags {
        let digester = self.digester;
        self.each_digest(count, |i| digester.digest_bytes(item(i).as_ref()))
    }

    pub(super) fn all_u64(&self, items: &[u64]) -> Flags {
        match self.digester.0 {
            Prepared::Seed { flip, .. } => {
                self.each_digest(items.len(), |i| eight_bytes(items[i], flip))
            }
            Prepared::Key { .. } => {
                self.each_digest(items.len(), |i| self.digester.digest_u64(items[i]))
            }
        }
    }

    pub(super) fn each_digest(&self, count: usize, digest: impl Fn(usize) -> Digest) -> Flags {
        match self.asking {
            Asking::Plain(design, ask) => {
                AskedPlainly { bits: self.bits, design, ask }.each_digest(count, digest)
            }
            Asking::Lines(lines) => lines.contains_each(self.bits, count, digest),
        }
    }
}

/// Bits of a filter without lines, and how they are asked.
struct AskedPlainly<'a, B> {
    bits: &'a B,
    design: Design,
    ask: Ask<B>,
}

impl<B: ReadBits> AskedPlainly<'_, B> {
    fn each_digest(&self, count: usize, digest: impl Fn(usize) -> Digest) -> Flags {
        let mut flags = Flags::none(count);
        if !is_paired(self.design) || self.design.hashes() < 4 {
            self.singly(0..count, &digest, &mut flags);
            return flags;
        }
        // In 64 bits: the bits of a view need not be in memory as a whole.
        let bytes = self.design.bits() / 8;
        let (near, far) = (bytes <= SECOND_CACHE as u64, bytes > THIRD_CACHE as u64);
        let stretch = match far {
            true => ROUND,
            false if near => SIEVE,
            false => FETCHED,
        };
        let mut mostly_members = false;
        let mut from = 0;
        while from < count {
            let some = from..count.min(from + stretch);
            let yes = match (mostly_members, far) {
                (true, true) => self.rolling(some.clone(), &digest, &mut flags),
                (true, false) => self.singly(some.clone(), &digest, &mut flags),
                (false, true) => self.in_rounds(some.clone(), &digest, &mut flags),
                (false, false) => self.in_sieves(some.clone(), near, &digest, &mut flags),
            };
            mostly_members = 2 * yes > some.len();
            from = some.end;
        }
        flags
    }

    #[inline(always)]
    fn contains(&self, digest: Digest) -> bool {
        (self.ask)(self.bits, &self.design, digest)
    }

    #[inline(always)]
    fn confirm(&self, digest: Digest, i: usize, flags: &mut Flags) -> usize {
        let yes = self.contains(digest);
        if yes {
            flags.say_yes(i);
        }
        usize::from(yes)
    }

    fn singly(
        &self,
        some: Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        flags: &mut Flags,
    ) -> usize {
        let mut yes = 0;
        // Stretches begin at multiples of 64, so every word of the flags is written once.
        for word in some.start / 64..some.end.div_ceil(64) {
            let mut found = 0;
            for i in 64 * word..some.end.min(64 * word + 64) {
                found |= u64::from(self.contains(digest(i))) << (i & 63);
            }
            flags.words[word] = found;
            yes += found.count_ones() as usize;
        }
        yes
    }

    /// Two positions, those who passed; two more, those who passed; the rest one by one.
    fn in_sieves(
        &self,
        some: Range<usize>,
        near: bool,
        digest: &impl Fn(usize) -> Digest,
        flags: &mut Flags,
    ) -> usize {
        let bits = self.bits;
        let (mut first, mut second) = ([0_u32; SIEVE], [0_u32; SIEVE]);
        let (from, len) = (some.start, some.len());
        let mut passed = 0;
        let mut sift = |i: usize, low: u64| {
            first[passed % SIEVE] = i as u32;
            passed += (bits.look(low) & bits.look(low.rotate_left(32)) & 1) as usize;
        };
        if near {
            (0..len).for_each(|i| sift(i, digest(from + i).low));
        } else {
            let mut low = [0; FETCHED];
            for (i, low) in low[..len].iter_mut().enumerate() {
                *low = digest(from + i).low;
                bits.fetch(*low);
                bits.fetch(low.rotate_left(32));
            }
            low[..len].iter().enumerate().for_each(|(i, low)| sift(i, *low));
        }
        let mut left = 0;
        for i in &first[..passed] {
            let high = digest(from + *i as usize).high;
            second[left % SIEVE] = *i;
            left += (bits.look(high) & bits.look(high.rotate_left(32)) & 1) as usize;
        }
        second[..left]
            .iter()
            .map(|i| from + *i as usize)
            .map(|i| self.confirm(digest(i), i, flags))
            .sum()
    }

    /// All lines of the item sixteen places ahead are under way while one is looked up.
    fn rolling(
        &self,
        some: Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        flags: &mut Flags,
    ) -> usize {
        let hashes = self.design.hashes();
        let mut yes = 0;
        rolling::<AHEAD, _>(
            flags,
            some,
            digest,
            |_, digest| each_draw(digest, hashes, |x| self.bits.fetch(x)),
            |flags, i, digest| yes += self.confirm(digest, i, flags),
        );
        yes
    }

    /// Three rounds of one position; whoever is still alive is looked up with all lines ahead.
    fn in_rounds(
        &self,
        some: Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        flags: &mut Flags,
    ) -> usize {
        let bits = self.bits;
        let (mut low, mut high) = ([0; ROUND], [0; ROUND + 8]);
        let (mut first, mut second) = ([0_u32; ROUND], [0_u32; ROUND + 16]);
        let from = some.start;
        for i in 0..some.len() {
            let found = digest(from + i);
            (low[i], high[i]) = (found.low, found.high);
            bits.fetch(found.low);
        }
        let mut alive = 0;
        for (i, low) in low[..some.len()].iter().enumerate() {
            first[alive] = i as u32;
            alive += (bits.look(*low) & 1) as usize;
        }
        for i in &first[..alive] {
            bits.fetch(low[*i as usize].rotate_left(32));
        }
        let mut left = 0;
        for i in &first[..alive] {
            second[left] = *i;
            left += (bits.look(low[*i as usize].rotate_left(32)) & 1) as usize;
        }
        for i in &second[..left] {
            bits.fetch(high[*i as usize]);
        }
        let mut alive = 0;
        for i in &second[..left] {
            first[alive] = *i;
            alive += (bits.look(high[*i as usize]) & 1) as usize;
        }
        let hashes = self.design.hashes();
        let mut yes = 0;
        for group in first[..alive].chunks(AHEAD) {
            let digest = |i: &u32| Digest { low: low[*i as usize], high: high[*i as usize] };
            for i in group {
                // Three of them have just been looked at and cost nothing.
                each_draw(digest(i), hashes, |x| bits.fetch(x));
            }
            for i in group {
                yes += self.confirm(digest(i), from + *i as usize, flags);
            }
        }
        yes
    }
}

/// The questions that every filter answers in batches, given how its bits are [`Asked`].
macro_rules! answers_batches {
    () => {
        /// Whether each of many items may have been inserted.
        pub fn contains_all(&self, items: &[impl AsRef<[u8]>]) -> Flags {
            let digester = &self.digester;
            self.asked().each_digest(items.len(), |i| digester.digest_bytes(items[i].as_ref()))
        }

        /// Whether each of many items that lie anywhere may have been inserted: item i, for i
        /// below `count`, is what the function says. It may be asked for the same item more than
        /// once, and must say the same.
        pub fn contains_each<T: AsRef<[u8]>>(
            &self,
            count: usize,
            item: impl Fn(usize) -> T,
        ) -> Flags {
            self.asked().each(count, item)
        }

        /// Whether each of many integers, by its eight little-endian bytes, may have been
        /// inserted.
        pub fn contains_all_u64(&self, items: &[u64]) -> Flags {
            self.asked().all_u64(items)
        }

        /// Whether the items of many digests may have been inserted.
        pub fn contains_all_digests(&self, digests: &[Digest]) -> Flags {
            self.asked().each_digest(digests.len(), |i| digests[i])
        }
    };
}

pub(super) use answers_batches;
