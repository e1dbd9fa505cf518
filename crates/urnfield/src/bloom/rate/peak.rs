//! [`Peak`]: the load at which a filter is most efficient.

use crate::bloom::rate::cheap_bounds::rate_lower;
use crate::bloom::rate::direct::fpr_exact;
use crate::bloom::rate::efficiency::efficiency;
use crate::bloom::rate::fpr::{cost, quick_fpr};
use crate::bloom::rate::route::Patience;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rational, Real, until_decided};

/// The most efficient integer load of a filter.
///
/// ```
/// use urnfield::bloom::Peak;
/// use urnfield::{Design, Kind};
/// // The paper's figures, m = 100.
/// let standard = Peak::highest(Kind::Standard, 100)?;
/// assert_eq!((standard.items, standard.hashes), (69, 1));
/// let classic = Peak::highest(Kind::Classic, 100)?;
/// assert_eq!((classic.items, classic.hashes), (1, 50));
/// assert_eq!(format!("{:.9}", classic.efficiency), "0.963487172");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Peak {
    /// The kind of filter.
    pub kind: Kind,
    /// The size of the filter in bits.
    pub bits: u64,
    /// How many bits an item sets: the hashes.
    pub hashes: u64,
    /// The least number of items with the greatest efficiency.
    pub items: u64,
    /// All (n, k) with that efficiency, ascending.
    pub ties: Vec<(u64, u64)>,
    /// The efficiency there.
    pub efficiency: Enclosure,
    /// The rate there.
    pub fpr: Enclosure,
}

/// Where the formulas M and E have their peak: real n, closed forms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormulaPeak {
    /// The number of items at the peak, n*: not a whole number.
    pub items: Enclosure,
    /// The efficiency at the peak, ε*.
    pub efficiency: Enclosure,
}

/// More loads than this that the bounds do not exclude are refused.
const MOST_CANDIDATES: usize = 100_000;

/// Where roughly more than this many are expected, the search does not begin.
const MOST_EXPECTED: f64 = 2e5;

/// More word operations than this are refused: about ten seconds.
const MOST_WORK: f64 = 1e10;

/// An upper bound of the word operations for the bounds of a load: peaks of 6.7·10^7 to 10^9 bits
/// take 8 to 12 µs a load.
const BOUNDS: f64 = 2e4;

/// Powers to more items than this are not compared as fractions.
const MOST_EXACT: u64 = 2000;

impl Peak {
    /// Finds the peak of ε over n ≥ 1 for fixed m and k, every other n excluded.
    ///
    /// For all n in [a, b] the rate is at least its lower bound at a, so ε ≤ (b/m)·log2(1/that).
    /// Beyond n ≥ 1/|ln(share of bits an item leaves clear)| the bound (n·k/m)·log2(1/(1−y)),
    /// y = C·e^(−cn), falls: its derivative has the sign of (1−y)(−ln(1−y))/y − cn < 1 − cn.
    ///
    /// Source: `sec:standard-bloom-efficiency`, `sec:classic-bloom-efficiency`.
    pub fn of(design: Design) -> Result<Peak, Error> {
        let kind = design.kind();
        let m = design.bits();
        let k = design.hashes();
        let at = |n: u64| efficiency(&design.holding(n)?, Patience::Search);
        if m == 1 || kind == Kind::Classic && k == m {
            // f = 1 whatever n is.
            let fpr = quick_fpr(&design.holding(1)?)?;
            let ties = vec![(1, k)];
            let efficiency = Enclosure::zero();
            return Ok(Peak { kind, bits: m, hashes: k, items: 1, ties, efficiency, fpr });
        }
        if k == 1 {
            return Peak::of_one_hash(design);
        }
        if Peak::expected(design) > MOST_EXPECTED {
            return Err(too_many());
        }
        let work = Peak::cost(design);
        if work > MOST_WORK {
            return Err(Error::TooCostly {
                what: "the most efficient load of a filter with so many hashes",
                needs: work as u128,
                unit: "word operations".into(),
                limit: MOST_WORK as u128,
                remedy: "ask for a smaller filter, or with fewer hashes",
            });
        }
        // Climb with halving steps from where the formula E has its peak.
        let mut n = Peak::likely(design);
        let mut best = at(n)?;
        let mut step = (n / 4).max(1);
        loop {
            let mut moved = false;
            for next in [n.saturating_add(step), n.saturating_sub(step).max(1)] {
                let other = at(next)?;
                if other.compare(&best) == Some(Ordering::Greater) {
                    (n, best, moved) = (next, other, true);
                }
            }
            if !moved && step == 1 {
                break;
            }
            if !moved {
                step /= 2;
            }
        }
        let others = candidates(design, &best)?.into_iter().filter(|&other| other != n);
        Peak::among(design, (n, best), others)
    }

