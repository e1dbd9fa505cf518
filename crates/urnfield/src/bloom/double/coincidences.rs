//! The table of one class: how many items meet each subset of a question's bits.
//!
//! The question's bits are 0, g, …, (r − 1)·g, and T is a set of numbers below r. For one step d the
//! pair (a, d) meets gT if and only if a = g·t − i·d for some t in T and i < min(k, q(d)), q(d) the
//! order of d.
//!
//! **Theorem.** U(T) = |T|·base − def(T), where base = Σ_d min(k, q(d)) and def(T) = Σ_d Σ_{t ∈ T}
//! |∪_{t′ ∈ T, t′ < t} M_d[t − t′]|, M_d[x] being the set of those i < min(k, q(d)) for which
//! g·x ≡ (i − i′)·d mod m with an i′ < k. Only *special* steps count in def: those with
//! j·d ≡ ±g·x for an x in 1, …, r − 1 and a j in 1, …, k − 1.
//!
//! *Proof.* (t, i) and (t′, i′) give the same a if and only if g(t − t′) = (i − i′)·d. Count each a
//! at its first t, and there at i < q(d) only: (t, i) is not the first if and only if an earlier t′ in
//! T has i in M_d[t − t′]. Steps without such a relation lose nothing. ∎
//!
//! Coq: `coincidences.coincidences`, `coincidences.special_few`.
//!
//! # How it is computed
//!
//! Let s be the set of the differences to the highest number of T, the difference x at bit x − 1.
//! What the highest number loses is a sum over all (d, i) of "s meets {x : i ∈ M_d[x]}": all of
//! them less those inside the complement of s, which one sum over subsets finds for all s at once.
//! The rest of T has the differences s >> (trailing zeros of s + 1). All are whole numbers.

use crate::bloom::double::classes::gcd;
use crate::bloom::double::hashing::Steps;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How often each row (size of T, def(T)) occurs among the nonempty sets T: the size above, def(T)
/// in the lower 32 bits. Even sizes count positive, odd sizes negative.
pub(crate) type Table = HashMap<u64, i64, BuildHasherDefault<RowHasher>>;

/// Hashes a row by one multiplication: there may be 2^23 of them, and none is chosen by a stranger.
#[derive(Default)]
pub(crate) struct RowHasher(u64);

impl Hasher for RowHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, row: u64) {
        let product = (self.0 ^ row).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns the row of sets of that size that lose that much.
pub(crate) fn row(size: u32, lost: u32) -> u64 {
    u64::from(size) << 32 | u64::from(lost)
}

/// A filter of m bits without blocks, and one class of its questions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    pub(crate) steps: Steps,
    pub(crate) bits: u64,
    /// At most m.
    pub(crate) hashes: u64,
    /// g, a divisor of m.
    pub(crate) divisor: u64,
}

/// Returns Σ_d min(k, q(d)): order q < k occurs φ(q) times for all steps, and 0 has order 1.
///
/// Coq: `coincidences.base_all`, `coincidences.base_nonzero`, `coincidences.base_units`.
pub(crate) fn base(steps: Steps, m: u64, hashes: u64, units: u64) -> u128 {
    let full = u128::from(hashes) * u128::from(m);
    let totient = |q: u64| (0..q).filter(|&d| gcd(d, q) == 1).count() as u64;
    let lost = || {
        let orders = (1..hashes).filter(|&q| m.is_multiple_of(q));
        orders.map(|q| u128::from(totient(q) * (hashes - q))).sum::<u128>()
    };
    match steps {
        Steps::All => full - lost(),
        Steps::Nonzero => full - lost() - 1,
        Steps::Unit => u128::from(units) * u128::from(hashes),
    }
}

/// Returns a·b mod m.
fn times(a: u64, b: u64, m: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(m)) as u64
}

/// Returns the inverse of a modulo m; the two have no common divisor.
fn inverse(a: u64, m: u64) -> u64 {
    let (mut r, mut s) = ((i128::from(m), i128::from(a)), (0, 1));
    while r.1 != 0 {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        s = (s.1, s.0 - quotient * s.1);
    }
    s.0.rem_euclid(i128::from(m)) as u64
}

impl Question {
    /// Returns how many bits are asked for: r = min(k, m/g).
    pub(crate) fn asked(&self) -> u64 {
        self.hashes.min(self.bits / self.divisor)
    }

