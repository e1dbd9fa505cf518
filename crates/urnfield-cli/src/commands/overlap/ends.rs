//! Two ends with a p-value between them, as exact numbers of any size: what it takes to multiply,
//! to compare, and to choose the smaller or the greater of values that are not known exactly.
//!
//! An [`Enclosure`] hands its ends out as decimals, rounded outward. They are taken as they are,
//! and everything up to the way back is exact.

use urnfield::{Enclosure, Rational};
use urnfield_num::Real;

/// A positive number: `leading`·10^`exponent`, with 1 ≤ leading < 10. The order of the fields
/// makes the derived order that of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    exponent: i128,
    leading: Rational,
}

impl End {
    pub(super) fn one() -> End {
        End { exponent: 0, leading: Rational::one() }
    }

    /// `value`·10^`exponent`; `None` unless it is positive.
    fn new(value: Rational, exponent: i128) -> Option<End> {
        if value <= Rational::zero() {
            return None;
        }
        let (ten, tenth) = (Rational::from(10), Rational::new(1, 10).ok()?);
        let (mut leading, mut exponent) = (value, exponent);
        while leading >= ten {
            (leading, exponent) = (&leading * &tenth, exponent + 1);
        }
        while leading < Rational::one() {
            (leading, exponent) = (&leading * &ten, exponent - 1);
        }
        Some(End { exponent, leading })
    }

    /// A decimal, as enclosures write them: `0.25`, `1.96e-399`.
    fn read(text: &str) -> Option<End> {
        let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
        End::new(digits.parse().ok()?, exponent.parse().ok()?)
    }

    /// a/b times this; neither is zero.
    pub(super) fn times(&self, a: u64, b: u64) -> End {
        let product =
            Rational::from(a).checked_div(&Rational::from(b)).map(|by| &by * &self.leading);
        // Positive numbers have positive products.
        product.and_then(|value| End::new(value, self.exponent)).unwrap_or_else(|| self.clone())
    }

    /// As a certified real with a mantissa of `words` words.
    fn real(&self, words: usize) -> Real {
        let text = self.leading.to_string();
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let leading = integer(numerator, words).div(&integer(denominator, words));
        let size = self.exponent.unsigned_abs();
        let (high, low) = ((size >> 40) as u64, size as u64 & 0xFF_FFFF_FFFF);
        let ten = Real::from_u64(10, words);
        let power = ten.pow(1 << 40).pow(high).mul(&ten.pow(low));
        if self.exponent < 0 { leading.div(&power) } else { leading.mul(&power) }
    }
}

/// Decimal digits as a real.
fn integer(digits: &str, words: usize) -> Real {
    let mut value = Real::zero(words);
    for chunk in digits.as_bytes().chunks(19) {
        let part = chunk.iter().fold(0u64, |n, digit| 10 * n + u64::from(digit - b'0'));
        let scale = 10u64.pow(chunk.len() as u32);
        value = value.mul_word(scale).add(&Real::from_u64(part, words));
    }
    value
}

/// lo ≤ value ≤ hi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) lo: End,
    pub(super) hi: End,
}

impl Ends {
    pub(super) fn one() -> Ends {
        Ends { lo: End::one(), hi: End::one() }
    }

    /// Ends that are, relative to a value with `bits` certain bits, hardly wider than its own.
    /// `None` for a value that may be zero.
    pub(super) fn of(value: &Enclosure, bits: u64) -> Option<Ends> {
        if let Some(exact) = value.exact() {
            let end = End::new(exact.clone(), 0)?;
            return Some(Ends { lo: end.clone(), hi: end });
        }
        // A digit is more than three bits, so that these are a tenth more than asked for.
        let (lo, hi) = value.decimal_bounds((bits / 3) as usize + 4);
        Some(Ends { lo: End::read(&lo)?, hi: End::read(&hi)? })
    }

