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
        fs::metadata(path).map(|found| FileStamp::found(&found))
    }

    pub(crate) fn of_open(file: &File) -> io::Result<FileStamp> {
        file.metadata().map(|found| FileStamp::found(&found))
    }

    fn found(found: &Metadata) -> FileStamp {
        #[cfg(unix)]
        let number = {
            use std::os::unix::fs::MetadataExt;
            Some((found.dev(), found.ino()))
        };
        #[cfg(not(unix))]
        let number = None;
        let written = found.modified().ok();
        let made = found.created().ok();
        FileStamp { number, length: found.len(), written, made }
    }
}
