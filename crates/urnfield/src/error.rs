//! The error of the library: what is wrong, as data, and the sentence that says so.
//!
//! Programs match on variants and on [`Damage`], [`Differ`] and [`Unit`]. No program reads a
//! sentence.

use std::convert::Infallible;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::{error, fmt, io};

/// What can go wrong. Every message is one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
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
        /// What is being counted.
        unit: Unit,
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
    /// Text that states nothing of the kind asked for.
    Format {
        /// What the text should look like.
        rule: &'static str,
        /// The text.
        got: String,
    },
    /// Two filters, or a filter and a key, that do not go together.
    Mismatch {
        /// What they would have to share.
        what: Differ,
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
        /// [`Error::io_kind`].
        source: SystemError,
    },
    /// Bytes that are no filter of urnfield, or no longer the one that was written.
    Damaged {
        /// What is wrong with them.
        what: Damage,
        /// The rule of the format that they break.
        rule: &'static str,
        /// What there is instead; empty where there is nothing to show.
        got: String,
    },
}

/// What the work of a question is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unit {
    /// Bytes of memory: another machine may have them.
    MemoryBytes,
    /// Numbers of hashes that a search would try, by their name in the sentence. A bound on the
    /// number of hashes helps.
    SearchedHashes(&'static str),
    /// Steps of a computation, by their name in the sentence: `cell updates`, `terms`.
    Steps(&'static str),
}

/// What two filters, or a filter and a key, do not share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Differ {
    /// A key was given for a filter that has none.
    SeededFilter,
    /// A keyed filter was given no key, or another one.
    KeyedFilter,
    /// A key was given for a chain that has none.
    SeededChain,
    /// A keyed chain was given no key, or another one.
    KeyedChain,
    /// Equal items have different positions in the two filters.
    Positions,
    /// Two Parquet filters have different numbers of blocks.
    ParquetBlocks,
}

/// What is wrong with the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// They do not begin as a filter does.
    Foreign,
    /// They end too early.
    CutShort,
    /// More bytes follow.
    AddedTo,
    /// A checksum, or what stands for one, shows a change.
    Changed,
    /// A checksum shows a change of a chain's manifest.
    ChangedManifest,
    /// A chain's manifest was written by something else than urnfield.
    Edited,
    /// They state a version or a number that this version of urnfield does not know.
    Unknown,
    /// They state numbers that no filter has, or that do not fit one another.
    Impossible,
}

/// An error of the system. Two are equal where their kinds are, because they have nothing else in
/// common. It is shared, so that an [`enum@Error`] can be cloned.
#[derive(Debug, Clone)]
pub struct SystemError(Arc<io::Error>);

impl Error {
    /// Returns the error of a file that could not be read or written.
    ///
    /// ```
    /// use std::{error::Error as _, io};
    /// use urnfield::Error;
    /// let refused = io::Error::from(io::ErrorKind::PermissionDenied);
    /// let error = Error::file("read", "words.urn", refused);
    /// assert_eq!(error.to_string(), "cannot read words.urn: permission denied");
    /// assert_eq!(error.io_kind(), Some(io::ErrorKind::PermissionDenied));
    /// assert!(error.source().is_some_and(|source| source.is::<io::Error>()));
    /// ```
    pub fn file(doing: &'static str, path: impl AsRef<Path>, source: io::Error) -> Error {
        let path = path.as_ref().display().to_string();
        Error::File { doing, path, source: SystemError(Arc::new(source)) }
    }