    /// Finds the peak among a load with its efficiency and other loads.
    fn among(
        design: Design,
        (first, mut best): (u64, Enclosure),
        others: impl Iterator<Item = u64>,
    ) -> Result<Peak, Error> {
        let mut ties = vec![first];
        for n in others {
            let value = efficiency(&design.holding(n)?, Patience::Search)?;
            let order = match value.compare(&best) {
                Some(order) => order,
                None => more_exactly(design, n, ties[0])?,
            };
            match order {
                Ordering::Less => {}
                Ordering::Equal => ties.push(n),
                Ordering::Greater => (best, ties) = (value, vec![n]),
            }
        }
        ties.sort_unstable();
        let items = ties[0];
        let hashes = design.hashes();
        Ok(Peak {
            kind: design.kind(),
            bits: design.bits(),
            hashes,
            items,
            ties: ties.into_iter().map(|n| (n, hashes)).collect(),
            efficiency: best,
            fpr: quick_fpr(&design.holding(items)?)?,
        })
    }

    /// Returns about the load at which the formula E has its peak.
    fn likely(design: Design) -> u64 {
        let per_hash = design.bits() as f64 / design.hashes() as f64;
        ((per_hash * std::f64::consts::LN_2) as u64).max(1)
    }

    /// Estimates how many loads the bounds do not exclude: about √m, and at most all loads below
    /// m/k.
    fn expected(design: Design) -> f64 {
        let m = design.bits() as f64;
        m.sqrt().min(m / design.hashes() as f64)
    }

    /// Estimates how many word operations [`Peak::of`] takes, a nanosecond each: for callers who
    /// ask for many peaks.
    pub fn cost(design: Design) -> f64 {
        let load = design.holding(Peak::likely(design));
        let rate = load.map_or(f64::INFINITY, |load| cost(&load));
        match design.hashes() {
            1 => 8.0 * (rate + BOUNDS),
            // The loads that the bounds do not exclude, and the climb.
            _ => (Peak::expected(design) + 2.0 * (design.bits() as f64).log2()) * (rate + BOUNDS),
        }
    }

    /// Finds the peak for one hash, where f = 1 − y^n with y = 1 − 1/m, so ε is in proportion to ln
    /// Y·ln(1 − Y), Y = y^n, which rises up to Y = 1/2 and falls from there on: the best n is next
    /// to the real one.
    fn of_one_hash(design: Design) -> Result<Peak, Error> {
        let real = Peak::of_independent(design)?.items;
        let low = real.lo_f64() as u64;
        let high = real.hi_f64() as u64;
        // Doubles are rounded, so the neighbors are looked at as well.
        let spare = 2 + (high >> 50);
        let (low, high) = match real.floor() {
            Some(below) => (below, below + 1),
            None => (low.saturating_sub(spare), high.saturating_add(spare)),
        };
        let low = low.max(1);
        let first = efficiency(&design.holding(low)?, Patience::Search)?;
        Peak::among(design, (low, first), low + 1..=high)
    }

    /// Returns the peak over all n and k.
    ///
    /// Standard: f ≥ M gives ε(n,k) ≤ ε(nk, 1), so k = 1 (`cor:standard-max-efficiency`, for
    /// integers too). Classic: n = 1, k = ⌊m/2⌋ for every m ≠ 3 (`con:classic-max-efficiency` in
    /// its corrected form, which is a theorem: `docs/paper/ledger.md`); m = 3 has n = 2, k = 1.
    pub fn highest(kind: Kind, bits: u64) -> Result<Peak, Error> {
        if kind == Kind::Standard || bits <= 3 {
            return Peak::of(Design::new(kind, bits, 1)?);
        }
        let k = bits / 2;
        let load = Design::new(kind, bits, k)?.holding(1)?;
        let mut ties = vec![(1, k)];
        if bits % 2 == 1 {
            ties.push((1, k + 1));
        }
        let efficiency = efficiency(&load, Patience::Answer)?;
        let fpr = quick_fpr(&load)?;
        Ok(Peak { kind, bits, hashes: k, items: 1, ties, efficiency, fpr })
    }

    /// Returns n_M* = ln 2/(k ln(m/(m−1))) and ε_M* = ln 2/(m ln(m/(m−1))), the peak of the formula
    /// M; m ≥ 2.
    ///
    /// Source: `sec:standard-bloom-efficiency`.
    pub fn of_independent(design: Design) -> Result<FormulaPeak, Error> {
        let m = design.bits();
        if m < 2 {
            return Err(Error::domain("this peak needs at least two bits", format!("bits = {m}")));
        }
        let log = Real::from_ratio(1, m - 1, 4).log1p();
        let balls = Real::ln2(4).div(&log);
        Ok(FormulaPeak {
            items: balls.div_word(design.hashes()).enclosure(),
            efficiency: balls.div_word(m).enclosure(),
        })
    }

