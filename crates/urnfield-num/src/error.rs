//! The one error of the family: the rule that was broken, the numbers that disagree, the remedy.
//!
//! It stands at the bottom of the house, so that a number that cannot be read and a filter that
//! cannot be opened are errors of one type, which urnfield hands on under its own name.

use std::io;
use std::path::Path;

/// What can go wrong. Every message is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter lies outside the domain of the question.
    #[error("{rule}, got {got}")]
    Domain {
        /// The rule, as a clause: `a law needs at least one urn`.
        rule: &'static str,
        /// The offending numbers: `urns = 0`.
        got: String,
    },
    /// The answer would take more work than the stated limit.
    #[error("{what} needs about {needs} {unit}, more than the limit of {limit}; {remedy}")]
    TooCostly {
        /// What was asked for.
        what: &'static str,
        /// The estimate that was too large.
        needs: u128,
        /// What is being counted: `cell updates`, `terms`, `bits`.
        unit: &'static str,
        /// The named limit it was compared with.
        limit: u128,
        /// What to do instead.
        remedy: &'static str,
    },
    /// The enclosure stayed too wide, or a comparison undecided, at the highest precision tried.
    #[error("{what} is not decided with {bits} bits; {remedy}")]
    Precision {
        /// What was asked for.
        what: &'static str,
        /// The highest precision that was tried.
        bits: u64,
        /// What to do instead.
        remedy: &'static str,
    },
    /// No choice of what was left open satisfies the question.
    #[error("{what}, got {got}")]
    Unreachable {
        /// Why not.
        what: &'static str,
        /// The numbers asked for.
        got: String,
    },
    /// Text that is not a number of the kind asked for, or bytes that are not a filter.
    #[error("{rule}, got {got:?}")]
    Format {
        /// What the text or the bytes should look like.
        rule: &'static str,
        /// What there was instead.
        got: String,
    },
    /// Two filters, or a filter and a key, that do not go together.
    #[error("{rule}, got {ours} and {theirs}")]
    Mismatch {
        /// What they would have to share.
        rule: &'static str,
        /// The one.
        ours: String,
        /// The other.
        theirs: String,
    },
    /// The system did not let a file be read or written.
    #[error("cannot {doing} {path}: {why}")]
    File {
        /// What was tried: `read`, `write`, `map`.
        doing: &'static str,
        /// Which file.
        path: String,
        /// What the system said.
        why: String,
    },
}

impl Error {
    /// A parameter outside its domain.
    pub fn domain(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Domain { rule, got: got.into() }
    }

    /// A file that could not be read or written.
    pub fn file(doing: &'static str, path: &Path, error: &io::Error) -> Error {
        Error::File { doing, path: path.display().to_string(), why: error.to_string() }
    }

    /// Text or bytes of another form.
    pub fn format(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Format { rule, got: got.into() }
    }
}
