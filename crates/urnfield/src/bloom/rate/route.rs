//! The choice of the sum or integral that computes a rate: the cheapest, by estimates of its work.
//!
//! Work is counted in word operations, about a nanosecond each. The estimates are f64 and were
//! fitted to measured times (k from 60 to 10^4, m from 100 to 10^11, 53 to 400 bits); most are
//! within a factor of two. A bad estimate costs time and nothing else. At 53 bits the integrals
//! take one or two milliseconds at any size. They take over from the alternating sums at about 100
//! hashes, and from the expansion at some fifty terms.

use crate::bloom::load::Load;
use crate::bloom::rate::direct::direct_complement;
use crate::bloom::rate::double_integral::DoubleIntegral;
use crate::bloom::rate::expansion::{
    Chances, ExpansionBounds, MOST_TERMS, chances, clear, expansion, expansion_bounds,
};
use crate::bloom::rate::short_expansion::{MOST_SHORT_TERMS, places_for, short_expansion};
use crate::design::plain::Kind;
use crate::error::{Error, Unit};
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Real};

/// The least work of a double integral: cheaper rates do not look for its circles.
const LEAST_DOUBLE_INTEGRAL: f64 = 1.5e6;

/// More work than this is refused: about ten seconds.
const MOST_WORK: f64 = 1e10;

/// The most hashes of a filter in a search, unless the expansion answers, because a search asks for
/// hundreds of rates.
const MOST_SEARCHED: u64 = 1 << 20;

/// The most certain bits of a rate in fixed point.
const MOST_SHORT_BITS: u64 = 60;

/// How long a rate may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// The rate is the answer to a question.
    Answer,
    /// The rate is part of a search, which asks for hundreds of them.
    Search,
}

/// A way to compute the rate.
pub(crate) enum RateRoute {
    /// R terms round the mean, with a remainder of at most `rest`·(1−q)^k.
    Expansion { terms: u64, rest: f64, bits: f64 },
    /// The alternating sum.
    Direct { bits: f64 },
    /// f_S as a double integral.
    DoubleIntegral(Box<DoubleIntegral>),
    /// f_C as P(k given bits are all set), an integral.
    Joint,
}

/// f by the expansion, to R terms whose remainder is at most `rest`·(1−q)^k.
pub(crate) struct Expanded<'a> {
    pub(crate) load: &'a Load,
    pub(crate) terms: u64,
    pub(crate) rest: f64,
}

impl Computation for Expanded<'_> {
    fn at(&self, words: usize) -> Real {
        let (power, sum) = expansion(self.load, self.terms, words);
        let rest = Real::from_f64(self.rest, words);
        power.mul(&Real::from_u64(1, words).add(&sum).add(&rest.uncertainty()))
    }
}

/// 1 − f or f by the alternating sum.
pub(crate) struct Direct<'a> {
    pub(crate) load: &'a Load,
    pub(crate) complement: bool,
}

impl Computation for Direct<'_> {
    fn at(&self, words: usize) -> Real {
        let complement = direct_complement(self.load, words);
        if self.complement { complement } else { Real::from_u64(1, words).sub(&complement) }
    }
}

/// Returns f by the cheapest route, from enclosures of q and 1 − q.
pub(crate) fn routed(
    load: &Load,
    chances: &Chances,
    bounds: Option<ExpansionBounds>,
    patience: Patience,
) -> Result<Enclosure, Error> {
    let q = chances.rough;
    if let Some(rate) = by_short_expansion(load, chances, bounds) {
        return Ok(rate);
    }
    let (work, route) = cheapest(load, q, bounds);
    let k = load.design.hashes();
    let expanded = matches!(route, RateRoute::Expansion { .. });
    if patience == Patience::Search && k > MOST_SEARCHED && !expanded {
        return Err(Error::TooCostly {
            what: "a search among filters of so many hashes",
            needs: k as u128,
            unit: Unit::SearchedHashes("hashes"),
            limit: MOST_SEARCHED as u128,
            remedy: "ask for the rate of one filter, or with fewer hashes",
        });
    }
    if work <= MOST_WORK
        && let Some(rate) = evaluate(load, &route)?
    {
        return Ok(rate);
    }
    // The integral has found no circles; the sum always ends.
    let bits = direct_bits(load, q);
    let needs = direct_work(load, bits);
    if needs <= MOST_WORK
        && let Some(rate) = evaluate(load, &RateRoute::Direct { bits })?
    {
        return Ok(rate);
    }
    Err(Error::TooCostly {
        what: "the rate of a filter with so many hashes at this load and precision",
        needs: if work > MOST_WORK { work } else { needs } as u128,
        unit: "word operations".into(),
        limit: MOST_WORK as u128,
        remedy: "ask for its bounds, with fewer digits, or with fewer hashes",
    })
}

