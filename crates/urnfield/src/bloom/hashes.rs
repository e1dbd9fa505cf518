//! The best number of hashes, with every other one excluded: no unimodality is assumed.
//!
//! A lower bound of the rate valid for *all* k in an interval [a, b] excludes the interval at
//! once: a filter built with a ≤ k positions an item has no more bits set, and a query of b ≥ k
//! positions is stricter; then Jensen.
//!
//! * standard: (1 − (1 − 1/m)^(na))^b;
//! * classic: ∏_{i<b} (μ_a − i)/(m − i), μ_a = m(1 − (1 − a/m)^n); the product is taken in pieces,
//!   each at its smallest factor.
//!
//! Bounds are f64 with every operation rounded toward the safe side; only what they leave is
//! evaluated exactly.

use super::Load;
use crate::design::{Design, Kind};
use crate::num::Error;
use crate::num::{Enclosure, Rational};
use std::cmp::Ordering;

/// The best hashes for a filter, all ties included.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hashes {
    /// The least k with the least rate.
    pub hashes: u64,
    /// All k with that rate, ascending.
    pub ties: Vec<u64>,
    /// The rate.
    pub fpr: Enclosure,
    /// How many other k were evaluated; the rest was excluded by bounds.
    pub evaluated: usize,
}

/// Survivors beyond this many are refused.
const MOST_CANDIDATES: usize = 5000;

/// A power of a number in [0, 1] between two doubles, every product rounded outward.
fn power_bounds(low: f64, high: f64, n: u64) -> (f64, f64) {
    let (mut lo, mut hi) = (1.0f64, 1.0f64);
    for bit in (0..64 - n.leading_zeros()).rev() {
        (lo, hi) = (down(lo * lo), (hi * hi).next_up().min(1.0));
        if n >> bit & 1 == 1 {
            (lo, hi) = (down(lo * low), (hi * high).next_up().min(1.0));
        }
    }
    (lo, hi)
}

/// The share of bits set by n items of k hashes in m bits, from below.
fn set_above(kind: Kind, m: u64, n: u64, k: u64) -> f64 {
    let (m_f, k_f) = (m as f64, k as f64);
    // The clear share from above.
    let clear = match kind {
        Kind::Standard => {
            let base = (1.0 - (1.0 / m_f).next_down().next_down()).next_up().min(1.0);
            n.checked_mul(k).map_or(1.0, |balls| power_bounds(0.0, base, balls).1)
        }
        Kind::Classic => {
            let base = (1.0 - (k_f / m_f * (1.0 - 1e-15)).next_down()).next_up();
            power_bounds(0.0, base.clamp(0.0, 1.0), n).1
        }
    };
    down(1.0 - clear)
}

fn down(x: f64) -> f64 {
    if x > 0.0 { x.next_down().max(0.0) } else { 0.0 }
}

/// E(clear bits) from above.
pub(super) fn clear_bits_below(kind: Kind, m: u64, n: u64, k: u64) -> f64 {
    ((1.0 - set_above(kind, m, n, k)).next_up() * m as f64 * (1.0 + 1e-15)).next_up()
}

/// A lower bound of the rates of all k in [a, b] with n items in m bits.
pub(super) fn rate_above(kind: Kind, m: u64, n: u64, a: u64, b: u64) -> f64 {
    power_above(kind, set_above(kind, m, n, a), m, b)
}

/// A lower bound of the rate at one bit less than the mean of a filter of `sizes.0` bits, read as
/// one of `sizes.1` bits, for all k in the range.
pub(super) fn median_above(kind: Kind, sizes: (u64, u64), n: u64, hashes: (u64, u64)) -> f64 {
    let set = match kind {
        Kind::Classic if hashes.0 > sizes.0 => 0.0,
        _ => set_above(kind, sizes.0, n, hashes.0),
    };
    let mean = down(set * sizes.0 as f64 * (1.0 - 1e-15));
    let share = down(down(mean - 1.0) / (sizes.1 as f64 * (1.0 + 1e-15)));
    power_above(kind, share, sizes.1, hashes.1)
}

