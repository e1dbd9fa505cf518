//! The classic kind: k positions that all differ (Bloom 1970).
//!
//! The first k draws of the probe rule all belong to the item, repeated or not: they are set or
//! tested at once, and only then are repetitions looked for and replaced. A miss never pays.
//! Replacements come from a congruential sequence of full period 2^64, so every position turns
//! up and the search ends for every digest and every k ≤ m:
//!
//! ```text
//! z_0 = y_q,  z_{e+1} = z_e · 0xd1342543de82ef95 + (y_{q+1} | 1),  position hi(z_e, m)
//! ```
//!
//! with y_q the first word that no draw has started from. Where k > m/2 the m − k positions
//! *left out* are drawn, by the same sequence from z_0 = h1 and the increment h2 | 1: at most
//! m·ln 2 draws are expected, never the m·ln m of collecting nearly all.

use crate::design::plain::Design;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits;
use crate::filter::probe::anywhere;
use crate::filter::probe::anywhere::ProbeWords;
use std::collections::HashSet;

/// Up to so many positions are compared two by two; beyond, they go into a set.
const COMPARED: usize = 96;

/// 5 modulo 8 and an odd increment: full period.
const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;

/// Returns whether an item has more than half of the positions, so that the others are drawn.
pub(crate) fn mostly(design: Design) -> bool {
    design.hashes() > design.bits() / 2
}

/// The sequence z_0, z_1, … as positions.
struct Replacements {
    z: u64,
    increment: u64,
    m: u64,
}

impl Replacements {
    fn after(mut words: ProbeWords, m: u64) -> Replacements {
        let z = words.step();
        Replacements { z, increment: words.step() | 1, m }
    }
}

impl Iterator for Replacements {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let position = anywhere::place(self.z, self.m);
        self.z = self.z.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        Some(position)
    }
}

/// Shows `ask` the positions that replace repetitions among the first k draws, until it says
/// false; whether it never did.
pub(crate) fn replaced(design: Design, digest: Digest, ask: impl FnMut(u64) -> bool) -> bool {
    let m = design.bits();
    let hashes = design.hashes();
    if hashes > COMPARED as u64 {
        return many(design, digest, ask);
    }
    let mut drawn = [0; COMPARED];
    let mut count = 0;
    let rest = anywhere::each(digest, m, hashes, |position| {
        drawn[count] = position;
        count += 1;
    });
    differ(&drawn[..count]) || few(&mut drawn[..count], Replacements::after(rest, m), ask)
}

/// Returns whether no two are equal; they are compared without branches, because they nearly always
/// differ.
#[inline(always)]
pub(crate) fn differ(positions: &[u64]) -> bool {
    let mut same = false;
    for (i, position) in positions.iter().enumerate() {
        for earlier in &positions[..i] {
            same |= position == earlier;
        }
    }
    !same
}

/// Keeps the first of each value in front and replaces the others in order.
fn few(drawn: &mut [u64], spare: Replacements, mut ask: impl FnMut(u64) -> bool) -> bool {
    let mut held = 0;
    for i in 0..drawn.len() {
        if !drawn[..held].contains(&drawn[i]) {
            drawn[held] = drawn[i];
            held += 1;
        }
    }
    for position in spare {
        if held == drawn.len() {
            break;
        }
        if !drawn[..held].contains(&position) {
            if !ask(position) {
                return false;
            }
            drawn[held] = position;
            held += 1;
        }
    }
    true
}

/// Does the work of [`replaced`] for many positions.
fn many(design: Design, digest: Digest, mut ask: impl FnMut(u64) -> bool) -> bool {
    let m = design.bits();
    let hashes = design.hashes();
    let mut held = Held::none(m, hashes);
    let mut count = 0;
    let rest =
        anywhere::each(digest, m, hashes, |position| count += u64::from(held.insert(position)));
    for position in Replacements::after(rest, m) {
        if count == hashes {
            break;
        }
        if held.insert(position) {
            if !ask(position) {
                return false;
            }
            count += 1;
        }
    }
    true
}

/// Positions seen: as bits where they are many, so that they never take more memory than a few
/// filters of this size.
enum Held {
    Few(HashSet<u64>),
    Many(Vec<u64>),
}

impl Held {
    fn none(m: u64, hashes: u64) -> Held {
        if hashes > m / 64 {
            Held::Many(vec![0; m.div_ceil(64) as usize])
        } else {
            Held::Few(HashSet::new())
        }
    }

    /// Adds a position, and returns whether it was new.
    fn insert(&mut self, position: u64) -> bool {
        match self {
            Held::Few(set) => set.insert(position),
            Held::Many(words) => bits::set(words, position),
        }
    }
}

/// The positions left out of an item of k > m/2, as a mask in words: a set bit belongs to the item.
pub(crate) fn mask(design: Design, digest: Digest) -> Vec<u64> {
    let m = design.bits();
    let hashes = design.hashes();
    // The filter itself is as large and fits in memory, so the lengths fit in usize.
    let mut mask = vec![u64::MAX; m.div_ceil(64) as usize];
    if !m.is_multiple_of(64) {
        *mask.last_mut().expect("a filter has at least one bit") = (1 << (m % 64)) - 1;
    }
    let mut left = m - hashes;
    let positions = Replacements { z: digest.low, increment: digest.high | 1, m };
    for position in positions {
        if left == 0 {
            break;
        }
        let (word, bit) = ((position >> 6) as usize, 1 << (position & 63));
        left -= u64::from(mask[word] & bit != 0);
        mask[word] &= !bit;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::plain::Kind;

    /// All ways to look for repetitions agree.
    #[test]
    fn few_and_many_replace_alike() {
        for seed in 0..if cfg!(miri) { 30 } else { 3_000_u64 } {
            let digest = Digest {
                low: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                high: seed.wrapping_mul(MULTIPLIER).rotate_left(17),
            };
            let m = 2 + seed % 997;
            let design =
                Design::new(Kind::Classic, m, 1 + seed % (m / 2).min(90)).expect("k <= m/2");
            let mut one = Vec::new();
            let mut other = Vec::new();
            replaced(design, digest, |position| {
                one.push(position);
                true
            });
            many(design, digest, |position| {
                other.push(position);
                true
            });
            assert_eq!(one, other);
        }
    }
}
