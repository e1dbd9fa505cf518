//! Reals to draw, with the exact ends of what they may be; and exact numbers.
#![allow(dead_code)] // Each file of tests uses its own part of this.

use dashu_int::IBig;
use urnfield_num::{Rational, Real};
use urnfield_paper::draws::Draws;

/// A real, and the exact ends of what it may be.
pub(crate) struct Drawn {
    pub(crate) real: Real,
    pub(crate) ends: [Rational; 2],
}

impl Drawn {
    pub(crate) fn new(negative: bool, words: &[u64], exponent: i64, ulps: u32) -> Self {
        let magnitude = words
            .iter()
            .rev()
            .fold(Rational::zero(), |sum, &word| &sum.shift(64) + &Rational::from(word));
        let middle = if negative { minus(&magnitude) } else { magnitude };
        let error = Rational::from(u64::from(ulps));
        Drawn {
            real: Real::from_parts(negative, words, exponent.into(), ulps),
            ends: [&middle - &error, &middle + &error].map(|end| end.shift(exponent)),
        }
    }
}

pub(crate) fn minus(x: &Rational) -> Rational {
    &Rational::zero() - x
}

pub(crate) fn number(text: &str) -> Rational {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

pub(crate) fn ten_to(k: i64) -> Rational {
    number(&format!("1e{k}"))
}

/// Numerator and denominator.
pub(crate) fn parts(x: &Rational) -> (IBig, IBig) {
    let text = x.to_string();
    let (n, d) = text.split_once('/').unwrap_or((&text, "1"));
    let whole = |digits: &str| digits.parse().expect("a rational prints whole numbers");
    (whole(n), whole(d))
}

/// Draws that only the tests of numbers make.
pub(crate) trait DrawReal {
    fn real(&mut self, words: usize, exponent: i64) -> Drawn;
}

impl DrawReal for Draws {
    fn real(&mut self, words: usize, exponent: i64) -> Drawn {
        let mantissa = self.mantissa(words);
        Drawn::new(self.coin(), &mantissa, exponent, self.ulps())
    }
}