/// share^k, or ∏_{i<k} (share·m − i)/(m − i), from below.
fn power_above(kind: Kind, share: f64, m: u64, k: u64) -> f64 {
    if kind == Kind::Standard {
        return power_bounds(share, 1.0, k).0;
    }
    let part = |x: u64| (x as f64 / m as f64 * (1.0 + 1e-15)).next_up();
    let pieces = k.min(8);
    let (mut bound, mut done) = (1.0, 0);
    for piece in 1..=pieces {
        let upto = (k as u128 * piece as u128 / pieces as u128) as u64;
        // The smallest factor of the piece: at its last i.
        let i = part(upto - 1);
        let factor = down(down(share - i) / (1.0 - i).next_up().max(f64::MIN_POSITIVE));
        if factor <= 0.0 {
            return 0.0;
        }
        bound = down(bound * power_bounds(factor.min(1.0), 1.0, upto - done).0);
        done = upto;
    }
    bound
}

/// A filter problem with k left open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) bits: u64,
    pub(super) items: u64,
    /// The k allowed: from 1 to this.
    pub(super) most: u64,
    /// The k allowed: at least this.
    pub(super) least: u64,
}

impl Open {
    pub(super) fn load(&self, k: u64) -> Result<Load, Error> {
        Design::new(self.kind, self.bits, k)?.holding(self.items)
    }

    /// The largest k worth a thought: allowed, and with nk below 2^64.
    fn last(&self) -> u64 {
        let classic = if self.kind == Kind::Classic { self.bits } else { u64::MAX };
        self.most.min(classic).min(u64::MAX / self.items.max(1))
    }

    /// All k not excluded by a bound above `threshold`, ascending.
    ///
    /// For the standard filter k has no end: once y = (1 − 1/m)^(nk) is below one half, the bound
    /// (1 − y)^k at a = b = k rises with k, so beyond the first such k that is excluded all are.
    pub(super) fn candidates(&self, threshold: f64) -> Result<Vec<u64>, Error> {
        let last = self.last();
        let mut found = Vec::new();
        let mut a = self.least;
        while a <= last {
            let b = (a + a / 4).min(last);
            self.split(a, b, threshold, &mut found)?;
            if self.kind == Kind::Standard
                && self.half_clear_at_most(b)
                && rate_above(self.kind, self.bits, self.items, b, b) > threshold
            {
                break;
            }
            let Some(next) = b.checked_add(1) else { break };
            a = next;
        }
        Ok(found)
    }

    /// Whether (1 − 1/m)^(nk) is certainly at most one half.
    fn half_clear_at_most(&self, k: u64) -> bool {
        // (1 − 1/m)^(nk) ≤ e^(−nk/m) ≤ 1/2 for nk ≥ 0.7·m.
        let balls = self.items as u128 * k as u128;
        balls * 10 >= self.bits as u128 * 7
    }

    fn split(&self, a: u64, b: u64, threshold: f64, found: &mut Vec<u64>) -> Result<(), Error> {
        if rate_above(self.kind, self.bits, self.items, a, b) > threshold {
            return Ok(());
        }
        if a == b {
            found.push(a);
            if found.len() > MOST_CANDIDATES {
                return Err(Error::TooCostly {
                    what: "the best number of hashes",
                    needs: found.len() as u128,
                    unit: "candidates",
                    limit: MOST_CANDIDATES as u128,
                    remedy: "bound the hashes with --max-hashes",
                });
            }
            return Ok(());
        }
        let middle = a + (b - a) / 2;
        self.split(a, middle, threshold, found)?;
        self.split(middle + 1, b, threshold, found)
    }

    /// Where the best k is likely to be.
    pub(super) fn seed(&self) -> u64 {
        let (m, n) = (self.bits as f64, self.items.max(1) as f64);
        let plain = m * std::f64::consts::LN_2 / n;
        let seed = match self.kind {
            Kind::Standard => plain * (1.0 - 0.3716 / n),
            Kind::Classic if self.items == 1 => m / 2.0,
            Kind::Classic => plain * (1.0 - 0.7829 / n),
        };
        (seed.round() as u64).max(1).clamp(self.least, self.last().max(self.least))
    }

