//! Tails of a binomial law: one term from logarithms, the others from ratios, all positive.
//!
//! Away from the mean the ratio ρ of one term to the one before falls with every step. So what
//! follows a term t is at most t·ρ/(1 − ρ), ρ being the ratio after t: a geometric series.

use crate::error::Error;
use urnfield_num::{Enclosure, Rational, Real, until_decided};

/// A tail of more terms than this would take some seconds.
const MOST_TERMS: u64 = 1 << 24;

/// The number of hits among `trials` independent draws, each a hit with the chance p.
///
/// ```
/// use urnfield::occupancy::binomial::Binomial;
/// // Three heads or more of four: 5/16.
/// let heads = Binomial::new(4, &"1/2".parse()?)?;
/// assert_eq!(heads.at_least(3)?.nearest_f64(), 0.3125);
/// assert_eq!(heads.at_most(2)?.nearest_f64(), 0.6875);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Binomial {
    trials: u64,
    chance: Rational,
    /// The certain bits that answers have at least.
    precision: u64,
}

/// A direction in which terms fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Up,
    Down,
}

impl Binomial {
    /// Returns the law of the hits among `trials` draws, for a chance from 0 to 1.
    pub fn new(trials: u64, chance: &Rational) -> Result<Binomial, Error> {
        if *chance < Rational::zero() || *chance > Rational::one() {
            let got = format!("chance = {chance}");
            return Err(Error::domain("a chance lies between 0 and 1", got));
        }
        Ok(Binomial { trials, chance: chance.clone(), precision: 53 })
    }

    /// Asks for answers with at least `bits` certain bits (never fewer than 53).
    pub fn precision(mut self, bits: u64) -> Binomial {
        self.precision = bits.max(53);
        self
    }

