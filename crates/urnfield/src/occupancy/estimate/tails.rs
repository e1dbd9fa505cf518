//! An end of a confidence set: where a tail passes a level, decided with certainty.

use super::normal::{crossing, upper_quantile};
use super::search::{Asked, least};
use crate::error::Error;
use crate::num::{Enclosure, Rational};
use crate::occupancy::law::Event;
use crate::occupancy::{Occupancy, collisions, exact};
use std::cmp::Ordering;

/// Bits asked for: the usual ones, and more where a value is that close to the level.
const BITS: [u64; 3] = [53, 128, 512];

/// How a value compares with a level, and the value. Equality happens (P(X ≤ 1) = 1/40 for two
/// balls in forty urns), and no enclosure ever decides it: exact integers do, where they can be
/// afforded.
pub(in crate::occupancy) fn decided(
    level: &Rational,
    ask: impl Fn(u64) -> Result<Enclosure, Error>,
    exact: impl FnOnce() -> Result<Rational, Error>,
) -> Result<(Ordering, Enclosure), Error> {
    let first = ask(BITS[0])?;
    if let Some(order) = apart(&first, level) {
        return Ok((order, first));
    }
    // More bits may cost too much; then the integers are asked, and they too may refuse.
    if let Some(order) = ask(BITS[1]).ok().and_then(|value| apart(&value, level)) {
        return Ok((order, first));
    }
    if let Ok(value) = exact() {
        return Ok((value.cmp(level), first));
    }
    match ask(BITS[2]).ok().and_then(|value| apart(&value, level)) {
        Some(order) => Ok((order, first)),
        None => Err(Error::Precision {
            what: "whether a probability exceeds the level asked for",
            bits: BITS[2],
            remedy: "ask with a slightly different level",
        }),
    }
}

/// The order of value and level, where the enclosure tells.
fn apart(value: &Enclosure, level: &Rational) -> Option<Ordering> {
    if let Some(exact) = value.exact() {
        return Some(exact.cmp(level));
    }
    if value.certainly_lt(level) {
        return Some(Ordering::Less);
    }
    value.certainly_gt(level).then_some(Ordering::Greater)
}

/// P(event) of a union at any size: at its upper edge by the number of collisions.
pub(super) fn probability(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if law.decided(event).is_none()
        && let Some(found) = collisions::event(law, event)
    {
        return found;
    }
    match event {
        Event::Point(x) => law.pmf(x),
        Event::AtLeast(x) => law.at_least(x),
        Event::AtMost(x) => law.at_most(x),
    }
}

/// Whether P(event) > level, and z with P(Z > z) ≈ P(event).
fn exceeds(law: &Occupancy, event: Event, level: &Rational) -> Result<(bool, f64), Error> {
    let ask = |bits: u64| probability(&law.clone().precision(bits), event);
    // What the support decides is 0 or 1, and never gets here.
    let exact = || law.exact(event, exact::LARGEST_EXACT);
    let (order, value) = decided(level, ask, exact)?;
    Ok((order == Ordering::Greater, upper_quantile(&value)))
}

/// A family of unions that grow, stochastically, with a whole number v.
pub(super) trait Growing {
    /// The law at v.
    fn law(&self, v: u64) -> Result<Occupancy, Error>;
    /// The values that v can have: at the least of them what was observed is possible.
    fn range(&self) -> (u64, u64);
    /// Roughly the mean and the standard deviation at v.
    fn rough(&self, v: f64) -> (f64, f64);
}

/// The least v with P(X ≥ x) > level, if one is in range.
pub(super) fn lower_end(
    family: &impl Growing,
    x: u64,
    level: &Rational,
) -> Result<Option<u64>, Error> {
    let z = upper_quantile(&Enclosure::from_rational(level, 64));
    let aim = |v: f64| {
        let (mean, deviation) = family.rough(v);
        z + (mean - x as f64 + 0.5) / deviation
    };
    let ask = |v: u64| {
        let (holds, at) = exceeds(&family.law(v)?, Event::AtLeast(x), level)?;
        Ok(Asked { holds, height: z - at })
    };
    least(family.range(), start(family, aim), ask)
}

/// The least v with P(X ≤ x) ≤ level, if one is in range: one more than the greatest with
/// P(X ≤ x) > level, which every smaller v has too.
pub(super) fn beyond_upper_end(
    family: &impl Growing,
    x: u64,
    level: &Rational,
) -> Result<Option<u64>, Error> {
    let z = upper_quantile(&Enclosure::from_rational(level, 64));
    let aim = |v: f64| {
        let (mean, deviation) = family.rough(v);
        (mean - x as f64 - 0.5) / deviation - z
    };
    let ask = |v: u64| {
        let (exceeds, at) = exceeds(&family.law(v)?, Event::AtMost(x), level)?;
        Ok(Asked { holds: !exceeds, height: at - z })
    };
    least(family.range(), start(family, aim), ask)
}

fn start(family: &impl Growing, aim: impl Fn(f64) -> f64) -> (f64, f64) {
    let (low, high) = family.range();
    crossing((low as f64, high as f64), aim)
}
