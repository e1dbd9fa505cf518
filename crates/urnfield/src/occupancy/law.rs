//! Probabilities: what is asked, and which route answers it.
//!
//! The caller never chooses. In order: the support (0 or 1), exact integers where they are quick,
//! then whichever of the alternating sum (for two lists the hypergeometric law), the positive
//! recursion and the circle integral is estimated to be cheapest. Tails are computed on their own side of the mean; the
//! larger side is one minus the smaller.

use super::exact::{self, Count};
use super::{Occupancy, Shape, alternating, collisions, contour, recursion, two_lists};
use crate::num::Error;
use crate::num::{Enclosure, Rational};
use crate::refine::until_certain;
use std::cmp::Ordering;

/// What is asked of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Point(u64),
    AtLeast(u64),
    AtMost(u64),
}

/// The ways to compute a probability; named so that tests can compare them.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
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

/// Doubles know a mean at least this well, relatively.
const DOUBT: f64 = 1e-12;

/// Bits that a tail of more than one half is asked for beyond the others.
const NEAR_THE_MEAN: u64 = 8;

/// Exact integers are the default route up to this many word operations.
pub(super) const QUICK: f64 = 200_000.0;

/// A cell update of the recursion costs about as much as this many word operations.
const UPDATE: f64 = 3.0;

impl Event {
    pub(super) fn range(self) -> (u64, u64) {
        match self {
            Event::Point(i) => (i, i),
            Event::AtLeast(x) => (x, u64::MAX),
            Event::AtMost(x) => (0, x),
        }
    }

    /// The opposite tail; `None` for a point, and where there is nothing beyond.
    fn opposite(self) -> Option<Event> {
        match self {
            Event::Point(_) => None,
            Event::AtLeast(x) => x.checked_sub(1).map(Event::AtMost),
            Event::AtMost(x) => x.checked_add(1).map(Event::AtLeast),
        }
    }
}

impl Occupancy {
    /// 0 or 1 where the support decides.
    pub(super) fn decided(&self, event: Event) -> Option<Enclosure> {
        let (least, most) = self.support();
        let (low, high) = event.range();
        if low > most || high < least {
            return Some(Enclosure::zero());
        }
        (low <= least && most <= high).then(Enclosure::one)
    }

    fn probability(&self, event: Event) -> Result<Enclosure, Error> {
        if let Some(answer) = self.decided(event) {
            return Ok(answer);
        }
        if let Ok(exact) = self.exact(event, QUICK) {
            return Ok(Enclosure::from_rational(&exact, self.precision));
        }
        let found = match event.opposite() {
            Some(other) if !self.on_own_side(event) => self.by_complement(event, other)?,
            _ => self.by_best_route(event)?,
        };
        Ok(at_most_one(found))
    }

    /// One minus the other tail, which is the smaller one as far as the mean tells: near the mean it
    /// may have to be a little more certain, and where it turns out to be nearly everything the
    /// event is small and has to be computed itself.
    fn by_complement(&self, event: Event, other: Event) -> Result<Enclosure, Error> {
        let found = until_certain(self.precision, [0, NEAR_THE_MEAN], |more| {
            Ok(self.clone().precision(self.precision + more).by_best_route(other)?.complement())
        })?;
        found.map_or_else(|| self.by_best_route(event), Ok)
    }

    fn by_best_route(&self, event: Event) -> Result<Enclosure, Error> {
        let found = self.by_some_route(event)?;
        match found.certain_bits() >= self.precision {
            true => Ok(found),
            // Two lists beyond e^(−2^62), say: exponents end somewhere.
            false => Err(recursion::not_enough(self.precision)),
        }
    }

    fn by_some_route(&self, event: Event) -> Result<Enclosure, Error> {
        // Where hardly anybody meets there is no circle, and few terms are left of a sum.
        if contour::cost(self, event).is_infinite()
            && let Some(found) = collisions::event(self, event)
        {
            return found;
        }
        match self.best_route(event) {
            // Near an edge of the support there may be no circle: then the others are tried.
            Route::Contour => match contour::event(self, event) {
                Some(found) => Ok(found),
                None => self.routed(event, self.best_sum(event)),
            },
            route => self.routed(event, route),
        }
    }

    /// Whether a tail lies beyond the mean: only efficiency rests on it, as every answer is checked.
    fn on_own_side(&self, event: Event) -> bool {
        match event {
            Event::Point(_) => true,
            Event::AtLeast(x) => self.compare_with_mean(x) == Ordering::Greater,
            Event::AtMost(x) => self.compare_with_mean(x) == Ordering::Less,
        }
    }

