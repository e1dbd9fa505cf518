//! Kinds of filters: `standard`, `classic`, those with blocks, and `both` or `all` where several
//! can be shown.

use crate::read::nearest::malformed;
use std::fmt;
use urnfield::bloom::blocked::BlockSizing;
use urnfield::bloom::double::Steps;
use urnfield::{Error, Kind, Layout};

/// A kind of filter that a rate or a plan is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterKind {
    /// Any bits of the filter.
    Plain(Kind),
    /// Standard bits of one line of 512.
    Line,
    /// Distinct bits of one line of 512.
    LineClassic,
    /// Parquet's split blocks of 256 bits.
    Parquet,
}

impl FilterKind {
    const ALL: [FilterKind; 5] = [
        FilterKind::Plain(Kind::Standard),
        FilterKind::Plain(Kind::Classic),
        FilterKind::Line,
        FilterKind::LineClassic,
        FilterKind::Parquet,
    ];

    /// Returns the blocks of a kind that has blocks.
    pub fn blocks(self) -> Option<BlockSizing> {
        match self {
            FilterKind::Plain(_) => None,
            FilterKind::Line => Some(BlockSizing::lines(Layout::Standard)),
            FilterKind::LineClassic => Some(BlockSizing::lines(Layout::Classic)),
            FilterKind::Parquet => Some(BlockSizing::parquet()),
        }
    }
}

impl fmt::Display for FilterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilterKind::Plain(kind) => kind.fmt(f),
            FilterKind::Line => f.write_str("line"),
            FilterKind::LineClassic => f.write_str("line-classic"),
            FilterKind::Parquet => f.write_str("parquet"),
        }
    }
}

/// A kind of filter that a rate is asked for: one that `build` makes, or one of other libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateKind {
    /// A kind with a file format or Parquet's.
    Filter(FilterKind),
    /// Positions a + i·d.
    Double,
    /// One bit in each of k slices.
    Partitioned,
}

impl fmt::Display for RateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RateKind::Filter(kind) => kind.fmt(f),
            RateKind::Double => f.write_str("double"),
            RateKind::Partitioned => f.write_str("partitioned"),
        }
    }
}

/// Which kinds a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Standard and classic.
    Both,
    /// Standard, classic and line.
    All,
    /// One of them.
    Only(FilterKind),
    /// Double hashing.
    Double,
    /// One bit in each of k slices.
    Partitioned,
}

impl Kinds {
    /// Returns the kinds in the order of the report, the most common first.
    pub fn list(self) -> Vec<FilterKind> {
        match self {
            Kinds::Both => FilterKind::ALL[..2].to_vec(),
            Kinds::All => FilterKind::ALL[..3].to_vec(),
            Kinds::Only(kind) => vec![kind],
            // Plans of their own, because `build` makes no such filter.
            Kinds::Double | Kinds::Partitioned => Vec::new(),
        }
    }

    /// Returns the kind of a question about one kind.
    pub fn only(self) -> Option<FilterKind> {
        match self {
            Kinds::Both | Kinds::All | Kinds::Double | Kinds::Partitioned => None,
            Kinds::Only(kind) => Some(kind),
        }
    }

    /// Returns the kind of a rate, if there is just one.
    pub(crate) fn of_rate(self) -> Option<RateKind> {
        match self {
            Kinds::Both | Kinds::All => None,
            Kinds::Only(kind) => Some(RateKind::Filter(kind)),
            Kinds::Double => Some(RateKind::Double),
            Kinds::Partitioned => Some(RateKind::Partitioned),
        }
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kinds::Both => f.write_str("both"),
            Kinds::All => f.write_str("all"),
            Kinds::Only(kind) => kind.fmt(f),
            Kinds::Double => RateKind::Double.fmt(f),
            Kinds::Partitioned => RateKind::Partitioned.fmt(f),
        }
    }
}

fn named(text: &str) -> Option<FilterKind> {
    FilterKind::ALL.into_iter().find(|kind| kind.to_string() == text)
}

/// Returns the words that a reader of kinds takes, for shells that complete them; none for other
/// readers.
pub fn words_of(reader: &str) -> &'static [&'static str] {
    const ALL: [&str; 9] = [
        "standard",
        "classic",
        "line",
        "line-classic",
        "parquet",
        "double",
        "partitioned",
        "both",
        "all",
    ];
    match reader {
        "kind" => &ALL[..2],
        "filter_file_kind" => &ALL[..4],
        "filter_kind" => &ALL[..5],
        "rate_kind" => &ALL[..7],
        "steps" => &["all", "nonzero", "unit"],
        "kinds" => &ALL,
        _ => &[],
    }
}

