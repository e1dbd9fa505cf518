//! Chooses the route that answers an event: the cheapest by estimate of the alternating sum (for
//! two lists the hypergeometric law), the positive recursion and the circle integral.
//!
//! A route is chosen once, and carried as a value with everything that the choice computed.

use crate::error::Error;
use crate::occupancy::law::exact;
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Event, Occupancy, by_support};
use crate::occupancy::routes::alternating::Sum;
use crate::occupancy::routes::contour::Pose;
use crate::occupancy::routes::recursion::{UPDATE, recursion_cost_of};
use crate::occupancy::routes::two_lists::TwoLists;
use crate::occupancy::routes::{collisions, contour, recursion, upper_edge};
use urnfield_num::Enclosure;

/// The ways to compute a probability; named so that tests can compare them.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LawRoute {
    /// Exact integers.
    Exact,
    /// The hypergeometric law of two lists.
    TwoLists,
    /// The alternating sum of binomial moments.
    Alternating,
    /// The positive recursion.
    Recursion,
    /// The circle integral.
    Contour,
}

/// A way to one event.
pub(crate) enum Chosen<'a> {
    Exact,
    TwoLists(TwoLists),
    Alternating(Sum<'a>),
    Recursion,
    Contour(Pose<'a>),
    /// The upper edge, where few members meet.
    Collisions,
    /// No route reaches the event.
    Nothing,
}

/// The most word operations of one probability: about ten seconds.
const MOST_WORK: f64 = 1e10;

impl Chosen<'_> {
    /// P(event), as certain as it comes; the event is not decided by the support.
    fn value(&self, law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
        match self {
            Chosen::Exact => exact::probability(law, event, exact::LARGEST_EXACT)
                .map(|value| Enclosure::from_rational(&value, law.precision)),
            Chosen::TwoLists(two) => two.event(law, event),
            Chosen::Alternating(sum) => sum.value(),
            Chosen::Recursion => recursion::event(law, event),
            Chosen::Contour(pose) => pose.value().ok_or_else(not_applicable),
            Chosen::Collisions => {
                collisions::event(law, event).unwrap_or_else(|| Err(not_applicable()))
            }
            Chosen::Nothing => Err(not_applicable()),
        }
    }
}

/// P(event) by the best route, as certain as it comes.
pub(crate) fn by_best_route(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if let Some(found) = upper_edge::event(law, event) {
        return Ok(found);
    }
    match choose(law, event) {
        // The cheapest there is: long mantissas take their time, and it is known beforehand.
        Chosen::Contour(pose) if pose.cost > MOST_WORK => Err(Error::TooCostly {
            what: "this probability with so many digits",
            needs: pose.cost as u128,
            unit: "word operations".into(),
            limit: MOST_WORK as u128,
            remedy: "ask for fewer digits",
        }),
        // Near an edge of the support a circle may be no good: then a sum is tried.
        Chosen::Contour(pose) => match pose.value() {
            Some(found) => Ok(found),
            None => cheapest_sum(law, event, f64::INFINITY).0.value(law, event),
        },
        chosen => chosen.value(law, event),
    }
}

/// The best route to an event.
pub(crate) fn choose(law: &Occupancy, event: Event) -> Chosen<'_> {
    let pose = contour::pose(law, event);
    // Where few members meet there is no circle, and few terms are left of a sum.
    if pose.is_none() && collisions::reaches(law, event) {
        return Chosen::Collisions;
    }
    let limit = pose.as_ref().map_or(f64::INFINITY, |pose| pose.cost);
    let (sum, cost) = cheapest_sum(law, event, limit);
    match pose {
        Some(pose) if pose.cost < cost => Chosen::Contour(pose),
        _ => sum,
    }
}

/// The cheapest of the sums, and about how many word operations it takes, as far as that
/// matters: not where it is above `limit`.
fn cheapest_sum(law: &Occupancy, event: Event, limit: f64) -> (Chosen<'_>, f64) {
    if let Some(two) = TwoLists::of(law)
        && (law.precision <= recursion::MOST_BITS || two.reaches(event, law.precision))
    {
        let cost = two.cost(event, law.precision);
        return (Chosen::TwoLists(two), cost);
    }
    let sum = Sum::of(law, event, limit);
    if law.precision > recursion::MOST_BITS {
        return match sum {
            Some(sum) => {
                let cost = sum.cost;
                (Chosen::Alternating(sum), cost)
            }
            None => (Chosen::Nothing, f64::INFINITY),
        };
    }
    let updates = recursion_cost_of(law, event);
    match sum {
        Some(sum) if sum.cost < updates => {
            let cost = sum.cost;
            (Chosen::Alternating(sum), cost)
        }
        _ => (Chosen::Recursion, updates),
    }
}

