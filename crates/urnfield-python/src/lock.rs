//! Locks that are waited for without the GIL, because their holder may want that.

use crate::errors::Raised;
use crate::patience::patiently;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use urnfield::filter::FileLock;

/// Locks for reading.
pub(crate) fn read<'a, T: Send + Sync>(
    py: Python<'_>,
    lock: &'a RwLock<T>,
) -> RwLockReadGuard<'a, T> {
    loop {
        if let Ok(guard) = lock.try_read() {
            return guard;
        }
        py.detach(|| drop(lock.read().unwrap_or_else(PoisonError::into_inner)));
        if lock.is_poisoned() {
            lock.clear_poison();
        }
    }
}

/// Locks for writing.
pub(crate) fn write<'a, T: Send + Sync>(
    py: Python<'_>,
    lock: &'a RwLock<T>,
) -> RwLockWriteGuard<'a, T> {
    loop {
        if let Ok(guard) = lock.try_write() {
            return guard;
        }
        py.detach(|| drop(lock.write().unwrap_or_else(PoisonError::into_inner)));
        if lock.is_poisoned() {
            lock.clear_poison();
        }
    }
}

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

/// What a `with` block holds while it is open.
pub(crate) struct Block<T>(Mutex<Option<T>>);

impl<T> Block<T> {
    /// A block that is not open.
    pub(crate) fn new() -> Block<T> {
        Block(Mutex::new(None))
    }

    /// Refuses to open a block that is open, in the name of the function that made it.
    pub(crate) fn check_closed(&self, function: &str) -> PyResult<()> {
        if self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "a with block of this update is open already; call {function} again"
        )))
    }

    /// Exchanges what is held: `Some` opens the block, `None` closes it.
    pub(crate) fn swap(&self, held: Option<T>) -> Option<T> {
        std::mem::replace(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner), held)
    }
}
