//! The direction of a test, and the options of an overlap.

use crate::usual_confidence;
use std::str::FromStr;
use urnfield::Error;
use urnfield::Rate;

/// The direction of a test: the p-value that is adjusted for many rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alternative {
    /// More than chance: P(>=).
    #[default]
    Greater,
    /// Less than chance: P(<=).
    Less,
    /// Either: all overlaps that are not likelier than the observed one, as Fisher has it.
    TwoSided,
}

/// What is asked about an overlap, beside how surprising it is.
#[derive(Debug, Clone, Default)]
pub struct Asking {
    /// The direction of the test.
    pub alternative: Alternative,
    /// The confidence of intervals; 95 % by default.
    pub confidence: Option<Rate>,
    /// What each list of three or more adds to the others.
    pub given: bool,
    /// Names in text and in tab-separated values; programs that read JSON have them always.
    pub names: bool,
}

impl Asking {
    /// Returns the confidence of intervals.
    pub(crate) fn sure(&self) -> Result<Rate, Error> {
        self.confidence.clone().map_or_else(usual_confidence, Ok)
    }
}

impl Alternative {
    /// What is tested, in a few words.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Alternative::Greater => "P(>=): more than chance",
            Alternative::Less => "P(<=): less than chance",
            Alternative::TwoSided => "Fisher: all overlaps that are not likelier",
        }
    }

    /// What is tested, in a picture.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Alternative::Greater => "P(≥)",
            Alternative::Less => "P(≤)",
            Alternative::TwoSided => "Fisher’s two-sided p",
        }
    }
}

impl FromStr for Alternative {
    type Err = Error;

    fn from_str(text: &str) -> Result<Alternative, Error> {
        match text {
            "greater" => Ok(Alternative::Greater),
            "less" => Ok(Alternative::Less),
            "two-sided" => Ok(Alternative::TwoSided),
            _ => Err(Error::Format {
                rule: "an alternative is greater, less or two-sided",
                got: text.to_owned(),
            }),
        }
    }
}
