//! Bounds of tails that need only the mean, for laws beyond every other route.
//!
//! X has the law of a sum of m independent indicators (`docs/internals/why.md`, "How can the
//! mode be certain?"), whose probabilities have the mean p = μ/m. So E e^{tX} = ∏ (1 + p_i(e^t −
//! 1)) is at most (1 + p(e^t − 1))^m, as ln(1 + c·p_i) is concave in p_i, and Chernoff's argument
//! gives for x ≥ μ
//!
//! P(X ≥ x) ≤ (μ/x)^x · ((m − μ)/(m − x))^(m−x),
//!
//! and this bounds P(X ≤ x) where x ≤ μ.

use crate::error::Error;
use crate::occupancy::law::joint::joint;
use crate::occupancy::law::moments::mean;
use crate::occupancy::law::{Event, Occupancy, Shape, at_most_one, by_support};
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Real};

struct Chernoff<'a> {
    law: &'a Occupancy,
    x: u64,
}

impl Computation for Chernoff<'_> {
    fn at(&self, words: usize) -> Real {
        let (m, x) = (self.law.urns, self.x);
        let one = Real::from_u64(1, words);
        // The value that is computed without a difference may be very small.
        let (p, rest) = match &self.law.shape {
            Shape::Union(d) => {
                let rest = d.vacancy_ratio(m, 0, words);
                (one.sub(&rest), rest)
            }
            _ => {
                let p = joint(self.law, 1, words)[1].clone();
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

/// log10 of a bound of an event, roughly; `None` where there is none.
pub(crate) fn log10_upper(law: &Occupancy, event: Event) -> Option<f64> {
    let (low, high) = event.range();
    let tails = [Event::AtLeast(low), Event::AtMost(high)].map(|tail| tail_bound(law, tail).ok());
    let tails = [tails[0].as_ref()?, tails[1].as_ref()?];
    tails.into_iter().filter_map(Enclosure::log10).map(|log| log.hi_f64()).reduce(f64::min)
}

/// A bound of a tail, which is 1 on the wrong side of the mean.
pub(crate) fn tail_bound(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if let Some(decided) = by_support(law, event) {
        return Ok(decided);
    }
    let (Event::Point(x) | Event::AtLeast(x) | Event::AtMost(x)) = event;
    let (mean, at) = (mean(law)?, x.into());
    let beyond = match event {
        Event::AtMost(_) => mean.certainly_gt(&at),
        _ => mean.certainly_lt(&at),
    };
    if !beyond {
        return Ok(Enclosure::one());
    }
    let bits = law.precision + 2 * u64::from(law.urns.ilog2()) + 64;
    refine("this bound", law.precision, bits, &Chernoff { law, x }).map(at_most_one)
}
