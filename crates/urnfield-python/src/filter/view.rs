//! `FilterView`: answers from the bytes of a file, which are copied or mapped and not loaded.

#![allow(unsafe_code)]

use crate::arrow::mask::Mask;
use crate::errors::Raised;
use crate::filter::{Filter, Origins};
use crate::keys::kinds::{self, Warned, kind_of};
use crate::keys::many::{Many, digest};
use crate::keys::object::with_key;
use crate::numbers;
use crate::questions::design::Design;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fs;
use std::path::PathBuf;
use urnfield::Error;
use urnfield::filter::{Digest, FileStamp, Mapped};

/// Files below this size are copied, unless said otherwise: that takes some milliseconds.
const COPIED: u64 = 64 << 20;

/// Answers from a ``.urn`` file without loading it.
///
/// A file below 64 MiB is copied into private memory. A larger one is mapped: it answers at once,
/// whatever its size, and must stay as it is while the view lives. Truncating the file under a map
/// kills the process, and overwriting it gives false negatives. ``Filter.save`` and the shell do
/// neither: they put a new file in the place of the old one, and the view keeps answering from the
/// old one. A compressed file is refused: load it.
#[pyclass(module = "urnfield", name = "FilterView", frozen)]
pub(crate) struct FilterView {
    bits: urnfield::filter::FilterView<Mapped>,
    origins: Origins,
    warned: Warned,
}

#[pymethods]
impl FilterView {
    /// Opens a file. Its header and length are checked, with ``verify=True`` every bit.
    ///
    /// ``copy=False`` maps a file of any size, ``copy=True`` copies one of any size.
    #[staticmethod]
    #[pyo3(signature = (path, *, key=None, verify=false, copy=None))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        key: Option<&Bound<'_, PyAny>>,
        verify: bool,
        copy: Option<bool>,
    ) -> PyResult<FilterView> {
        let key = numbers::key(key)?;
        let opened = py.detach(|| {
            // Before the file is opened: one that takes its place meanwhile counts as a change.
            let stamp = FileStamp::of(&path)?;
            let small = || fs::metadata(&path).is_ok_and(|found| found.len() < COPIED);
            let memory = if copy.unwrap_or_else(small) {
                Mapped::copied(&path)?
            } else {
                // SAFETY: the docstring asks of the caller that nobody writes to the file.
                unsafe { Mapped::open(&path) }?
            };
            let bits = urnfield::filter::FilterView::new(memory, key)?;
            if verify {
                bits.verify()?;
            }
            Ok(FilterView { bits, origins: Origins::of(&path, stamp), warned: Warned::default() })
        });
        opened.map_err(|error: Error| Raised::from(error).into())
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (found, kind) = with_key(item, |key| {
            let kind = kind_of(&key, false);
            (self.bits.contains_digest(digest(&self.bits.digester(), key, false)), kind)
        })?;
        self.warned.of(item.py(), self.bits.key_kinds(), kind)?;
        Ok(found)
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
        let many = Many::of(keys, column, column_as)?;
        let ask = |digests: &[Digest]| self.bits.contains_all_digests(digests);
        let mask = many.asked(&self.bits.digester(), threads, ask)?;
        self.warned.of(keys.py(), self.bits.key_kinds(), many.kinds())?;
        Ok(mask)
    }

    /// Kind, bits and hashes.
    #[getter]
    fn design(&self) -> Design {
        Design(self.bits.design())
    }

    /// For how many items it was planned; None where that is unknown.
    #[getter]
    fn planned_items(&self) -> Option<u64> {
        Some(self.bits.planned_items()).filter(|&items| items > 0)
    }

    /// The kinds of its keys, as `Filter.key_kinds`.
    #[getter]
    fn key_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds::names(py, self.bits.key_kinds())
    }

    /// Checks every bit of the file.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.bits.verify()).map(drop).map_err(|error| Raised::from(error).into())
    }

    /// Returns the filter in memory, with every bit checked.
    fn to_filter(&self, py: Python<'_>) -> PyResult<Filter> {
        let filter = py.detach(|| self.bits.to_filter()).map_err(Raised::from)?;
        Ok(Filter::from_files(filter, self.origins.clone()))
    }

    fn __repr__(&self) -> String {
        let design = self.bits.design();
        format!(
            "FilterView(bits={}, hashes={}, kind={:?})",
            design.bits(),
            design.hashes(),
            design.kind_name()
        )
    }
}