    /// Returns n_E* = (m/k) ln 2 and ε_E* = ln 2, the peak of the formula E.
    ///
    /// Source: `sec:standard-bloom-efficiency`.
    pub fn of_exponential(design: Design) -> FormulaPeak {
        let ln2 = Real::ln2(4);
        let items = ln2.mul_word(design.bits()).div_word(design.hashes());
        FormulaPeak { items: items.enclosure(), efficiency: ln2.enclosure() }
    }

    /// Estimates the peak (n*, ε*) over *real* n near the integer peak, by the parabola through its
    /// neighbors (for one hash by its closed form), without proof. `None` where the peak is at n =
    /// 1.
    pub fn real(&self) -> Result<Option<(f64, f64)>, Error> {
        let design = Design::new(self.kind, self.bits, self.hashes)?;
        if self.items == 1 {
            return Ok(None);
        }
        if self.hashes == 1 {
            // Then f is the formula M, whose peak is known.
            let peak = Peak::of_independent(design)?;
            return Ok(Some((peak.items.lo_f64(), peak.efficiency.lo_f64())));
        }
        let at =
            |n: u64| Ok::<f64, Error>(efficiency(&design.holding(n)?, Patience::Search)?.lo_f64());
        let a = at(self.items - 1)?;
        let b = at(self.items)?;
        let c = at(self.items + 1)?;
        let slope = (c - a) / 2.0;
        let curve = a - 2.0 * b + c;
        if curve >= 0.0 {
            return Ok(None);
        }
        let shift = (-slope / curve).clamp(-1.0, 1.0);
        Ok(Some((self.items as f64 + shift, b + slope * shift / 2.0)))
    }
}

fn too_many() -> Error {
    Error::TooCostly {
        what: "the most efficient load",
        needs: MOST_CANDIDATES as u128 + 1,
        unit: "candidates".into(),
        limit: MOST_CANDIDATES as u128,
        remedy: "ask for a smaller filter",
    }
}

/// Returns an upper bound of ε over [a, b], from a lower bound of the rate at a; `None` where that
/// bound is zero.
fn efficiency_upper(design: Design, a: u64, b: u64) -> Option<Enclosure> {
    let kind = design.kind();
    let m = design.bits();
    let k = design.hashes();
    let rate = rate_lower(kind, m, a, k, k);
    if !rate.is_normal() {
        return None;
    }
    let log = Real::from_f64(rate, 3).ln().negated();
    Some(log.div(&Real::ln2(3)).mul_word(b).div_word(m).enclosure())
}

/// Returns all n whose efficiency no bound shows to be below `best`.
fn candidates(design: Design, best: &Enclosure) -> Result<Vec<u64>, Error> {
    let mut looked = 0;
    let below = |a: u64, b: u64| {
        efficiency_upper(design, a, b).is_some_and(|e| e.compare(best) == Some(Ordering::Less))
    };
    let mut found = Vec::new();
    let mut stack: Vec<(u64, u64)>;
    let mut a = 1u64;
    // n ≥ m/k ≥ 1/|ln(1 − k/m)|: from there on the bound at a single n falls.
    let falling = design.bits().div_ceil(design.hashes());
    loop {
        let b = a.saturating_add(a / 8);
        stack = vec![(a, b)];
        while let Some((low, high)) = stack.pop() {
            looked += 1;
            if below(low, high) {
                continue;
            }
            if low == high {
                found.push(low);
            } else {
                let middle = low + (high - low) / 2;
                stack.push((middle + 1, high));
                stack.push((low, middle));
            }
            // The peak is so flat that the bounds exclude hardly any load.
            if found.len() > MOST_CANDIDATES || looked > 4 * MOST_CANDIDATES {
                return Err(too_many());
            }
        }
        if b >= falling && below(b, b) {
            return Ok(found);
        }
        a = b + 1;
    }
}

/// Compares ε at two loads with more bits, and in the end exactly, by f(b)^b against f(a)^a.
fn more_exactly(design: Design, a: u64, b: u64) -> Result<Ordering, Error> {
    let order = until_decided([160, 600], |bits| {
        let at = |n: u64| efficiency(&design.holding(n)?.precision(bits), Patience::Search);
        Ok::<_, Error>(at(a)?.compare(&at(b)?))
    })?;
    if let Some(order) = order {
        return Ok(order);
    }
    let power = |n: u64| -> Result<Rational, Error> {
        if n > MOST_EXACT {
            return Err(Error::TooCostly {
                what: "the most efficient load, where two are nearly the same",
                needs: n as u128,
                unit: "factors".into(),
                limit: MOST_EXACT as u128,
                remedy: "ask for a smaller filter",
            });
        }
        Ok(fpr_exact(&design.holding(n)?)?.pow(n as u32))
    };
    Ok(power(b)?.cmp(&power(a)?))
}