    /// The best k, certified.
    pub(super) fn best(&self) -> Result<Hashes, Error> {
        // One hash is the only best for m/n < 1/ln 2 = 1.4427 (proved, `con:optimal-ks`, second
        // half), and any for a single bit.
        let crowded = self.bits as u128 * 10 < self.items as u128 * 14;
        if self.least == 1 && (crowded || self.bits == 1) {
            let fpr = self.load(1)?.quick_fpr()?;
            return Ok(Hashes { hashes: 1, ties: vec![1], fpr, evaluated: 1 });
        }
        // A local minimum first: its rate is the threshold that excludes the rest.
        let mut k = self.seed();
        let mut rate = self.load(k)?.quick_fpr()?;
        for direction in [1i64, -1] {
            while let Some(next) = k.checked_add_signed(direction) {
                if next < self.least || next > self.last() {
                    break;
                }
                let other = self.load(next)?.quick_fpr()?;
                if other.compare(&rate) != Some(Ordering::Less) {
                    break;
                }
                (k, rate) = (next, other);
            }
        }
        let candidates = self.candidates(rate.hi_f64())?;
        let mut best = vec![(k, rate)];
        for &other in candidates.iter().filter(|&&c| c != k) {
            let value = self.load(other)?.quick_fpr()?;
            match self.compare(other, &value, best[0].0, &best[0].1)? {
                Ordering::Less => best = vec![(other, value)],
                Ordering::Equal => best.push((other, value)),
                Ordering::Greater => {}
            }
        }
        best.sort_by_key(|(k, _)| *k);
        let ties: Vec<u64> = best.iter().map(|(k, _)| *k).collect();
        Ok(Hashes {
            hashes: ties[0],
            ties,
            fpr: best.swap_remove(0).1,
            evaluated: candidates.len(),
        })
    }

    /// Compares the rates of two k: by enclosures, then with more bits, then exactly.
    fn compare(
        &self,
        a: u64,
        rate_a: &Enclosure,
        b: u64,
        rate_b: &Enclosure,
    ) -> Result<Ordering, Error> {
        if let Some(order) = rate_a.compare(rate_b) {
            return Ok(order);
        }
        for bits in [200, 800, 3200] {
            let (x, y) = (
                self.load(a)?.precision(bits).quick_fpr()?,
                self.load(b)?.precision(bits).quick_fpr()?,
            );
            if let Some(order) = x.compare(&y) {
                return Ok(order);
            }
        }
        let exact = |k: u64| -> Result<Rational, Error> { self.load(k)?.fpr_exact() };
        Ok(exact(a)?.cmp(&exact(b)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loads of every size and fill, from a small multiplicative generator.
    fn loads(count: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        let mut state = 88_172_645_463_325_252u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..count).map(move |_| {
            let m = 2 + (next() >> (next() % 60 + 4));
            let k = 1 + next() % 40.min(m);
            let n = 1 + next() % (4 * m / k + 2).min(1 << 50);
            (m, n, k)
        })
    }

    #[test]
    fn the_bound_of_an_interval_is_below_all_its_rates() {
        for (m, n, k) in loads(3000) {
            for kind in [Kind::Standard, Kind::Classic] {
                let rate =
                    Design::new(kind, m, k).and_then(|d| d.holding(n)).and_then(|l| l.quick_fpr());
                let rate = rate.expect("up to 40 hashes are always in reach");
                for (a, b) in [(k, k), (k.div_ceil(2), k), (k, (k + 3).min(m)), (1, k)] {
                    let bound = rate_above(kind, m, n, a, b);
                    assert!(
                        bound <= rate.hi_f64(),
                        "{kind} {m} {n} [{a}, {b}]: {bound} above {rate}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_bound_is_worth_something() {
        let near = |kind| rate_above(kind, 43_132_918_017, 1_000_000_000, 30, 30) / 1e-9;
        assert!(near(Kind::Standard) > 0.999 && near(Kind::Classic) > 0.999);
    }
}
