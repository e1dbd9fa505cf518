//! Filters in files, and in which state the files were.

use super::Filter;
use super::bytes::packing;
use crate::errors::Raised;
use crate::lock::locked;
use crate::numbers;
use pyo3::prelude::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use urnfield::Error;
use urnfield::filter::{Existing, FileStamp};

/// The files that a filter is from or was saved to, each in the state in which that was.
#[derive(Default)]
pub(crate) struct Origins(Mutex<Vec<Origin>>);

#[derive(Clone)]
struct Origin {
    /// Without links and relative parts, so that a file has one name.
    path: PathBuf,
    stamp: FileStamp,
    /// Whether a `with` block has the file locked and will write it.
    updating: bool,
}

impl Clone for Origins {
    fn clone(&self) -> Origins {
        let mut all = self.all().clone();
        all.iter_mut().for_each(|origin| origin.updating = false);
        Origins(Mutex::new(all))
    }
}

impl Origins {
    fn all(&self) -> MutexGuard<'_, Vec<Origin>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those of one file; none where it is gone already, as there is nothing to lose then.
    pub(crate) fn of(path: &Path, stamp: FileStamp) -> Origins {
        let origins = Origins::default();
        origins.set(path, stamp, false);
        origins
    }

    /// Notes that the filter is what a file has in this state.
    pub(super) fn set(&self, path: &Path, stamp: FileStamp, updating: bool) {
        if let Ok(path) = fs::canonicalize(path) {
            let mut all = self.all();
            all.retain(|origin| origin.path != path);
            all.push(Origin { path, stamp, updating });
        }
    }

    /// Adds the files of another filter whose bits came in.
    pub(super) fn join(&self, other: &Origins) {
        let theirs = other.clone();
        self.all().append(&mut theirs.all());
    }

    /// What is known of a file: nothing, or every state whose bits came in.
    fn find(&self, path: &Path) -> Vec<Origin> {
        let Ok(path) = fs::canonicalize(path) else { return Vec::new() };
        self.all().iter().filter(|origin| origin.path == path).cloned().collect()
    }
}

const UPDATING: &str = "a with block of update_file has it locked and writes it in the end; leave \
                        save out";
const CHANGED: &str = "it changed since this filter was loaded from it or saved to it, and what was \
                       added meanwhile would be lost; change it in a with block of \
                       urnfield.update_file, or add overwrite_changes=True";

#[pymethods]
impl Filter {
    /// Writes a ``.urn`` file: complete, or not there. What is there already stays unless
    /// ``replace=True``.
    ///
    /// A file from which this filter was loaded, or to which it was saved, is replaced only while
    /// no other program has changed it, unless ``overwrite_changes=True``.
    #[pyo3(signature = (path, *, compress=false, replace=false, overwrite_changes=false))]
    fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        compress: bool,
        replace: bool,
        overwrite_changes: bool,
    ) -> PyResult<()> {
        let refused = |why: &str| {
            let error = Error::file("write", &path, io::Error::other(why));
            PyErr::from(Raised::from(error))
        };
        let known = if replace { self.origins.find(&path) } else { Vec::new() };
        if known.iter().any(|origin| origin.updating) {
            return Err(refused(UPDATING));
        }
        let lock = if known.is_empty() || overwrite_changes {
            None
        } else {
            // A writer that has the file now is waited for. It will have changed the file then.
            let lock = locked(py, &path, true)?;
            if !known.iter().any(|origin| &origin.stamp == lock.stamp()) {
                return Err(refused(CHANGED));
            }
            Some(lock)
        };
        let existing = match &lock {
            Some(lock) => Existing::Locked(lock),
            None if replace => Existing::Replaced,
            None => Existing::Kept,
        };
        let filter = self.read(py);
        let filter = &*filter;
        let saved = py.detach(|| filter.save_stamped(&path, existing, packing(compress)));
        let (_, stamp) = saved.map_err(Raised::from)?;
        self.origins.set(&path, stamp, false);
        Ok(())
    }

    /// Reads a ``.urn`` file, every bit of it checked.
    #[staticmethod]
    #[pyo3(signature = (path, *, key=None))]
    fn load(py: Python<'_>, path: PathBuf, key: Option<&Bound<'_, PyAny>>) -> PyResult<Filter> {
        let key = numbers::key(key)?;
        let loaded = py.detach(|| urnfield::Filter::load_stamped(&path, key));
        let (filter, stamp) = loaded.map_err(Raised::from)?;
        Ok(Filter::from_files(filter, Origins::of(&path, stamp)))
    }
}
