//! One writer at a time: a lock on a filter's file, held from before it is read until another one
//! stands in its place.
//!
//! The lock is the system's own and lies on the file itself, so nothing is left behind, and it ends
//! with the process that held it, however that ended. A writer puts a new file in the place of the
//! old one, so a process that waited for the old one then holds a lock on a file without a name: it
//! looks again, and waits for the new one.

use crate::error::Error;
use crate::filter::disk::stamp::FileStamp;
// Locks of Windows would keep readers out, so a byte behind the end of the file is locked there.
#[cfg(windows)]
use crate::filter::machine::windows as system;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The right to replace a filter's file, which one writer has at a time, in this process or
/// another. (If a program writes without asking for the lock, replacing the file is refused.)
///
/// [`Filter::update_file`](crate::Filter::update_file) is the short way.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::{FileLock, Packing}};
/// let path = std::env::temp_dir().join(format!("urnfield-lock-{}.urn", std::process::id()));
/// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// filter.save(&path, Packing::Raw)?;
///
/// let lock = FileLock::wait(&path)?;
/// assert!(FileLock::at_once(&path).is_err()); // the lock is taken
/// let mut filter = lock.load()?.into_filter(None)?;
/// filter.insert("amphora");
/// filter.save_under(lock, Packing::Raw)?;
///
/// assert!(Filter::load(&path, None)?.contains("amphora"));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// Locked; the lock ends when it is closed.
    file: File,
    stamp: FileStamp,
}

impl FileLock {
    /// Waits until the lock is free, for as long as it takes.
    pub fn wait(path: impl AsRef<Path>) -> Result<FileLock, Error> {
        FileLock::of(path.as_ref(), system::lock)
    }

    /// Refuses, with [`WouldBlock`](io::ErrorKind::WouldBlock), if the lock is taken.
    pub fn at_once(path: impl AsRef<Path>) -> Result<FileLock, Error> {
        FileLock::of(path.as_ref(), system::try_lock)
    }

    fn of(path: &Path, lock: impl Fn(&File) -> io::Result<()>) -> Result<FileLock, Error> {
        loop {
            let file = open(path).map_err(|error| Error::file("read", path, error))?;
            uninterrupted(|| lock(&file))
                .map_err(|error| Error::file("lock", path, explained(error)))?;
            // The file may have been replaced while another process had the lock.
            let stamps =
                FileStamp::of_open(&file).and_then(|ours| Ok((ours, FileStamp::at(path)?)));
            match stamps {
                Ok((ours, there)) if ours == there => {
                    return Ok(FileLock { path: path.to_path_buf(), file, stamp: ours });
                }
                Ok(_) => (),
                // It is gone: opening it says so.
                Err(error) if error.kind() == io::ErrorKind::NotFound => (),
                Err(error) => return Err(Error::file("read", path, error)),
            }
        }
    }

    /// The file's name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state that the file is in while it is locked, unless a program writes to it without
    /// asking for the lock.
    pub fn stamp(&self) -> &FileStamp {
        &self.stamp
    }

    /// Returns the locked file itself, because it has not been replaced.
    pub(crate) fn file(&self) -> Result<File, Error> {
        self.file.try_clone().map_err(|error| Error::file("read", &self.path, error))
    }

    /// Checks that the file is still the one that was locked.
    pub(crate) fn still_holds(&self) -> io::Result<()> {
        match FileStamp::at(&self.path) {
            Ok(there) if there == self.stamp => Ok(()),
            _ => Err(io::Error::other(
                "somebody else wrote to it meanwhile without asking for the lock, and it is left \
                 as it is; try again",
            )),
        }
    }
}

/// The locks of the system.
#[cfg(not(windows))]
mod system {
    use std::fs::{File, TryLockError};
    use std::io;

    pub(super) fn lock(file: &File) -> io::Result<()> {
        file.lock()
    }

    pub(super) fn try_lock(file: &File) -> io::Result<()> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }
}

/// Waits again when a signal that the process handles ended the wait.
fn uninterrupted(mut lock: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            locked => return locked,
        }
    }
}

/// Opens a file, for writing where that is allowed, because some network file systems lock nothing
/// else.
fn open(path: &Path) -> io::Result<File> {
    // A pipe would have to be waited for.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if is_read_only(&error) => File::open(path),
        opened => opened,
    }
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Why there is no lock, and what to do.
fn explained(error: io::Error) -> io::Error {
    let kind = error.kind();
    let said = error.to_string();
    // The number of the error tells a reader nothing.
    let said = said.split(" (os error").next().unwrap_or_default();
    let why = match kind {
        io::ErrorKind::WouldBlock => "somebody else is writing to it; wait, and try again".into(),
        _ => format!(
            "its file system has no locks ({said}), without which two writers would undo each \
             other's work; copy it to another one"
        ),
    };
    io::Error::new(kind, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> PathBuf {
        let name = format!("urnfield-file-lock-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, "as it was").expect("a temporary file");
        path
    }

    #[test]
    fn a_file_system_without_locks_is_refused_in_a_sentence() {
        let path = named("none");
        let refused = |_: &File| Err(io::Error::from(io::ErrorKind::Unsupported));
        let error = FileLock::of(&path, refused).expect_err("no locks");
        assert_eq!(error.io_kind(), Some(io::ErrorKind::Unsupported));
        let said = error.to_string();
        assert!(said.starts_with("cannot lock ") && said.contains("has no locks"), "{said}");
        fs::remove_file(&path).expect("ours");
    }

    #[test]
    fn a_signal_does_not_end_the_wait_for_a_lock() {
        let path = named("interrupted");
        let waits = std::cell::Cell::new(0);
        let lock = FileLock::of(&path, |file| {
            waits.set(waits.get() + 1);
            if waits.get() < 4 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            system::lock(file)
        });
        lock.expect("the fourth wait is not interrupted");
        assert_eq!(waits.get(), 4);
        fs::remove_file(&path).expect("ours");
    }

    /// The file is replaced after it was opened and before the lock came.
    #[test]
    fn a_lock_on_a_file_that_has_gone_is_no_lock() {
        let path = named("replaced");
        let other = named("other");
        let rounds = std::cell::Cell::new(0);
        let lock = FileLock::of(&path, |file| {
            rounds.set(rounds.get() + 1);
            if rounds.get() == 1 {
                fs::rename(&other, &path).expect("our own files");
            }
            system::lock(file)
        });
        let lock = lock.expect("the second one is there to stay");
        assert_eq!(rounds.get(), 2);
        lock.still_holds().expect("nobody wrote");
        fs::write(&path, "as it was not").expect("ours");
        assert!(lock.still_holds().is_err());
        // Removed instead: there is nothing to lock.
        let gone = FileLock::of(&path, |_| fs::remove_file(&path));
        assert_eq!(gone.expect_err("no file").io_kind(), Some(io::ErrorKind::NotFound));
    }
}
