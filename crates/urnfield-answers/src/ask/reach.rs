//! Errors: what is out of reach becomes a note, and what is wrong ends the command.

use std::fmt;
use urnfield::Error;

/// Separates errors: the inner one is out of reach, the outer one is wrong.
pub fn in_reach<T>(found: Result<T, Error>) -> Result<Result<T, Error>, Error> {
    match found {
        Err(error @ (Error::TooCostly { .. } | Error::Precision { .. })) => Ok(Err(error)),
        Err(error) => Err(error),
        Ok(value) => Ok(Ok(value)),
    }
}

/// Returns the sentence for something out of reach.
pub fn note(name: &str, error: &Error) -> String {
    format!("no {name}: {error}")
}

/// Sentences about everything that could not be had, and the first reason.
#[derive(Default)]
pub struct Missed {
    /// A sentence each.
    pub notes: Vec<String>,
    first: Option<Error>,
}

impl Missed {
    /// Writes down that something could not be had.
    pub fn note(&mut self, name: &str, error: Error) {
        self.notes.push(note(name, &error));
        self.first.get_or_insert(error);
    }

    /// Returns the value, or notes that it is out of reach.
    pub fn take<T>(&mut self, name: &str, found: Result<T, Error>) -> Result<Option<T>, Error> {
        match in_reach(found)? {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                self.note(name, error);
                Ok(None)
            }
        }
    }

    /// Returns the value, or notes the error, whatever it is.
    pub fn noted<T>(&mut self, name: &str, found: Result<T, Error>) -> Option<T> {
        found.map_err(|error| self.note(name, error)).ok()
    }

    /// Returns the value, or a note where it is out of reach or does not exist.
    pub fn take_reachable<T>(
        &mut self,
        name: &str,
        found: Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match found {
            Err(Error::Unreachable { .. }) => Ok(self.noted(name, found)),
            found => self.take(name, found),
        }
    }

    /// Returns the value, or a note where it is out of reach or no set has such bits: the AND of
    /// classic filters may have fewer bits than one item sets.
    pub fn take_consistent<T>(
        &mut self,
        name: &str,
        found: Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match found {
            Err(Error::Domain { .. }) => Ok(self.noted(name, found)),
            found => self.take_reachable(name, found),
        }
    }

    /// Returns the first error and forgets it.
    pub fn take_first(&mut self) -> Option<Error> {
        self.first.take()
    }

    /// Fails with the first error where nothing at all could be had.
    pub fn fail_if(&self, nothing: bool) -> Result<(), Error> {
        match &self.first {
            Some(error) if nothing => Err(error.clone()),
            _ => Ok(()),
        }
    }
}

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

impl From<urnfield_num::Error> for Unanswered {
    fn from(error: urnfield_num::Error) -> Unanswered {
        Unanswered::Library(error.into())
    }
}

impl From<&str> for Unanswered {
    fn from(sentence: &str) -> Unanswered {
        Unanswered::Unclear(sentence.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costly() -> Error {
        Error::TooCostly { what: "it", needs: 2, unit: "steps".into(), limit: 1, remedy: "do not" }
    }

    fn wrong() -> Error {
        Error::Domain { rule: "no", got: "it".into() }
    }

    #[test]
    fn costly_is_out_of_reach_and_wrong_is_wrong() {
        assert_eq!(in_reach::<u64>(Err(wrong())), Err(wrong()));
        assert_eq!(in_reach::<u64>(Err(costly())), Ok(Err(costly())));
    }

    #[test]
    fn the_first_reason_stands_where_nothing_could_be_had() {
        let mut missed = Missed::default();
        assert_eq!(missed.fail_if(true), Ok(()));
        assert_eq!(missed.take("this", Ok(7)), Ok(Some(7)));
        assert_eq!(missed.take::<u64>("this", Err(costly())), Ok(None));
        assert_eq!(missed.take::<u64>("this", Err(wrong())), Err(wrong()));
        missed.note("that", wrong());
        assert_eq!(missed.notes.len(), 2);
        assert_eq!(missed.notes[1], "no that: no, got it");
        assert_eq!(missed.fail_if(false), Ok(()));
        assert_eq!(missed.fail_if(true), Err(costly()));
    }
}
