//! Binomial, factorial and raw moments, mean and variance: r + 1 terms of the kernel, any u64 m.

use crate::occupancy::Occupancy;
use crate::occupancy::law::shape::Shape;
use crate::occupancy::routes::exact;
use crate::refine::{Computation, refine};
use dashu_int::ops::BitTest;
use urnfield_num::Error;
use urnfield_num::combinatorics::stirling_row;
use urnfield_num::{Enclosure, Rational, Real};

/// The most steps (entries of difference tables) a moment may take.
pub(crate) const LARGEST_TABLE: u128 = 100_000_000;

/// Which moment.
#[derive(Clone, Copy)]
enum MomentKind {
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

/// C(m, r), as r multiplications and divisions by words.
pub(crate) fn choose(m: u64, r: u64, words: usize) -> Real {
    let mut c = Real::from_u64(1, words);
    for i in 0..r.min(m - r) {
        c = c.mul_word(m - i).div_word(i + 1);
    }
    c
}

impl Computation for Moment<'_> {
    fn at(&self, words: usize) -> Real {
        let m = self.law.urns;
        let order = self.order.min(self.law.support().1);
        let joint = self.law.joint(order, words);
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
                    // m − i may be zero for the last i, whose sum is.
                    term.add(&sum.mul_word(m - i))
                })
            }
            // E X(X−1) + E X − (E X)²
            MomentKind::Variance => {
                let mean = falling(1);
                let pairs = if order < 2 { Real::zero(words) } else { falling(2) };
                pairs.add(&mean).sub(&mean.mul(&mean))
            }
            // The same of the vacant urns, of which there are few: nothing else would be left of
            // the difference.
            MomentKind::VarianceOfVacant => self.law.central(words)[0].clone(),
        }
    }
}

impl Occupancy {
    fn moment(&self, kind: MomentKind, order: u64) -> Result<Enclosure, Error> {
        if let Some(exact) = self.exact_moment(kind, order) {
            return Ok(Enclosure::from_rational(&exact, self.precision));
        }
        let reach = order.min(self.support().1) as u128;
        if reach * reach / 2 > LARGEST_TABLE || order > 20_000 && matches!(kind, MomentKind::Raw) {
            return Err(Error::TooCostly {
                what: "a moment of this order",
                needs: (order as u128 * order as u128) / 2,
                unit: "table entries",
                limit: LARGEST_TABLE,
                remedy: "ask for a lower order",
            });
        }
        let moment = Moment { law: self, kind, order };
        // A variance is at most m/4, and a difference of numbers of up to m².
        let lost = match kind {
            MomentKind::Variance => u64::from(self.urns.ilog2()),
            _ => 0,
        };
        refine("a moment of this order", self.precision, self.precision + 64 + lost, &moment)
    }

    /// The moment as a rational, where that is short enough to be worth it.
    fn exact_moment(&self, kind: MomentKind, order: u64) -> Option<Rational> {
        if let Shape::Certain(x) = self.shape {
            if order > 1 << 20 || order * (x.bit_len() as u64).max(1) > 1 << 20 {
                return None;
            }
            return Some(match kind {
                MomentKind::Binomial => {
                    exact::integer(urnfield_num::combinatorics::binomial(x, order))
                }
                MomentKind::Factorial => {
                    exact::integer(urnfield_num::combinatorics::falling_factorial(x, order))
                }
                MomentKind::Raw => Rational::from(x).pow(order as u32),
                MomentKind::Variance | MomentKind::VarianceOfVacant => Rational::zero(),
            });
        }
        let upto = order.min(self.support().1);
        if matches!(kind, MomentKind::Binomial | MomentKind::Factorial) && order > upto {
            return Some(Rational::zero());
        }
        if !exact::short(self, upto) || order > 64 {
            return None;
        }
        let b = exact::binomial_moments(self, upto);
        let factorial = |r: u64| {
            let scale = exact::integer(urnfield_num::combinatorics::falling_factorial(r, r));
            &b[r as usize] * &scale
        };
        Some(match kind {
            MomentKind::Binomial => b[order as usize].clone(),
            MomentKind::Factorial => factorial(order),
            MomentKind::Raw => {
                let row = stirling_row(order as usize);
                (0..=upto).zip(row).fold(Rational::zero(), |sum, (i, s)| {
                    &sum + &(&factorial(i) * &exact::integer(s))
                })
            }
            MomentKind::Variance | MomentKind::VarianceOfVacant => {
                let mean = factorial(1);
                let pairs = if upto < 2 { Rational::zero() } else { factorial(2) };
                &(&pairs + &mean) - &(&mean * &mean)
            }
        })
    }

