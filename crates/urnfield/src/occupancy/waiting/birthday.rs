//! The birthday problem: whether any two meet.

use crate::occupancy::estimate::search::{Tried, least};
use crate::occupancy::law::shape::Shape;
use crate::occupancy::questions::compared::decided;
use crate::occupancy::questions::probability::{Event, QUICK, at_most_one};
use crate::occupancy::routes::{collisions, exact};
use crate::occupancy::{Committees, Model, Occupancy};
use std::f64::consts::LN_10;
use urnfield_num::Error;
use urnfield_num::{Enclosure, Rate, Rational};

impl Occupancy {
    /// P(two committees share an urn, or two balls fall into one): 1 − P(X = N) for N members in
    /// all, without the cancellation of that difference.
    ///
    /// Formula: 1 − m^(N) / ∏(m^(k_d))^(n_d); 1 for N > m. Source: `eqn:occupy-probability`,
    /// `eqn:committee-union-pmf` at i = N. Cost: a few ln n!, at any size.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let p = Occupancy::balls(365, 23)?.collision()?; // the birthday problem
    /// assert_eq!(format!("{p:.10}"), "0.5072972343");
    /// // A hundred digests of 64 bits: about C(100,2)/2^64, to all digits.
    /// let p = Occupancy::balls(u64::MAX, 100)?.collision()?;
    /// assert_eq!(format!("{p:.10}"), "2.683400377e-16");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn collision(&self) -> Result<Enclosure, Error> {
        let members: u64 = match &self.model {
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
        if members > self.urns {
            return Ok(Enclosure::one());
        }
        let Shape::Union(d) = &self.shape else {
            // At most one committee has members: nobody to meet.
            return Ok(Enclosure::zero());
        };
        match self.exact(Event::AtMost(members - 1), QUICK) {
            Ok(exact) => Ok(Enclosure::from_rational(&exact, self.precision)),
            Err(_) => collisions::any(self, d).map(at_most_one),
        }
    }

    /// The least number of balls of which two share one of `urns` urns with probability at least
    /// `probability`.
    ///
    /// Source: `eqn:occupy-probability` at i = n. Cost: a few times [`Occupancy::collision`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// assert_eq!(Occupancy::balls_to_collide(365, &"1/2".parse()?)?, 23);
    /// assert_eq!(Occupancy::balls_to_collide(2, &"1/2".parse()?)?, 2); // exactly one half
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn balls_to_collide(urns: u64, probability: &Rate) -> Result<u64, Error> {
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
}

/// How the probability of a collision compares with p.
fn compared(law: &Occupancy, p: &Rational) -> Result<(std::cmp::Ordering, Enclosure), Error> {
    let ask = |bits: u64| law.clone().precision(bits).collision();
    decided(p, ask, || {
        let (_, members) = law.support();
        law.exact(Event::AtMost(members - 1), exact::LARGEST_EXACT)
    })
}
