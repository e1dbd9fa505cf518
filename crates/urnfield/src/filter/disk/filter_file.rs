//! The files of filters: opened, and saved.

use crate::error::Error;
use crate::filter::disk::begun::Existing;
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::whole_file::write_whole;
use crate::filter::format::header::{HEADER, Header, Summary};
use crate::filter::format::reading::Failure;
use crate::filter::format::writing::{Content, Packing};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Writes the file of a filter, complete or not at all.
pub(crate) fn save(
    content: &Content,
    path: &Path,
    existing: Existing<'_>,
    packing: Packing,
) -> Result<Summary, Error> {
    write_whole(path, existing, |out| content.write(packing, out))
}

/// Puts a filter in the place of the file that is locked, if it still is what was locked. The lock
/// ends.
pub(crate) fn save_under(
    content: &Content,
    lock: FileLock,
    packing: Packing,
) -> Result<Summary, Error> {
    save(content, lock.path(), Existing::Locked(&lock), packing)
}

/// Opens a file, and returns its header, checked against its length, and the file behind it.
pub(crate) fn open(path: &Path) -> Result<(Header, BufReader<File>), Error> {
    // A pipe would have to be waited for, and cannot be read twice.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let why = "it is no ordinary file; write what it gives to one, or pipe it into stdin";
        return Err(reading(path, Failure::Read(io::Error::other(why))));
    }
    let file = File::open(path).map_err(|error| reading(path, Failure::Read(error)))?;
    reading_from(file, path)
}

/// Returns the header of an open file, checked against its length, and the file behind it.
pub(crate) fn reading_from(file: File, path: &Path) -> Result<(Header, BufReader<File>), Error> {
    let failed = |error| reading(path, Failure::Read(error));
    let length = file.metadata().map_err(failed)?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut start = Vec::with_capacity(HEADER);
    file.by_ref().take(HEADER as u64).read_to_end(&mut start).map_err(failed)?;
    Ok((Header::read(&start, Some(length))?, file))
}

/// Returns the error of a file that could not be read.
pub(crate) fn reading(path: &Path, failure: Failure) -> Error {
    match failure {
        Failure::Content(error) => error,
        Failure::Read(error) => Error::file("read", path, error),
    }
}