    /// Where x is, seen from the mean: by doubles, and by the certified mean where they cannot
    /// tell. Beyond 2^53 a value may be many deviations from a mean that is the same double.
    pub(super) fn compare_with_mean(&self, x: u64) -> Ordering {
        let rough = self.rough_mean();
        let doubt = rough * DOUBT;
        if doubt < 1.0 || (x as f64 - rough).abs() > doubt {
            return (x as f64).total_cmp(&rough);
        }
        match self.sharp_mean() {
            Ok(mean) if mean.certainly_lt(&x.into()) => Ordering::Greater,
            Ok(mean) if mean.certainly_gt(&x.into()) => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    /// The mean with its fraction, whatever the size.
    fn sharp_mean(&self) -> Result<Enclosure, Error> {
        self.clone().precision(self.precision + 64).mean()
    }

    /// The whole number at or below the mean; where the mean cannot be told from a whole number,
    /// that one.
    pub(super) fn floor_of_mean(&self) -> Result<u64, Error> {
        let mean = self.sharp_mean()?;
        let half = Enclosure::from(&Rational::one().shift(-1));
        let floor = mean.floor().or_else(|| (&mean + &half).floor());
        floor.ok_or(Error::Precision {
            what: "the whole number next to the mean",
            bits: self.precision + 64,
            remedy: "ask for single probabilities",
        })
    }

    pub(super) fn rough_mean(&self) -> f64 {
        let m = self.urns as f64;
        let share = |d: &super::Department| {
            let sizes: Vec<_> = d.committees.iter().map(|c| (c.size, c.count)).collect();
            super::work::union_mean(m, &sizes) / m
        };
        match &self.shape {
            Shape::Certain(x) => *x as f64,
            Shape::Union(d) => m * share(d),
            Shape::Lists(lists) => m * lists.iter().map(|&k| k as f64 / m).product::<f64>(),
            Shape::General(ds) => m * ds.iter().map(share).product::<f64>(),
        }
    }

    pub(super) fn best_route(&self, event: Event) -> Route {
        let contour = contour::cost(self, event);
        let (route, cost) = self.cheapest_sum(event, contour);
        if contour < cost { Route::Contour } else { route }
    }

    /// The best route but for the circle integral.
    fn best_sum(&self, event: Event) -> Route {
        self.cheapest_sum(event, f64::INFINITY).0
    }

    /// The cheapest of the sums, and about how many word operations it takes, as far as that
    /// matters: not where it is above `limit`.
    fn cheapest_sum(&self, event: Event, limit: f64) -> (Route, f64) {
        if let Shape::Lists(lists) = &self.shape
            && lists.len() == 2
            && self.precision <= 80
        {
            return (Route::TwoLists, two_lists::cost(self, lists, event));
        }
        let plan = self.alternating_plan(event, limit).map(|(_, _, _, plan)| plan.cost);
        if self.precision > recursion::MOST_BITS {
            return (Route::Alternating, plan.unwrap_or(f64::INFINITY));
        }
        let updates = self.recursion_cost();
        match plan {
            Some(cost) if cost < updates => (Route::Alternating, cost),
            _ => (Route::Recursion, updates),
        }
    }

    /// The alternating sum for an event: y, tail or point, complemented or not.
    fn alternating_plan(
        &self,
        event: Event,
        limit: f64,
    ) -> Option<(u64, bool, bool, alternating::Plan)> {
        let count = Count::of(self)?;
        let m = self.urns;
        let (y, tail, complement) = match (event, count.mirrored()) {
            (Event::Point(i), false) => (i, false, false),
            (Event::Point(i), true) => (m - i, false, false),
            (Event::AtLeast(x), false) => (x, true, false),
            (Event::AtMost(x), true) => (m - x, true, false),
            (Event::AtMost(x), false) => (x + 1, true, true),
            (Event::AtLeast(x), true) => (m - x + 1, true, true),
        };
        alternating::plan(self, &count, y, tail, limit).map(|plan| (y, tail, complement, plan))
    }

    /// P(event) by a given route; the event is not decided by the support.
    fn routed(&self, event: Event, route: Route) -> Result<Enclosure, Error> {
        match route {
            Route::Exact => self
                .exact(event, exact::LARGEST_EXACT)
                .map(|value| Enclosure::from_rational(&value, self.precision)),
            Route::TwoLists => match &self.shape {
                Shape::Lists(lists) if lists.len() == 2 => two_lists::event(self, lists, event),
                _ => Err(not_applicable()),
            },
            Route::Alternating => {
                let count = Count::of(self).ok_or_else(not_applicable)?;
                let (y, tail, complement, plan) =
                    self.alternating_plan(event, f64::INFINITY).ok_or_else(not_applicable)?;
                if plan.cost > alternating::LARGEST_SUM {
                    return Err(Error::TooCostly {
                        what: "this probability with so many digits",
                        needs: plan.cost as u128,
                        unit: "word operations",
                        limit: alternating::LARGEST_SUM as u128,
                        remedy: "ask for at most 17 digits or a smaller problem",
                    });
                }
                alternating::sum(self, &count, y, tail, complement, &plan)
            }
            Route::Recursion => recursion::event(self, event),
            Route::Contour => contour::event(self, event).ok_or_else(not_applicable),
        }
    }

    pub(super) fn exact(&self, event: Event, limit: f64) -> Result<Rational, Error> {
        let Some(count) = Count::of(self) else {
            return Ok(Rational::one());
        };
        let m = self.urns;
        let tail = |y: u64| exact::tail(self, &count, y, limit);
        match (event, count.mirrored()) {
            (Event::Point(i), false) => exact::point(self, &count, i, limit),
            (Event::Point(i), true) => exact::point(self, &count, m - i, limit),
            (Event::AtLeast(x), false) => tail(x),
            (Event::AtMost(x), true) => tail(m - x),
            (Event::AtMost(x), false) => Ok(tail(x + 1)?.complement()),
            (Event::AtLeast(x), true) => Ok(tail(m - x + 1)?.complement()),
        }
    }

    /// P(r given urns are all occupied) by the circle integral, for a union: what the moments'
    /// table gives for small r, at any r. `None` where there is no circle.
    pub(crate) fn joint_integral(&self, r: u64) -> Option<Enclosure> {
        contour::joint(self, r).map(at_most_one)
    }

    /// About how many cell updates of the recursion one probability near the mean is worth, by
    /// whichever route: for callers who ask only when it is cheap.
    pub fn cost(&self) -> f64 {
        let (least, most) = self.support();
        let centre = Event::AtMost((self.rough_mean() as u64).clamp(least, most));
        recursion::estimate(self).min(contour::cost(self, centre) / UPDATE)
    }

    /// What a run of the recursion costs, in word operations.
    pub(super) fn recursion_cost(&self) -> f64 {
        recursion::estimate(self) * UPDATE + 20_000.0
    }

    /// One probability by a named route, for tests that compare routes: `kind` is 0 for P(X = x),
    /// 1 for P(X ≥ x), −1 for P(X ≤ x); `None` where the support decides or the route is not made
    /// for the law.
    #[doc(hidden)]
    pub fn by_route(&self, route: Route, kind: i8, x: u64) -> Option<Result<Enclosure, Error>> {
        let event = match kind {
            0 => Event::Point(x),
            1 => Event::AtLeast(x),
            _ => Event::AtMost(x),
        };
        if self.decided(event).is_some() {
            return None;
        }
        if route == Route::TwoLists && !matches!(&self.shape, Shape::Lists(l) if l.len() == 2) {
            return None;
        }
        Some(self.routed(event, route))
    }

    /// P(X = i); 0 outside the support.
    ///
    /// Source: `eqn:occupy-probability`, `eq:batch-probability`, `eqn:variable-committee-sizes`,
    /// `eqn:committee-union-pmf`, `eqn:committee-intersection-finite-pmf`,
    /// `thm:mutual-batch-occupy-moment`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?; // three dice
    /// assert_eq!(law.pmf(3)?.exact().unwrap().to_string(), "5/9"); // all differ: S(3,3)·6·5·4/6³
    /// assert!(law.pmf(4)?.is_zero());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf(&self, i: u64) -> Result<Enclosure, Error> {
        self.probability(Event::Point(i))
    }

    /// P(X ≥ i), i included.
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// let list = [Committees { count: 1, size: 100 }];
    /// let law = Occupancy::intersection(1_000_000, &[&list[..]; 5])?;
    /// // Five lists of 100 out of a million share something: never one minus nearly one.
    /// assert_eq!(format!("{:.5}", law.at_least(1)?), "1e-14");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_least(&self, i: u64) -> Result<Enclosure, Error> {
        self.probability(Event::AtLeast(i))
    }

    /// P(X ≤ i), i included.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?;
    /// assert_eq!(law.at_most(1)?.exact().unwrap().to_string(), "1/36");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_most(&self, i: u64) -> Result<Enclosure, Error> {
        self.probability(Event::AtMost(i))
    }
}

/// What is known of a probability beyond its enclosure.
pub(super) fn at_most_one(probability: Enclosure) -> Enclosure {
    probability.min(&Enclosure::one())
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
