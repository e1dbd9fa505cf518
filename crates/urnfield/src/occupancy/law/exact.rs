//! Exact integers: binomial moments over a common denominator, summed with signs.
//!
//! A *count* Y is X itself, or the number of vacant urns where that has the simpler moments.
//! Its binomial moments are B_r/D with integers B_r, and
//!
//! P(Y = y) = Σ_{r≥y} (−1)^(r−y) C(r,y)·B_r/D,  P(Y ≥ y) = Σ_{r≥y} (−1)^(r−y) C(r−1,y−1)·B_r/D.
//!
//! Source: the p.m.f. below `eqn:binom-moment`; `eqn:committee-union-pmf`,
//! `eqn:committee-intersection-finite-pmf`, `thm:mutual-batch-occupy-moment` (line 1) are this sum
//! for their laws.

use crate::error::Error;
use crate::occupancy::law::{Department, Event, Occupancy, Shape};
use dashu_int::{IBig, UBig};
use urnfield_num::Rational;
use urnfield_num::combinatorics::binomial;

/// What is counted: the urns that have not been reached, or those common to all departments.
///
/// Coq: `occupancy.vacant_moment`, `occupancy.lists_moment`, `occupancy.intersection_moment`.
#[derive(Debug, Clone)]
pub(crate) enum Count<'a> {
    /// Y = m − X of a union: its moments C(m,r)·h(r) need no difference table.
    Vacant(&'a Department),
    /// Y = X, the overlap of lists: moments C(m,r)·∏ k_d^(r)/m^(r).
    Lists(&'a [u64]),
    /// Y = X: moments C(m,r)·∏ ρ_d(r), from a difference table a department.
    General(&'a [Department]),
}

/// P(Y = y), or P(Y ≥ y) for y ≥ 1, or one minus that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignedSum {
    pub(crate) y: u64,
    pub(crate) tail: bool,
    pub(crate) complement: bool,
}

impl Count<'_> {
    /// The count whose moments are simplest, for a law that is not certain.
    pub(crate) fn of(law: &Occupancy) -> Option<Count<'_>> {
        match &law.shape {
            Shape::Certain(_) => None,
            Shape::Union(d) => Some(Count::Vacant(d)),
            Shape::Lists(sizes) => Some(Count::Lists(sizes)),
            Shape::General(departments) => Some(Count::General(departments)),
        }
    }

    /// Whether Y counts down while X counts up.
    pub(crate) fn mirrored(&self) -> bool {
        matches!(self, Count::Vacant(_))
    }

    /// The greatest value of Y.
    pub(crate) fn top(&self, law: &Occupancy) -> u64 {
        let (least, most) = law.support();
        if self.mirrored() { law.urns - least } else { most }
    }

    /// The sum that an event of X is, for an event that the support does not decide.
    ///
    /// Coq: `occupancy.vacant_law`, `occupancy.vacant_tail` for the mirrored count.
    pub(crate) fn posed(&self, m: u64, event: Event) -> SignedSum {
        let (y, tail, complement) = match (event, self.mirrored()) {
            (Event::Point(i), false) => (i, false, false),
            (Event::Point(i), true) => (m - i, false, false),
            (Event::AtLeast(x), false) => (x, true, false),
            (Event::AtMost(x), true) => (m - x, true, false),
            (Event::AtMost(x), false) => (x + 1, true, true),
            (Event::AtLeast(x), true) => (m - x + 1, true, true),
        };
        SignedSum { y, tail, complement }
    }

    /// D and B_first, …, B_top.
    fn moments(&self, m: u64, first: u64, top: u64) -> (UBig, Vec<UBig>) {
        let scaled = |r: u64, g: UBig| binomial(m, r) * g;
        match self {
            Count::Vacant(d) => {
                let values = (first..=top).map(|r| scaled(r, d.ways(m - r)));
                (d.ways(m), values.collect())
            }
            Count::Lists(sizes) => {
                let ways =
                    |r: u64| sizes.iter().fold(UBig::ONE, |p, &k| p * binomial(m - r, k - r));
                (ways(0), (first..=top).map(|r| scaled(r, ways(r))).collect())
            }
            Count::General(departments) => {
                let mut product = vec![UBig::ONE; top as usize + 1];
                let mut all = UBig::ONE;
                for d in *departments {
                    for (p, g) in product.iter_mut().zip(d.occupied_ways(m, top)) {
                        *p *= g;
                    }
                    all *= d.ways(m);
                }
                let values = (0..=top).zip(product).skip(first as usize);
                (all, values.map(|(r, g)| scaled(r, g)).collect())
            }
        }
    }

    /// About how many word operations the exact sum from `first` takes.
    fn cost(&self, law: &Occupancy, first: u64) -> f64 {
        let m = law.urns;
        let top = self.top(law);
        let terms = top.saturating_sub(first) as f64 + 1.0;
        let words = exact_bits(law) / 64.0 + 1.0;
        // Products of numbers this long, and binomials of up to min(r, m − r) factors.
        let product = words.powf(1.6) * 4.0 + 20.0;
        let binomials = (top.min(m.saturating_sub(first)) as f64).min(2000.0);
        let table = match self {
            Count::General(d) => (top as f64).powi(2) * words * d.len() as f64,
            _ => 0.0,
        };
        let factors = match self {
            Count::Lists(sizes) => sizes.iter().map(|&k| k.min(m - k) as f64).sum::<f64>(),
            Count::Vacant(d) => d.committees.iter().map(|c| c.size as f64).sum(),
            Count::General(d) => {
                d.iter().flat_map(|d| &d.committees).map(|c| c.size as f64).sum::<f64>()
            }
        };
        terms * (product + (binomials + factors) * (words + 10.0)) + table
    }
}

