//! [`Refusal`]: why bytes or keys are not accepted, in one sentence.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why bytes are not read, or a key is not asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Whether the bytes are surely of the format that refused them, but damaged or beyond a limit.
    /// Otherwise they are some other file.
    pub is_certain: bool,
    /// The reason: rule and number, one sentence in lower case without a stop.
    pub why: String,
}

impl Refusal {
    /// These bytes are of another format.
    pub fn other(why: impl Into<String>) -> Refusal {
        Refusal { is_certain: false, why: why.into() }
    }

    /// These bytes are of this format, but cannot be used; or a key or a number cannot.
    pub fn damaged(why: impl Into<String>) -> Refusal {
        Refusal { is_certain: true, why: why.into() }
    }

    /// Says that the bytes are surely of the format.
    pub(crate) fn certain(self) -> Refusal {
        Refusal { is_certain: true, ..self }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl Error for Refusal {}
