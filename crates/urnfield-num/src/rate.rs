//! [`Rate`]: an exact probability strictly between 0 and 1, as a person types it.

use crate::Error;
use crate::rational::Rational;
use dashu_int::UBig;
use dashu_ratio::RBig;
use std::fmt;

/// An exact rational in (0, 1).
///
/// ```
/// use urnfield_num::Rate;
/// for text in ["0.002", "0.2%", "2e-3", "1/500", "1 in 500"] {
///     assert_eq!(text.parse::<Rate>()?.to_string(), "1/500");
/// }
/// assert!("1".parse::<Rate>().is_err());
/// # Ok::<(), urnfield_num::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(Rational);

impl Rate {
    /// Checks that a rational is a rate.
    pub fn new(value: Rational) -> Result<Rate, Error> {
        if value > Rational::zero() && value < Rational::one() {
            return Ok(Rate(value));
        }
        Err(Error::domain("a rate lies strictly between 0 and 1", value.to_string()))
    }

    /// The exact value.
    pub fn value(&self) -> &Rational {
        &self.0
    }

    /// `1 − rate`, which is a rate again.
    pub fn complement(&self) -> Rate {
        Rate(self.0.complement())
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl std::str::FromStr for Rate {
    type Err = Error;

    /// Reads `0.01`, `1%`, `1e-9`, `1/500` and `1 in 500`, exactly.
    fn from_str(text: &str) -> Result<Rate, Error> {
        const RULE: &str = "a rate is written like 0.01, 1%, 1e-9, 1/500 or \"1 in 500\"";
        let renamed = |e: Error| match e {
            Error::Format { .. } => Error::format(RULE, text),
            other => other,
        };
        let trimmed = text.trim();
        let value = if let Some(percent) = trimmed.strip_suffix('%') {
            let value: Rational = percent.trim_end().parse().map_err(renamed)?;
            Rational(value.0 / RBig::from(UBig::from(100u8)))
        } else if let Some((part, whole)) = trimmed.split_once(" in ") {
            format!("{}/{}", part.trim(), whole.trim()).parse().map_err(renamed)?
        } else {
            trimmed.parse().map_err(renamed)?
        };
        Rate::new(value)
    }
}

/// As [`Rate::from_str`](std::str::FromStr::from_str).
impl TryFrom<&str> for Rate {
    type Error = Error;

    fn try_from(text: &str) -> Result<Rate, Error> {
        text.parse()
    }
}

/// The decimal that the double prints as, exactly: `0.01` is 1/100, although no double is.
///
/// ```
/// use urnfield_num::Rate;
/// assert_eq!(Rate::try_from(0.01)?.to_string(), "1/100");
/// assert!(Rate::try_from(f64::NAN).is_err() && Rate::try_from(1.0).is_err());
/// # Ok::<(), urnfield_num::Error>(())
/// ```
impl TryFrom<f64> for Rate {
    type Error = Error;

    fn try_from(value: f64) -> Result<Rate, Error> {
        if value > 0.0 && value < 1.0 {
            format!("{value:e}").parse()
        } else {
            Err(Error::domain("a rate lies strictly between 0 and 1", value.to_string()))
        }
    }
}
