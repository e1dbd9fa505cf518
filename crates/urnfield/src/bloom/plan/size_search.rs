//! The smallest filter and the most items, by bisection.
//!
//! The rate falls with m and rises with n, and so does the best rate over k, so both searches are
//! plain bisections. Formulas in f64 choose the start and decide nothing.
//!
//! Coq: `monotony.rate_rises_items`, and `monotony.f_S_falls_bits` for standard filters. That the
//! rate of classic filters falls with m is proved by hand (`docs/paper/ledger.md`).

use crate::bloom::load::Load;
use crate::bloom::plan::hash_search::{HashSearch, MOST_EXPECTED_OF_SIZES, Threshold};
use crate::bloom::plan::sizing::{AllowedHashes, MOST_BITS};
use crate::bloom::rate::direct::{differs_modulo, fpr_exact};
use crate::bloom::rate::fpr::{decide, quick_fpr};
use crate::design::plain::Kind;
use crate::error::Error;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rate, Rational, until_decided};

/// With at most so many k that no bound excludes, all k cost hardly more than the likely k.
const FEW_OPEN: f64 = 4.0;

/// The hashes among which a search looks for a rate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    /// The likely best hashes: a yes is certain, a no is not.
    Likely,
    All,
}

/// Which filters are searched, and for which rate.
#[derive(Debug)]
pub(crate) struct SizeSearch {
    pub(crate) kind: Kind,
    pub(crate) hashes: AllowedHashes,
    pub(crate) target: TargetRate,
}

impl SizeSearch {
    fn hashes(&self, bits: u64, items: u64) -> HashSearch {
        HashSearch::new(self.kind, bits, items, self.hashes.range())
    }

    /// Returns the hashes with which a search begins; refused at once where it would take long.
    fn first_among(&self, bits: u64, items: u64) -> Result<Among, Error> {
        let search = self.hashes(bits, items);
        search.check_width(MOST_EXPECTED_OF_SIZES)?;
        Ok(if search.expected_open() > FEW_OPEN { Among::Likely } else { Among::All })
    }

    /// Returns whether some k has a rate of at most p. Tries the likely k and the k downhill from
    /// it, then, if all are asked for, every k that no bound excludes.
    fn reached(&self, search: &mut HashSearch, among: Among) -> Result<bool, Error> {
        if !search.is_possible() {
            return Ok(false);
        }
        if let Some(best) = search.known() {
            return self.target.holds(search, best[0]);
        }
        let likely = search.likely();
        if self.target.holds(search, likely)? {
            return Ok(true);
        }
        if among == Among::Likely {
            let (lowest, _) = search.downhill(likely)?;
            return Ok(lowest != likely && self.target.holds(search, lowest)?);
        }
        let threshold = Threshold::new(&self.target.value);
        let mut next = search.next_open(1, &threshold);
        while let Some(k) = next {
            if k != likely && self.target.holds(search, k)? {
                return Ok(true);
            }
            let rate = search.rate(k)?;
            next = search.next_after(k, &rate, &threshold);
        }
        Ok(false)
    }

    /// Finds the least m, with its hashes and the rates known there.
    ///
    /// Where many rates are needed to exclude all k, this is done once: for the size before the
    /// least size that the likely k reach. The best rate falls with m, so all smaller sizes are
    /// excluded as well.
    pub(crate) fn smallest(&self, items: u64) -> Result<(u64, HashSearch), Error> {
        let mut found = None;
        let mut reached = |bits: u64, among: Among| {
            let mut search = self.hashes(bits, items);
            let reached = self.reached(&mut search, among)?;
            if reached {
                found = Some((bits, search));
            }
            Ok::<_, Error>(reached)
        };
        let start = self.likely_bits(items);
        match self.first_among(start, items)? {
            Among::All => least(start, MOST_BITS, |m| reached(m, Among::All))?,
            Among::Likely => least_by_likely(start, MOST_BITS, reached)?,
        };
        // The last size that was reached is the least.
        found.ok_or_else(|| Error::Unreachable {
            what: "no filter of up to 2^63 bits reaches that rate",
            got: format!("items = {items} with fpr = {}", self.target.rate.brief()),
        })
    }

