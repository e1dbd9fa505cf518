//! In which direction an overlap is tested.

use std::str::FromStr;
use urnfield::Error;

/// In which direction an overlap is tested: which of the p-values is adjusted for many rows.
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
