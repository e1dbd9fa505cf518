//! What tells one state of a file from the next.

use crate::error::Error;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A state of a file: which file it is, how long, and when it was written. Every write by urnfield
/// puts a new file in the place of the old one, so that two states of one name differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStamp {
    number: Option<(u64, u64)>,
    length: u64,
    written: Option<SystemTime>,
    made: Option<SystemTime>,
}

impl FileStamp {
    /// The state that a file is in.
    pub fn of(path: impl AsRef<Path>) -> Result<FileStamp, Error> {
        let path = path.as_ref();
        FileStamp::at(path).map_err(|error| Error::file("read", path, error))
    }

    pub(crate) fn at(path: &Path) -> io::Result<FileStamp> {
        // Metadata of Windows has no number of the file.
        if cfg!(windows) {
            return FileStamp::of_open(&File::open(path)?);
        }
        fs::metadata(path).map(|found| FileStamp::found(&found, number(&found)))
    }

    pub(crate) fn of_open(file: &File) -> io::Result<FileStamp> {
        let found = file.metadata()?;
        #[cfg(windows)]
        let number = Some(crate::filter::machine::windows::number(file)?);
        #[cfg(not(windows))]
        let number = number(&found);
        Ok(FileStamp::found(&found, number))
    }

    fn found(found: &Metadata, number: Option<(u64, u64)>) -> FileStamp {
        // Windows gives a file that takes the name of another one the date of that one.
        let made = if cfg!(windows) { None } else { found.created().ok() };
        FileStamp { number, length: found.len(), written: found.modified().ok(), made }
    }
}

/// Returns the device of a file and its number there.
#[cfg(unix)]
fn number(found: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}
