//! Why there is no answer, in one sentence.

use std::fmt;
use urnfield::Error;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Unanswered {
    /// What is known makes no question.
    Unclear(String),
    /// The library knows no answer.
    Library(Error),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unanswered::Unclear(sentence) => f.write_str(sentence),
            Unanswered::Library(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unanswered {}

impl From<Error> for Unanswered {
    fn from(error: Error) -> Unanswered {
        Unanswered::Library(error)
    }
}

impl From<&str> for Unanswered {
    fn from(sentence: &str) -> Unanswered {
        Unanswered::Unclear(sentence.into())
    }
}