/// Returns f by the expansion in fixed point, where that gives as many bits as were asked for.
fn by_short_expansion(
    load: &Load,
    chances: &Chances,
    bounds: Option<ExpansionBounds>,
) -> Option<Enclosure> {
    if load.precision > MOST_SHORT_BITS || chances.clear.words() != 2 {
        return None;
    }
    let q = chances.rough;
    let k = load.design.hashes();
    // All k + 1 terms leave no remainder.
    let (terms, rest) = match expansion_terms(load, q, bounds) {
        Some(found) => found,
        None if k < MOST_SHORT_TERMS => (k + 1, 0.0),
        None => return None,
    };
    let places = places_for(k, terms, q)?;
    let rate = short_expansion(load, chances, terms, rest, places)?;
    // Two bits more than the enclosure needs: its width is twice the error, and its nearer end may
    // have a bit less than the midpoint.
    (u64::from(rate.certain_bits()) >= load.precision + 2).then(|| rate.enclosure())
}

/// Returns f by a route; `None` where an integral has no good circles.
fn evaluate(load: &Load, route: &RateRoute) -> Result<Option<Enclosure>, Error> {
    let refined = |by: &Direct, bits: f64| refine("this rate", load.precision, bits as u64, by);
    match route {
        &RateRoute::Expansion { terms, rest, bits } => {
            let by = Expanded { load, terms, rest };
            refine("this rate", load.precision, bits as u64, &by).map(Some)
        }
        &RateRoute::Direct { bits } => refined(&Direct { load, complement: false }, bits).map(Some),
        RateRoute::DoubleIntegral(integral) => Ok(integral.certain(load.precision)),
        RateRoute::Joint => {
            let law = load.occupancy()?.precision(load.precision);
            Ok(law.joint_integral(load.design.hashes()))
        }
    }
}

/// Returns the route with the least estimated work.
pub(crate) fn cheapest(load: &Load, q: f64, bounds: Option<ExpansionBounds>) -> (f64, RateRoute) {
    let bits = direct_bits(load, q);
    let mut best = (direct_work(load, bits), RateRoute::Direct { bits });
    let mut offer = |work: f64, route: RateRoute| {
        if work < best.0 {
            best = (work, route);
        }
    };
    if let Some((terms, rest)) = expansion_terms(load, q, bounds) {
        let bits = expansion_bits(load, q, terms);
        offer(expansion_work(load, terms, bits), RateRoute::Expansion { terms, rest, bits });
    }
    if load.design.kind() == Kind::Classic {
        // Nodes and mantissas grow with the bits.
        let bits = load.precision as f64 + 20.0 + (load.design.bits() as f64).log2();
        offer(4e5 * (bits / 100.0).powf(2.2).max(1.0), RateRoute::Joint);
    } else if best.0 > LEAST_DOUBLE_INTEGRAL
        && let Some(integral) = DoubleIntegral::of(load)
    {
        let work = integral.work(load.precision);
        if work < best.0 {
            best = (work, RateRoute::DoubleIntegral(Box::new(integral)));
        }
    }
    best
}

/// Returns the terms of the expansion and a bound of its remainder, where few terms are enough.
fn expansion_terms(load: &Load, q: f64, bounds: Option<ExpansionBounds>) -> Option<(u64, f64)> {
    let wanted = load.precision as f64 + 6.0 + below_mean(load, q);
    if wanted >= 900.0 {
        return None;
    }
    bounds?.terms(wanted, MOST_TERMS.min(load.design.hashes()))
}