    /// Returns P(X ≥ i).
    ///
    /// Formula: Σ_{j ≥ i} C(N, j)·p^j·(1 − p)^(N−j). Cost: some standard deviations of terms.
    ///
    /// ```
    /// use urnfield::occupancy::binomial::Binomial;
    /// // One of 19200 counters gets at least 16 of 13000 balls.
    /// let counter = Binomial::new(13_000, &"1/19200".parse()?)?;
    /// assert_eq!(format!("{:.8}", counter.at_least(16)?), "4.8925513e-17");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_least(&self, i: u64) -> Result<Enclosure, Error> {
        match i.checked_sub(1) {
            None => Ok(Enclosure::one()),
            Some(below) => self.split(below, Side::Up),
        }
    }

    /// Returns P(X ≤ i).
    pub fn at_most(&self, i: u64) -> Result<Enclosure, Error> {
        self.split(i, Side::Down)
    }

    /// Returns P(X > i) or P(X ≤ i). The tail away from the mean is summed; the other one is its
    /// complement.
    fn split(&self, i: u64, side: Side) -> Result<Enclosure, Error> {
        let known = |is_sure: bool| if is_sure { Enclosure::one() } else { Enclosure::zero() };
        if i >= self.trials || self.chance.is_zero() {
            return Ok(known(side == Side::Down));
        }
        if self.chance == Rational::one() {
            return Ok(known(side == Side::Up));
        }
        let mean = &Rational::from(self.trials) * &self.chance;
        let summed = if Rational::from(i) < mean { Side::Down } else { Side::Up };
        let from = if summed == Side::Up { i + 1 } else { i };
        let bits = self.precision + 2;
        let words = |bits: u64| bits.div_ceil(64) + 2;
        let lengths = [words(bits), 2 * words(bits), 8 * words(bits)];
        let sum = until_decided(lengths, |words| {
            let sum = self.sum(from, summed, words as usize, bits + 8)?.enclosure();
            Ok::<_, Error>((sum.certain_bits() >= bits).then_some(sum))
        })?;
        let sum = sum.ok_or(Error::Precision {
            what: "the tail of this binomial law",
            bits: 64 * lengths[2],
            remedy: "ask for fewer digits",
        })?;
        Ok(if summed == side { sum } else { sum.complement() })
    }

    /// Returns the terms from `from` on, away from the mean: all that are larger than 2^−bits of
    /// their sum, and a bound of the others as uncertainty.
    fn sum(&self, from: u64, side: Side, words: usize, bits: u64) -> Result<Real, Error> {
        let (n, one) = (self.trials, Real::from_u64(1, words));
        let hit = Real::from_rational(&self.chance, words);
        let miss = Real::from_rational(&self.chance.complement(), words);
        let odds = match side {
            Side::Up => hit.div(&miss),
            Side::Down => miss.div(&hit),
        };
        let factorial = |i: u64| Real::ln_factorial(i, words);
        let choices = factorial(n).sub(&factorial(from)).sub(&factorial(n - from));
        let chances = hit.ln().mul_word(from).add(&miss.ln().mul_word(n - from));
        let mut term = choices.add(&chances).exp();
        let mut sum = term.clone();
        let (mut done, left) = match side {
            Side::Up => (from, n - from),
            Side::Down => (n - from, from),
        };
        for step in 0..left {
            // Upwards from i hits (N − i)/(i + 1); downwards from i misses just that too.
            let ratio = odds.mul_word(n - done).div_word(done + 1);
            let size = |real: &Real| real.magnitude().unwrap_or(i128::MIN);
            if size(&term) < size(&sum) - i128::from(bits) {
                let gap = one.sub(&ratio);
                if gap.enclosure().certainly_gt(&Rational::zero()) {
                    return Ok(sum.add(&term.mul(&ratio).div(&gap).uncertainty()));
                }
            }
            if step > MOST_TERMS {
                return Err(Error::TooCostly {
                    what: "the tail of this binomial law",
                    needs: left.into(),
                    unit: "terms".into(),
                    limit: MOST_TERMS.into(),
                    remedy: "ask for fewer draws",
                });
            }
            term = term.mul(&ratio);
            sum = sum.add(&term);
            done += 1;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;
    use urnfield_num::combinatorics::binomial;

    /// All terms as fractions.
    fn exact(n: u64, p: &Rational, from: u64, to: u64) -> Rational {
        let term = |i: u64| {
            let ways = Rational::from_integers(binomial(n, i).into(), UBig::ONE);
            &ways * &(&p.pow(i as u32) * &p.complement().pow((n - i) as u32))
        };
        (from..=to).fold(Rational::zero(), |sum, i| &sum + &term(i))
    }

    #[test]
    fn tails_enclose_their_fractions() {
        for n in [1, 2, 3, 10, 60] {
            for p in ["0", "1/1000000", "1/7", "1/2", "6/7", "999999/1000000", "1"] {
                let chance: Rational = p.parse().expect("a chance");
                let law = Binomial::new(n, &chance).expect("a law");
                for i in 0..=n {
                    let value = law.at_least(i).expect("short");
                    assert!(value.contains(&exact(n, &chance, i, n)), "{n} {p} {i}: {value}");
                    assert!(value.is_zero() || value.certain_bits() >= 53, "{n} {p} {i}");
                    let value = law.at_most(i).expect("short");
                    assert!(value.contains(&exact(n, &chance, 0, i)), "{n} {p} {i}: {value}");
                }
                assert_eq!(law.at_least(n + 1).map(|p| p.is_zero()), Ok(true));
            }
        }
    }

    /// The bound of the rest is needed: cut short, the sum alone is too small.
    #[test]
    fn without_the_rest_a_cut_sum_is_too_small() {
        for (n, p, from) in [(60, "1/7", 10), (60, "1/7", 30), (200, "1/100", 3)] {
            let chance: Rational = p.parse().expect("a chance");
            let law = Binomial::new(n, &chance).expect("a law");
            let truth = exact(n, &chance, from, n);
            for bits in [0, 2, 5, 9] {
                let sum = law.sum(from, Side::Up, 4, bits).expect("short");
                assert!(sum.enclosure().contains(&truth), "{n} {p} {from} {bits}");
                assert!(!sum.clone().middle().enclosure().contains(&truth));
                // Half of the bound is too little for some of the cuts.
                let half = sum.clone().middle().add(&sum.doubt().shift(-1).uncertainty());
                let holds = half.enclosure().contains(&truth);
                assert!(bits > 0 || from > 3 || !holds, "{n} {p} {from} {bits}");
            }
        }
    }
}