impl Department {
    /// ∏ C(x, k)^n: the ways to choose all committees from x members.
    fn ways(&self, x: u64) -> UBig {
        let power = |n: u64, k: u64| binomial(x, k).pow(n as usize);
        self.committees.iter().fold(UBig::ONE, |product, c| product * power(c.count, c.size))
    }

    /// ∇^r of [`Department::ways`] at m, for r ≤ top: the ways that leave none of r given members
    /// out (`eqn:batch-factorial-moments`).
    fn occupied_ways(&self, m: u64, top: u64) -> Vec<UBig> {
        let mut column: Vec<UBig> = (0..=top).map(|j| self.ways(m - j)).collect();
        let mut all = Vec::with_capacity(column.len());
        while !column.is_empty() {
            all.push(column[0].clone());
            for j in 1..column.len() {
                column[j - 1] = &column[j - 1] - &column[j];
            }
            column.pop();
        }
        all
    }
}

/// Σ_{r≥y} (−1)^(r−y) C(r−a, y−a)·B_r / D with a = 0 (point) or 1 (tail).
///
/// Coq: `binomials.point_from_moments`, `binomials.tail_from_moments`.
fn signed_sum(y: u64, a: u64, denominator: UBig, moments: Vec<UBig>) -> Rational {
    let mut sum = IBig::ZERO;
    let mut weight = UBig::ONE;
    for (r, b) in (y..=u64::MAX).zip(moments) {
        let term = IBig::from(&weight * b);
        if (r - y).is_multiple_of(2) {
            sum += term
        } else {
            sum -= term
        }
        weight = weight * UBig::from(r + 1 - a) / UBig::from(r + 1 - y);
    }
    Rational::from_integers(sum, denominator)
}

/// Returns the integer as a rational.
pub(crate) fn integer(value: UBig) -> Rational {
    Rational::from_integers(value.into(), UBig::ONE)
}

/// Whether the first `upto` binomial moments are short enough to be printed as fractions.
pub(crate) fn short(law: &Occupancy, upto: u64) -> bool {
    upto <= 64 && exact_bits(law) <= 2000.0
}

/// E C(X, r) for r = 0, …, upto, exactly; the law is not certain.
pub(crate) fn binomial_moments(law: &Occupancy, upto: u64) -> Vec<Rational> {
    let m = law.urns;
    let union;
    let count = match &law.shape {
        Shape::Lists(sizes) => Count::Lists(sizes),
        Shape::General(departments) => Count::General(departments),
        Shape::Union(d) => {
            union = [d.clone()];
            Count::General(&union)
        }
        Shape::Certain(_) => return Vec::new(),
    };
    let (denominator, moments) = count.moments(m, 0, upto);
    let ratio = |b: UBig| Rational::from_integers(b.into(), denominator.clone());
    moments.into_iter().map(ratio).collect()
}

/// Exact integers are the default route up to this many word operations.
pub(crate) const QUICK: f64 = 200_000.0;

/// What an exact answer may cost, in word operations.
pub(crate) const LARGEST_EXACT: f64 = 2e9;

/// The posed sum exactly; P(Y = y) and P(Y ≥ y) are 0 above the top.
pub(crate) fn sum(
    law: &Occupancy,
    count: &Count,
    posed: SignedSum,
    limit: f64,
) -> Result<Rational, Error> {
    let value = sum_within(law, count, posed, limit)?;
    Ok(if posed.complement { value.complement() } else { value })
}

fn sum_within(
    law: &Occupancy,
    count: &Count,
    SignedSum { y, tail, .. }: SignedSum,
    limit: f64,
) -> Result<Rational, Error> {
    let top = count.top(law);
    if y > top {
        return Ok(Rational::zero());
    }
    let cost = count.cost(law, y);
    if cost > limit {
        return Err(Error::TooCostly {
            what: "an exact fraction of this law",
            needs: cost as u128,
            unit: "word operations".into(),
            limit: limit as u128,
            remedy: "ask for the enclosure instead",
        });
    }
    let (denominator, moments) = count.moments(law.urns, y, top);
    Ok(signed_sum(y, u64::from(tail), denominator, moments))
}

/// About how many bits the common denominator of this law has.
fn exact_bits(law: &Occupancy) -> f64 {
    let bits = |c: u64, k: u64| {
        // log2 C(m, k) ≤ min(k, m−k)·log2(m·e/k), and ≤ m.
        let (m, k) = (law.urns as f64, (k.min(law.urns - k) as f64).max(1.0));
        c as f64 * (k * (m * std::f64::consts::E / k).log2()).min(m).max(1.0)
    };
    let department =
        |d: &Department| -> f64 { d.committees.iter().map(|c| bits(c.count, c.size)).sum() };
    match &law.shape {
        Shape::Certain(_) => 64.0,
        Shape::Union(d) => department(d),
        Shape::Lists(sizes) => sizes.iter().map(|&k| bits(1, k)).sum(),
        Shape::General(departments) => departments.iter().map(department).sum(),
    }
}

/// Computes [`Occupancy::pmf_exact`].
pub(crate) fn pmf_exact(law: &Occupancy, i: u64) -> Result<Rational, Error> {
    let (least, most) = law.support();
    if i < least || i > most {
        return Ok(Rational::zero());
    }
    probability(law, Event::Point(i), LARGEST_EXACT)
}

/// P(event) as an exact fraction; refused where it takes more than `limit` word operations.
pub(crate) fn probability(law: &Occupancy, event: Event, limit: f64) -> Result<Rational, Error> {
    match Count::of(law) {
        None => Ok(Rational::one()),
        Some(count) => sum(law, &count, count.posed(law.urns, event), limit),
    }
}
