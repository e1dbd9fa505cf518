//! Skewness and excess kurtosis, from four factorial moments.

use crate::occupancy::law::moments::choose;
use crate::occupancy::law::shape::{Department, Shape};
use crate::occupancy::{Committees, Occupancy};
use crate::refine::{Computation, on_words, until_certain};
use urnfield_num::Error;
use urnfield_num::combinatorics::falling_factorial;
use urnfield_num::{Enclosure, Rational, Real};

/// Which standardized moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MomentOrder {
    /// E(X−μ)³/σ³.
    Third,
    /// E(X−μ)⁴/σ⁴ − 3.
    Fourth,
}

struct Standardized<'a> {
    law: &'a Occupancy,
    order: MomentOrder,
}

/// Central moments of orders 2, 3, 4 from factorial ones of orders 1, 2, 3, 4, in any numbers.
macro_rules! central {
    ($f:expr, $add:expr, $sub:expr, $mul:expr, $times:expr) => {{
        let [f1, f2, f3, f4] = $f;
        // Raw moments: S(2,·) = 1 1, S(3,·) = 1 3 1, S(4,·) = 1 7 6 1.
        let e2 = $add(&f2, &f1);
        let e3 = $add(&$add(&f3, &$times(&f2, 3)), &f1);
        let e4 = $add(&$add(&f4, &$times(&f3, 6)), &$add(&$times(&f2, 7), &f1));
        let square = $mul(&f1, &f1);
        let second = $sub(&e2, &square);
        let third = $add(&$sub(&e3, &$times(&$mul(&f1, &e2), 3)), &$times(&$mul(&f1, &square), 2));
        let fourth = $sub(
            &$add(&e4, &$times(&$mul(&square, &e2), 6)),
            &$add(&$times(&$mul(&f1, &e3), 4), &$times(&$mul(&square, &square), 3)),
        );
        [second, third, fourth]
    }};
}

impl Occupancy {
    /// Central moments of orders 2, 3, 4 of Y, which is X, or for a union the number of vacant
    /// urns: that has the same central moments but for the sign of the third.
    pub(crate) fn central(&self, words: usize) -> [Real; 3] {
        let m = self.urns;
        let upto = m.min(4);
        let joint = match &self.shape {
            Shape::Union(d) => d.vacancies(m, upto, words),
            _ => self.joint(upto, words),
        };
        let factorial = [1u64, 2, 3, 4].map(|r| match joint.get(r as usize) {
            Some(p) => choose(m, r, words).mul_word((1..=r).product()).mul(p),
            None => Real::zero(words),
        });
        central!(factorial, Real::add, Real::sub, Real::mul, Real::mul_word)
    }

    /// The same in fractions, where those are short.
    fn central_exact(&self) -> Option<[Rational; 3]> {
        let m = self.urns;
        // P(r given urns are vacant, or in every list).
        let lists: Vec<u64> = match &self.shape {
            Shape::Union(Department { committees, .. }) => {
                let count: u64 = committees.iter().map(|c| c.count).sum();
                if count > MOST_COMMITTEES {
                    return None;
                }
                let each = |c: &Committees| vec![m - c.size; c.count as usize];
                committees.iter().flat_map(each).collect()
            }
            Shape::Lists(lists) if lists.len() as u64 <= MOST_COMMITTEES => lists.clone(),
            _ => return None,
        };
        let factorial = [1u64, 2, 3, 4].map(|r| {
            let all = falling_factorial(m, r);
            if r > m {
                return Rational::zero();
            }
            // m^(r)·∏ k^(r)/m^(r).
            let (over, under) = lists.iter().fold((all.clone(), None), |(over, under), &k| {
                let under = under.map_or(all.clone(), |under| under * &all);
                (over * falling_factorial(k, r), Some(under))
            });
            Rational::from_integers(over.into(), under.unwrap_or(all))
        });
        let times = |a: &Rational, n: u64| a * &Rational::from(n);
        let (add, sub, mul) = (
            |a: &Rational, b: &Rational| a + b,
            |a: &Rational, b: &Rational| a - b,
            |a: &Rational, b: &Rational| a * b,
        );
        Some(central!(factorial, add, sub, mul, times))
    }

    fn mirrored(&self) -> bool {
        matches!(self.shape, Shape::Union(_))
    }

    fn standardized(&self, order: MomentOrder, what: &'static str) -> Result<Enclosure, Error> {
        let (least, most) = self.support();
        if least == most {
            return Err(Error::domain(
                "skewness and kurtosis need a law with more than one value",
                format!("X = {least} always"),
            ));
        }
        if let Some([second, third, fourth]) = self.central_exact() {
            match order {
                MomentOrder::Third if third.is_zero() => return Ok(Enclosure::zero()),
                MomentOrder::Third => {}
                MomentOrder::Fourth => {
                    let square = &second * &second;
                    if let Some(ratio) = fourth.checked_div(&square) {
                        let excess = &ratio - &Rational::from(3);
                        return Ok(Enclosure::from_rational(&excess, self.precision));
                    }
                }
            }
        }
        let value = Standardized { law: self, order };
        // What cancels is at most the fourth power of m over that of σ; what is still undecided
        // then is as good as zero.
        let lengths = [4, 8, 16, 32, 64, 128];
        let found = until_certain(self.precision, lengths, |words| Ok(on_words(&value, words)))?;
        found.ok_or(Error::Precision { what, bits: 64 * 128, remedy: "ask for fewer digits" })
    }

    /// The skewness, E(X−μ)³/σ³.
    ///
    /// Formula: from E X(X−1)…(X−r+1), r ≤ 4; for a union of the vacant urns, with the sign
    /// changed. Source: `eqn:binom-moment`. An error for a law with one value. Cost: four powers
    /// of each size.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// // A coin that shows 1 with probability 1/4: (1 − 2p)/√(pq) = 2/√3.
    /// let law = Occupancy::lists(4, &[1, 1])?;
    /// assert_eq!(format!("{:.10}", law.skewness()?), "1.154700538");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn skewness(&self) -> Result<Enclosure, Error> {
        self.standardized(MomentOrder::Third, "the skewness")
    }

    /// The excess kurtosis, E(X−μ)⁴/σ⁴ − 3: 0 for a normal law.
    ///
    /// Formula and cost: as [`Occupancy::skewness`]. Source: `eqn:binom-moment`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(2, 2)?; // 1 or 2, one half each: 1 − 3
    /// assert_eq!(law.excess_kurtosis()?.exact().unwrap().to_string(), "-2");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn excess_kurtosis(&self) -> Result<Enclosure, Error> {
        self.standardized(MomentOrder::Fourth, "the excess kurtosis")
    }
}

/// Fractions of four falling factorials for each of more committees than this are long.
const MOST_COMMITTEES: u64 = 64;

impl Computation for Standardized<'_> {
    fn at(&self, words: usize) -> Real {
        let [second, third, fourth] = self.law.central(words);
        match self.order {
            MomentOrder::Third => {
                // σ^−3 as exp(−3/2·ln σ²).
                let scale = second.ln().mul_word(3).shift(-1).negated().exp();
                let value = third.mul(&scale);
                if self.law.mirrored() { value.negated() } else { value }
            }
            MomentOrder::Fourth => fourth.div(&second.mul(&second)).sub(&Real::from_u64(3, words)),
        }
    }
}
