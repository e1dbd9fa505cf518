//! Many items at once: a filter beyond the caches is a row of waits for memory, and the waits
//! can overlap.
//!
//! Three sizes, three ways (all give what one item after the other gives):
//!
//! - in the second cache nothing waits. Inserts go one by one; questions go in two sieves of two
//!   positions each, compacted without branches, so that a miss costs no wrong guess;
//! - in the third cache the same with the lines of the first sieve requested ahead;
//! - beyond, a *rolling window* requests all lines of the item sixteen places ahead while one
//!   item is looked up: best where most items are members. Where they are not, three *rounds*
//!   of one position each request a line only for items still alive. The last block decides.
//!
//! A round never reloads what the round before has just stored: lists alternate, and the two
//! words of a state lie in separate arrays (together they cannot be forwarded from the store).

use super::Filter;
use super::digest::{Digest, Hashing, eight_bytes};
use super::kernel::Table;
use super::probe::Words;
use super::regions::Regions;

/// Bytes of a second cache, as most machines have at least.
const SECOND_CACHE: usize = 1 << 19;
/// Bytes of a third cache, or one core's part of it.
pub(super) const THIRD_CACHE: usize = 16 << 20;
/// Items in a sieve, in a prefetched sieve, in a round.
const SIEVE: usize = 128;
const FETCHED: usize = 128;
const ROUND: usize = 512;
/// How far ahead lines are requested.
const AHEAD: usize = 16;

/// Answers to many questions, one bit each.
///
/// ```
/// use urnfield::{Design, Filter, Kind};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// filter.insert_all_u64(&[2, 3, 5, 7]);
/// let answers = filter.contains_all_u64(&[4, 5, 6, 7]);
/// assert_eq!(answers.iter().collect::<Vec<_>>(), [false, true, false, true]);
/// assert_eq!((answers.count(), answers.get(1), answers.get(9)), (2, Some(true), None));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    words: Vec<u64>,
    len: usize,
}

impl Answers {
    fn none(len: usize) -> Answers {
        Answers { words: vec![0; len.div_ceil(64)], len }
    }

    /// Words whose spare bits are zero.
    pub(super) fn of(words: Vec<u64>, len: usize) -> Answers {
        Answers { words, len }
    }

    /// Parts of a multiple of 64 questions each, but for the last.
    #[cfg(feature = "parallel")]
    pub(super) fn joined(parts: Vec<Answers>) -> Answers {
        let len = parts.iter().map(Answers::len).sum();
        Answers { words: parts.into_iter().flat_map(|part| part.words).collect(), len }
    }

    #[inline(always)]
    fn say_yes(&mut self, i: usize) {
        self.words[i >> 6] |= 1 << (i & 63);
    }

    /// How many questions were asked.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was asked.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The answer to question i.
    pub fn get(&self, i: usize) -> Option<bool> {
        (i < self.len).then(|| (self.words[i >> 6] >> (i & 63)) & 1 == 1)
    }

    /// How many answers are yes.
    pub fn count(&self) -> u64 {
        super::bits::ones(&self.words)
    }

    /// The answers in order.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len).map(|i| (self.words[i >> 6] >> (i & 63)) & 1 == 1)
    }

    /// The answers as words: question i is bit i mod 64 of word i / 64, and spare bits are zero.
    pub fn as_words(&self) -> &[u64] {
        &self.words
    }
}

impl Filter {
    /// Inserts many items: the same bits as one after the other, sooner.
    ///
    /// A million items or more into a filter beyond the caches are sorted first, up to four
    /// million at a time: that takes four bytes of scratch memory for each of their positions.
    pub fn insert_all(&mut self, items: &[impl AsRef<[u8]>]) {
        let hashing = self.hashing;
        self.insert_each(items.len(), |i| hashing.digest(items[i].as_ref()));
    }

    /// Inserts the eight little-endian bytes of many integers.
    pub fn insert_all_u64(&mut self, items: &[u64]) {
        match self.hashing {
            Hashing::Seeded { flip, .. } => {
                self.insert_each(items.len(), |i| eight_bytes(items[i], flip));
            }
            hashing => self.insert_each(items.len(), |i| hashing.digest_u64(items[i])),
        }
    }

