//! What can be wrong with a number: its value, or the text that should state it.

use std::convert::Infallible;
use std::{error, fmt};

/// Why a number cannot be made. Every message is one sentence: the rule and what broke it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// A value outside the domain of its type.
    Domain {
        /// The rule, as a clause: `a rate lies strictly between 0 and 1`.
        rule: &'static str,
        /// The offending numbers: `3/2`.
        got: String,
    },
    /// Text that states no number of the kind asked for.
    Format {
        /// What the text should look like.
        rule: &'static str,
        /// The text.
        got: String,
    },
}

impl Error {
    /// Returns the error of a value outside its domain.
    pub fn domain(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Domain { rule, got: got.into() }
    }

    /// Returns the error of text that states no number.
    pub fn format(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Format { rule, got: got.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Domain { rule, got } => write!(f, "{rule}, got {got}"),
            Error::Format { rule, got } => write!(f, "{rule}, got {got:?}"),
        }
    }
}

impl error::Error for Error {}

/// For arguments that may be of a type that needs no conversion.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Error {
        match never {}
    }
}
