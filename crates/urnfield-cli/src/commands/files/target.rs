//! Output files, for filters and pictures. A name that cannot be written is refused before any
//! input is read.

use crate::args::Overwriting;
use crate::commands::files::locked;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use urnfield::filter::{FileLock, Packing, ParquetFilter, SealedFilter, Summary, write_file};
use urnfield::{Error, Filter};
use urnfield_keys::is_a_directory;
use urnfield_terminal::Refusal;

/// A name that may be written to.
pub(crate) struct Target<'a> {
    path: &'a Path,
    force: bool,
    no_wait: bool,
    stdout: bool,
    /// The lock of the file that is replaced. A command that adds to it waits, and adds to ours.
    lock: Option<FileLock>,
}

impl Target<'_> {
    /// Checks the name of a filter, which may be stdout if nothing else goes there.
    pub(crate) fn checked<'a>(
        path: &'a Path,
        typed: &Overwriting,
        json: bool,
    ) -> Result<Target<'a>, Refusal> {
        if !is_stdin_or_stdout(path) {
            let mut target = Target::checked_as("a filter", "-o", path, typed.force)?;
            target.no_wait = typed.no_wait;
            target.lock = target.lock_what_is_there()?;
            return Ok(target);
        }
        if json {
            return Err(Refusal::Typed(
                "the filter goes to stdout, where --json would stand as well; name a file with -o"
                    .into(),
            ));
        }
        if io::stdout().is_terminal() {
            return Err(Refusal::Typed(
                "a filter is bytes that a terminal cannot show; name a file with -o, or pipe it on"
                    .into(),
            ));
        }
        Ok(Target { path, force: typed.force, no_wait: typed.no_wait, stdout: true, lock: None })
    }

    /// Checks the name of another file: what it is, and which option names it.
    pub(crate) fn checked_as<'a>(
        what: &str,
        option: &str,
        path: &'a Path,
        force: bool,
    ) -> Result<Target<'a>, Refusal> {
        if is_stdin_or_stdout(path) {
            return Err(Refusal::Typed(format!(
                "{what} is written to a file and not to stdout; name one with {option}"
            )));
        }
        let shown = path.display();
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(unwritable(path, is_a_directory())),
            // A file would replace the device.
            Ok(found) if !found.is_file() => {
                let sentence =
                    format!("{shown} is no ordinary file; name another one with {option}");
                return Err(Refusal::Typed(sentence));
            }
            // Its name is taken, and --force would find nothing to overwrite.
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
                let sentence = format!(
                    "{shown} is a link that leads to no file; remove the link, or name the file \
                     with {option}"
                );
                return Err(Refusal::Typed(sentence));
            }
            _ => (),
        }
        if !force && fs::symlink_metadata(path).is_ok() {
            let sentence = format!("{shown} exists already; add --force to overwrite it");
            return Err(Refusal::Typed(sentence));
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Some(Err(error)) = folder.map(fs::metadata) {
            return Err(unwritable(path, error));
        }
        Ok(Target { path, force, no_wait: false, stdout: false, lock: None })
    }

    fn lock_what_is_there(&self) -> Result<Option<FileLock>, Refusal> {
        self.path.exists().then(|| locked::file(self.path, self.no_wait)).transpose()
    }

    /// Writes a filter. If it fails, the file is as it was before.
    pub(crate) fn write(self, filter: &Filter) -> Result<Summary, Refusal> {
        if self.stdout {
            return Ok(filter.write_to(io::stdout().lock(), Packing::Raw)?);
        }
        self.put(
            |lock| filter.save_under(lock, Packing::Raw),
            |path| filter.save_new(path, Packing::Raw),
        )
    }

    /// Writes a filter without its key. If it fails, the file is as it was before.
    pub(crate) fn write_sealed(
        self,
        filter: &SealedFilter,
        packing: Packing,
    ) -> Result<Summary, Refusal> {
        if self.stdout {
            return Ok(filter.write_to(io::stdout().lock(), packing)?);
        }
        self.put(|lock| filter.save_under(lock, packing), |path| filter.save_new(path, packing))
    }

    /// Replaces the locked file, or writes a new one.
    fn put(
        mut self,
        replace: impl Fn(FileLock) -> Result<Summary, Error>,
        create: impl Fn(&Path) -> Result<Summary, Error>,
    ) -> Result<Summary, Refusal> {
        loop {
            match self.lock.take() {
                Some(lock) => return Ok(replace(lock)?),
                None => match create(self.path) {
                    // Another command has made the file meanwhile; --force replaces it too.
                    Err(error) if self.force && is_taken(&error) => {
                        self.lock = self.lock_what_is_there()?;
                        // A link that leads nowhere is in the way for ever.
                        if self.lock.is_none() {
                            return Err(error.into());
                        }
                    }
                    created => return Ok(created?),
                },
            }
        }
    }

    /// Writes a Parquet filter, without a lock because no command adds to it.
    pub(crate) fn write_parquet(&self, filter: &ParquetFilter) -> Result<(), Error> {
        filter.save(self.path, self.force)
    }

    /// Writes text or a picture, without a lock because no command adds to it.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) -> Result<(), Error> {
        write_file(self.path, bytes, self.force)
    }
}

fn is_taken(error: &Error) -> bool {
    error.io_kind() == Some(io::ErrorKind::AlreadyExists)
}

/// `-`.
pub(crate) fn is_stdin_or_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn unwritable(path: &Path, error: io::Error) -> Refusal {
    Refusal::Library(Error::file("write", path, error))
}
