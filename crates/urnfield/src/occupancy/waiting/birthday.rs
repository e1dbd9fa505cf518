//! The birthday problem: the chance that two members share an urn.

use crate::error::Error;
use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::{Committees, Event, Model, Occupancy, Shape, at_most_one};
use crate::occupancy::questions::compared::decided;
use crate::occupancy::questions::search::{Tried, least};
use crate::occupancy::routes::collisions;
use std::f64::consts::LN_10;
use urnfield_num::{Enclosure, Rate, Rational};

/// Computes [`Occupancy::collision`].
pub(crate) fn collision(law: &Occupancy) -> Result<Enclosure, Error> {
    let members: u64 = match &law.model {
        Model::Balls(n) => *n,
        Model::Union(committees) => {
            committees.iter().map(|Committees { count, size }| count * size).sum()
        }
        Model::Intersection(_) => {
            return Err(Error::domain(
                "collisions are counted within one department",
                "an intersection",
            ));
        }
    };
    if members > law.urns {
        return Ok(Enclosure::one());
    }
    let Shape::Union(d) = &law.shape else {
        // At most one committee has members, so no two members share an urn.
        return Ok(Enclosure::zero());
    };
    match exact::probability(law, Event::AtMost(members - 1), QUICK) {
        Ok(exact) => Ok(Enclosure::from_rational(&exact, law.precision)),
        Err(_) => collisions::any(law, d).map(at_most_one),
    }
}

/// Computes [`Occupancy::balls_to_collide`].
pub(crate) fn balls_to_collide(urns: u64, probability: &Rate) -> Result<u64, Error> {
    Occupancy::check_urns(urns)?;
    let p = probability.value();
    // ln P(all differ) is about −n²/2m: only the search is steered by it.
    let log = Enclosure::from_rational(&p.complement(), 64).hi_f64().ln();
    let guess = 0.5 + (-2.0 * urns as f64 * log).sqrt();
    let ask = |n: u64| {
        let law = Occupancy::balls(urns, n)?;
        let (order, value) = compared(&law, p)?;
        let differ = value.complement().log10();
        let height = differ.map_or(1.0, |log10| log - log10.hi_f64() * LN_10);
        Ok(Tried { holds: order.is_ge(), height })
    };
    let found = least((2, urns.saturating_add(1)), (guess, guess / urns as f64), ask)?;
    found.ok_or_else(|| Error::Unreachable {
        what: "more than 2^64 - 1 balls are needed for this probability",
        got: format!("urns = {urns} with probability = {probability}"),
    })
}

/// How the probability of a collision compares with p.
fn compared(law: &Occupancy, p: &Rational) -> Result<(std::cmp::Ordering, Enclosure), Error> {
    let ask = |bits: u64| law.clone().precision(bits).collision();
    decided(p, ask, || {
        let (_, members) = law.support();
        exact::probability(law, Event::AtMost(members - 1), exact::LARGEST_EXACT)
    })
}
