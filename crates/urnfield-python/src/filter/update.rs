//! A file that is locked while its filter changes.

use super::Filter;
use super::files::Origins;
use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use urnfield::filter::{Existing, FileLock, Key, Packing};

/// The lock on a file. Its holder is waited for without the GIL, and Ctrl-C ends the waiting.
pub(crate) fn locked(py: Python<'_>, path: &Path, wait: bool) -> PyResult<FileLock> {
    let lock = match py.detach(|| FileLock::at_once(path)) {
        Err(error) if wait && error.io_kind() == Some(io::ErrorKind::WouldBlock) => {
            let path = path.to_path_buf();
            patiently(py, move || FileLock::wait(path))?
        }
        tried => tried,
    };
    lock.map_err(|error| Raised::from(error).into())
}

/// A file whose filter changes in a ``with`` block: locked, loaded, and replaced at its end.
///
/// It is what `update_file` returns.
#[pyclass(module = "urnfield._core", name = "FileUpdate", frozen)]
pub(crate) struct FileUpdate {
    path: PathBuf,
    key: Option<Key>,
    wait: bool,
    begun: Mutex<Option<Begun>>,
}

/// Inside the block.
struct Begun {
    lock: FileLock,
    packing: Packing,
    filter: Py<Filter>,
}

/// Changes the filter of a file: ``with urnfield.update_file(path) as f: f.add("amphora")``.
///
/// The file is locked from before it is loaded until the changed filter stands in its place, so
/// that of several writers (other programs, and ``urnfield add`` at the shell) nobody's keys are
/// lost. Another writer is waited for, or refused with ``wait=False``. If the block raises, the
/// file stays as it is.
#[pyfunction]
#[pyo3(signature = (path, *, key=None, wait=true))]
pub(crate) fn update_file(
    path: PathBuf,
    key: Option<&Bound<'_, PyAny>>,
    wait: bool,
) -> PyResult<FileUpdate> {
    Ok(FileUpdate { path, key: numbers::key(key)?, wait, begun: Mutex::new(None) })
}

impl FileUpdate {
    fn swap(&self, begun: Option<Begun>) -> Option<Begun> {
        std::mem::replace(&mut self.begun.lock().unwrap_or_else(PoisonError::into_inner), begun)
    }
}

#[pymethods]
impl FileUpdate {
    fn __enter__(&self, py: Python<'_>) -> PyResult<Py<Filter>> {
        if self.begun.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return Err(PyRuntimeError::new_err(
                "a with block of this update is open already; call update_file again",
            ));
        }
        let lock = locked(py, &self.path, self.wait)?;
        let loaded = py.detach(|| -> Result<_, urnfield::Error> {
            let sealed = lock.load()?;
            let packing = sealed.packing();
            Ok((packing, sealed.into_filter(self.key.clone())?))
        });
        let (packing, filter) = loaded.map_err(Raised::from)?;
        let origins = Origins::default();
        origins.set(&self.path, lock.stamp().clone(), true);
        let filter = Py::new(py, Filter::from_files(filter, origins))?;
        self.swap(Some(Begun { lock, packing, filter: filter.clone_ref(py) }));
        Ok(filter)
    }

    #[pyo3(signature = (error_type, error, traceback))]
    fn __exit__(
        &self,
        py: Python<'_>,
        error_type: Option<&Bound<'_, PyAny>>,
        error: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let _ = (error, traceback);
        let Some(Begun { lock, packing, filter }) = self.swap(None) else { return Ok(false) };
        let filter = filter.get();
        // Outside the block the file is one that the filter was loaded from.
        filter.origins.set(&self.path, lock.stamp().clone(), false);
        if error_type.is_none() {
            let bits = filter.read(py);
            let bits = &*bits;
            let saved =
                py.detach(|| bits.save_stamped(&self.path, Existing::Locked(&lock), packing));
            let (_, stamp) = saved.map_err(Raised::from)?;
            filter.origins.set(&self.path, stamp, false);
        }
        Ok(false)
    }

    fn __repr__(&self) -> String {
        format!("FileUpdate({:?})", self.path)
    }
}
