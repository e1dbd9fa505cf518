//! What a write asks of the system, one function for each call: so that a test can have each of
//! them fail, and sees their order.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// A call that may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Create,
    Write,
    SetLength,
    Permissions,
    Sync,
    Link,
    Rename,
    SyncFolder,
}

pub(crate) fn create(options: &OpenOptions, path: &Path) -> io::Result<File> {
    before(Call::Create)?;
    options.open(path)
}

pub(crate) fn set_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    before(Call::Permissions)?;
    file.set_permissions(permissions)
}

/// Cuts the file to this many bytes.
pub(crate) fn set_length(file: &File, length: u64) -> io::Result<()> {
    before(Call::SetLength)?;
    file.set_len(length)
}

/// All that was written is on the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    before(Call::Sync)?;
    file.sync_all()
}

pub(crate) fn hard_link(from: &Path, to: &Path) -> io::Result<()> {
    before(Call::Link)?;
    fs::hard_link(from, to)
}

pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    before(Call::Rename)?;
    fs::rename(from, to)
}

/// The names in a folder are on the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    before(Call::SyncFolder)?;
    // Elsewhere a folder is no file.
    if !cfg!(unix) {
        return Ok(());
    }
    let opened = match File::open(folder) {
        // A user who may write to a folder may not always read it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        opened => opened?,
    };
    match opened.sync_all() {
        // Not every file system can.
        Err(error) if is_not_possible(&error) => Ok(()),
        synced => synced,
    }
}

fn is_not_possible(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// A file that is being written.
pub(crate) struct Output<W>(pub(crate) W);

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = before_writing(bytes.len())?;
        self.0.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(not(test))]
fn before(_: Call) -> io::Result<()> {
    Ok(())
}

#[cfg(not(test))]
fn before_writing(length: usize) -> io::Result<usize> {
    before(Call::Write).map(|()| length)
}

#[cfg(test)]
use faults::{before, before_writing};

/// Calls of this thread that fail.
#[cfg(test)]
pub(crate) mod faults {
    use super::Call;
    use std::cell::RefCell;
    use std::io;

    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Fault {
        Fails(io::ErrorKind),
        /// One byte is written of many.
        Short,
    }

    #[derive(Default)]
    struct Calls {
        fault: Option<(usize, Fault)>,
        seen: Vec<Call>,
    }

    thread_local! {
        static CALLS: RefCell<Calls> = RefCell::default();
    }

    /// Runs something in which the call with this number, from 0, has a fault; returns which calls
    /// there were.
    pub(crate) fn with<T>(
        fault: Option<(usize, Fault)>,
        run: impl FnOnce() -> T,
    ) -> (T, Vec<Call>) {
        CALLS.set(Calls { fault, seen: Vec::new() });
        let done = run();
        (done, CALLS.take().seen)
    }

    /// The fault of the next call, if it is to have one.
    fn next(call: Call) -> Option<Fault> {
        CALLS.with_borrow_mut(|calls| {
            let number = calls.seen.len();
            calls.seen.push(call);
            calls.fault.filter(|(at, _)| *at == number).map(|(_, fault)| fault)
        })
    }

    pub(crate) fn before(call: Call) -> io::Result<()> {
        match next(call) {
            Some(Fault::Fails(kind)) => Err(kind.into()),
            _ => Ok(()),
        }
    }

    pub(crate) fn before_writing(length: usize) -> io::Result<usize> {
        match next(Call::Write) {
            Some(Fault::Fails(kind)) => Err(kind.into()),
            Some(Fault::Short) => Ok(length.min(1)),
            None => Ok(length),
        }
    }
}
