//! The law of the overlap of two lists: its terms, their ratios, and where it is symmetric.

use crate::error::Error;
use crate::occupancy::law::Occupancy;
use dashu_int::UBig;
use std::cmp::Ordering;
use urnfield_num::Real;

/// Ratios of so many neighbours are multiplied; beyond, ln n! is as quick.
const MOST_FACTORS: u64 = 256;

/// Products of whole numbers are written out up to so many factors.
const MOST_WHOLE_FACTORS: u64 = 20_000;

/// A ratio of neighbours: two factors over two.
pub(crate) type Step = ((u64, u64), (u64, u64));

/// C(a,y)·C(m−a, k−y)/C(m,k): a committee of size k takes y of a given urns. Products where they
/// are short, else ln n!, whose differences are formed before the one exponential.
///
/// Coq: `two_lists.hypergeometric`.
pub(crate) fn hypergeometric(m: u64, a: u64, k: u64, y: u64, words: usize) -> Real {
    let parts = [(a, y), (m - a, k - y), (m, k)].map(|(n, k)| (n, k.min(n - k)));
    // Stirling's series has an end: long mantissas of short products are multiplied out.
    let short = if words <= 8 { 256 } else { 4096 };
    if parts.iter().all(|&(_, k)| k <= short) {
        let [x, y, z] = parts.map(|(n, k)| {
            (0..k).fold(Real::from_u64(1, words), |c, i| c.mul_word(n - i).div_word(i + 1))
        });
        return x.mul(&y).div(&z);
    }
    let ln = |n: u64| Real::ln_factorial(n, words);
    let [x, y, z] = parts.map(|(n, k)| ln(n).sub(&ln(k)).sub(&ln(n - k)));
    x.add(&y).sub(&z).exp()
}

/// ln of C(a,y)·C(m−a, b−y), on mantissas long enough for what is left of a difference of two.
pub(crate) fn log_ways(m: u64, a: u64, b: u64, y: u64, words: usize) -> Real {
    let ln = |n: u64| Real::ln_factorial(n, words + 2);
    let choose = |n: u64, k: u64| ln(n).sub(&ln(k)).sub(&ln(n - k));
    choose(a, y).add(&choose(m - a, b - y))
}

/// The law of the overlap of two lists of a and b urns, a ≤ b.
pub(crate) struct TwoLists {
    pub(crate) m: u64,
    pub(crate) a: u64,
    pub(crate) b: u64,
}

impl TwoLists {
    /// Returns the law as that of two lists, if it has that shape.
    pub(crate) fn of(law: &Occupancy) -> Option<TwoLists> {
        let [a, b] = law.shape.two_lists()?;
        Some(TwoLists { m: law.urns, a, b })
    }

    /// The most probable overlaps: P(x) ≥ P(x − 1) as long as x·(m + 2) ≤ (a + 1)·(b + 1), and
    /// they are equal where those are.
    pub(crate) fn modes(&self) -> Vec<u64> {
        let ways = (u128::from(self.a) + 1) * (u128::from(self.b) + 1);
        let last = (ways / (u128::from(self.m) + 2)) as u64;
        let tie = u128::from(last) * (u128::from(self.m) + 2) == ways;
        if tie { vec![last - 1, last] } else { vec![last] }
    }

    /// The c with X ~ c − X, if there is one: a list of half of all urns shares as many with the
    /// other list as the rest of the urns does. Coq: `two_lists.overlap_mirror`.
    pub(crate) fn mirror(&self) -> Option<u64> {
        let half = |list: u64| list == self.m - list;
        if half(self.a) { Some(self.b) } else { half(self.b).then_some(self.a) }
    }

    /// Compares P(x) with P(y), and returns ln of their ratio roughly: by enclosures, else in whole
    /// numbers. Overlaps that mirror each other are equally likely.
    pub(crate) fn compare(&self, x: u64, y: u64) -> Result<(Ordering, f64), Error> {
        if x == y || self.mirror().is_some_and(|sum| x.checked_add(y) == Some(sum)) {
            return Ok((Ordering::Equal, 0.0));
        }
        let (from, to) = (x.min(y), x.max(y));
        let ratio = match to - from {
            ..=MOST_FACTORS => self.ratio(from, to),
            _ => {
                let log = |y| log_ways(self.m, self.a, self.b, y, 4);
                log(to).sub(&log(from)).exp()
            }
        };
        let log = ratio.ln();
        let (order, height) = match log.certain_bits() {
            0 => (self.compare_exactly(from, to)?, 0.0),
            _ => (log.seed().total_cmp(&0.0), log.seed()),
        };
        Ok(if to == x { (order, height) } else { (order.reverse(), -height) })
    }

    /// P(to)/P(from), factor by factor.
    fn ratio(&self, from: u64, to: u64) -> Real {
        (from..to).fold(Real::from_u64(1, 4), |ratio, x| {
            let (over, under) = self.up(x);
            ratio.mul_word(over.0).mul_word(over.1).div_word(under.0).div_word(under.1)
        })
    }

    /// Compares P(to) with P(from) in whole numbers.
    fn compare_exactly(&self, from: u64, to: u64) -> Result<Ordering, Error> {
        if to - from > MOST_WHOLE_FACTORS {
            return Err(Error::Precision {
                what: "which of two overlaps is likelier",
                bits: 256,
                remedy: "ask for the tails instead",
            });
        }
        let product = |side: fn(Step) -> (u64, u64)| {
            (from..to).fold(UBig::ONE, |product, x| {
                let (one, other) = side(self.up(x));
                product * one * other
            })
        };
        Ok(product(|(over, _)| over).cmp(&product(|(_, under)| under)))
    }

    /// Numerator and denominator of P(x+1)/P(x).
    pub(crate) fn up(&self, x: u64) -> Step {
        ((self.a - x, self.b - x), (x + 1, (self.m - self.a) - (self.b - x) + 1))
    }

    /// Numerator and denominator of the ratio of the next value outward to this one.
    pub(crate) fn outward(&self, x: u64, up: bool) -> Step {
        if up {
            return self.up(x);
        }
        let (over, under) = self.up(x - 1);
        (under, over)
    }
}
