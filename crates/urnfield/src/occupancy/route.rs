//! Which route answers an event. The caller never chooses: it is whichever of the alternating sum
//! (for two lists the hypergeometric law), the positive recursion and the circle integral is
//! estimated to be cheapest.
//!
//! A route is chosen once and carried as a value, with all that choosing it found out.

use super::alternating::Sum;
use super::contour::{self, Pose};
use super::probability::{Event, at_most_one};
use super::two_lists::TwoLists;
use super::{Committees, Occupancy, Shape, collisions, exact, recursion, upper_edge};
use crate::num::Enclosure;
use crate::num::Error;

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
pub(super) enum Chosen<'a> {
    Exact,
    TwoLists(TwoLists),
    Alternating(Sum<'a>),
    Recursion,
    Contour(Pose<'a>),
    /// The upper edge, where hardly anybody meets.
    Collisions,
    /// None of them reaches it.
    Nothing,
}

/// A cell update of the recursion costs about as much as this many word operations.
pub(super) const UPDATE: f64 = 3.0;

/// Unions of two committees of up to so many members are not asked as two lists.
const SMALL_COMMITTEE: u64 = 4096;

/// One probability takes at most so many word operations: some ten seconds.
const MOST_WORK: f64 = 1e10;

impl Chosen<'_> {
    /// P(event), as certain as it comes; the event is not decided by the support.
    fn value(&self, law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
        match self {
            Chosen::Exact => law
                .exact(event, exact::LARGEST_EXACT)
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

impl Occupancy {
    /// P(event) by the best route, as certain as it comes.
    pub(super) fn by_best_route(&self, event: Event) -> Result<Enclosure, Error> {
        if let Some(found) = upper_edge::event(self, event) {
            return Ok(found);
        }
        if let Some((lists, event)) = self.as_overlap(event) {
            return lists?.probability(event);
        }
        match self.choose(event) {
            // The cheapest there is: long mantissas take their time, and it is known beforehand.
            Chosen::Contour(pose) if pose.cost > MOST_WORK => Err(Error::TooCostly {
                what: "this probability with so many digits",
                needs: pose.cost as u128,
                unit: "word operations",
                limit: MOST_WORK as u128,
                remedy: "ask for fewer digits",
            }),
            // Near an edge of the support a circle may be no good: then a sum is tried.
            Chosen::Contour(pose) => match pose.value() {
                Some(found) => Ok(found),
                None => self.cheapest_sum(event, f64::INFINITY).0.value(self, event),
            },
            chosen => chosen.value(self, event),
        }
    }

    /// The event as one of what two lists share: a union of two committees has all their members but those.
    /// Small ones have sums of their own, which are as short.
    fn as_overlap(&self, event: Event) -> Option<(Result<Occupancy, Error>, Event)> {
        let Shape::Union(d) = &self.shape else { return None };
        let sizes = match d.committees[..] {
            [Committees { count: 2, size }] => [size, size],
            [one, other] if one.count == 1 && other.count == 1 => [one.size, other.size],
            _ => return None,
        };
        if sizes.iter().all(|&size| size <= SMALL_COMMITTEE) {
            return None;
        }
        let shared = |x: u64| d.members.checked_sub(x);
        let event = match event {
            Event::Point(x) => Event::Point(shared(x)?),
            Event::AtLeast(x) => Event::AtMost(shared(x)?),
            Event::AtMost(x) => Event::AtLeast(shared(x)?),
        };
        let law = Occupancy::lists(self.urns, &sizes);
        Some((law.map(|law| law.precision(self.precision)), event))
    }

    /// The best route to an event.
    pub(super) fn choose(&self, event: Event) -> Chosen<'_> {
        let pose = contour::pose(self, event);
        // Where hardly anybody meets there is no circle, and few terms are left of a sum.
        if pose.is_none() && collisions::reaches(self, event) {
            return Chosen::Collisions;
        }
        let limit = pose.as_ref().map_or(f64::INFINITY, |pose| pose.cost);
        let (sum, cost) = self.cheapest_sum(event, limit);
        match pose {
            Some(pose) if pose.cost < cost => Chosen::Contour(pose),
            _ => sum,
        }
    }

    /// The cheapest of the sums, and about how many word operations it takes, as far as that
    /// matters: not where it is above `limit`.
    fn cheapest_sum(&self, event: Event, limit: f64) -> (Chosen<'_>, f64) {
        if let Some(two) = TwoLists::of(self)
            && (self.precision <= recursion::MOST_BITS || two.reaches(event, self.precision))
        {
            let cost = two.cost(event, self.precision);
            return (Chosen::TwoLists(two), cost);
        }
        let sum = Sum::of(self, event, limit);
        if self.precision > recursion::MOST_BITS {
            return match sum {
                Some(sum) => {
                    let cost = sum.cost;
                    (Chosen::Alternating(sum), cost)
                }
                None => (Chosen::Nothing, f64::INFINITY),
            };
        }
        let updates = self.recursion_cost_of(event);
        match sum {
            Some(sum) if sum.cost < updates => {
                let cost = sum.cost;
                (Chosen::Alternating(sum), cost)
            }
            _ => (Chosen::Recursion, updates),
        }
    }

    /// P(r given urns are all occupied) by the circle integral, for a union: what the moments'
    /// table gives for small r, at any r. `None` where there is no circle.
    pub(crate) fn joint_integral(&self, r: u64) -> Option<Enclosure> {
        contour::joint(self, r).map(at_most_one)
    }

    /// About how many cell updates of the recursion one probability near the mean is worth, by
    /// whichever route: for callers who ask only when it is cheap.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// // A few thousand for balls in as many urns, and hardly more at any size.
    /// assert!(Occupancy::balls(1 << 60, 1 << 60)?.cost() < 1e6);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn cost(&self) -> f64 {
        let (least, most) = self.support();
        let centre = Event::AtMost((self.rough_mean() as u64).clamp(least, most));
        let integral = contour::pose(self, centre).map_or(f64::INFINITY, |pose| pose.cost);
        recursion::estimate(self).min(integral / UPDATE)
    }

    /// About how many word operations P(X = i), P(X ≥ i) or P(X ≤ i) takes, whichever is the most:
    /// for callers who ask several questions.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(1 << 40, 1 << 40)?;
    /// let cost = |bits| law.clone().precision(bits).cost_at(1 << 39);
    /// assert!(cost(53) < 1e7 && cost(3000) > 1e9);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn cost_at(&self, i: u64) -> f64 {
        [Event::Point(i), Event::AtLeast(i), Event::AtMost(i)]
            .map(|event| self.work(event))
            .into_iter()
            .fold(0.0, f64::max)
    }

    /// About how many word operations an event takes by its best route; nothing where the support
    /// decides.
    pub(super) fn work(&self, event: Event) -> f64 {
        if self.decided(event).is_some() {
            return 0.0;
        }
        match self.choose(event) {
            Chosen::TwoLists(two) => two.cost(event, self.precision),
            Chosen::Alternating(sum) => sum.cost,
            Chosen::Recursion => self.recursion_cost_of(event),
            Chosen::Contour(pose) => pose.cost,
            Chosen::Exact | Chosen::Collisions | Chosen::Nothing => 0.0,
        }
    }

    /// What a run of the recursion costs, in word operations.
    pub(super) fn recursion_cost(&self) -> f64 {
        recursion::estimate(self) * UPDATE + 20_000.0
    }

    /// The same for an event: general intersections have no tilt, so what is deep takes longer.
    fn recursion_cost_of(&self, event: Event) -> f64 {
        match &self.shape {
            Shape::General(_) => {
                let depth = self.log10_upper(event).unwrap_or(0.0);
                recursion::window_estimate(self, depth) * UPDATE + 20_000.0
            }
            _ => self.recursion_cost(),
        }
    }

    /// One probability by a named route, for tests that compare routes: `kind` is 0 for P(X = x),
    /// 1 for P(X ≥ x), −1 for P(X ≤ x); `None` where the support decides or the route is not made
    /// for the law.
    #[doc(hidden)]
    pub fn by_route(&self, route: LawRoute, kind: i8, x: u64) -> Option<Result<Enclosure, Error>> {
        let event = match kind {
            0 => Event::Point(x),
            1 => Event::AtLeast(x),
            _ => Event::AtMost(x),
        };
        if self.decided(event).is_some() {
            return None;
        }
        let chosen = match route {
            LawRoute::Exact => Chosen::Exact,
            LawRoute::TwoLists => Chosen::TwoLists(TwoLists::of(self)?),
            LawRoute::Alternating => {
                Sum::of(self, event, f64::INFINITY).map_or(Chosen::Nothing, Chosen::Alternating)
            }
            LawRoute::Recursion => Chosen::Recursion,
            LawRoute::Contour => {
                contour::pose(self, event).map_or(Chosen::Nothing, Chosen::Contour)
            }
        };
        Some(chosen.value(self, event))
    }
}