    /// Returns all special steps.
    fn special(&self) -> Vec<u64> {
        let mut found = Vec::new();
        for j in 1..self.hashes {
            let common = gcd(j, self.bits);
            let modulus = self.bits / common;
            let inverse = inverse(j / common % modulus, modulus);
            for x in 1..self.asked() {
                for side in [self.divisor * x, self.bits - self.divisor * x] {
                    if side.is_multiple_of(common) {
                        let least = times(side / common % modulus, inverse, modulus);
                        found.extend((0..common).map(|i| least + i * modulus));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        if self.steps == Steps::Unit {
            found.retain(|&d| gcd(d, self.bits) == 1);
        }
        found
    }

    /// Returns for each set of differences how many (d, i) have just that set {x : i ∈ M_d[x]}.
    fn masks(&self) -> Vec<u32> {
        let [m, g, k, r] = [self.bits, self.divisor, self.hashes, self.asked()];
        let mut counts = vec![0; 1 << (r - 1)];
        // The difference x with j·d ≡ g·x, where there is one, for j = 1, …, k − 1 and then for −j.
        let mut meets = vec![[0u32; 2]; k as usize];
        for d in self.special() {
            let mut jd = 0;
            for both in &mut meets[1..] {
                jd = if jd < m - d { jd + d } else { jd - (m - d) };
                let bit = |value: u64| {
                    let x = value / g;
                    u32::from(value.is_multiple_of(g) && x > 0 && x < r) << (x.clamp(1, r) - 1)
                };
                *both = [bit(jd), bit(m - jd)];
            }
            for i in 0..k.min(m / gcd(d, m)) {
                // j = i − i′ for i′ < k.
                let up = meets[1..=i as usize].iter().fold(0, |mask, both| mask | both[0]);
                let down = meets[1..(k - i) as usize].iter().fold(0, |mask, both| mask | both[1]);
                counts[(up | down) as usize] += 1;
            }
        }
        counts
    }

    /// Returns the table of all nonempty T.
    pub(crate) fn table(&self) -> Table {
        let r = self.asked() as u32;
        let mut inside = self.masks();
        let all: u32 = inside.iter().sum();
        // The sum over all subsets of each set.
        for x in 0..r - 1 {
            for pair in inside.chunks_exact_mut(2 << x) {
                let (without, with) = pair.split_at_mut(1 << x);
                with.iter_mut().zip(without).for_each(|(with, without)| *with += *without);
            }
        }
        let last = inside.len() - 1;
        let mut lost = vec![0; inside.len()];
        let mut table = Table::default();
        for s in 0..inside.len() {
            if s > 0 {
                lost[s] = all - inside[last - s] + lost[s >> (s.trailing_zeros() + 1)];
            }
            let size = s.count_ones() + 1;
            // The shifts of T within the r bits.
            let shifts = i64::from(r - (s as u32).checked_ilog2().map_or(0, |top| top + 1));
            let count = if size % 2 == 1 { -shifts } else { shifts };
            *table.entry(row(size, lost[s])).or_default() += count;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set T, every step and every start, one after the other.
    #[test]
    fn every_subset_meets_as_many_pairs_as_counted() {
        for m in [2u64, 3, 6, 8, 12, 13, 20] {
            for hashes in (1..=5).filter(|&k| k <= m) {
                for steps in [Steps::All, Steps::Nonzero, Steps::Unit] {
                    for g in (1..=m).filter(|&g| m.is_multiple_of(g)) {
                        let question = Question { steps, bits: m, hashes, divisor: g };
                        agrees(&question);
                    }
                }
            }
        }
    }

    fn agrees(question: &Question) {
        let Question { steps, bits: m, hashes, divisor: g } = *question;
        let law = |&d: &u64| match steps {
            Steps::All => true,
            Steps::Nonzero => d > 0,
            Steps::Unit => gcd(d, m) == 1,
        };
        let all: Vec<u64> = (0..m).filter(law).collect();
        let base = base(steps, m, hashes, all.len() as u64) as u64;
        let mut table = Table::default();
        for t in 1u64..1 << question.asked() {
            let bits = (0..question.asked()).filter(|x| t >> x & 1 == 1);
            let set = bits.fold(0u64, |set, x| set | 1 << (g * x));
            let meets = |d: u64, a: u64| (0..hashes).any(|i| set >> ((a + i * d) % m) & 1 == 1);
            let met = |&d: &u64| (0..m).filter(|&a| meets(d, a)).count() as u64;
            let lost = base * u64::from(t.count_ones()) - all.iter().map(met).sum::<u64>();
            let sign = if t.count_ones() % 2 == 1 { -1 } else { 1 };
            *table.entry(row(t.count_ones(), lost as u32)).or_default() += sign;
        }
        assert_eq!(question.table(), table, "{question:?}");
    }
}
