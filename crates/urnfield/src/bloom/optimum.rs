//! The number of hashes with the least rate, every other one excluded, also where a rate takes
//! long: few are asked for, and each excludes a whole interval.
//!
//! * Let a ≤ k ≤ b. A filter built with a hashes has no more bits set than one with k, and a query
//!   of b positions is stricter: f(k) ≥ E(X_a/m)^b ≥ (E(X_a/m)^a)^(b/a) = f(a)^(b/a) for standard
//!   filters, by Lyapunov's inequality. So one rate f(a) excludes all k up to a·ln f*/ln f(a).
//! * f ≥ M, and M falls and then rises with k (`docs/paper.md`: ln M = ln Y·ln(1−Y)/ln y with
//!   Y = y^k). So once M(k) is above the least rate, everything beyond k is excluded.

use super::{Load, Plan};
use crate::design::{Design, Kind};
use crate::num::Enclosure;
use crate::num::Error;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The best hashes of a filter that is given by its bits and items, and nothing but these: where
/// rates take long this is many times quicker than [`Plan::best_hashes`], which gives the rate as
/// well.
///
/// Source: `con:optimal-ks`, k\*.
///
/// ```
/// use urnfield::bloom::Optimum;
/// use urnfield::Kind;
///
/// // Ten bits an item have their least rate at 7 hashes ...
/// assert_eq!(Optimum::of(Kind::Standard, 1000, 100)?.ties, [7]);
/// // ... and one item in three bits twice: 1/3 with one hash of a classic filter, and with two.
/// assert_eq!(Optimum::of(Kind::Classic, 3, 1)?.ties, [1, 2]);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Optimum {
    /// All k with the least rate, ascending.
    pub ties: Vec<u64>,
}

impl Optimum {
    /// The best hashes for n items in m bits, every other number of hashes excluded. There is no
    /// best for no items, as then every filter is always right.
    ///
    /// Cost: a few dozen rates for a standard filter; for a classic one that of
    /// [`Plan::best_hashes`].
    pub fn of(kind: Kind, bits: u64, items: u64) -> Result<Optimum, Error> {
        Optimum::from(kind, bits, items, None)
    }

    /// The same. `near` is where to begin; it decides nothing.
    fn from(kind: Kind, bits: u64, items: u64, near: Option<u64>) -> Result<Optimum, Error> {
        // For one item f_C = 1/C(m,k), which is least in the middle; for crowded filters k = 1 is
        // proved best, and the library knows.
        let crowded = bits as u128 * 10 < items as u128 * 14;
        if kind == Kind::Classic && items == 1 && bits > 1 {
            let ties =
                if bits.is_multiple_of(2) { vec![bits / 2] } else { vec![bits / 2, bits / 2 + 1] };
            return Ok(Optimum { ties });
        }
        if kind == Kind::Classic || crowded || bits <= 1 || items == 0 {
            return Plan::best_hashes(kind, bits, items).map(|plan| Optimum { ties: plan.ties });
        }
        let mut search = Search { bits, items, rates: BTreeMap::new() };
        search.descend(near.unwrap_or_else(|| likely(bits, items)))
    }
}

/// Where the least standard rate is likely to be, by its second-order expansion.
fn likely(bits: u64, items: u64) -> u64 {
    let (m, n) = (bits as f64, items as f64);
    ((m * std::f64::consts::LN_2 / n * (1.0 - 0.3716 / n)).round() as u64).max(1)
}

/// A standard filter with k left open, and the rates asked for so far.
struct Search {
    bits: u64,
    items: u64,
    rates: BTreeMap<u64, Enclosure>,
}

impl Search {
    fn load(&self, k: u64) -> Result<Load, Error> {
        Design::new(Kind::Standard, self.bits, k)?.holding(self.items)
    }

    fn rate(&mut self, k: u64) -> Result<Enclosure, Error> {
        if let Some(rate) = self.rates.get(&k) {
            return Ok(rate.clone());
        }
        let rate = self.load(k)?.fpr()?;
        self.rates.insert(k, rate.clone());
        Ok(rate)
    }

    /// A local minimum first: its rate is the threshold that excludes the rest.
    fn descend(&mut self, near: u64) -> Result<Optimum, Error> {
        let (mut k, mut rate) = (near, self.rate(near)?);
        for direction in [1i64, -1] {
            while let Some(next) = k.checked_add_signed(direction).filter(|&k| k >= 1) {
                let other = self.rate(next)?;
                if other.compare(&rate) != Some(Ordering::Less) {
                    break;
                }
                (k, rate) = (next, other);
            }
        }
        let mut best = Best { ties: vec![k], fpr: rate };
        self.upward(k, &mut best)?;
        self.downward(k, &mut best)?;
        best.ties.sort_unstable();
        Ok(Optimum { ties: best.ties })
    }