fn not_applicable() -> Error {
    Error::TooCostly {
        what: "this probability with so many digits",
        needs: crate::refine::LARGEST_PRECISION as u128 + 1,
        unit: "bits of precision",
        limit: crate::refine::LARGEST_PRECISION as u128,
        remedy: "ask for fewer digits or a smaller problem",
    }
}

impl Shape {
    /// The sizes of two lists, where the law is their overlap.
    pub(super) fn two_lists(&self) -> Option<[u64; 2]> {
        match self {
            Shape::Lists(lists) => <[u64; 2]>::try_from(&lists[..]).ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lists of nearly all that 64 bits count, in 2000 digits: half a minute, and refused before the first node.
    #[test]
    fn a_circle_of_too_many_digits_is_refused_with_its_number() {
        let law = Occupancy::lists(u64::MAX - 1, &[u64::MAX / 2; 2]).expect("a law");
        let event = Event::AtLeast((1 << 62) + (1 << 31));
        let posed = |bits: u64| match law.clone().precision(bits).choose(event) {
            Chosen::Contour(pose) => pose.cost,
            _ => panic!("another route"),
        };
        // 100 and 1000 digits are begun.
        assert!(posed(340) < 1e8 && posed(3400) < MOST_WORK);
        let refused =
            law.clone().precision(6700).by_best_route(event).expect_err("too many digits");
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
        assert!(law.precision(6700).by_best_route(Event::Point((1 << 62) + 5)).is_ok());
    }
}
