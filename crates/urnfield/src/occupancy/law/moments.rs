//! Binomial, factorial and raw moments, mean and variance: r + 1 terms of the kernel, any u64 m.

use crate::error::Error;
use crate::occupancy::law::central::central;
use crate::occupancy::law::exact;
use crate::occupancy::law::joint::{choose, joint};
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Occupancy, Shape};
use crate::refine::{Computation, refine};
use dashu_int::ops::BitTest;
use urnfield_num::combinatorics::stirling_row;
use urnfield_num::{Enclosure, Rational, Real};

/// The most steps (entries of difference tables) a moment may take.
pub(crate) const LARGEST_TABLE: u128 = 100_000_000;

/// Which moment.
#[derive(Clone, Copy)]
pub(crate) enum MomentKind {
    Binomial,
    Factorial,
    Raw,
    Variance,
    VarianceOfVacant,
}

struct Moment<'a> {
    law: &'a Occupancy,
    kind: MomentKind,
    order: u64,
}

impl Computation for Moment<'_> {
    fn at(&self, words: usize) -> Real {
        let m = self.law.urns;
        let order = self.order.min(self.law.support().1);
        let joint = joint(self.law, order, words);
        let falling = |r: u64| {
            let start = joint[r as usize].clone();
            (0..r).fold(start, |product, i| product.mul_word(m - i))
        };
        match self.kind {
            MomentKind::Factorial => falling(order),
            MomentKind::Binomial => choose(m, order, words).mul(&joint[order as usize]),
            MomentKind::Raw => {
                // By Horner's rule, as m^(i+1) = m^(i)·(m − i).
                let row = stirling_row(self.order as usize);
                (0..=order).rev().fold(Real::zero(words), |sum, i| {
                    let ways = Real::from_big(&row[i as usize], 0, words);
                    let term = joint[i as usize].mul(&ways);
                    // m − i may be zero for the last i, where the sum is zero too.
                    term.add(&sum.mul_word(m - i))
                })
            }
            // E X(X−1) + E X − (E X)²
            MomentKind::Variance => {
                let mean = falling(1);
                let pairs = if order < 2 { Real::zero(words) } else { falling(2) };
                pairs.add(&mean).sub(&mean.mul(&mean))
            }
            // The variance of the vacant urns, of which there are few: nothing would be left of
            // the difference.
            MomentKind::VarianceOfVacant => central(self.law, words)[0].clone(),
        }
    }
}

pub(crate) fn moment(law: &Occupancy, kind: MomentKind, order: u64) -> Result<Enclosure, Error> {
    if let Some(exact) = exact_moment(law, kind, order) {
        return Ok(Enclosure::from_rational(&exact, law.precision));
    }
    let reach = order.min(law.support().1) as u128;
    if reach * reach / 2 > LARGEST_TABLE || order > 20_000 && matches!(kind, MomentKind::Raw) {
        return Err(Error::TooCostly {
            what: "a moment of this order",
            needs: (order as u128 * order as u128) / 2,
            unit: "table entries".into(),
            limit: LARGEST_TABLE,
            remedy: "ask for a lower order",
        });
    }
    let moment = Moment { law, kind, order };
    // A variance is at most m/4, and a difference of numbers of up to m².
    let lost = match kind {
        MomentKind::Variance => u64::from(law.urns.ilog2()),
        _ => 0,
    };
    refine("a moment of this order", law.precision, law.precision + 64 + lost, &moment)
}

/// Returns the moment as a rational if that is short.
fn exact_moment(law: &Occupancy, kind: MomentKind, order: u64) -> Option<Rational> {
    if let Shape::Certain(x) = law.shape {
        if order > 1 << 20 || order * (x.bit_len() as u64).max(1) > 1 << 20 {
            return None;
        }
        return Some(match kind {
            MomentKind::Binomial => exact::integer(urnfield_num::combinatorics::binomial(x, order)),
            MomentKind::Factorial => {
                exact::integer(urnfield_num::combinatorics::falling_factorial(x, order))
            }
            MomentKind::Raw => Rational::from(x).pow(order as u32),
            MomentKind::Variance | MomentKind::VarianceOfVacant => Rational::zero(),
        });
    }
    let upto = order.min(law.support().1);
    if matches!(kind, MomentKind::Binomial | MomentKind::Factorial) && order > upto {
        return Some(Rational::zero());
    }
    if !exact::short(law, upto) || order > 64 {
        return None;
    }
    let b = exact::binomial_moments(law, upto);
    let factorial = |r: u64| {
        let scale = exact::integer(urnfield_num::combinatorics::falling_factorial(r, r));
        &b[r as usize] * &scale
    };
    Some(match kind {
        MomentKind::Binomial => b[order as usize].clone(),
        MomentKind::Factorial => factorial(order),
        MomentKind::Raw => {
            let row = stirling_row(order as usize);
            (0..=upto)
                .zip(row)
                .fold(Rational::zero(), |sum, (i, s)| &sum + &(&factorial(i) * &exact::integer(s)))
        }
        MomentKind::Variance | MomentKind::VarianceOfVacant => {
            let mean = factorial(1);
            let pairs = if upto < 2 { Rational::zero() } else { factorial(2) };
            &(&pairs + &mean) - &(&mean * &mean)
        }
    })
}

/// Computes [`Occupancy::mean`].
pub(crate) fn mean(law: &Occupancy) -> Result<Enclosure, Error> {
    moment(law, MomentKind::Factorial, 1)
}

/// Computes [`Occupancy::variance`].
pub(crate) fn variance(law: &Occupancy) -> Result<Enclosure, Error> {
    let full = rough_mean(law) > 0.75 * law.urns as f64;
    match law.shape {
        Shape::Union(_) if full => moment(law, MomentKind::VarianceOfVacant, 2),
        _ => moment(law, MomentKind::Variance, 2),
    }
}