    /// Inserts many items by their digests.
    pub fn insert_all_digests(&mut self, digests: &[Digest]) {
        self.insert_each(digests.len(), |i| digests[i]);
    }

    /// Whether each of many items may have been inserted.
    pub fn contains_all(&self, items: &[impl AsRef<[u8]>]) -> Answers {
        let hashing = self.hashing;
        self.ask_each(items.len(), |i| hashing.digest(items[i].as_ref()))
    }

    /// Whether each of many integers may have been inserted.
    pub fn contains_all_u64(&self, items: &[u64]) -> Answers {
        match self.hashing {
            Hashing::Seeded { flip, .. } => {
                self.ask_each(items.len(), |i| eight_bytes(items[i], flip))
            }
            hashing => self.ask_each(items.len(), |i| hashing.digest_u64(items[i])),
        }
    }

    /// Whether the items of many digests may have been inserted.
    pub fn contains_all_digests(&self, digests: &[Digest]) -> Answers {
        self.ask_each(digests.len(), |i| digests[i])
    }

    pub(super) fn insert_each(&mut self, count: usize, digest: impl Fn(usize) -> Digest) {
        if self.kernel.insert.is_none() && self.bytes() <= THIRD_CACHE {
            // The same loop without a call in it, so that nothing is read again each time.
            let (bits, hashes) = (&mut self.bits, self.design.hashes());
            return (0..count).for_each(|i| {
                super::kernel::insert(bits, hashes, digest(i));
            });
        }
        if !self.kernel.paired || self.bytes() <= THIRD_CACHE {
            return (0..count).for_each(|i| {
                self.insert_digest(digest(i));
            });
        }
        if let Some(regions) = Regions::of(self.design, count) {
            return regions.insert(self.kernel, &mut self.bits, count, digest);
        }
        let hashes = self.design.hashes();
        let mut window = [Digest { low: 0, high: 0 }; AHEAD];
        for i in 0..count + AHEAD {
            let place = i % AHEAD;
            if i >= AHEAD {
                self.insert_digest(window[place]);
            }
            if i < count {
                window[place] = digest(i);
                each_draw(window[place], hashes, |x| self.bits.fetch_to_write(x));
            }
        }
    }

    fn ask_each(&self, count: usize, digest: impl Fn(usize) -> Digest) -> Answers {
        let mut answers = Answers::none(count);
        if !self.kernel.paired || self.design.hashes() < 4 {
            self.ask_singly(0..count, &digest, &mut answers);
            return answers;
        }
        let far = self.bytes() > THIRD_CACHE;
        let block = match self.bytes() > SECOND_CACHE {
            false => SIEVE,
            true if far => ROUND,
            true => FETCHED,
        };
        let mut mostly_members = false;
        let mut from = 0;
        while from < count {
            let some = from..count.min(from + block);
            let yes = match (mostly_members, far) {
                (true, true) => self.ask_rolling(some.clone(), &digest, &mut answers),
                (true, false) => self.ask_singly(some.clone(), &digest, &mut answers),
                (false, true) => self.ask_in_rounds(some.clone(), &digest, &mut answers),
                (false, false) => self.ask_in_sieves(some.clone(), &digest, &mut answers),
            };
            mostly_members = 2 * yes > some.len();
            from = some.end;
        }
        answers
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.words().len() * 8
    }

    #[inline(always)]
    fn confirm(&self, digest: Digest, i: usize, answers: &mut Answers) -> usize {
        let yes = self.contains_digest(digest);
        if yes {
            answers.say_yes(i);
        }
        usize::from(yes)
    }

    fn ask_singly(
        &self,
        some: std::ops::Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        answers: &mut Answers,
    ) -> usize {
        let mut yes = 0;
        // Blocks begin at multiples of 64, so every word of the answers is written once.
        for word in some.start / 64..some.end.div_ceil(64) {
            let mut found = 0;
            for i in 64 * word..some.end.min(64 * word + 64) {
                found |= u64::from(self.contains_digest(digest(i))) << (i & 63);
            }
            answers.words[word] = found;
            yes += found.count_ones() as usize;
        }
        yes
    }