    /// Excludes everything above k0.
    fn upward(&mut self, k0: u64, best: &mut Best) -> Result<(), Error> {
        let mut a = k0 + 1;
        loop {
            if self.mean_exceeds(a, best)? {
                return Ok(());
            }
            let rate = self.rate(a)?;
            self.meet(a, &rate, best)?;
            a = a.max(reach(a, &rate, &best.fpr)).saturating_add(1);
        }
    }

    /// Excludes everything below k0: the interval that ends at b begins as low as one rate allows.
    fn downward(&mut self, k0: u64, best: &mut Best) -> Result<(), Error> {
        let (mut b, mut width) = (k0 - 1, 1);
        while b >= 1 && !self.mean_exceeds(b, best)? {
            let a = (b + 1).saturating_sub(width).max(1);
            let rate = self.rate(a)?;
            if a == b {
                self.meet(a, &rate, best)?;
            } else if reach(a, &rate, &best.fpr) < b {
                width = width.div_ceil(2).min(b - a);
                continue;
            }
            (b, width) = (a - 1, width * 2);
        }
        Ok(())
    }

    /// Whether M(k), which is below the rate, is certainly above the least rate.
    fn mean_exceeds(&self, k: u64, best: &Best) -> Result<bool, Error> {
        let bound = self.load(k)?.independent()?.value;
        Ok(bound.compare(&best.fpr) == Some(Ordering::Greater))
    }

    /// Takes note of a rate: by enclosures, then with more bits, then exactly.
    fn meet(&self, k: u64, rate: &Enclosure, best: &mut Best) -> Result<(), Error> {
        if best.ties.contains(&k) {
            return Ok(());
        }
        let mut order = rate.compare(&best.fpr);
        for bits in [200, 800] {
            if order.is_none() {
                let [x, y] = [k, best.ties[0]].map(|k| self.load(k)?.precision(bits).fpr());
                order = x?.compare(&y?);
            }
        }
        let order = match order {
            Some(order) => order,
            None => self.load(k)?.fpr_exact()?.cmp(&self.load(best.ties[0])?.fpr_exact()?),
        };
        match order {
            Ordering::Less => *best = Best { ties: vec![k], fpr: rate.clone() },
            Ordering::Equal => best.ties.push(k),
            Ordering::Greater => {}
        }
        Ok(())
    }
}

struct Best {
    ties: Vec<u64>,
    fpr: Enclosure,
}

/// The greatest b known to have f(a)^(b/a) > f*, that is b < a·ln f*/ln f(a); 0 where there is
/// none. The logarithms are certified; one product and one quotient of doubles are off by less
/// than is taken off.
fn reach(a: u64, rate: &Enclosure, least: &Enclosure) -> u64 {
    let (Some(log), Some(least)) = (rate.log10(), least.log10()) else { return 0 };
    let (size, least) = (-log.lo_f64(), -least.hi_f64());
    if size <= 0.0 || least <= 0.0 {
        return 0;
    }
    let b = a as f64 * (least / size) * (1.0 - 1e-14);
    // Strictly below, and a whole number.
    (b.ceil() as u64).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every k up to where M excludes the rest, one by one, in exact fractions.
    #[test]
    fn the_best_is_the_best_of_all() {
        for (m, n) in [(3, 1), (8, 3), (20, 1), (26, 12), (30, 2), (64, 4), (50, 7), (90, 3)] {
            let load = |k| Design::new(Kind::Standard, m, k).and_then(|d| d.holding(n));
            let rate = |k| load(k).and_then(|l| l.fpr_exact()).expect("small");
            let least = (1..=3 * m / n).map(rate).min().expect("some k");
            let ties: Vec<u64> = (1..=3 * m / n).filter(|&k| rate(k) == least).collect();
            for near in [None, Some(1), Some(2 * m / n)] {
                let found = Optimum::from(Kind::Standard, m, n, near).expect("in reach");
                assert_eq!(found.ties, ties, "({m}, {n}) from {near:?}");
            }
        }
    }

    /// One rate excludes an interval: the bound is below every rate in it.
    #[test]
    fn what_a_rate_reaches_is_above_the_least() {
        for (m, n, k_least) in [(1024u64, 5u64, 133u64), (300, 2, 84), (64, 4, 10)] {
            let rate = |k| Design::new(Kind::Standard, m, k).and_then(|d| d.holding(n)?.fpr());
            let least = rate(k_least).expect("in reach");
            for a in [k_least / 2, k_least - 5, k_least + 6, 2 * k_least] {
                let b = reach(a, &rate(a).expect("in reach"), &least);
                for k in a..=b {
                    let above = rate(k).expect("in reach").compare(&least);
                    assert_eq!(above, Some(Ordering::Greater), "({m}, {n}): {k} from {a}");
                }
            }
        }
    }
}