    /// Finds the most n, with its hashes and the rates known there; excludes as
    /// [`SizeSearch::smallest`].
    pub(crate) fn most_items(&self, bits: u64) -> Result<(u64, HashSearch), Error> {
        // n ln 2/m·k = 1 at the optimum, k = log2(1/p); one hash above 1/2, 1 − e^(−n/m) = p.
        let per_bit = if self.target.ln > -std::f64::consts::LN_2 {
            -self.target.ln_rest
        } else {
            std::f64::consts::LN_2.powi(2) / -self.target.ln
        };
        let guess = bits as f64 * per_bit;
        let mut found = None;
        let mut failed = |items: u64, among: Among| {
            let mut search = self.hashes(bits, items);
            let reached = self.reached(&mut search, among)?;
            if reached {
                found = Some((items, search));
            }
            Ok::<_, Error>(!reached)
        };
        // Positions are counted in 64 bits, so n·k ends there.
        let most = u64::MAX / self.hashes.range().0;
        let start = (guess as u64).clamp(1, most);
        let among = self.first_among(bits, start)?;
        let mut first = least(start, most, |n| failed(n, among))?;
        if let (Among::Likely, Some(items)) = (among, first)
            && !failed(items, Among::All)?
        {
            first = least(items, most, |n| failed(n, Among::All))?;
        }
        if first.is_none() {
            return Err(Error::Unreachable {
                what: "no number of items up to 2^64 - 1 over the hashes breaks that rate",
                got: format!("bits = {bits} with fpr = {}", self.target.rate.brief()),
            });
        }
        // The last number of items that was reached is the greatest.
        found.ok_or_else(|| Error::Unreachable {
            what: "a filter of that many bits does not hold even one item at that rate",
            got: format!("bits = {bits} with fpr = {}", self.target.rate.brief()),
        })
    }

    /// Returns the size at which the two leading terms of the rate meet the target, in f64.
    fn likely_bits(&self, items: u64) -> u64 {
        let n = items as f64;
        let size = |k: f64| {
            // E(m) = p, then the 1/m correction of the exact rate.
            let y = -(self.target.ln / k).exp_m1();
            let (set, x) = (1.0 - y, -y.ln());
            let m = n * k / x;
            let pairs = k * (k - 1.0) / (2.0 * m);
            let relative = match self.kind {
                Kind::Standard => {
                    pairs * y * (1.0 - y - x * y) / (set * set) + x * y * k / (2.0 * m * set)
                }
                Kind::Classic => {
                    pairs * x * y * (1.0 - 2.0 * y) / (set * set) + x * y * k / (2.0 * m * set)
                }
            };
            // d ln f / d ln m = −k·x·y/(1−y).
            let slope = (k * x * y / set).max(1e-9);
            m * (1.0 + relative / slope)
        };
        let best = match self.hashes {
            AllowedHashes::Exactly(k) => size(k as f64),
            AllowedHashes::AtMost(most) => {
                let k = -self.target.ln / std::f64::consts::LN_2;
                let k = k.round().max(1.0).min(most as f64);
                [k - 2.0, k - 1.0, k, k + 1.0, k + 2.0]
                    .into_iter()
                    .filter(|&k| k >= 1.0 && k <= most as f64)
                    .map(size)
                    .fold(f64::INFINITY, f64::min)
            }
        };
        if best.is_finite() { (best.round() as u64).clamp(1, MOST_BITS) } else { 1 << 40 }
    }
}

/// Returns the least x in 1..=most that is reached among all hashes. The likely hashes nearly
/// always find it, so all hashes are tried once, just below the least x of the likely hashes. No
/// input is known for which they reach less.
fn least_by_likely(
    start: u64,
    most: u64,
    mut reached: impl FnMut(u64, Among) -> Result<bool, Error>,
) -> Result<Option<u64>, Error> {
    let likely = least(start, most, |x| reached(x, Among::Likely))?;
    let missed = match likely {
        Some(1) => None,
        Some(x) => reached(x - 1, Among::All)?.then_some(x - 1),
        None => Some(most),
    };
    match missed {
        Some(from) => least(from, most, |x| reached(x, Among::All)),
        None => Ok(likely),
    }
}