/// Computes [`Occupancy::cost`].
pub(crate) fn cost(law: &Occupancy) -> f64 {
    let (least, most) = law.support();
    let centre = Event::AtMost((rough_mean(law) as u64).clamp(least, most));
    let integral = contour::pose(law, centre).map_or(f64::INFINITY, |pose| pose.cost);
    recursion::estimate(law).min(integral / UPDATE)
}

/// Computes [`Occupancy::cost_at`].
pub(crate) fn cost_at(law: &Occupancy, i: u64) -> f64 {
    let events = [Event::Point(i), Event::AtLeast(i), Event::AtMost(i)];
    events.into_iter().map(|event| work(law, event)).fold(0.0, f64::max)
}

/// About how many word operations an event takes by its best route; 0 where the support decides.
pub(crate) fn work(law: &Occupancy, event: Event) -> f64 {
    if by_support(law, event).is_some() {
        return 0.0;
    }
    match choose(law, event) {
        Chosen::TwoLists(two) => two.cost(event, law.precision),
        Chosen::Alternating(sum) => sum.cost,
        Chosen::Recursion => recursion_cost_of(law, event),
        Chosen::Contour(pose) => pose.cost,
        Chosen::Exact | Chosen::Collisions | Chosen::Nothing => 0.0,
    }
}

/// Computes [`Occupancy::by_route`].
pub(crate) fn by_route(
    law: &Occupancy,
    route: LawRoute,
    kind: i8,
    x: u64,
) -> Option<Result<Enclosure, Error>> {
    let event = match kind {
        0 => Event::Point(x),
        1 => Event::AtLeast(x),
        _ => Event::AtMost(x),
    };
    if by_support(law, event).is_some() {
        return None;
    }
    let chosen = match route {
        LawRoute::Exact => Chosen::Exact,
        LawRoute::TwoLists => Chosen::TwoLists(TwoLists::of(law)?),
        LawRoute::Alternating => {
            Sum::of(law, event, f64::INFINITY).map_or(Chosen::Nothing, Chosen::Alternating)
        }
        LawRoute::Recursion => Chosen::Recursion,
        LawRoute::Contour => contour::pose(law, event).map_or(Chosen::Nothing, Chosen::Contour),
    };
    Some(chosen.value(law, event))
}

fn not_applicable() -> Error {
    Error::TooCostly {
        what: "this probability with so many digits",
        needs: crate::refine::LARGEST_PRECISION as u128 + 1,
        unit: "bits of precision".into(),
        limit: crate::refine::LARGEST_PRECISION as u128,
        remedy: "ask for fewer digits or a smaller problem",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lists of nearly all that 64 bits count, in 2000 digits: half a minute, and refused
    /// before the first node.
    #[test]
    fn a_circle_of_too_many_digits_is_refused_with_its_number() {
        let law = Occupancy::lists(u64::MAX - 1, &[u64::MAX / 2; 2]).expect("a law");
        let event = Event::AtLeast((1 << 62) + (1 << 31));
        let posed = |bits: u64| match choose(&law.clone().precision(bits), event) {
            Chosen::Contour(pose) => pose.cost,
            _ => panic!("another route"),
        };
        // 100 and 1000 digits are begun.
        assert!(posed(340) < 1e8 && posed(3400) < MOST_WORK);
        let refused =
            by_best_route(&law.clone().precision(6700), event).expect_err("too many digits");
        let needs = posed(6700);
        assert!(needs > 2.0 * MOST_WORK);
        assert_eq!(
            refused.to_string(),
            format!(
                "this probability with so many digits needs about {} word operations, more than the limit of \
                 10000000000; ask for fewer digits",
                needs as u128
            )
        );
        // A point of them is one term, in any number of digits.
        assert!(by_best_route(&law.precision(6700), Event::Point((1 << 62) + 5)).is_ok());
    }
}
