//! Locks that are waited for without the GIL, because their holder may want that.

use pyo3::prelude::*;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

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
