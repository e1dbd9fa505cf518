//! The probability generating function E z^X at a rational z.

use super::exact::{self, Count};
use super::two_lists::TwoLists;
use super::{Occupancy, Shape, moments};
use crate::num::Error;
use crate::num::{Enclosure, Rational, Real};
use crate::refine::{Computation, refine};

/// The most terms the series may take.
const MOST_TERMS: u128 = 200_000;

struct GeneratingSeries<'a> {
    law: &'a Occupancy,
    z: &'a Rational,
    /// Σ C(m,r)·h(r)·z^(m−r)·(1−z)^r over vacant urns, else Σ E C(X,r)·(z−1)^r.
    vacant: bool,
}

impl Computation for GeneratingSeries<'_> {
    fn at(&self, words: usize) -> Real {
        let m = self.law.urns;
        let less_one = Real::from_rational(&(self.z - &Rational::one()), words);
        let mut sum = Real::zero(words);
        match (&self.law.shape, self.vacant) {
            (Shape::Union(d), true) => {
                let z = Real::from_rational(self.z, words);
                let step = less_one.clone().negated().div(&z);
                let mut term = z.pow(m);
                let top = m - d.largest();
                for r in 0..=top {
                    sum = sum.add(&term);
                    if r < top {
                        term = term.mul(&step).mul_word(m - r).div_word(r + 1);
                        term = term.mul(&d.vacancy_ratio(m, r, words));
                    }
                }
            }
            _ => {
                let top = self.law.support().1;
                let joint = self.law.joint(top, words);
                let mut factor = Real::from_u64(1, words);
                for (r, p) in (0..=top).zip(&joint) {
                    sum = sum.add(&factor.mul(p));
                    factor = factor.mul(&less_one).mul_word(m - r).div_word(r + 1);
                }
            }
        }
        sum
    }
}

impl Occupancy {
    /// G(z) = E z^X.
    ///
    /// Formula: Σ_r E C(X,r)·(z−1)^r, or for a union the same series of its vacant urns, turned
    /// round. Source: `cor:committee-union-pgf`, `eqn:unoccupied-pgf`.
    /// Cost: min(greatest X, m − least X) terms; more than 200000 are `TooCostly`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let g = Occupancy::balls(2, 2)?.pgf(&"1/3".parse()?)?; // (z + z²)/2
    /// assert_eq!(g.exact().unwrap().to_string(), "2/9");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pgf(&self, z: &Rational) -> Result<Enclosure, Error> {
        let (least, most) = self.support();
        if *z == Rational::one() || most == 0 {
            return Ok(Enclosure::one());
        }
        if z.is_zero() {
            return self.pmf(0);
        }
        // Where X ~ c − X and c is odd, G(−1) = −G(−1).
        let mirror = TwoLists::of(self).and_then(|two| two.mirror());
        if mirror.is_some_and(|c| c % 2 == 1) && (z + &Rational::one()).is_zero() {
            return Ok(Enclosure::zero());
        }
        let vacant = match &self.shape {
            Shape::Union(_) => (self.urns - least) as u128 <= most as u128 * most as u128 / 2,
            _ => false,
        };
        let terms = if vacant { (self.urns - least) as u128 } else { most as u128 };
        let table = match self.shape {
            Shape::Lists(_) | Shape::Certain(_) => terms,
            _ if vacant => terms,
            _ => terms * terms / 2,
        };
        let refused = |needs: u128, unit: &'static str, limit: u128| Error::TooCostly {
            what: "the generating function of this law",
            needs,
            unit,
            limit,
            remedy: "ask for moments instead",
        };
        if terms > MOST_TERMS {
            return Err(refused(terms, "terms", MOST_TERMS));
        }
        if table > moments::LARGEST_TABLE {
            return Err(refused(table, "table entries", moments::LARGEST_TABLE));
        }
        if exact::short(self, most) {
            return Ok(Enclosure::from_rational(&self.pgf_exact(z), self.precision));
        }
        refine(
            "the generating function",
            self.precision,
            self.precision + 128,
            &GeneratingSeries { law: self, z, vacant },
        )
    }

    fn pgf_exact(&self, z: &Rational) -> Rational {
        if let Shape::Certain(x) = self.shape {
            return z.pow(x as u32);
        }
        debug_assert!(Count::of(self).is_some());
        let less_one = z - &Rational::one();
        let mut power = Rational::one();
        let mut sum = Rational::zero();
        for b in exact::binomial_moments(self, self.support().1) {
            sum = &sum + &(&b * &power);
            power = &power * &less_one;
        }
        sum
    }
}
