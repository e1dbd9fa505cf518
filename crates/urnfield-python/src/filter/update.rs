//! A file that is locked while its filter changes.

use super::Filter;
use super::files::Origins;
use crate::errors::Raised;
use crate::lock::{Block, locked};
use crate::numbers;
use pyo3::prelude::*;
use std::path::PathBuf;
use urnfield::filter::{Existing, FileLock, Key, Packing};

/// A file whose filter changes in a ``with`` block: locked, loaded, and replaced at its end.
///
/// It is what `update_file` returns.
#[pyclass(module = "urnfield._core", name = "FileUpdate", frozen)]
pub(crate) struct FileUpdate {
    path: PathBuf,
    key: Option<Key>,
    wait: bool,
    begun: Block<Begun>,
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
/// that no key is lost where several programs write, ``urnfield add`` at the shell among them.
/// Another writer is waited for, or refused with ``wait=False``. If the block raises, the
/// file stays as it is.
#[pyfunction]
#[pyo3(signature = (path, *, key=None, wait=true))]
pub(crate) fn update_file(
    path: PathBuf,
    key: Option<&Bound<'_, PyAny>>,
    wait: bool,
) -> PyResult<FileUpdate> {
    Ok(FileUpdate { path, key: numbers::key(key)?, wait, begun: Block::new() })
}

#[pymethods]
impl FileUpdate {
    fn __enter__(&self, py: Python<'_>) -> PyResult<Py<Filter>> {
        self.begun.check_closed("update_file")?;
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
        self.begun.swap(Some(Begun { lock, packing, filter: filter.clone_ref(py) }));
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
        let Some(Begun { lock, packing, filter }) = self.begun.swap(None) else { return Ok(false) };
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
