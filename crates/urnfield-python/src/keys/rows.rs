//! Rows that are read a stretch at a time, so that their digests stay in the caches.

use rayon::ThreadPool;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Rows of a stretch: a multiple of 64, so that the words of a mask have no two owners.
pub(crate) const STRETCH: usize = 1 << 13;

/// Some rows, a stretch at a time.
pub(crate) fn stretches(some: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = some.end;
    some.step_by(STRETCH).map(move |from| from..end.min(from + STRETCH))
}

/// Some rows: the digests of those that have a key.
pub(crate) struct Rows<D> {
    pub(crate) digests: Vec<D>,
    /// Which have one; empty where all have.
    pub(crate) there: Vec<bool>,
}

impl<D> Rows<D> {
    pub(crate) fn new() -> Rows<D> {
        Rows { digests: Vec::new(), there: Vec::new() }
    }

    fn clear(&mut self) {
        self.digests.clear();
        self.there.clear();
    }

    pub(crate) fn there(&self) -> Option<&[bool]> {
        (!self.there.is_empty()).then_some(&self.there)
    }
}

/// Rows for every thread of a pool.
pub(crate) struct Benches<D>(Vec<Mutex<Rows<D>>>);

impl<D> Benches<D> {
    pub(crate) fn of(pool: Option<&ThreadPool>) -> Benches<D> {
        let threads = pool.map_or(1, |pool| pool.current_num_threads());
        Benches((0..threads).map(|_| Mutex::new(Rows::new())).collect())
    }

    /// Empty rows for this thread.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Rows<D>) -> T) -> T {
        let mine = rayon::current_thread_index().unwrap_or(0) % self.0.len();
        let mut rows = self.0[mine].lock().unwrap_or_else(PoisonError::into_inner);
        rows.clear();
        work(&mut rows)
    }
}
