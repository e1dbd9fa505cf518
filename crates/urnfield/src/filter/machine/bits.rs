//! Exactly m bits in words. The spare bits of the last word are zero, so counting, merging and
//! writing need no masks.

use crate::error::{Error, Unit};
use crate::filter::machine::fetch::fetch_to_write;
use crate::filter::machine::wide::{Work, by_counting};
use crate::filter::machine::words::Words;
use crate::filter::memory::is_left_after;
use crate::filter::probe::anywhere::place;

/// No filter has more bits: positions keep 16 of a word's 64 bits in reserve.
pub(crate) const MOST_BITS: u64 = 1 << 48;

/// m bits; bit p is bit p mod 64 of word p / 64.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Bits {
    /// At least 1. Never changes.
    m: u64,
    /// Exactly ⌈m/64⌉ of them: unsafe code relies on it.
    words: Words,
}

impl Bits {
    /// m zeros, or the refusal of a size that no filter or no memory has.
    pub(crate) fn zeros(m: u64) -> Result<Bits, Error> {
        Ok(Bits::from_words(m, room(m, checked_words(m)?)?))
    }

    /// The words as they are. The caller has checked the spare bits.
    pub(crate) fn from_words(m: u64, words: Words) -> Bits {
        assert!(m > 0 && words.len() as u64 == m.div_ceil(64), "the words of m bits");
        Bits { m, words }
    }

    #[inline(always)]
    pub(crate) fn m(&self) -> u64 {
        self.m
    }

    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Returns the bit at the place of x in the lowest place; the others are noise.
    #[inline(always)]
    pub(crate) fn look(&self, x: u64) -> u64 {
        let position = place(x, self.m);
        // SAFETY: there are exactly ⌈m/64⌉ words and m ≥ 1, so ⌊x·m / 2^64⌋ < m is the place of a
        // bit for every x, and position / 64 < ⌈m/64⌉ fits in usize, because the words are in
        // memory. (Measured on a filter in the first cache: with checks a miss takes a twelfth
        // longer.)
        let word = unsafe { self.words.get_unchecked((position >> 6) as usize) };
        word >> (position & 63)
    }

    /// Sets the bit at the place of x; what it was before is the lowest of the result.
    #[inline(always)]
    pub(crate) fn mark(&mut self, x: u64) -> u64 {
        let position = place(x, self.m);
        // SAFETY: as in `look`.
        let word = unsafe { self.words.get_unchecked_mut((position >> 6) as usize) };
        let old = *word;
        *word = old | 1 << (position & 63);
        old >> (position & 63)
    }

    /// Returns where the word with the place of x lies.
    #[inline(always)]
    pub(crate) fn at(&self, x: u64) -> *const u64 {
        self.words.as_ptr().wrapping_add((place(x, self.m) >> 6) as usize)
    }

    /// Asks for the cache line at the place of x, to be written soon.
    #[inline(always)]
    pub(crate) fn fetch_to_write(&self, x: u64) {
        fetch_to_write(self.at(x));
    }

    /// Sets every bit that is set in the other.
    pub(crate) fn unite(&mut self, other: &Bits) {
        for (ours, theirs) in self.words.iter_mut().zip(other.words.iter()) {
            *ours |= theirs;
        }
    }

    /// Clears every bit that is clear in the other. Returns how many were set here, there, and are
    /// left, all counted in one pass.
    pub(crate) fn intersect(&mut self, other: &Bits) -> [u64; 3] {
        by_counting(Intersecting(&mut self.words, &other.words))
    }

    pub(crate) fn into_words(self) -> Words {
        self.words
    }

    pub(crate) fn ones(&self) -> u64 {
        ones(&self.words)
    }

    /// Lends the words to many threads at once.
    #[cfg(feature = "parallel")]
    pub(crate) fn shared_words(&mut self) -> &[std::sync::atomic::AtomicU64] {
        self.words.shared()
    }
}

