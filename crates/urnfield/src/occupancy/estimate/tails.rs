//! An end of a confidence set: where a tail passes a level, decided with certainty.

use crate::error::Error;
use crate::occupancy::estimate::normal::{crossing, upper_quantile};
use crate::occupancy::law::exact;
use crate::occupancy::law::{Event, Occupancy, by_support};
use crate::occupancy::questions::compared::{apart, decided};
use crate::occupancy::questions::probability;
use crate::occupancy::questions::search::{Tried, least};
use crate::occupancy::routes::collisions;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rational, Real};

/// P(event) of a union at any size: at its upper edge by the number of collisions.
pub(crate) fn probability(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if by_support(law, event).is_none()
        && let Some(found) = collisions::event(law, event)
    {
        return found;
    }
    probability::probability(law, event)
}

/// Deviations from the mean at which a tail is first bounded: no integral goes there.
const FAR: f64 = 40.0;

/// Whether P(event) > level, and z with P(Z > z) ≈ P(event), where `rough` is a guess of that.
fn exceeds(
    law: &Occupancy,
    event: Event,
    level: &Rational,
    rough: f64,
) -> Result<(bool, f64), Error> {
    if rough.abs() > FAR
        && let Some(order) = apart(&bounded(law, event)?, level)
    {
        return Ok((order == Ordering::Greater, rough));
    }
    let ask = |bits: u64| probability(&law.clone().precision(bits), event);
    // What the support decides is 0 or 1, and never gets here.
    let exact = || exact::probability(law, event, exact::LARGEST_EXACT);
    let (order, value) = decided(level, ask, exact)?;
    Ok((order == Ordering::Greater, upper_quantile(&value)))
}

/// Bounds on a tail from mean and variance alone: P(X ≥ x) ≤ σ²/(σ² + d²) for x = μ + d, d > 0
/// (Cantelli), and likewise below; a tail that has the mean in it is one minus the other one.
fn bounded(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if let Some(known) = by_support(law, event) {
        return Ok(known);
    }
    let law = law.clone().precision(128);
    let ([low, high], [_, variance]) = (law.mean()?.reals(4), law.variance()?.reals(4));
    let whole = |x: u64| Real::from_u64(x, 4);
    let zero = Real::zero(4);
    let beyond = |distance: Real| {
        let bound = variance.div(&variance.add(&distance.mul(&distance)));
        let certain = distance.certain_bits() > 0 && !distance.is_negative();
        if certain {
            Enclosure::between(&zero, &bound)
        } else {
            Enclosure::between(&zero, &whole(1))
        }
    };
    // Above x − 1 is from x on, and the other way round.
    Ok(match event {
        Event::AtLeast(x) if low.seed() < x as f64 => beyond(whole(x).sub(&high)),
        Event::AtLeast(x) => beyond(low.sub(&whole(x - 1))).complement(),
        Event::AtMost(x) if low.seed() > x as f64 => beyond(low.sub(&whole(x))),
        Event::AtMost(x) => beyond(whole(x + 1).sub(&high)).complement(),
        Event::Point(_) => Enclosure::between(&zero, &whole(1)),
    })
}

/// A family of unions that grow, stochastically, with a whole number v.
pub(crate) trait Growing {
    /// The law at v.
    fn law(&self, v: u64) -> Result<Occupancy, Error>;
    /// The values that v can have: at the least of them what was observed is possible.
    fn range(&self) -> (u64, u64);
    /// Roughly by how much the mean at v is above what was observed, and the standard deviation.
    fn rough(&self, v: f64) -> (f64, f64);
}

/// The least v with P(X ≥ x) > level, if one is in range.
pub(crate) fn lower_end(
    family: &impl Growing,
    x: u64,
    level: &Rational,
) -> Result<Option<u64>, Error> {
    end(family, Event::AtLeast(x), level)
}

/// The least v with P(X ≤ x) ≤ level, if one is in range: one more than the greatest with
/// P(X ≤ x) > level, which every smaller v has too.
pub(crate) fn beyond_upper_end(
    family: &impl Growing,
    x: u64,
    level: &Rational,
) -> Result<Option<u64>, Error> {
    end(family, Event::AtMost(x), level)
}

/// The least v at which a tail has passed the level: P(X ≥ x) from below, P(X ≤ x) from above.
fn end(family: &impl Growing, event: Event, level: &Rational) -> Result<Option<u64>, Error> {
    let falls = matches!(event, Event::AtMost(_));
    let turned = |height: f64| if falls { height } else { -height };
    let z = upper_quantile(&Enclosure::from_rational(level, 64));
    let rough = |v: f64| {
        let (excess, deviation) = family.rough(v);
        (turned(excess) - 0.5) / deviation
    };
    let ask = |v: u64| {
        let (exceeds, at) = exceeds(&family.law(v)?, event, level, rough(v as f64))?;
        Ok(Tried { holds: exceeds != falls, height: turned(at - z) })
    };
    least(family.range(), start(family, |v| turned(rough(v) - z)), ask)
}

fn start(family: &impl Growing, aim: impl Fn(f64) -> f64) -> (f64, f64) {
    let (low, high) = family.range();
    crossing((low as f64, high as f64), aim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Committees;

    #[test]
    fn the_bounds_of_tails_hold_them() {
        let mut bounds = 0;
        for (m, pairs) in [(7, &[(9, 1)][..]), (12, &[(3, 4)]), (30, &[(2, 9), (4, 3)])] {
            let committees: Vec<Committees> =
                pairs.iter().map(|&(count, size)| Committees { count, size }).collect();
            let law = Occupancy::union(m, &committees).expect("a law");
            for x in 1..=m {
                for event in [Event::AtLeast(x), Event::AtMost(x)] {
                    if by_support(&law, event).is_none() {
                        let exact = exact::probability(&law, event, 1e9).expect("small");
                        let found = bounded(&law, event).expect("small");
                        assert!(found.contains(&exact), "{event:?} of {law:?}: {found}");
                        bounds += 1;
                    }
                }
            }
        }
        assert!(bounds > 50);
    }

    /// Of two balls the bound is the probability itself, 1/m: nothing smaller would hold.
    #[test]
    fn a_smaller_bound_would_be_wrong() {
        for m in [2, 5, 1000, 1 << 60] {
            let law = Occupancy::balls(m, 2).expect("a law");
            let chance = Rational::one().checked_div(&Rational::from(m)).expect("m > 0");
            let found = bounded(&law, Event::AtMost(1)).expect("any size");
            assert!(found.contains(&chance));
            let little_more = &chance * &"1.000000001".parse().expect("a number");
            assert!(found.certainly_le(&little_more));
        }
    }
}
