//! [`Steps`]: the law that the steps of double hashing follow.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// The law of the step d between an item's positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Steps {
    /// Uniform on 0, …, m − 1. With d = 0 all positions of an item are one bit.
    All,
    /// Uniform on 1, …, m − 1.
    Nonzero,
    /// Uniform on the numbers without a common divisor with m: the odd ones for m = 2^b.
    Unit,
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Steps::All => "all",
            Steps::Nonzero => "nonzero",
            Steps::Unit => "unit",
        })
    }
}

impl FromStr for Steps {
    type Err = Error;

    fn from_str(text: &str) -> Result<Steps, Error> {
        let named = [Steps::All, Steps::Nonzero, Steps::Unit].into_iter();
        named
            .into_iter()
            .find(|steps| steps.to_string() == text)
            .ok_or_else(|| Error::format("steps are all, nonzero or unit", text))
    }
}