/// Returns zeroed words for a filter of m bits, if memory is left behind them.
pub(crate) fn room(m: u64, words: usize) -> Result<Words, Error> {
    let zeros = Words::zeroed(words).filter(|_| is_left_after(words.saturating_mul(8)));
    zeros.ok_or_else(|| no_room(m))
}

/// Sets a bit and tells whether it was new.
#[inline(always)]
pub(crate) fn set(words: &mut [u64], position: u64) -> bool {
    let word = &mut words[(position >> 6) as usize];
    let old = *word;
    *word |= 1 << (position & 63);
    old != *word
}

/// Returns how many bits of the words are set.
pub(crate) fn ones(words: &[u64]) -> u64 {
    by_counting(Counting(words))
}

struct Counting<'a>(&'a [u64]);

impl Work for Counting<'_> {
    type Done = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

struct Intersecting<'a>(&'a mut [u64], &'a [u64]);

impl Work for Intersecting<'_> {
    type Done = [u64; 3];

    #[inline(always)]
    fn run(self) -> [u64; 3] {
        let mut counts = [0; 3];
        for (ours, theirs) in self.0.iter_mut().zip(self.1) {
            let both = *ours & theirs;
            for (count, word) in counts.iter_mut().zip([*ours, *theirs, both]) {
                *count += u64::from(word.count_ones());
            }
            *ours = both;
        }
        counts
    }
}

/// The bits of the last word that no position of m uses.
pub(crate) fn spare(m: u64) -> u64 {
    match m % 64 {
        0 => 0,
        used => u64::MAX << used,
    }
}

/// Returns how many words hold m bits, if a filter may have m bits on any machine.
pub(crate) fn words_of(m: u64) -> Result<u64, Error> {
    if m <= MOST_BITS {
        Ok(m.div_ceil(64))
    } else {
        Err(Error::domain(
            "a filter has at most 2^48 bits, as its positions are drawn from 64-bit words",
            format!("bits = {m}"),
        ))
    }
}

/// Returns how many words hold m bits, if this machine can address them.
pub(crate) fn checked_words(m: u64) -> Result<usize, Error> {
    usize::try_from(words_of(m)?).map_err(|_| no_room(m))
}

/// Returns the refusal of a filter of m bits, which is too large for this machine.
pub(crate) fn no_room(m: u64) -> Error {
    let needs = u128::from(m.div_ceil(64)) * 8;
    let what = "a filter of that many bits";
    too_much(what, needs, "ask for fewer bits")
}

/// The remedy for a filter that is read and is too large for this machine.
pub(crate) const READ_ELSEWHERE: &str = "end other programs, or use a machine with more memory";

/// Returns the refusal of memory for something whose size the caller did not choose.
pub(crate) fn no_memory(what: &'static str, bytes: usize) -> Error {
    too_much(what, bytes as u128, READ_ELSEWHERE)
}

fn too_much(what: &'static str, needs: u128, remedy: &'static str) -> Error {
    Error::TooCostly { what, needs, unit: Unit::MemoryBytes, limit: most_memory(needs), remedy }
}

/// Returns how many bytes can be had where `needs` cannot, by trying: a reservation takes
/// addresses, of which there are plenty, and no memory.
#[cfg(target_pointer_width = "64")]
fn most_memory(needs: u128) -> u128 {
    let mut limit = usize::try_from(needs).unwrap_or(usize::MAX) / 2;
    while limit > 0 && !crate::filter::memory::memory_is_left(limit) {
        limit /= 2;
    }
    limit as u128
}

/// The most that a program can address here, or less than could not be had. Nothing is tried:
/// addresses are as scarce as memory, and some machines (WebAssembly) never take back what was
/// given once.
#[cfg(not(target_pointer_width = "64"))]
fn most_memory(needs: u128) -> u128 {
    (isize::MAX as u128).min(needs - 8)
}