/// Returns the least x in 1..=most at which `reached`, monotone, holds: doubling steps from
/// `start`, then bisection. The answer is the last x at which `reached` returned true, and x − 1 is
/// the last at which it returned false.
pub(crate) fn least(
    start: u64,
    most: u64,
    mut reached: impl FnMut(u64) -> Result<bool, Error>,
) -> Result<Option<u64>, Error> {
    let (mut below, mut above);
    let mut step = 1u64;
    if reached(start)? {
        above = start;
        loop {
            if above == 1 {
                return Ok(Some(1));
            }
            let next = above.saturating_sub(step).max(1);
            if !reached(next)? {
                below = next;
                break;
            }
            above = next;
            step = step.saturating_mul(2);
        }
    } else {
        below = start;
        loop {
            if below == most {
                return Ok(None);
            }
            let next = below.saturating_add(step).min(most);
            if reached(next)? {
                above = next;
                break;
            }
            below = next;
            step = step.saturating_mul(2);
        }
    }
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if reached(middle)? { above = middle } else { below = middle }
    }
    Ok(Some(above))
}

/// Returns the least x in from..=most at which `reached`, monotone, holds, as [`least`] does.
pub(crate) fn least_from(
    from: u64,
    start: u64,
    most: u64,
    mut reached: impl FnMut(u64) -> Result<bool, Error>,
) -> Result<Option<u64>, Error> {
    let found = least(start - from + 1, most - from + 1, |step| reached(from + step - 1))?;
    Ok(found.map(|step| from + step - 1))
}

/// A target rate, with its logarithms for searches.
#[derive(Debug, Clone)]
pub(crate) struct TargetRate {
    rate: Rational,
    value: Enclosure,
    /// Rough logarithms of p and of 1 − p.
    ln: f64,
    ln_rest: f64,
}

impl TargetRate {
    pub(crate) fn new(rate: &Rate) -> TargetRate {
        let value = Enclosure::from_rational(rate.value(), 64);
        let p = value.lo_f64();
        let (ln, ln_rest) = if p > 0.5 {
            // Near 1 the logarithms come from 1 − p.
            let rest = Enclosure::from_rational(rate.complement().value(), 64).lo_f64();
            ((-rest).ln_1p(), rest.max(f64::MIN_POSITIVE).ln())
        } else {
            // The certified logarithm takes as long as a rate, so doubles are used where they can
            // be.
            let ln = if p > f64::MIN_POSITIVE {
                p.ln()
            } else {
                value.log10().map_or(-1e9, |log| log.lo_f64()) * std::f64::consts::LN_10
            };
            (ln, (-p).ln_1p())
        };
        TargetRate { rate: rate.value().clone(), value, ln, ln_rest }
    }

    /// Returns whether the rate with k hashes is at most the target, for certain: by its enclosure,
    /// with more bits once the two are known to differ, else as exact fractions.
    fn holds(&self, search: &mut HashSearch, k: u64) -> Result<bool, Error> {
        let first = search.rate(k)?;
        let load = search.load(k)?;
        let exactly = |load: &Load| Ok(fpr_exact(load)?.cmp(&self.rate) != Ordering::Greater);
        let decided = until_decided([53, 160, 640, 2560], |bits| {
            let rate = match bits {
                53 => first.clone(),
                _ => quick_fpr(&load.precision(bits))?,
            };
            let decided = decide(&rate, &self.rate);
            if bits > 53 {
                search.remember(k, rate);
            }
            match decided {
                None if bits > 53 && !differs_modulo(&load, &self.rate) => exactly(&load).map(Some),
                decided => Ok(decided),
            }
        })?;
        decided.map_or_else(|| exactly(&load), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the least x where the likely hashes reach from `likely` on and all hashes from `all`
    /// on, and how often all hashes were tried.
    fn asked(start: u64, likely: u64, all: u64) -> (Option<u64>, u32) {
        let mut times = 0;
        let found = least_by_likely(start, 1000, |x, among| {
            times += u32::from(among == Among::All);
            Ok(x >= if among == Among::All { all } else { likely })
        });
        (found.expect("nothing fails"), times)
    }

    #[test]
    fn all_hashes_are_asked_for_once_where_the_likely_ones_are_right() {
        for start in [1, 50, 100, 101, 1000] {
            assert_eq!(asked(start, 100, 100), (Some(100), 1));
            assert_eq!(asked(start, 1, 1), (Some(1), 0));
        }
    }

    #[test]
    fn all_hashes_correct_the_likely_ones() {
        for start in [1, 50, 100, 101, 1000] {
            // 99 to find the mistake, then 99 and 98.
            assert_eq!(asked(start, 100, 99), (Some(99), 3));
            for (likely, all) in [(100, 60), (100, 1), (2000, 1000), (2000, 70)] {
                assert_eq!(asked(start, likely, all).0, Some(all));
            }
            assert_eq!(asked(start, 2000, 2000).0, None);
        }
    }
}
