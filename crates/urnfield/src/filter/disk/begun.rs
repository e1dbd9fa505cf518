//! A file that is being written beside its target: created, filled, and given its name when it is
//! complete.

use crate::error::Error;
use crate::filter::disk::calls;
use crate::filter::disk::calls::Output;
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::owner::keep_owner;
use crate::filter::disk::stamp::FileStamp;
use crate::filter::disk::unfinished::{Unfinished, sweep};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

/// What becomes of an older file of the same name.
#[derive(Clone, Copy, Debug)]
pub enum Existing<'a> {
    /// It is replaced, where there is one.
    Replaced,
    /// It is kept, and nothing is written.
    Kept,
    /// It is replaced, if it still is the one that is locked.
    Locked(&'a FileLock),
}

/// A file that has been created beside its target, and does not have its name yet.
#[derive(Debug)]
pub(crate) struct Begun {
    /// The name that was asked for, which errors tell.
    path: PathBuf,
    /// What it becomes: where a link leads, if the name is one.
    target: PathBuf,
    /// Whose owner, group and permissions it gets, if that is there: those of the file that it
    /// takes the place of, mostly.
    model: PathBuf,
    folder: PathBuf,
    unfinished: Unfinished,
    file: File,
    /// How many bytes of it are on the disk already, whatever they are.
    reserved: u64,
}

impl Begun {
    pub(crate) fn new(path: &Path, existing: Existing<'_>) -> Result<Begun, Error> {
        Begun::of(path, existing, None)
    }

    /// Creates a file that gets owner, group and permissions of another one.
    pub(crate) fn like(path: &Path, existing: Existing<'_>, model: &Path) -> Result<Begun, Error> {
        Begun::of(path, existing, Some(model))
    }

    fn of(path: &Path, existing: Existing<'_>, model: Option<&Path>) -> Result<Begun, Error> {
        let failed = |error: io::Error| Error::file("write", path, error);
        // A link stays one: what it points to is replaced.
        let target = match fs::symlink_metadata(path) {
            Ok(_) if matches!(existing, Existing::Kept) => {
                return Err(failed(ErrorKind::AlreadyExists.into()));
            }
            Ok(found) if found.is_symlink() => {
                fs::canonicalize(path).map_err(|error| failed(leads_nowhere(error)))?
            }
            _ => path.to_path_buf(),
        };
        let older = fs::metadata(&target).ok();
        // A folder, or worse a device, is not to be replaced by a file.
        if older.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(failed(io::Error::other("it is not a file")));
        }
        let Some(name) = target.file_name() else {
            return Err(failed(ErrorKind::IsADirectory.into()));
        };
        let folder = match target.parent() {
            Some(parent) if parent != Path::new("") => parent.to_path_buf(),
            _ => PathBuf::from("."),
        };
        sweep(&folder, name);
        let private = older.is_some() || model.is_some();
        let (unfinished, file) = Unfinished::create(&folder, name, private).map_err(failed)?;
        let path = path.to_path_buf();
        let model = model.unwrap_or(&target).to_path_buf();
        Ok(Begun { path, target, model, folder, unfinished, file, reserved: 0 })
    }

    fn failed(&self, error: io::Error) -> Error {
        Error::file("write", &self.path, error)
    }

    /// Reserves this many bytes on the disk, and tries to set the owner of the file, so that a
    /// refusal comes now and not in the end. The bytes are written, because a file with holes can
    /// be large on a disk that is full.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<(), Error> {
        if let Ok(older) = fs::metadata(&self.model) {
            keep_owner(&self.file, &older).map_err(|error| self.failed(error))?;
        }
        self.fill(bytes).map_err(|error| self.failed(without_room(error, bytes)))?;
        self.reserved = bytes;
        Ok(())
    }

    fn fill(&mut self, bytes: u64) -> io::Result<()> {
        let (mut out, zeros) = (Output(&self.file), [0; 1 << 16]);
        let mut left = bytes;
        while left > 0 {
            let length = left.min(zeros.len() as u64);
            out.write_all(&zeros[..length as usize])?;
            left -= length;
        }
        self.file.rewind()
    }

    /// Writes the contents, and gives the file its name; also tells in which state it then is.
    pub(crate) fn finish<T>(
        self,
        existing: Existing<'_>,
        write: impl FnOnce(&mut BufWriter<Output<File>>) -> io::Result<T>,
    ) -> Result<(T, FileStamp), Error> {
        let Begun { path, target, model, folder, unfinished, file, reserved } = self;
        let failed = |error: io::Error| Error::file("write", &path, error);
        let mut out = BufWriter::with_capacity(1 << 16, Output(file));
        let written = write(&mut out).map_err(failed)?;
        let Output(mut file) = out.into_inner().map_err(|error| failed(error.into_error()))?;
        if reserved > 0 {
            let length = file.stream_position().map_err(failed)?;
            calls::set_length(&file, length).map_err(failed)?;
        }
        // A file that only its owner may read stays private when it is replaced.
        if let Ok(older) = fs::metadata(&model) {
            keep_owner(&file, &older).map_err(failed)?;
            calls::set_permissions(&file, older.permissions()).map_err(failed)?;
        }
        calls::sync(&file).map_err(failed)?;
        let stamp = FileStamp::of_open(&file).map_err(failed)?;
        drop(file);
        if let Existing::Locked(lock) = existing {
            lock.still_holds().map_err(failed)?;
        }
        unfinished.appear_as(&target, matches!(existing, Existing::Kept)).map_err(failed)?;
        calls::sync_folder(&folder).map_err(|error| {
            let why = format!(
                "it is complete, but its name may not be on the disk ({}); see whether the disk is \
                 sound",
                error.kind()
            );
            failed(io::Error::new(error.kind(), why))
        })?;
        Ok((written, stamp))
    }
}

/// Says of a link to a file that is missing what is missing: its own name is there.
fn leads_nowhere(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::NotFound => io::Error::new(
            ErrorKind::NotFound,
            "it is a link that leads to no file; remove the link, or name the file",
        ),
        _ => error,
    }
}

/// Tells how many bytes were needed, where the system has no room for them.
fn without_room(error: io::Error, bytes: u64) -> io::Error {
    let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
    if !full.contains(&error.kind()) {
        return error;
    }
    let why = format!(
        "it needs {bytes} bytes, and there is no room for them ({}); free some, or name another \
         place",
        error.kind()
    );
    io::Error::new(error.kind(), why)
}
