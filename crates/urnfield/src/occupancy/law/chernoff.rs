//! Bounds of tails that need nothing but the mean: for laws beyond every other route.
//!
//! X has the law of a sum of m independent indicators (`docs/internals/design.md`, "How can the mode be
//! certain?"), whose probabilities have the mean p = μ/m. So E e^{tX} = ∏ (1 + p_i(e^t − 1)) is at
//! most (1 + p(e^t − 1))^m, as ln(1 + c·p_i) is concave in p_i, and Chernoff's argument gives for
//! x ≥ μ
//!
//! P(X ≥ x) ≤ (μ/x)^x · ((m − μ)/(m − x))^(m−x),
//!
//! and the same for P(X ≤ x) where x ≤ μ.

use crate::occupancy::Occupancy;
use crate::occupancy::law::shape::Shape;
use crate::occupancy::questions::probability::{Event, at_most_one};
use crate::refine::{Computation, refine};
use urnfield_num::Error;
use urnfield_num::{Enclosure, Real};

struct Chernoff<'a> {
    law: &'a Occupancy,
    x: u64,
}

impl Computation for Chernoff<'_> {
    fn at(&self, words: usize) -> Real {
        let (m, x) = (self.law.urns, self.x);
        let one = Real::from_u64(1, words);
        // Whichever of the two is computed without a difference may be as small as it likes.
        let (p, rest) = match &self.law.shape {
            Shape::Union(d) => {
                let rest = d.vacancy_ratio(m, 0, words);
                (one.sub(&rest), rest)
            }
            _ => {
                let p = self.law.joint(1, words)[1].clone();
                let rest = one.sub(&p);
                (p, rest)
            }
        };
        // 0·ln 0 = 0 at both ends.
        let part = |share: &Real, count: u64| match count {
            0 => Real::zero(words),
            _ => share.mul_word(m).div_word(count).ln().mul_word(count),
        };
        part(&p, x).add(&part(&rest, m - x)).exp()
    }
}

impl Occupancy {
    /// A bound that P(X ≥ x) does not exceed, at any size; 1 where x is not above the mean.
    ///
    /// Formula: (μ/x)^x·((m − μ)/(m − x))^(m−x), Chernoff's with Hoeffding's comparison to the
    /// binomial law. Source: follows from `eqn:binom-moment`; not in the paper. Cost: microseconds.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(2, 2)?; // the mean is 3/2: (3/4)^2 against P(X ≥ 2) = 1/2
    /// assert_eq!(format!("{:.6}", law.at_least_bound(2)?), "0.562500");
    /// assert_eq!(law.at_least(2)?.lo_f64(), 0.5);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_least_bound(&self, x: u64) -> Result<Enclosure, Error> {
        self.tail_bound(Event::AtLeast(x), x)
    }

    /// A bound that P(X ≤ x) does not exceed, at any size; 1 where x is not below the mean.
    ///
    /// Formula, source and cost as for [`Occupancy::at_least_bound`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(2, 2)?; // 3/2·1/2 against P(X ≤ 1) = 1/2
    /// assert_eq!(format!("{:.6}", law.at_most_bound(1)?), "0.750000");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_most_bound(&self, x: u64) -> Result<Enclosure, Error> {
        self.tail_bound(Event::AtMost(x), x)
    }

    /// log10 of a bound of an event, roughly; `None` where there is none.
    pub(crate) fn log10_upper(&self, event: Event) -> Option<f64> {
        let (low, high) = event.range();
        let tails = [self.at_least_bound(low).ok()?, self.at_most_bound(high).ok()?];
        tails.iter().filter_map(Enclosure::log10).map(|log| log.hi_f64()).reduce(f64::min)
    }

    fn tail_bound(&self, event: Event, x: u64) -> Result<Enclosure, Error> {
        if let Some(decided) = self.decided(event) {
            return Ok(decided);
        }
        let (mean, at) = (self.mean()?, x.into());
        let beyond = match event {
            Event::AtMost(_) => mean.certainly_gt(&at),
            _ => mean.certainly_lt(&at),
        };
        if !beyond {
            return Ok(Enclosure::one());
        }
        let bits = self.precision + 2 * u64::from(self.urns.ilog2()) + 64;
        refine("this bound", self.precision, bits, &Chernoff { law: self, x }).map(at_most_one)
    }
}
