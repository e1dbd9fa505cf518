//! The exact false-positive rates f_S and f_C, and 1 − f with the same relative accuracy.
//!
//! Closed forms come first. A rate near 1 is computed as its complement, because there the
//! alternating sum hardly cancels and few terms are enough. All other rates take the cheapest route
//! (`route`).

use crate::bloom::load::Load;
use crate::bloom::rate::direct::{FEW_TERMS, log2_expected_clear};
use crate::bloom::rate::expansion::{chances, expansion_bounds};
use crate::bloom::rate::rate_given_bits::fpr_given;
use crate::bloom::rate::route::{Direct, Patience, cheapest, routed};
use crate::design::plain::Kind;
use crate::error::Error;
use crate::refine::{refine, until_certain};
use dashu_int::UBig;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Rational, until_decided};

/// With more hashes than this, the rate of a nearly full filter is not left to the alternating sum.
const MOST_STEPS: u64 = 300;

/// A rate f, or 1 − f.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RateOrComplement {
    Rate,
    Complement,
}

/// Returns the exact rate; refused where it would take longer than that.
pub(crate) fn fpr_within(load: &Load, patience: Patience) -> Result<Enclosure, Error> {
    rate_or_complement(load, RateOrComplement::Rate, patience)
}

/// Returns the exact rate; refused where it would take too long for a search.
pub(crate) fn quick_fpr(load: &Load) -> Result<Enclosure, Error> {
    fpr_within(load, Patience::Search)
}

/// Returns the rate where it is a simple number.
fn closed_form(load: &Load) -> Option<Rational> {
    let [m, n, k] = load.mnk();
    let classic = load.design.kind() == Kind::Classic;
    if n == 0 {
        return Some(Rational::zero());
    }
    if m == 1 || classic && k == m {
        return Some(Rational::one());
    }
    if classic && n == 1 && k.min(m - k) <= 4096 {
        return Some(Rational::from_integers(1.into(), binomial(m, k)));
    }
    // One hash: f = 1 − (1 − 1/m)^n for both kinds, worth writing out while it is short.
    if k == 1 && n.saturating_mul(u64::from(m.ilog2()) + 1) <= 320 {
        let clear = Rational::from_integers((m - 1).into(), UBig::from(m));
        return Some(clear.pow(n as u32).complement());
    }
    None
}

/// Returns about how many word operations the exact rate takes.
pub(crate) fn cost(load: &Load) -> f64 {
    /// What the quickest rate takes.
    const LEAST_WORK: f64 = 2e3;
    if load.items == 1 && load.design.kind() == Kind::Classic {
        // A binomial: a whole number with few hashes, logarithms of factorials with many.
        let distinct = load.design.hashes().min(load.design.bits() - load.design.hashes()) as f64;
        return LEAST_WORK + (0.6 * distinct * distinct).min(2e7);
    }
    if closed_form(load).is_some() {
        return LEAST_WORK;
    }
    let chances = chances(load, 4);
    let bounds = expansion_bounds(load, &chances);
    cheapest(load, chances.rough, bounds).0.max(LEAST_WORK)
}

/// Returns the rate or its complement, refused where it would take longer than that.
fn rate_or_complement(
    load: &Load,
    side: RateOrComplement,
    patience: Patience,
) -> Result<Enclosure, Error> {
    if let Some(exact) = closed_form(load) {
        let value = if side == RateOrComplement::Rate { exact } else { exact.complement() };
        return Ok(Enclosure::from_rational(&value, load.precision));
    }
    let k = load.design.hashes();
    if load.items == 1 && load.design.kind() == Kind::Classic {
        // One item sets k bits for certain.
        let rate = fpr_given(load.design, k, load.precision)?;
        return Ok(if side == RateOrComplement::Rate { rate } else { rate.complement() });
    }
    // Two words are enough to choose with while n·k is below 2^50.
    let chances = chances(load, if load.items * k < 1 << 50 { 2 } else { 4 });
    let q_rough = chances.rough;
    let bounds = expansion_bounds(load, &chances);
    let log2_power = if q_rough < 0.5 { k as f64 * (-q_rough).ln_1p() } else { f64::NEG_INFINITY }
        / std::f64::consts::LN_2;
    // A standard filter's coefficients take a step a hash, unless few are needed.
    let steps = load.design.kind() == Kind::Standard && k > MOST_STEPS;
    if log2_power > -1.0 && !(steps && log2_expected_clear(load) > FEW_TERMS) {
        let start = load.precision + 64 + load.precision / 4;
        let complement = Direct { load, complement: true };
        let less = refine("this rate", load.precision + 2, start, &complement)?;
        return Ok(if side == RateOrComplement::Rate { less.complement() } else { less });
    }
    if side == RateOrComplement::Rate {
        return routed(load, &chances, bounds, patience);
    }
    // Where f is close to 1, 1 − f has fewer certain bits: every attempt says how many more are
    // needed.
    let mut load = *load;
    let less = until_certain(load.precision, 0..8, |_| {
        let less = routed(&load, &chances, bounds, patience)?.complement();
        load.precision += load.precision.saturating_sub(less.certain_bits()) + 2;
        Ok(less)
    })?;
    less.ok_or(Error::Precision {
        what: "one minus this rate",
        bits: load.precision,
        remedy: "ask for the rate itself, or with fewer digits",
    })
}

/// Returns 1 − f, as accurate relative to itself as the rate is.
pub(crate) fn one_minus_fpr(load: &Load) -> Result<Enclosure, Error> {
    rate_or_complement(load, RateOrComplement::Complement, Patience::Answer)
}

/// Returns whether a rate is at most p, or `None` where its enclosure contains p.
pub(crate) fn decide(rate: &Enclosure, p: &Rational) -> Option<bool> {
    match (rate.certainly_le(p), rate.certainly_gt(p)) {
        (false, false) => None,
        (at_most, _) => Some(at_most),
    }
}

/// Returns a rate with so many bits that it is certainly at most p or certainly above, as
/// `with_bits` computes it; the rate as it is where it may be p itself.
pub(crate) fn told_apart(
    rate: Enclosure,
    p: &Rational,
    mut with_bits: impl FnMut(u64) -> Result<Enclosure, Error>,
) -> Result<Enclosure, Error> {
    if decide(&rate, p).is_some() {
        return Ok(rate);
    }
    let longer = until_decided([160, 640], |bits| {
        let rate = with_bits(bits)?;
        Ok::<_, Error>(decide(&rate, p).map(|_| rate))
    })?;
    Ok(longer.unwrap_or(rate))
}
