//! [`Rational`]: an exact value, and the readers that make one from what was typed.

use crate::Error;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::fmt;

/// An exact rational number, in lowest terms.
///
/// ```
/// use urnfield_num::Rational;
/// let third: Rational = "1/3".parse()?;
/// assert_eq!(third.to_string(), "1/3");
/// assert_eq!("12.50e-1".parse::<Rational>()?.to_string(), "5/4");
/// # Ok::<(), urnfield_num::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rational(pub(crate) RBig);

/// Decimal exponents beyond this are refused: 10^(10^9) would fill the memory.
const LARGEST_EXPONENT: u64 = 100_000;

impl Rational {
    /// Zero.
    pub fn zero() -> Rational {
        Rational(RBig::ZERO)
    }

    /// One.
    pub fn one() -> Rational {
        Rational(RBig::ONE)
    }

    /// `numerator / denominator`; the denominator must not be zero.
    pub fn new(numerator: i64, denominator: u64) -> Result<Rational, Error> {
        if denominator == 0 {
            return Err(Error::domain("a fraction needs a denominator above 0", "denominator = 0"));
        }
        Ok(Rational(RBig::from_parts(IBig::from(numerator), UBig::from(denominator))))
    }

    /// `numerator / denominator`, for a denominator above 0.
    pub fn from_integers(numerator: IBig, denominator: UBig) -> Rational {
        Rational(RBig::from_parts(numerator, denominator))
    }

    /// `self / other`, where `other` is not zero.
    pub fn checked_div(&self, other: &Rational) -> Option<Rational> {
        (!other.is_zero()).then(|| Rational(&self.0 / &other.0))
    }

    /// `self^n`.
    pub fn pow(&self, n: u32) -> Rational {
        Rational(self.0.pow(n as isize))
    }

    /// `self·2^by`.
    pub fn shift(&self, by: i64) -> Rational {
        let power = RBig::from(UBig::ONE << by.unsigned_abs() as usize);
        Rational(if by < 0 { &self.0 / power } else { &self.0 * power })
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// `1 − self`.
    pub fn complement(&self) -> Rational {
        Rational(RBig::ONE - &self.0)
    }

    /// Numerator and denominator of a number that is not negative.
    pub fn parts(&self) -> (UBig, UBig) {
        let (numerator, denominator) = self.0.clone().into_parts();
        (numerator.into_parts().1, denominator)
    }

    /// How many characters [`fmt::Display`] writes is at most this; cheap, where writing is not.
    pub fn digits_at_most(&self) -> usize {
        let bits = self.0.numerator().bit_len() + self.0.denominator().bit_len();
        bits * 302 / 1000 + 4
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $op:tt;)*) => {$(
        impl std::ops::$trait for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational(&self.0 $op &other.0)
            }
        }
    )*};
}

arithmetic! { Add add +; Sub sub -; Mul mul *; }

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<u64> for Rational {
    fn from(value: u64) -> Rational {
        Rational(RBig::from(UBig::from(value)))
    }
}

impl std::str::FromStr for Rational {
    type Err = Error;

    /// Reads `3`, `-0.25`, `1e-9`, `2.5E3`, `1/500`. Exactly: no float is made on the way.
    fn from_str(text: &str) -> Result<Rational, Error> {
        const RULE: &str = "a number is written like 0.25, 1e-9 or 1/500";
        let malformed = || Error::format(RULE, text);
        if let Some((numerator, denominator)) = text.split_once('/') {
            let n = decimal(numerator).ok_or_else(malformed)?;
            let d = decimal(denominator).ok_or_else(malformed)?;
            if d.is_zero() {
                return Err(Error::domain("a fraction needs a denominator above 0", text));
            }
            return Ok(Rational(n / d));
        }
        decimal(text).map(Rational).ok_or_else(malformed)
    }
}

/// A decimal number with optional sign, point and exponent.
fn decimal(text: &str) -> Option<RBig> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all: String = [whole, fraction].concat();
    if all.is_empty() || all.len() > 250_000 || !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let exponent = exponent.checked_sub(fraction.len() as i64)?;
    if exponent.unsigned_abs() > LARGEST_EXPONENT {
        return None;
    }
    let value = RBig::from(UBig::from_str_radix(&all, 10).ok()?);
    let power = RBig::from(UBig::from(10u8).pow(exponent.unsigned_abs() as usize));
    let value = if exponent < 0 { value / power } else { value * power };
    Some(if negative { -value } else { value })
}