    /// Two positions, those who passed; two more, those who passed; the rest one by one.
    fn ask_in_sieves(
        &self,
        some: std::ops::Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        answers: &mut Answers,
    ) -> usize {
        let (mut first, mut second) = ([0_u32; SIEVE], [0_u32; SIEVE]);
        let (from, len) = (some.start, some.len());
        let mut passed = 0;
        let mut sift = |i: usize, low: u64| {
            first[passed % SIEVE] = i as u32;
            passed += (self.bits.look(low) & self.bits.look(low.rotate_left(32)) & 1) as usize;
        };
        if self.bytes() > SECOND_CACHE {
            let mut low = [0; FETCHED];
            for (i, low) in low[..len].iter_mut().enumerate() {
                *low = digest(from + i).low;
                self.bits.fetch(*low);
                self.bits.fetch(low.rotate_left(32));
            }
            low[..len].iter().enumerate().for_each(|(i, low)| sift(i, *low));
        } else {
            (0..len).for_each(|i| sift(i, digest(from + i).low));
        }
        let mut left = 0;
        for i in &first[..passed] {
            let high = digest(from + *i as usize).high;
            second[left % SIEVE] = *i;
            left += (self.bits.look(high) & self.bits.look(high.rotate_left(32)) & 1) as usize;
        }
        second[..left]
            .iter()
            .map(|i| from + *i as usize)
            .map(|i| self.confirm(digest(i), i, answers))
            .sum()
    }

    /// All lines of the item sixteen places ahead are under way while one is looked up.
    fn ask_rolling(
        &self,
        some: std::ops::Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        answers: &mut Answers,
    ) -> usize {
        let hashes = self.design.hashes();
        let mut window = [Digest { low: 0, high: 0 }; AHEAD];
        let mut yes = 0;
        for i in some.start..some.end + AHEAD {
            let place = i % AHEAD;
            if i >= some.start + AHEAD {
                yes += self.confirm(window[place], i - AHEAD, answers);
            }
            if i < some.end {
                window[place] = digest(i);
                each_draw(window[place], hashes, |x| self.bits.fetch(x));
            }
        }
        yes
    }

    /// Three rounds of one position; whoever is still alive is looked up with all lines ahead.
    fn ask_in_rounds(
        &self,
        some: std::ops::Range<usize>,
        digest: &impl Fn(usize) -> Digest,
        answers: &mut Answers,
    ) -> usize {
        let (mut low, mut high) = ([0; ROUND], [0; ROUND + 8]);
        let (mut first, mut second) = ([0_u32; ROUND], [0_u32; ROUND + 16]);
        let from = some.start;
        for i in 0..some.len() {
            let found = digest(from + i);
            (low[i], high[i]) = (found.low, found.high);
            self.bits.fetch(found.low);
        }
        let mut alive = 0;
        for (i, low) in low[..some.len()].iter().enumerate() {
            first[alive] = i as u32;
            alive += (self.bits.look(*low) & 1) as usize;
        }
        for i in &first[..alive] {
            self.bits.fetch(low[*i as usize].rotate_left(32));
        }
        let mut left = 0;
        for i in &first[..alive] {
            second[left] = *i;
            left += (self.bits.look(low[*i as usize].rotate_left(32)) & 1) as usize;
        }
        for i in &second[..left] {
            self.bits.fetch(high[*i as usize]);
        }
        let mut alive = 0;
        for i in &second[..left] {
            first[alive] = *i;
            alive += (self.bits.look(high[*i as usize]) & 1) as usize;
        }
        let hashes = self.design.hashes();
        let mut yes = 0;
        for group in first[..alive].chunks(AHEAD) {
            let digest = |i: &u32| Digest { low: low[*i as usize], high: high[*i as usize] };
            for i in group {
                // Three of them have just been looked at and cost nothing.
                each_draw(digest(i), hashes, |x| self.bits.fetch(x));
            }
            for i in group {
                yes += self.confirm(digest(i), from + *i as usize, answers);
            }
        }
        yes
    }
}

/// The first `hashes` draws of a filter that is not wide, as the words they are places of.
#[inline(always)]
pub(super) fn each_draw(digest: Digest, hashes: u64, see: impl Fn(u64)) {
    let mut words = Words::of(digest);
    for _ in 0..hashes / 2 {
        let (first, second) = words.pair();
        see(first);
        see(second);
    }
    if hashes % 2 == 1 {
        see(words.pair().0);
    }
}
