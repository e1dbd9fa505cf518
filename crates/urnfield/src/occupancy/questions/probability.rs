//! Probabilities: what is asked, on which side of the mean it is computed, and the promise that
//! every answer keeps.
//!
//! A tail is computed on its own side of the mean; the larger side is one minus the smaller.

use crate::occupancy::Occupancy;
use crate::occupancy::law::rough::{occupied_share, rough};
use crate::occupancy::law::shape::{Department, Shape};
use crate::occupancy::routes::exact;
use crate::occupancy::routes::exact::Count;
use crate::occupancy::routes::recursion::not_enough;
use crate::refine::until_certain;
use std::cmp::Ordering;
use urnfield_num::Error;
use urnfield_num::{Enclosure, Rational};

/// What is asked of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// X = i.
    Point(u64),
    /// X ≥ x.
    AtLeast(u64),
    /// X ≤ x.
    AtMost(u64),
}

impl Event {
    pub(crate) fn range(self) -> (u64, u64) {
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

/// Doubles know a mean at least this well, relatively.
const DOUBT: f64 = 1e-12;

/// Bits that a tail of more than one half is asked for beyond the others.
const NEAR_THE_MEAN: u64 = 8;

/// Exact integers are the default route up to this many word operations.
pub(crate) const QUICK: f64 = 200_000.0;

/// What is known of a probability beyond its enclosure.
pub(crate) fn at_most_one(probability: Enclosure) -> Enclosure {
    if probability.magnitude() <= 0 { probability } else { probability.min(&Enclosure::one()) }
}

impl Occupancy {
    /// 0 or 1 where the support decides.
    pub(crate) fn decided(&self, event: Event) -> Option<Enclosure> {
        let (least, most) = self.support();
        let (low, high) = event.range();
        if low > most || high < least {
            return Some(Enclosure::zero());
        }
        (low <= least && most <= high).then(Enclosure::one)
    }

    pub(crate) fn probability(&self, event: Event) -> Result<Enclosure, Error> {
        if let Some(answer) = self.decided(event) {
            return Ok(answer);
        }
        if let Ok(exact) = self.exact(event, QUICK) {
            return Ok(Enclosure::from_rational(&exact, self.precision));
        }
        let found = match event.opposite() {
            Some(other) if !self.on_own_side(event) => self.by_complement(event, other)?,
            _ => self.certain(event)?,
        };
        Ok(at_most_one(found))
    }

    /// One minus the other tail, which is the smaller one as far as the mean tells: near the mean it
    /// may have to be a little more certain, and where it turns out to be nearly everything the
    /// event is small and has to be computed itself.
    fn by_complement(&self, event: Event, other: Event) -> Result<Enclosure, Error> {
        let found = until_certain(self.precision, [0, NEAR_THE_MEAN], |more| {
            Ok(self.clone().precision(self.precision + more).certain(other)?.complement())
        })?;
        found.map_or_else(|| self.certain(event), Ok)
    }

    /// By the best route, and never with fewer bits than asked for.
    fn certain(&self, event: Event) -> Result<Enclosure, Error> {
        let found = self.by_best_route(event)?;
        match found.certain_bits() >= self.precision {
            true => Ok(found),
            // Two lists beyond e^(−2^80), say: exponents end somewhere.
            false => Err(not_enough(self.precision)),
        }
    }

    pub(crate) fn exact(&self, event: Event, limit: f64) -> Result<Rational, Error> {
        match Count::of(self) {
            None => Ok(Rational::one()),
            Some(count) => exact::sum(self, &count, count.posed(self.urns, event), limit),
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
    pub(crate) fn compare_with_mean(&self, x: u64) -> Ordering {
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
    pub(crate) fn floor_of_mean(&self) -> Result<u64, Error> {
        let mean = self.sharp_mean()?;
        let half = Enclosure::from(&Rational::one().shift(-1));
        let floor = mean.floor().or_else(|| (&mean + &half).floor());
        floor.ok_or(Error::Precision {
            what: "the whole number next to the mean",
            bits: self.precision + 64,
            remedy: "ask for single probabilities",
        })
    }

    /// The mean in doubles, for guesses.
    pub(crate) fn rough_mean(&self) -> f64 {
        let m = self.urns as f64;
        let share = |d: &Department| occupied_share(m, rough(&d.committees));
        match &self.shape {
            Shape::Certain(x) => *x as f64,
            Shape::Union(d) => m * share(d),
            Shape::Lists(lists) => m * lists.iter().map(|&k| k as f64 / m).product::<f64>(),
            Shape::General(ds) => m * ds.iter().map(share).product::<f64>(),
        }
    }

    /// P(X = i), the probability of just i occupied urns; 0 outside the support.
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
    /// use urnfield::Occupancy;
    /// let law = Occupancy::lists(1_000_000, &[100; 5])?;
    /// // Five lists of 100 out of a million share something: never one minus nearly one.
    /// assert_eq!(format!("{:.5}", law.at_least(1)?), "1.0000e-14");
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
