//! Kinds of filters: `standard`, `classic`, and `both` where two can be shown.

use super::malformed;
use std::fmt;
use urnfield::{Error, Kind};

/// Which kinds a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Standard and classic.
    Both,
    /// One of them.
    Only(Kind),
}

impl Kinds {
    /// In the order of the report: what nearly everybody has comes first.
    pub fn list(self) -> Vec<Kind> {
        match self {
            Kinds::Both => vec![Kind::Standard, Kind::Classic],
            Kinds::Only(kind) => vec![kind],
        }
    }

    /// The kind, where it is one.
    pub fn only(self) -> Option<Kind> {
        match self {
            Kinds::Both => None,
            Kinds::Only(kind) => Some(kind),
        }
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kinds::Both => f.write_str("both"),
            Kinds::Only(kind) => kind.fmt(f),
        }
    }
}

fn named(text: &str) -> Option<Kind> {
    [Kind::Standard, Kind::Classic].into_iter().find(|kind| kind.to_string() == text)
}

/// Reads one kind.
pub fn kind(text: &str) -> Result<Kind, Error> {
    named(text).ok_or_else(|| malformed("a kind is standard or classic", text))
}

/// Reads one kind or `both`.
pub fn kinds(text: &str) -> Result<Kinds, Error> {
    match named(text) {
        Some(kind) => Ok(Kinds::Only(kind)),
        None if text == "both" => Ok(Kinds::Both),
        None => Err(malformed("a kind is standard, classic or both", text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_name() {
        assert_eq!(kind("classic"), Ok(Kind::Classic));
        assert_eq!(kinds("standard").map(Kinds::list), Ok(vec![Kind::Standard]));
        assert_eq!(kinds("both").map(Kinds::list), Ok(vec![Kind::Standard, Kind::Classic]));
    }

    #[test]
    fn other_names_are_refused() {
        let said = kind("both").unwrap_err().to_string();
        assert_eq!(said, "a kind is standard or classic, got \"both\"");
        let said = kinds("Classic").unwrap_err().to_string();
        assert_eq!(said, "a kind is standard, classic or both, got \"Classic\"");
    }
}
