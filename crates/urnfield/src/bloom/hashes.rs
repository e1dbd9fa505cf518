//! The best number of hashes, with every other one excluded: no unimodality is assumed.
//!
//! A lower bound of the rate valid for *all* k in an interval [a, b] (`cheap_bounds`) excludes the
//! interval at once; only what bounds leave is evaluated exactly.

use super::Load;
use super::cheap_bounds::rate_lower;
use crate::design::{Design, Kind};
use crate::num::Error;
use crate::num::{Enclosure, until_decided};
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
                && rate_lower(self.kind, self.bits, self.items, b, b) > threshold
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
        if rate_lower(self.kind, self.bits, self.items, a, b) > threshold {
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
            let design = |k: u64| Design::new(self.kind, self.bits, k);
            let (best_k, best_rate) = &best[0];
            match lesser_rate((design(other)?, &value), (design(*best_k)?, best_rate), self.items)?
            {
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
}

/// Compares the rates of two filters that hold n items: by enclosures, then with more bits, then
/// exactly.
pub(super) fn lesser_rate(
    (a, rate_a): (Design, &Enclosure),
    (b, rate_b): (Design, &Enclosure),
    items: u64,
) -> Result<Ordering, Error> {
    if let Some(order) = rate_a.compare(rate_b) {
        return Ok(order);
    }
    let (a, b) = (a.holding(items)?, b.holding(items)?);
    let order = until_decided([200, 800, 3200], |bits| {
        let (x, y) = (a.precision(bits).quick_fpr()?, b.precision(bits).quick_fpr()?);
        Ok::<_, Error>(x.compare(&y))
    })?;
    match order {
        Some(order) => Ok(order),
        None => Ok(a.fpr_exact()?.cmp(&b.fpr_exact()?)),
    }
}
