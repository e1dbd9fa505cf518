//! The one error of the family: the rule that was broken, the numbers that disagree, the remedy.
//!
//! It stands at the bottom of the house, so that a number that cannot be read and a filter that
//! cannot be opened are errors of one type, which urnfield hands on under its own name.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::{error, fmt, io};

/// What can go wrong. Every message is one sentence.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Error {
    /// A parameter lies outside the domain of the question.
    Domain {
        /// The rule, as a clause: `a law needs at least one urn`.
        rule: &'static str,
        /// The offending numbers: `urns = 0`.
        got: String,
    },
    /// The answer would take more work than the stated limit.
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
    Precision {
        /// What was asked for.
        what: &'static str,
        /// The highest precision that was tried.
        bits: u64,
        /// What to do instead.
        remedy: &'static str,
    },
    /// No choice of what was left open satisfies the question.
    Unreachable {
        /// Why not.
        what: &'static str,
        /// The numbers asked for.
        got: String,
    },
    /// Text that is not a number of the kind asked for, or bytes that are not a filter.
    Format {
        /// What the text or the bytes should look like.
        rule: &'static str,
        /// What there was instead.
        got: String,
    },
    /// Two filters, or a filter and a key, that do not go together.
    Mismatch {
        /// What they would have to share.
        rule: &'static str,
        /// The one.
        ours: String,
        /// The other.
        theirs: String,
    },
    /// The system did not let a file or a stream be read or written.
    File {
        /// What was tried: `read`, `write`, `map`.
        doing: &'static str,
        /// Which file; `a stream` where it has no name.
        path: String,
        /// What the system said: also [`source`](error::Error::source), and its kind is
        /// [`Error::io_kind`]. Shared, so that an error can be cloned.
        source: Arc<io::Error>,
    },
}

impl Error {
    /// A file that could not be read or written, and what the system said of it.
    ///
    /// ```
    /// use std::{error::Error as _, io};
    /// use urnfield_num::Error;
    /// let refused = io::Error::from(io::ErrorKind::PermissionDenied);
    /// let error = Error::file("read", "words.urn", refused);
    /// assert_eq!(error.to_string(), "cannot read words.urn: permission denied");
    /// assert_eq!(error.io_kind(), Some(io::ErrorKind::PermissionDenied));
    /// assert!(error.source().is_some_and(|source| source.is::<io::Error>()));
    /// ```
    pub fn file(doing: &'static str, path: impl AsRef<Path>, source: io::Error) -> Error {
        let path = path.as_ref().display().to_string();
        Error::File { doing, path, source: Arc::new(source) }
    }

    /// What kind of refusal of the system this is, where it is one.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match self {
            Error::File { source, .. } => Some(source.kind()),
            _ => None,
        }
    }

    /// A parameter outside its domain.
    pub fn domain(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Domain { rule, got: got.into() }
    }

    /// Text or bytes of another form.
    pub fn format(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Format { rule, got: got.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Domain { rule, got } => write!(f, "{rule}, got {got}"),
            Error::TooCostly { what, needs, unit, limit, remedy } => write!(
                f,
                "{what} needs about {needs} {unit}, more than the limit of {limit}; {remedy}"
            ),
            Error::Precision { what, bits, remedy } => {
                write!(f, "{what} is not decided with {bits} bits; {remedy}")
            }
            Error::Unreachable { what, got } => write!(f, "{what}, got {got}"),
            Error::Format { rule, got } => write!(f, "{rule}, got {got:?}"),
            Error::Mismatch { rule, ours, theirs } => {
                write!(f, "{rule}, got {ours} and {theirs}")
            }
            Error::File { doing, path, source } => write!(f, "cannot {doing} {path}: {source}"),
        }
    }
}

/// By hand, as a derived one would hide the `io::Error` in its `Arc` from whoever asks for it by
/// type.
impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::File { source, .. } => Some(&**source),
            _ => None,
        }
    }
}

/// What the system said is compared by its kind: two `io::Error`s have nothing else in common.
impl PartialEq for Error {
    fn eq(&self, other: &Error) -> bool {
        use Error::{Domain, File, Format, Mismatch, Precision, TooCostly, Unreachable};
        match (self, other) {
            (Domain { rule: a, got: b }, Domain { rule, got })
            | (Unreachable { what: a, got: b }, Unreachable { what: rule, got })
            | (Format { rule: a, got: b }, Format { rule, got }) => (a, b) == (rule, got),
            (
                TooCostly { what: a, needs: b, unit: c, limit: d, remedy: e },
                TooCostly { what, needs, unit, limit, remedy },
            ) => (a, b, c, d, e) == (what, needs, unit, limit, remedy),
            (Precision { what: a, bits: b, remedy: c }, Precision { what, bits, remedy }) => {
                (a, b, c) == (what, bits, remedy)
            }
            (Mismatch { rule: a, ours: b, theirs: c }, Mismatch { rule, ours, theirs }) => {
                (a, b, c) == (rule, ours, theirs)
            }
            (File { doing: a, path: b, source: c }, File { doing, path, source }) => {
                (a, b, c.kind()) == (doing, path, source.kind())
            }
            _ => false,
        }
    }
}

impl Eq for Error {}

/// For arguments that may be of a type that needs no conversion.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Error {
        match never {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_equal_where_all_they_say_is() {
        let file = |path, kind| Error::file("read", path, io::Error::from(kind));
        let missing = io::ErrorKind::NotFound;
        assert_eq!(file("a", missing), file("a", missing).clone());
        assert_ne!(file("a", missing), file("b", missing));
        assert_ne!(file("a", missing), file("a", io::ErrorKind::PermissionDenied));
        assert_ne!(Error::domain("a rule", "1"), Error::format("a rule", "1"));
        assert_ne!(Error::domain("a rule", "1"), Error::domain("a rule", "2"));
        assert_eq!(Error::format("a rule", "1"), Error::format("a rule", "1"));
        assert_eq!(Error::format("a rule", "1").io_kind(), None);
    }
}
