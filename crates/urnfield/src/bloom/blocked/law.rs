//! [`Law`]: a rate as one alternating sum Σ c·(survival)^n with whole numbers in its terms.
//!
//! All layouts use it, so there is one sum, one exact fraction and one proof that a rate differs
//! from the target. The terms are exact, so only the powers are rounded; `refine` raises the
//! precision by as much as cancels.

use crate::bloom::rate::direct::{minus, plus, power, remainder, times};
use crate::bloom::rate::fpr::RateOrComplement;
use crate::error::Error;
use crate::refine::{Computation, refine};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use urnfield_num::{Enclosure, Rational, Real};

/// The most bits of a rate as a fraction.
const LARGEST_EXACT: u128 = 10_000_000;

/// Rates of up to so many bits are computed as fractions first.
const SHORT: u128 = 640;

/// One set T of bits, or all sets of one type.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    /// Whether the term is subtracted: T has an odd number of bits.
    pub(crate) negative: bool,
    /// The expected number of such T, over the law's scale.
    pub(crate) weight: UBig,
    /// The probability that an item misses T, over the law's whole.
    pub(crate) survival: UBig,
}

/// f = Σ weight/scale·(survival/whole)^items. The first term is the empty set: 1.
#[derive(Debug, Clone)]
pub(crate) struct Law {
    pub(crate) terms: Vec<Term>,
    pub(crate) scale: UBig,
    pub(crate) whole: UBig,
}

/// The sum with n items.
struct Sum<'a> {
    law: &'a Law,
    items: u64,
    side: RateOrComplement,
}

impl Computation for Sum<'_> {
    fn at(&self, words: usize) -> Real {
        let complement = self.law.complement_at(self.items, words);
        match self.side {
            RateOrComplement::Complement => complement,
            RateOrComplement::Rate => Real::from_u64(1, words).sub(&complement),
        }
    }
}

impl Law {
    /// Returns 1 − f, on mantissas of so many words.
    pub(crate) fn complement_at(&self, items: u64, words: usize) -> Real {
        let whole = Real::from_big(&self.whole, 0, words);
        let mut sum = Real::zero(words);
        for term in self.terms.iter().skip(1) {
            let clear = Real::from_big(&term.survival, 0, words).div(&whole).pow(items);
            let value = Real::from_big(&term.weight, 0, words).mul(&clear);
            sum = if term.negative { sum.add(&value) } else { sum.sub(&value) };
        }
        sum.div(&Real::from_big(&self.scale, 0, words))
    }

    /// Returns the mean rate or its complement, with at least `precision` certain bits.
    pub(crate) fn side(
        &self,
        items: u64,
        side: RateOrComplement,
        precision: u64,
    ) -> Result<Enclosure, Error> {
        if items == 0 {
            return Ok(if side == RateOrComplement::Rate {
                Enclosure::zero()
            } else {
                Enclosure::one()
            });
        }
        // No term survives: every answer is yes.
        if self.terms.iter().skip(1).all(|term| term.survival == UBig::ZERO) {
            return Ok(if side == RateOrComplement::Rate {
                Enclosure::one()
            } else {
                Enclosure::zero()
            });
        }
        if self.exact_bits(items) <= SHORT {
            let exact = self.exact(items)?;
            let value = if side == RateOrComplement::Rate { exact } else { exact.complement() };
            return Ok(Enclosure::from_rational(&value, precision));
        }
        // The smaller of f and 1 − f is summed, and the other is its complement: neither passes 1.
        let near_one = self.complement_at(items, 2).seed() < 0.5;
        let summed = if near_one { RateOrComplement::Complement } else { RateOrComplement::Rate };
        let start = precision + 40 + u64::from(items.ilog2());
        let sum = Sum { law: self, items, side: summed };
        let value = refine("this rate", precision + 2, start, &sum)?;
        Ok(if side == summed { value } else { value.complement() })
    }

    /// Estimates how many bits the exact fraction has.
    fn exact_bits(&self, items: u64) -> u128 {
        self.scale.bit_len() as u128 + items as u128 * self.whole.bit_len() as u128
    }

    /// Returns the rate as a fraction.
    pub(crate) fn exact(&self, items: u64) -> Result<Rational, Error> {
        let needs = self.exact_bits(items).saturating_mul(self.terms.len() as u128);
        if needs > LARGEST_EXACT {
            return Err(Error::TooCostly {
                what: "the exact fraction of this rate",
                needs,
                unit: "bits".into(),
                limit: LARGEST_EXACT,
                remedy: "ask for its enclosure",
            });
        }
        let mut sum = IBig::ZERO;
        for term in &self.terms {
            let value = IBig::from(&term.weight * term.survival.pow(items as usize));
            if term.negative { sum -= value } else { sum += value }
        }
        Ok(Rational::from_integers(sum, &self.scale * self.whole.pow(items as usize)))
    }

    /// Returns whether f ≠ p is certain because the two sides of the equation, as integers, differ
    /// modulo the prime 2^61 − 1.
    pub(crate) fn differs_modulo(&self, items: u64, p: &Rational) -> bool {
        let (numerator, denominator) = p.parts();
        let mut sum = 0;
        for term in &self.terms {
            let value = times(remainder(&term.weight), power(remainder(&term.survival), items));
            sum = if term.negative { minus(sum, value) } else { plus(sum, value) };
        }
        let all = times(remainder(&self.scale), power(remainder(&self.whole), items));
        times(remainder(&denominator), sum) != times(remainder(&numerator), all)
    }
}
