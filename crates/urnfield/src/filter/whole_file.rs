//! Files that are complete or not there: a temporary file beside the target, flushed to the disk,
//! renamed over it, and the folder flushed too.

use super::file_lock::FileLock;
use super::owner::{keep_owner, make_private};
use crate::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Writes a file as filters are written, complete or not there: over an older one only where it is
/// to be replaced.
///
/// ```
/// use urnfield::filter::write_file;
/// let path = std::env::temp_dir().join(format!("urnfield-doc-{}", std::process::id()));
/// write_file(&path, b"old", false)?;
/// assert!(write_file(&path, b"new", false).is_err());
/// write_file(&path, b"new", true)?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"new");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn write_file(path: impl AsRef<Path>, bytes: &[u8], replace: bool) -> Result<(), Error> {
    let existing = if replace { Existing::Replaced } else { Existing::Kept };
    write_whole(path.as_ref(), existing, |out| out.write_all(bytes))
}

/// What becomes of an older file of the same name.
#[derive(Clone, Copy)]
pub(super) enum Existing<'a> {
    Replaced,
    Kept,
    /// Replaced, if it still is the one that is locked.
    Locked(&'a FileLock),
}

pub(super) fn write_whole<T>(
    path: &Path,
    existing: Existing<'_>,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> Result<T, Error> {
    let failed = |error: io::Error| Error::file("write", path, error);
    // A link stays one: what it points to is replaced.
    let target = match fs::symlink_metadata(path) {
        Ok(_) if matches!(existing, Existing::Kept) => {
            return Err(failed(io::ErrorKind::AlreadyExists.into()));
        }
        Ok(found) if found.is_symlink() => fs::canonicalize(path).map_err(failed)?,
        _ => path.to_path_buf(),
    };
    let older = fs::metadata(&target).ok();
    // A folder, or worse a device, is not to be replaced by a file.
    if older.as_ref().is_some_and(|found| !found.is_file()) {
        return Err(failed(io::Error::other("it is not a file")));
    }
    let Some(name) = target.file_name() else {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    };
    let folder = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    sweep(folder, name);
    let (partial, file) = Partial::create(folder, name, older.is_some()).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let written = write(&mut out).map_err(failed)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    // A file that only its owner may read does not become everybody's by being replaced.
    if let Ok(older) = fs::metadata(&target) {
        keep_owner(&file, &older).map_err(failed)?;
        file.set_permissions(older.permissions()).map_err(failed)?;
    }
    file.sync_all().map_err(failed)?;
    drop(file);
    if let Existing::Locked(lock) = existing {
        lock.still_holds().map_err(failed)?;
    }
    partial.appear_as(&target, existing).map_err(failed)?;
    // Not every system lets a folder be flushed; the file itself is complete either way.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(written)
}

/// The unfinished file; whatever is left of it when this is dropped goes with it.
struct Partial(PathBuf);

impl Partial {
    /// `.<name>.partial-<pid>`, and a number behind it where something has that name: another
    /// thread's file, or that of a process with the same number on another machine. It is never
    /// removed first, as it may be in use.
    ///
    /// What takes the place of a file is private until it has the permissions of that file.
    fn create(folder: &Path, name: &OsStr, private: bool) -> io::Result<(Partial, File)> {
        static WRITES: AtomicU64 = AtomicU64::new(1);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if private {
            make_private(&mut options);
        }
        let mut plain = beginning(name);
        plain.push(std::process::id().to_string());
        let mut partial = plain.clone();
        loop {
            let path = folder.join(&partial);
            match options.open(&path) {
                Ok(file) => return Ok((Partial(path), file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    partial.clone_from(&plain);
                    partial.push(format!("-{}", WRITES.fetch_add(1, Ordering::Relaxed)));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the finished file its name.
    fn appear_as(mut self, target: &Path, existing: Existing<'_>) -> io::Result<()> {
        if matches!(existing, Existing::Kept) {
            // A link is made only where there is nothing; where the file system has no links, a
            // moment lies between look and leap.
            match fs::hard_link(&self.0, target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Ok(()) => return Ok(()),
                Err(_) if fs::symlink_metadata(target).is_ok() => {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                Err(_) => (),
            }
        }
        fs::rename(&self.0, target)?;
        // The old name is free, and may be another's by now: it is not ours to remove.
        self.0 = PathBuf::new();
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn beginning(name: &OsStr) -> OsString {
    let mut partial = OsString::from(".");
    partial.push(name);
    partial.push(".partial-");
    partial
}

/// Removes what killed processes left of writes to this name.
fn sweep(folder: &Path, name: &OsStr) {
    let beginning = beginning(name);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let found = entry.file_name();
        let Some(rest) = found.as_encoded_bytes().strip_prefix(beginning.as_encoded_bytes()) else {
            continue;
        };
        let pid: String =
            rest.iter().take_while(|b| b.is_ascii_digit()).map(|b| *b as char).collect();
        if !pid.is_empty() && is_over(&pid, &entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether the process that wrote a partial file has ended: known where the system lists its
/// processes as files and the number is not our own, else when nothing has been written for a
/// day. (A process on another machine that shares the folder may look ended; its write then
/// fails, and says so.)
fn is_over(pid: &str, partial: &Path) -> bool {
    if Path::new("/proc/self").exists() && pid != std::process::id().to_string() {
        return !Path::new("/proc").join(pid).exists();
    }
    let age = fs::metadata(partial).and_then(|found| found.modified());
    age.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > Duration::from_secs(86_400)))
}