    /// The binomial moment E C(X, r).
    ///
    /// Formula: C(m, r)·P(the first r urns are occupied). Source: `eqn:binom-moment`,
    /// `eqn:batch-factorial-moments`, `eqn:committee-union-binom`,
    /// `eqn:committee-intersection-binom-moment`, `eq:mutual-batch-expected`.
    /// Cost: r²/2 subtractions and r powers; for lists r products.
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// // 2 balls in 13 urns: both urns differ with probability 12/13, and then C(2,2) = 1.
    /// let b2 = Occupancy::balls(13, 2)?.binomial_moment(2)?;
    /// assert_eq!(b2.exact().unwrap().to_string(), "12/13");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn binomial_moment(&self, r: u64) -> Result<Enclosure, Error> {
        self.moment(MomentKind::Binomial, r)
    }

    /// The factorial moment E X(X−1)…(X−r+1).
    ///
    /// Formula: r!·E C(X, r). Source: `eqn:binom-fac-moments`, `eqn:batch-factorial-moments`,
    /// `eqn:two-color-factorial-moments`. Cost: as [`Occupancy::binomial_moment`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let m2 = Occupancy::balls(13, 2)?.factorial_moment(2)?;
    /// assert_eq!(m2.exact().unwrap().to_string(), "24/13");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn factorial_moment(&self, r: u64) -> Result<Enclosure, Error> {
        self.moment(MomentKind::Factorial, r)
    }

    /// The raw moment E X^r.
    ///
    /// Formula: Σ_i S(r, i)·E X(X−1)…(X−i+1), i from 0. Source: `eq:moment-1`,
    /// `eqn:classic-moments-2`. DIFFERENCE: the printed sums start at i = 1, which is wrong for
    /// r = 0 (`docs/paper/ledger.md`). Cost: as [`Occupancy::binomial_moment`], all terms positive.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(13, 2)?; // X = 2 with probability 12/13, else 1
    /// assert_eq!(law.raw_moment(3)?.exact().unwrap().to_string(), "97/13");
    /// assert_eq!(law.raw_moment(0)?.exact().unwrap().to_string(), "1");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn raw_moment(&self, r: u64) -> Result<Enclosure, Error> {
        self.moment(MomentKind::Raw, r)
    }

    /// The mean E X.
    ///
    /// Formula: m·(1 − ∏(1 − k/m)^n) a department, departments multiplied. Source:
    /// `eqn:batch-occupancy-mean`, `eq:batch-mean`, `eq:classic-mean`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let mean = Occupancy::balls(1_000_000_000_000, 1_000_000_000_000)?.mean()?;
    /// assert_eq!(format!("{mean:.12}"), "6.32120558829e11"); // m(1 − 1/e), nearly
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn mean(&self) -> Result<Enclosure, Error> {
        self.moment(MomentKind::Factorial, 1)
    }

    /// The variance of X.
    ///
    /// Formula: 2·E C(X,2) + E X − (E X)². Source: `eq:batch-variance`, `eq:classic-variance`.
    /// DIFFERENCE: the printed committee variance has 1 − q where q is meant and goes negative
    /// (`docs/paper/ledger.md`).
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// let law = Occupancy::union(2, &[Committees { count: 2, size: 1 }])?;
    /// assert_eq!(law.variance()?.exact().unwrap().to_string(), "1/4"); // the print says −3/4
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn variance(&self) -> Result<Enclosure, Error> {
        let full = self.rough_mean() > 0.75 * self.urns as f64;
        match self.shape {
            Shape::Union(_) if full => self.moment(MomentKind::VarianceOfVacant, 2),
            _ => self.moment(MomentKind::Variance, 2),
        }
    }
}
