//! Why a sweep has no answer.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Everything that ends a sweep without an answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum SweepError {
    /// The library has no answer, or the checkpoint cannot be opened.
    Library(urnfield::Error),
    /// The file is there, and is no checkpoint of this sweep.
    OtherCheckpoint(PathBuf),
    /// What was found could not be kept in the checkpoint.
    Unwritten(io::Error),
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SweepError::Library(error) => error.fmt(f),
            SweepError::OtherCheckpoint(path) => {
                write!(f, "{} is no checkpoint of this sweep; name another file", path.display())
            }
            SweepError::Unwritten(error) => {
                write!(f, "the checkpoint could not be written: {error}; make room and go on")
            }
        }
    }
}

impl std::error::Error for SweepError {}

impl From<urnfield::Error> for SweepError {
    fn from(error: urnfield::Error) -> SweepError {
        SweepError::Library(error)
    }
}
