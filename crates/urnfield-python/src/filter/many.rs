//! Many items at once, on one thread or several.
//!
//! With several, each but the first fills a copy of the filter for itself, and the copies are
//! united in the end: nothing is shared meanwhile, not even a cache line. Beyond the caches, where
//! a copy would cost more than it gives, digests are gathered by the million and the library sorts
//! them on all threads.

use super::Filter;
use crate::arrow::mask::Mask;
use crate::errors::Raised;
use crate::keys::flow::{Purpose, Way};
use crate::keys::many::Many;
use crate::numbers;
use crate::pool;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use urnfield::filter::{Digest, Digester, KeyKinds};
use urnfield::{AnyDesign, Error};

/// Bits beyond the caches.
const FAR: u64 = 16 << 23;

/// A copy of a filter costs about as much as adding one item for every so many of its bits.
const BITS_COPIED_FOR_AN_ITEM: u64 = 256;

/// Copies that threads fill, each its own.
struct Copies<'a> {
    of: &'a Filter,
    each: Vec<Mutex<Option<urnfield::Filter>>>,
}

impl Copies<'_> {
    fn of(filter: &Filter, threads: usize) -> Copies<'_> {
        Copies { of: filter, each: (1..threads).map(|_| Mutex::new(None)).collect() }
    }

    fn insert(&self, digests: &[Digest], kinds: KeyKinds) {
        // The first thread has the filter itself.
        let copy = rayon::current_thread_index().and_then(|i| i.checked_sub(1));
        match copy.and_then(|i| self.each.get(i)) {
            Some(copy) => {
                let mut copy = copy.lock().unwrap_or_else(PoisonError::into_inner);
                let copied = || self.of.bits.read().unwrap_or_else(PoisonError::into_inner).clone();
                copy.get_or_insert_with(copied).digests_of(kinds).insert_all(digests);
            }
            None => self.of.change(|filter| filter.digests_of(kinds).insert_all(digests)),
        }
    }

    /// Everything into the filter itself.
    fn unite(self) -> Result<(), Error> {
        for copy in self.each {
            if let Some(copy) = copy.into_inner().unwrap_or_else(PoisonError::into_inner) {
                self.of.change(|filter| filter.union_with(&copy))?;
            }
        }
        Ok(())
    }
}

impl Filter {
    fn change<T>(&self, change: impl FnOnce(&mut urnfield::Filter) -> T) -> T {
        change(&mut self.bits.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// What makes digests, and which kinds of keys are in.
    fn asked(&self, py: Python<'_>) -> (Digester, KeyKinds) {
        let filter = self.read(py);
        (filter.digester(), filter.key_kinds())
    }

    /// What makes digests, and how keys go in.
    fn filling(&self, py: Python<'_>, threads: usize) -> PyResult<(Digester, Way)> {
        let filter = self.read(py);
        let design = filter.design();
        let far = design.bits() > FAR;
        // What is an AND stays one, of whatever: an OR with a copy would make it less.
        let pool = pool::of(threads)?.filter(|_| far || !filter.is_intersection());
        let way = Way {
            // Lines are not sorted: only threads have use for so many.
            by_the_million: far && (pool.is_some() || matches!(design, AnyDesign::Plain(_))),
            worth_a_pool: if far { 0 } else { design.bits() / BITS_COPIED_FOR_AN_ITEM },
            pool,
            ..Way::alone(Purpose::Fill)
        };
        Ok((filter.digester(), way))
    }
}

#[pymethods]
impl Filter {
    /// Adds many items; how many rows were offered.
    ///
    /// A list, an array of integers, or a column of whatever gives out Arrow data: pyarrow, pandas,
    /// Polars, DuckDB, DataFusion. A table needs ``column=``; a list of columns makes keys of
    /// several parts, as tuples are. A row without a key, or without a part of it (None, NaN,
    /// null), adds nothing, and a float that is a whole number is that integer. With
    /// ``column_as="text"`` integers are added as their digits, as the shell reads them.
    #[pyo3(signature = (keys, column=None, *, column_as=None, threads=1))]
    fn update(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
        #[pyo3(from_py_with = numbers::few)] threads: usize,
    ) -> PyResult<u64> {
        let py = keys.py();
        let many = Many::of(keys, column, column_as)?;
        let (digester, way) = self.filling(py, threads)?;
        let held = self.read(py).key_kinds();
        let copies = Copies::of(self, if way.by_the_million { 1 } else { threads });
        let work = |digests: &[Digest], kinds: KeyKinds| {
            match way.pool.as_deref().filter(|_| way.by_the_million) {
                Some(pool) => pool.install(|| {
                    self.change(|filter| filter.digests_of(kinds).par_insert_all(digests));
                }),
                None => copies.insert(digests, kinds),
            }
            Vec::new()
        };
        let filled = many.digests(&digester, &way, work);
        // Also after an error: what was read before it is in.
        let united = py.detach(|| copies.unite());
        let (rows, _) = filled?;
        united.map_err(Raised::from)?;
        self.warned.of(py, held, many.kinds())?;
        Ok(rows)
    }

    /// For each of many items, whether it may be in the filter.
    #[pyo3(signature = (keys, column=None, *, column_as=None, threads=1))]
    fn contains_many(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
        #[pyo3(from_py_with = numbers::few)] threads: usize,
    ) -> PyResult<Mask> {
        let py = keys.py();
        let many = Many::of(keys, column, column_as)?;
        let (digester, held) = self.asked(py);
        let mask = many.asked(&digester, threads, |digests| {
            let filter = self.bits.read().unwrap_or_else(PoisonError::into_inner);
            filter.contains_all_digests(digests)
        })?;
        self.warned.of(py, held, many.kinds())?;
        Ok(mask)
    }

    /// Adds many items and says for each whether it certainly was not in before.
    #[pyo3(signature = (keys, column=None, *, column_as=None))]
    fn new_among(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
    ) -> PyResult<Mask> {
        let py = keys.py();
        let many = Many::of(keys, column, column_as)?;
        let (digester, held) = self.asked(py);
        let work = |digests: &[Digest], kinds: KeyKinds| {
            let insert = |filter: &mut urnfield::Filter| {
                filter.digests_of(kinds).insert_reporting_new(digests)
            };
            self.change(insert).as_words().to_vec()
        };
        let (_, mask) = many.digests(&digester, &Way::alone(Purpose::InOrder), work)?;
        self.warned.of(py, held, many.kinds())?;
        Ok(mask)
    }
}
