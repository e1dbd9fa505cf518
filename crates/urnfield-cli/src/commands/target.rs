//! Where a new file goes, a filter or a picture. What would be refused in the end is refused in the beginning, before
//! an hour of keys has been read.

use crate::keys::is_a_directory;
use crate::refusal::Refusal;
use std::fs;
use std::io;
use std::path::Path;
use urnfield::filter::{Packing, SealedFilter, Summary, write_file};
use urnfield::{Error, Filter};

/// A name that may be written to.
pub(super) struct Target<'a> {
    path: &'a Path,
    force: bool,
}

impl Target<'_> {
    pub(super) fn checked(path: &Path, force: bool) -> Result<Target<'_>, Refusal> {
        Target::checked_as("a filter", "-o", path, force)
    }

    /// The same for anything else: what it is, and which option names it.
    pub(super) fn checked_as<'a>(
        what: &str,
        option: &str,
        path: &'a Path,
        force: bool,
    ) -> Result<Target<'a>, Refusal> {
        if path.as_os_str() == "-" {
            return Err(Refusal::Typed(format!(
                "{what} is written to a file and not to stdout; name one with {option}"
            )));
        }
        let shown = path.display();
        if let Ok(found) = fs::metadata(path) {
            if found.is_dir() {
                return Err(unwritable(path, is_a_directory()));
            }
            // A device would be replaced by a file, which is never meant.
            if !found.is_file() {
                let sentence =
                    format!("{shown} is no ordinary file; name another one with {option}");
                return Err(Refusal::Typed(sentence));
            }
        }
        if !force && fs::symlink_metadata(path).is_ok() {
            let sentence = format!("{shown} exists already; add --force to overwrite it");
            return Err(Refusal::Typed(sentence));
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Some(Err(error)) = folder.map(fs::metadata) {
            return Err(unwritable(path, error));
        }
        Ok(Target { path, force })
    }

    /// The file is complete, or as it was before.
    pub(super) fn write(&self, filter: &Filter) -> Result<Summary, Error> {
        match self.force {
            true => filter.save(self.path, Packing::Raw),
            false => filter.save_new(self.path, Packing::Raw),
        }
    }

    /// The same for text.
    pub(super) fn write_text(&self, text: &str) -> Result<(), Error> {
        write_file(self.path, text.as_bytes(), self.force)
    }

    /// The same for a filter without its key.
    pub(super) fn write_sealed(
        &self,
        filter: &SealedFilter,
        packing: Packing,
    ) -> Result<Summary, Error> {
        match self.force {
            true => filter.save(self.path, packing),
            false => filter.save_new(self.path, packing),
        }
    }

    /// The same for a filter that is in a file already, keyed or not.
    pub(super) fn write_from(&self, source: &Path, packing: Packing) -> Result<Summary, Error> {
        self.write_sealed(&SealedFilter::load(source)?, packing)
    }
}

fn unwritable(path: &Path, error: io::Error) -> Refusal {
    Refusal::Library(Error::file("write", path, error))
}
