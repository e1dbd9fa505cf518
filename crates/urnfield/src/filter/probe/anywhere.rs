//! Probe rule 1: 128 bits to k positions below m. Frozen; `docs/reference/format.md` states it to
//! the bit.
//!
//! The digest (h1, h2) starts a sequence of words, each a bijection of two earlier ones:
//!
//! ```text
//! y_0 = h1,  y_1 = h2,  y_{i+2} = rotl(y_i, 27) + y_{i+1}   mod 2^64
//! ```
//!
//! and `hi(x, m)` = ⌊x·m / 2^64⌋ takes a word to a position. A filter of fewer than 2^40 bits
//! uses every word twice, the second time with its halves exchanged: one multiplication a
//! position and hardly a dependency, so this is what the speed rests on. From 2^40 bits on every
//! word serves once, and the next word extends it to 128 bits: m no longer eats into the word's
//! randomness, and such a filter waits for memory anyway.
//!
//! The standard kind takes the first k positions; the classic kind sees to it in
//! [`distinct`](crate::filter::probe::distinct) that they are k different ones.

use crate::filter::hash::digest::Digest;

/// From this many bits on every word serves one position.
pub(crate) const WIDE: u64 = 1 << 40;

/// ⌊x·m / 2^64⌋: below m, each value taken by ⌊2^64/m⌋ or one more of the words.
#[inline(always)]
pub(crate) fn place(x: u64, m: u64) -> u64 {
    ((u128::from(x) * u128::from(m)) >> 64) as u64
}

/// The words y_i, y_{i+1}, … of a digest.
#[derive(Clone, Copy)]
pub(crate) struct ProbeWords {
    now: u64,
    next: u64,
}

impl ProbeWords {
    #[inline(always)]
    pub(crate) fn of(digest: Digest) -> ProbeWords {
        ProbeWords { now: digest.low, next: digest.high }
    }

    /// y_i, and on to the next.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> u64 {
        let y = self.now;
        self.now = self.next;
        self.next = y.rotate_left(27).wrapping_add(self.now);
        y
    }

    /// One word used twice: as it is, and with its halves exchanged.
    #[inline(always)]
    pub(crate) fn pair(&mut self) -> (u64, u64) {
        let y = self.step();
        (y, y.rotate_left(32))
    }

    /// The one position of a word in a wide filter: ⌊(y_i·2^64 + y_{i+1})·m / 2^128⌋.
    #[inline(always)]
    fn wide(&mut self, m: u64) -> u64 {
        let y = u128::from(self.step());
        let below = (u128::from(self.now) * u128::from(m)) >> 64;
        ((y * u128::from(m) + below) >> 64) as u64
    }
}

/// Shows the first `hashes` positions to `ask`, in order, until it says false.
///
/// Returns whether it never did, and the words that were not used yet.
#[inline(always)]
pub(crate) fn all(
    digest: Digest,
    m: u64,
    hashes: u64,
    mut ask: impl FnMut(u64) -> bool,
) -> (bool, ProbeWords) {
    let mut words = ProbeWords::of(digest);
    if m >= WIDE {
        for _ in 0..hashes {
            if !ask(words.wide(m)) {
                return (false, words);
            }
        }
        return (true, words);
    }
    for _ in 0..hashes / 2 {
        let (first, second) = words.pair();
        // Both are asked before the one branch: a miss then costs no misprediction between them.
        if !(ask(place(first, m)) & ask(place(second, m))) {
            return (false, words);
        }
    }
    if hashes % 2 == 1 {
        return (ask(place(words.pair().0, m)), words);
    }
    (true, words)
}

/// Shows the first `hashes` positions to `see`, in order; returns the words not used yet.
#[inline(always)]
pub(crate) fn each(digest: Digest, m: u64, hashes: u64, mut see: impl FnMut(u64)) -> ProbeWords {
    all(digest, m, hashes, |position| {
        see(position);
        true
    })
    .1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(digest: Digest, m: u64, hashes: u64) -> Vec<u64> {
        let mut found = Vec::new();
        each(digest, m, hashes, |position| found.push(position));
        found
    }

    #[test]
    fn wide_positions_use_every_word_once() {
        let digest = Digest { low: 0x45c3_b49d_0356_65b2, high: 0x2c0a_8a99_dc14_7d54 };
        let mut y = vec![digest.low, digest.high];
        for i in 0..9 {
            y.push(y[i].rotate_left(27).wrapping_add(y[i + 1]));
        }
        for m in [WIDE, WIDE + 1, (1 << 48) - 1, 1 << 48] {
            for (j, position) in first(digest, m, 9).into_iter().enumerate() {
                // In 32-bit limbs: nothing of the 128-bit product is dropped on the way.
                let mut carry = 0_u128;
                let mut limbs = [0_u128; 5];
                for (at, limb) in
                    [y[j + 1] & 0xffff_ffff, y[j + 1] >> 32, y[j] & 0xffff_ffff, y[j] >> 32]
                        .into_iter()
                        .enumerate()
                {
                    let product = u128::from(limb) * u128::from(m) + carry;
                    limbs[at] = product & 0xffff_ffff;
                    carry = product >> 32;
                }
                assert_eq!(u128::from(position), carry, "m = {m}, j = {j}");
                assert!(position < m);
            }
        }
    }

    #[test]
    fn an_odd_number_of_positions_is_a_prefix() {
        let digest = Digest { low: 1, high: u64::MAX };
        for m in [1, 2, 1000, u64::from(u32::MAX), WIDE - 1, WIDE] {
            let long = first(digest, m, 10);
            for hashes in 0..10 {
                assert_eq!(first(digest, m, hashes), long[..hashes as usize]);
            }
        }
    }
}