    /// Returns what kind of refusal of the system this is, where it is one.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match self {
            Error::File { source, .. } => Some(source.kind()),
            _ => None,
        }
    }

    /// Returns the error of a parameter outside its domain.
    pub fn domain(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Domain { rule, got: got.into() }
    }

    /// Returns the error of text of another form.
    pub fn format(rule: &'static str, got: impl Into<String>) -> Error {
        Error::Format { rule, got: got.into() }
    }

    /// Returns the error of bytes that break a rule of their format.
    pub fn damaged(what: Damage, rule: &'static str, got: impl Into<String>) -> Error {
        Error::Damaged { what, rule, got: got.into() }
    }

    /// Replaces the remedy of a question that is too costly, because a caller knows its user's
    /// options.
    #[must_use]
    pub fn with_remedy(mut self, instead: &'static str) -> Error {
        if let Error::TooCostly { remedy, .. } = &mut self {
            *remedy = instead;
        }
        self
    }
}

impl Differ {
    /// Returns the rule that the two break, as a clause.
    pub fn rule(self) -> &'static str {
        match self {
            Differ::SeededFilter => "a key opens a keyed filter only",
            Differ::KeyedFilter => "a keyed filter answers only to its key",
            Differ::SeededChain => "a key opens a keyed chain only",
            Differ::KeyedChain => "a keyed chain answers only to its key",
            Differ::Positions => "filters are merged only where equal items have equal positions",
            Differ::ParquetBlocks => {
                "Parquet filters are merged only where they have as many blocks; fold the larger \
                 one first"
            }
        }
    }

    /// Returns whether the right key would have helped.
    pub fn is_about_keys(self) -> bool {
        !matches!(self, Differ::Positions | Differ::ParquetBlocks)
    }
}

impl Damage {
    /// Returns what happened to the file, as a clause, where the rule alone does not say so.
    fn clause(self) -> Option<&'static str> {
        match self {
            Damage::CutShort => Some("it was cut short"),
            Damage::AddedTo => Some("it was added to"),
            Damage::Changed => Some("the file is damaged"),
            Damage::ChangedManifest => Some("it is damaged"),
            Damage::Edited => Some("it was changed by hand"),
            Damage::Foreign | Damage::Unknown | Damage::Impossible => None,
        }
    }

    /// Returns what there is instead of what the rule says, with what happened to the file.
    pub fn described(self, got: &str) -> String {
        match self.clause() {
            Some(clause) if got.is_empty() => format!("others; {clause}"),
            Some(clause) => format!("{got}; {clause}"),
            None => got.to_owned(),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::MemoryBytes => "bytes of memory",
            Unit::SearchedHashes(name) | Unit::Steps(name) => name,
        })
    }
}

impl From<&'static str> for Unit {
    fn from(name: &'static str) -> Unit {
        Unit::Steps(name)
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
            Error::Mismatch { what, ours, theirs } => {
                write!(f, "{}, got {ours} and {theirs}", what.rule())
            }
            Error::File { doing, path, source } => write!(f, "cannot {doing} {path}: {}", **source),
            Error::Damaged { what, rule, got } => {
                write!(f, "{rule}, got {:?}", what.described(got))
            }
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::File { source, .. } => Some(&**source),
            _ => None,
        }
    }
}

impl Deref for SystemError {
    type Target = io::Error;

    fn deref(&self) -> &io::Error {
        &self.0
    }
}

impl PartialEq for SystemError {
    fn eq(&self, other: &SystemError) -> bool {
        self.kind() == other.kind()
    }
}

impl Eq for SystemError {}

impl From<urnfield_num::Error> for Error {
    fn from(error: urnfield_num::Error) -> Error {
        match error {
            urnfield_num::Error::Format { rule, got } => Error::Format { rule, got },
            urnfield_num::Error::Domain { rule, got } => Error::Domain { rule, got },
        }
    }
}

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

    #[test]
    fn damage_is_said_behind_what_there_is() {
        let said = |what, got| Error::damaged(what, "a rule", got).to_string();
        assert_eq!(said(Damage::CutShort, "9 bytes"), "a rule, got \"9 bytes; it was cut short\"");
        assert_eq!(said(Damage::Changed, ""), "a rule, got \"others; the file is damaged\"");
        assert_eq!(said(Damage::Foreign, ""), "a rule, got \"\"");
    }
}