    /// The smaller of two values, whichever it is.
    pub(super) fn min(self, other: Ends) -> Ends {
        Ends { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi) }
    }

    pub(super) fn times(&self, a: u64, b: u64) -> Ends {
        Ends { lo: self.lo.times(a, b), hi: self.hi.times(a, b) }
    }

    /// An enclosure with at least `bits` certain bits, if the ends are near enough.
    pub(super) fn enclosure(&self, bits: u64) -> Enclosure {
        // Beyond, nothing would be short enough to be kept as an exact value.
        const WRITTEN_OUT: i128 = 400;
        if self.lo == self.hi && self.lo.exponent.abs() <= WRITTEN_OUT {
            let End { exponent, leading } = &self.lo;
            let power = Rational::from(10).pow(exponent.unsigned_abs() as u32);
            let value = match *exponent < 0 {
                true => leading.checked_div(&power),
                false => Some(leading * &power),
            };
            if let Some(value) = value {
                return Enclosure::from_rational(&value, bits);
            }
        }
        // A power of ten costs as many bits as its exponent has, which is two words at most.
        let words = (bits / 64) as usize + 5;
        let (lo, hi) = (self.lo.real(words), self.hi.real(words));
        // From the lower end as far up, and down, as it is to the upper one.
        lo.add(&hi.sub(&lo).uncertainty()).enclosure()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn end(text: &str) -> End {
        End::read(text).expect(text)
    }

    #[test]
    fn decimals_of_any_size_are_read_and_ordered() {
        let rising =
            ["1.96e-399000000000", "9e-400", "1e-399", "0.25", "0.5", "1", "3", "12", "2e9"];
        for pair in rising.windows(2) {
            assert!(end(pair[0]) < end(pair[1]), "{pair:?}");
        }
        assert_eq!(end("0.0012"), end("1.2e-3"));
        assert_eq!(end("120").exponent, 2);
        assert!(End::read("0").is_none() && End::read("-1").is_none() && End::read("x").is_none());
        assert_eq!(end("4e-77").times(5, 2), end("1e-76"));
        assert_eq!(end("1").times(1, 8), end("0.125"));
    }

    #[test]
    fn a_value_of_any_size_comes_back() {
        for text in ["0.3", "1.96e-399", "7.77e-123456789012345", "1.5e-40000000000000000000"] {
            let ends = Ends { lo: end(text), hi: end(text).times(1 << 60, (1 << 60) - 1) };
            let value = ends.enclosure(57);
            assert!(value.certain_bits() >= 57, "{text}");
            // Twelve digits, the last ones zeros.
            let (digits, exponent) = text.split_once('e').unwrap_or((text, ""));
            let shown = value.digits(12).expect("certain");
            let (all, power) = shown.split_once('e').unwrap_or((&shown, ""));
            assert_eq!((all.trim_end_matches('0'), power), (digits, exponent), "{shown}");
            let (lo, hi) = value.decimal_bounds(40);
            assert!(end(&lo) <= ends.lo && ends.hi <= end(&hi), "{text}");
        }
    }

    #[test]
    fn exact_values_stay_exact() {
        let third = Enclosure::from_rational(&Rational::new(1, 3).expect("a third"), 60);
        let ends = Ends::of(&third, 60).expect("positive");
        let value = ends.times(2, 5).enclosure(60);
        assert_eq!(value.exact().map(ToString::to_string), Some("2/15".into()));
        assert!(Ends::of(&Enclosure::zero(), 60).is_none());
    }

    proptest! {
        #[test]
        fn multiples_are_enclosed(
            digits in 1u64..u64::MAX, width in 0u64..1000, shift in 0u32..2000,
            a in 1u64..100_000, b in 1u64..100_000,
        ) {
            let scale = Rational::new(1, 2).expect("half").pow(shift);
            let rational = |n: u64| &Rational::from(n) * &scale;
            let (lo, hi) = (rational(digits), rational(digits.saturating_add(width)));
            let number = |value: &Rational| End::new(value.clone(), 0).expect("positive");
            let ends = Ends { lo: number(&lo), hi: number(&hi) };
            let value = ends.times(a, b).enclosure(64);
            let by = Rational::from(a).checked_div(&Rational::from(b)).expect("not by zero");
            prop_assert!(value.contains(&(&lo * &by)) && value.contains(&(&hi * &by)));
            let twice = &(&hi - &lo) * &Rational::from(2);
            // Hardly twice as wide as it has to be.
            let slack = &(&lo * &Rational::new(1, 1 << 62).expect("tiny")) + &twice;
            prop_assert!(!value.contains(&(&(&hi + &slack) * &by)));
            prop_assert!(!value.contains(&(&(&lo - &slack) * &by)));
        }
    }
}