/// Returns the bits by which f_C may be below (1−q)^k.
fn below_mean(load: &Load, q: f64) -> f64 {
    let [m, _, k] = load.mnk().map(|x| x as f64);
    match load.design.kind() {
        Kind::Standard => 0.0,
        Kind::Classic => {
            let set = (1.0 - q).max(f64::MIN_POSITIVE);
            0.7214 * k * (k - 1.0) * q / (m * set - k + 1.0).max(0.5)
        }
    }
}

/// Returns the bits that the expansion needs, because an error in a c_j enters C(k,r)·(2w)^r times.
/// The c_j of a classic filter lose nothing to powers.
fn expansion_bits(load: &Load, q: f64, terms: u64) -> f64 {
    let k = load.design.hashes() as f64;
    let twice_w = 2.0 * q / (1.0 - q).max(f64::MIN_POSITIVE);
    let (mut log, mut growth) = (0.0, 0.0_f64);
    for r in 0..terms {
        log += ((k - r as f64) / (r as f64 + 1.0) * twice_w).log2();
        growth = growth.max(log);
    }
    let terms = terms as f64;
    let spare = match load.design.kind() {
        Kind::Standard => spare_bits(load) + 0.7 * terms,
        Kind::Classic => 6.0 + 0.6 * terms + terms * terms / 180.0,
    };
    load.precision as f64 + below_mean(load, q) + growth + spare
}

fn expansion_work(load: &Load, terms: u64, bits: f64) -> f64 {
    let terms = terms as f64;
    let words = (bits / 64.0).ceil().max(2.0);
    match load.design.kind() {
        Kind::Standard => terms * terms * (50.0 + 25.0 * words + 1.4 * words * words),
        Kind::Classic => terms * (terms * (40.0 + 2.0 * words) + 40.0 * words * words),
    }
}

/// Returns the bits that the alternating sum needs.
pub(crate) fn direct_bits(load: &Load, q: f64) -> f64 {
    let k = load.design.hashes() as f64;
    let lost = k * ((1.0 + q).log2() - log2_set(load, q));
    load.precision as f64 + lost + k.log2() + spare_bits(load)
}

fn direct_work(load: &Load, bits: f64) -> f64 {
    let [m, _, k] = load.mnk().map(|x| x as f64);
    let words = (bits / 64.0).ceil().max(2.0);
    match load.design.kind() {
        Kind::Standard => k * k.min(m) * (30.0 + bits / 6.0),
        Kind::Classic => {
            let squarings = (load.items as f64).log2() + 1.0;
            k * (100.0 + 20.0 * words + 3.0 * squarings * words * words)
        }
    }
}

/// Returns the bits lost by powers, and a margin: a power to nk costs log2(nk).
fn spare_bits(load: &Load) -> f64 {
    12.0 + ((load.items as f64) * (load.design.hashes() as f64)).log2()
}

/// Returns log2(1−q), also where q is 1 in f64.
fn log2_set(load: &Load, q: f64) -> f64 {
    let [m, n, k] = load.mnk().map(|x| x as f64);
    if q < 0.999 { (1.0 - q).log2() } else { (n * k / m).min(1.0).log2() }
}

/// Returns the rate by the alternating sum alone.
pub(crate) fn fpr_direct(load: &Load) -> Result<Enclosure, Error> {
    let bits = direct_bits(load, clear(load, 4).seed());
    let by = Direct { load, complement: false };
    refine("this rate", load.precision, bits as u64, &by)
}

/// Returns the rate by the expansion alone.
pub(crate) fn fpr_expanded(load: &Load) -> Option<Result<Enclosure, Error>> {
    let (terms, rest) = expansion_bounds(load, &chances(load, 4))?
        .terms(200.0, load.design.hashes().min(MOST_TERMS))?;
    let by = Expanded { load, terms, rest };
    Some(refine("this rate", load.precision, load.precision + 80, &by))
}

/// Returns the rate by the double integral alone.
pub(crate) fn fpr_integrated(load: &Load) -> Option<Enclosure> {
    DoubleIntegral::of(load)?.certain(load.precision)
}