/// Reads a kind that a filter of ours can have.
pub fn filter_file_kind(text: &str) -> Result<FilterKind, Error> {
    match named(text) {
        Some(FilterKind::Parquet) | None => {
            Err(malformed("a filter's kind is standard, classic, line or line-classic", text))
        }
        Some(kind) => Ok(kind),
    }
}

/// Reads a kind without blocks.
pub fn kind(text: &str) -> Result<Kind, Error> {
    match named(text) {
        Some(FilterKind::Plain(kind)) => Ok(kind),
        _ => Err(malformed("a kind is standard or classic", text)),
    }
}

/// Reads any one kind.
pub fn filter_kind(text: &str) -> Result<FilterKind, Error> {
    const RULE: &str = "a kind is standard, classic, line, line-classic or parquet";
    named(text).ok_or_else(|| malformed(RULE, text))
}

/// Reads a kind that a rate is known of.
pub fn rate_kind(text: &str) -> Result<RateKind, Error> {
    const RULE: &str =
        "a kind is standard, classic, line, line-classic, parquet, double or partitioned";
    match named(text) {
        Some(kind) => Ok(RateKind::Filter(kind)),
        None if text == "double" => Ok(RateKind::Double),
        None if text == "partitioned" => Ok(RateKind::Partitioned),
        None => Err(malformed(RULE, text)),
    }
}

/// Reads the law of the steps of double hashing.
pub fn steps(text: &str) -> Result<Steps, Error> {
    text.parse().map_err(|_| malformed("steps are all, nonzero or unit", text))
}

/// Reads any kind, `both` or `all`.
pub fn kinds(text: &str) -> Result<Kinds, Error> {
    const RULE: &str = "a kind is standard, classic, line, line-classic, parquet, double, \
                        partitioned, both or all";
    match named(text) {
        Some(kind) => Ok(Kinds::Only(kind)),
        None if text == "double" => Ok(Kinds::Double),
        None if text == "partitioned" => Ok(Kinds::Partitioned),
        None if text == "both" => Ok(Kinds::Both),
        None if text == "all" => Ok(Kinds::All),
        None => Err(malformed(RULE, text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_name() {
        let plain = [Kind::Standard, Kind::Classic].map(FilterKind::Plain);
        assert_eq!(kind("classic"), Ok(Kind::Classic));
        assert_eq!(filter_kind("line-classic"), Ok(FilterKind::LineClassic));
        assert_eq!(kinds("standard").map(Kinds::list), Ok(plain[..1].to_vec()));
        assert_eq!(kinds("both").map(Kinds::list), Ok(plain.to_vec()));
        assert_eq!(kinds("all").map(|all| all.list()[2]), Ok(FilterKind::Line));
        for kind in FilterKind::ALL {
            assert_eq!(filter_kind(&kind.to_string()), Ok(kind));
        }
    }

    #[test]
    fn every_word_that_is_offered_is_read() {
        assert!(words_of("kind").iter().all(|word| kind(word).is_ok()));
        assert!(words_of("filter_kind").iter().all(|word| filter_kind(word).is_ok()));
        assert!(words_of("filter_file_kind").iter().all(|word| filter_file_kind(word).is_ok()));
        assert!(words_of("kinds").iter().all(|word| kinds(word).is_ok()));
        assert!(words_of("rate_kind").iter().all(|word| rate_kind(word).is_ok()));
        assert!(words_of("steps").iter().all(|word| steps(word).is_ok()));
        assert!(words_of("count").is_empty());
    }

    #[test]
    fn other_names_are_refused() {
        for text in ["both", "parquet"] {
            let said = kind(text).unwrap_err().to_string();
            assert_eq!(said, format!("a kind is standard or classic, got \"{text}\""));
        }
        assert!(filter_kind("both").unwrap_err().to_string().ends_with("or parquet, got \"both\""));
        let said = kinds("Classic").unwrap_err().to_string();
        assert!(said.ends_with("partitioned, both or all, got \"Classic\""), "{said}");
    }
}
