//! [`Dyadic`]: a whole number times a power of two, exactly. The ends of an enclosure are dyadic.

use crate::error::Error;
use crate::rational::Rational;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::fmt;

/// `mantissa · 2^exponent`, exactly. Exponents go far beyond what a [`Rational`] could write out.
///
/// ```
/// use urnfield_num::Dyadic;
/// let tenth = Dyadic::from_f64(0.1).expect("a finite double");
/// let exact = "3602879701896397/36028797018963968".parse().ok();
/// assert_eq!(tenth.to_rational(), exact);
/// assert!(Dyadic::from(7) < Dyadic::power_of_two(3));
/// ```
#[derive(Debug, Clone)]
pub struct Dyadic {
    pub(crate) mantissa: IBig,
    pub(crate) exponent: i128,
}

/// Rationals longer than so many bits are not written out.
const LONGEST: i128 = 1 << 24;

/// A shift as the big integers want it, on machines of any word length. Numbers that are kept are
/// never so long that the cut could change a result: whatever is shifted right so far is gone.
pub(crate) fn shift_of(by: i128) -> usize {
    debug_assert!(by >= 0, "shifts are counted upwards");
    by.clamp(0, i128::from(u32::MAX >> 1)) as usize
}

impl Dyadic {
    /// 2^exponent.
    pub fn power_of_two(exponent: i128) -> Dyadic {
        Dyadic { mantissa: IBig::ONE, exponent }
    }

    /// A finite double, exactly; `None` for what is not a number, or infinite.
    pub fn from_f64(value: f64) -> Option<Dyadic> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let (field, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = match field {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, i128::from(field) - 1075),
        };
        let mantissa = IBig::from(mantissa);
        Some(Dyadic { mantissa: if value < 0.0 { -mantissa } else { mantissa }, exponent })
    }

    /// Below zero, zero, or above.
    pub fn sign(&self) -> Ordering {
        self.mantissa.cmp(&IBig::ZERO)
    }

    /// Returns the number as a fraction; `None` where that would take more than 2^24 bits.
    pub fn to_rational(&self) -> Option<Rational> {
        if self.mantissa == IBig::ZERO {
            return Some(Rational::zero());
        }
        if self.exponent.abs() > LONGEST {
            return None;
        }
        let by = shift_of(self.exponent.abs());
        Some(match self.exponent {
            0.. => Rational::from_integers(&self.mantissa << by, UBig::ONE),
            _ => Rational::from_integers(self.mantissa.clone(), UBig::ONE << by),
        })
    }

    /// |self| < 2^result.
    fn size(&self) -> i128 {
        self.exponent + self.mantissa.bit_len() as i128
    }
}

impl From<u64> for Dyadic {
    fn from(value: u64) -> Dyadic {
        Dyadic { mantissa: IBig::from(value), exponent: 0 }
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Dyadic) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Dyadic {}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    /// Compares without writing out a power of two that only decides the size.
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let mine = self.sign();
        let theirs = other.sign();
        if mine != theirs || mine == Ordering::Equal {
            return mine.cmp(&theirs);
        }
        if self.size() != other.size() {
            let larger = self.size().cmp(&other.size());
            return if mine == Ordering::Less { larger.reverse() } else { larger };
        }
        // Of one size, so the exponents differ by no more than the mantissas are long.
        let base = self.exponent.min(other.exponent);
        let whole = |n: &Dyadic| &n.mantissa << shift_of(n.exponent - base);
        whole(self).cmp(&whole(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}*2^{}", self.mantissa, self.exponent)
    }
}

impl std::str::FromStr for Dyadic {
    type Err = Error;

    /// Reads what is written: `3602879701896397*2^-55`.
    fn from_str(text: &str) -> Result<Dyadic, Error> {
        const RULE: &str = "a dyadic number is written like 3*2^-5";
        let malformed = || Error::format(RULE, text);
        let (mantissa, exponent) = text.split_once("*2^").ok_or_else(malformed)?;
        let exponent: i128 = exponent.parse().map_err(|_| malformed())?;
        if exponent.unsigned_abs() >= 1 << 125 {
            return Err(malformed());
        }
        Ok(Dyadic { mantissa: mantissa.parse().map_err(|_| malformed())?, exponent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_taken_exactly() {
        for value in [0.0, 1.0, -1.5, 0.1, f64::MIN_POSITIVE, f64::from_bits(1), f64::MAX, -1e300] {
            let exact = Dyadic::from_f64(value).expect("finite").to_rational().expect("short");
            // `{:?}` of a double reads back as it; the nearest double of the fraction is itself.
            let text = format!("{value:e}").parse::<Rational>().expect("a number");
            let off = &exact - &text;
            let limit = &exact * &Rational::one().shift(-52);
            let size = |x: &Rational| {
                if *x < Rational::zero() { &Rational::zero() - x } else { x.clone() }
            };
            assert!(size(&off) <= size(&limit) || value.abs() < 1e-300, "{value}");
        }
        assert_eq!(Dyadic::from_f64(f64::NAN), None);
        assert_eq!(Dyadic::from_f64(f64::INFINITY), None);
    }

    #[test]
    fn order_is_the_order_of_the_fractions() {
        let mut all = Vec::new();
        for mantissa in [-9i64, -8, -1, 0, 1, 3, 8, 9, 1 << 40] {
            for exponent in [-70, -3, -1, 0, 1, 2, 66] {
                all.push(Dyadic { mantissa: mantissa.into(), exponent });
            }
        }
        for a in &all {
            for b in &all {
                let exact = a.to_rational().cmp(&b.to_rational());
                assert_eq!(a.cmp(b), exact, "{a} {b}");
            }
        }
        let tiny = Dyadic::power_of_two(-(1 << 100));
        assert!(tiny > Dyadic::from(0) && tiny < Dyadic::power_of_two(-1000));
        assert_eq!(tiny.to_rational(), None);
    }
}
