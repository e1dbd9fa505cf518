//! `Filter`: the library's filter behind a lock, so that any thread may use it.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | the filter and its lock; made, added to and asked, one item at a time |
//! | `many` | many items at once, on one thread or several |
//! | `sets` | union, intersection, comparison, copies |
//! | `says` | what it is and what follows from its bits |
//! | `bytes` | bytes, payloads, pickles |
//! | `files` | files, and in which state they were |
//! | `update` | a file that is locked while its filter changes |
//! | `view` | a filter in the buffer of another object |
//! | `parquet` | Parquet's filters |
//! | `shared` | keys as commands for a filter on a server |

mod bytes;
mod files;
mod many;
pub(crate) mod parquet;
mod says;
mod sets;
pub(crate) mod shared;
mod update;
pub(crate) mod view;

use crate::errors::Raised;
use crate::keys::key::with_bytes;
use crate::keys::kinds::{Warned, kind_of};
use crate::keys::many::digest;
use crate::keys::object::with_key;
use crate::lock;
use crate::numbers;
use crate::patience::patiently;
use pyo3::prelude::*;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use urnfield::filter::Summary;
use urnfield::{Error, FilterOptions, Guarantee, Kind};
use urnfield_answers::read::FilterKind;

pub(crate) use bytes::with_buffer;
pub(crate) use files::Origins;
pub(crate) use update::{FileUpdate, update_file};

/// A Bloom filter: a set in a few bits an item, which never misses what was added.
///
/// ``Filter.for_items(1_000_000, "1%")`` makes the smallest one that keeps its own rate with a
/// million items; ``Filter(bits=…, hashes=…)`` one of any design. Text is its UTF-8 bytes, bytes
/// are themselves, an integer is its 64-bit word: the number 5 and the text "5" are different
/// items. A tuple is an item of several parts.
///
/// >>> import urnfield as urn
/// >>> f = urn.Filter.for_items(1_000, "1%")
/// >>> f.add("amphora")
/// True
/// >>> "amphora" in f, "krater" in f
/// (True, False)
#[pyclass(module = "urnfield", name = "Filter", frozen)]
pub(crate) struct Filter {
    bits: RwLock<urnfield::Filter>,
    /// The files that its bits are from.
    origins: Origins,
    /// Of keys of another kind than it holds.
    warned: Warned,
}

impl Filter {
    pub(crate) fn of(filter: urnfield::Filter) -> Filter {
        Filter::from_files(filter, Origins::default())
    }

    /// A filter whose bits are those of files, or began as them.
    pub(crate) fn from_files(filter: urnfield::Filter, origins: Origins) -> Filter {
        Filter { bits: RwLock::new(filter), origins, warned: Warned::default() }
    }

    pub(crate) fn read<'a>(&'a self, py: Python<'_>) -> RwLockReadGuard<'a, urnfield::Filter> {
        lock::read(py, &self.bits)
    }

    pub(super) fn write<'a>(&'a self, py: Python<'_>) -> RwLockWriteGuard<'a, urnfield::Filter> {
        lock::write(py, &self.bits)
    }

    pub(super) fn summary(&self, py: Python<'_>) -> Summary {
        let filter = self.read(py);
        let filter = &*filter;
        py.detach(|| filter.summary())
    }

    pub(super) fn copied(&self, py: Python<'_>) -> urnfield::Filter {
        let guard = self.read(py);
        guard.clone()
    }
}

#[pymethods]
impl Filter {
    /// An empty filter of so many bits, with so many positions an item.
    ///
    /// `key` is 16 secret bytes for items that an adversary may choose; `seed` is public.
    #[new]
    #[pyo3(signature = (bits, hashes, kind="standard", *, seed=0, key=None, planned_items=None))]
    fn new(
        bits: &Bound<'_, PyAny>,
        hashes: &Bound<'_, PyAny>,
        kind: &str,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        key: Option<&Bound<'_, PyAny>>,
        planned_items: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let bits = numbers::count(bits)?;
        let hashes = numbers::count(hashes)?;
        let design = numbers::design(numbers::kind(kind)?, bits, hashes)?;
        let filter =
            urnfield::Filter::new(design, numbers::hashing(seed, key)?).map_err(Raised::from)?;
        let planned = planned_items.map_or(Ok(0), numbers::count)?;
        Ok(Filter::of(filter.with_planned_items(planned)))
    }

    /// The smallest filter for so many items at this rate of false positives.
    ///
    /// Its own rate is kept with probability `confidence` (0.999999 unless said otherwise); with
    /// ``mean=True`` the mean over all such filters is, which is what textbooks approximate.
    #[staticmethod]
    #[pyo3(signature = (items, fpr, kind="standard", *, confidence=None, mean=false, seed=0, key=None))]
    #[allow(clippy::too_many_arguments)] // They are keywords.
    fn for_items(
        py: Python<'_>,
        items: &Bound<'_, PyAny>,
        fpr: &Bound<'_, PyAny>,
        kind: &str,
        confidence: Option<&Bound<'_, PyAny>>,
        mean: bool,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let guarantee = match (confidence, mean) {
            (None, false) => Guarantee::default(),
            (None, true) => Guarantee::Mean,
            (Some(confidence), false) => {
                Guarantee::ThisFilter { confidence: numbers::rate(confidence)? }
            }
            (Some(_), true) => {
                let error =
                    Error::domain("a filter keeps the mean or its own rate", "mean and confidence");
                return Err(Raised::from(error).into());
            }
        };
        let items = numbers::count(items)?;
        let fpr = numbers::rate(fpr)?;
        let hashing = numbers::hashing(seed, key)?;
        let (kind, lines) = match numbers::kind(kind)? {
            FilterKind::Plain(kind) => (kind, false),
            FilterKind::Line => (Kind::Standard, true),
            FilterKind::LineClassic => (Kind::Classic, true),
            FilterKind::Parquet => {
                let error =
                    Error::domain("a filter of Parquet's is a ParquetFilter", "kind = parquet");
                return Err(Raised::from(error).into());
            }
        };
        let options = FilterOptions { kind, lines, hashing, guarantee };
        let made = patiently(py, move || urnfield::Filter::for_items_with(items, fpr, &options))?;
        Ok(Filter::of(made.map_err(Raised::from)?))
    }

    /// Adds an item; True if it certainly was not in before.
    fn add(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut filter = self.write(py);
        let digester = filter.digester();
        let held = filter.key_kinds();
        let (new, kind) = with_key(item, |key| {
            let digest = digest(&digester, key, false);
            let kind = kind_of(&key, false);
            (filter.digests_of(kind).insert(digest), kind)
        })?;
        drop(filter);
        self.warned.of(py, held, kind)?;
        Ok(new)
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let filter = self.read(item.py());
        let held = filter.key_kinds();
        let (found, kind) = with_key(item, |key| {
            (with_bytes(key, false, |item| filter.contains(item)), kind_of(&key, false))
        })?;
        drop(filter);
        self.warned.of(item.py(), held, kind)?;
        Ok(found)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let filter = self.read(py);
        let design = filter.design();
        let planned = filter.planned_items();
        let kind = design.kind_name();
        let bits = design.bits();
        let hashes = design.hashes();
        let hashing = match filter.seed() {
            Some(0) => String::new(),
            Some(seed) => format!(", seed={seed}"),
            None => ", keyed".into(),
        };
        let planned =
            if planned > 0 { format!(", planned_items={planned}") } else { String::new() };
        format!("Filter(bits={bits}, hashes={hashes}, kind={:?}{hashing}{planned})", kind)
    }
}
