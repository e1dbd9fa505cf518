//! `FilterView`: answers from a file that is mapped into memory and not loaded.

#![allow(unsafe_code)]

use crate::arrow::Key;
use crate::design::Design;
use crate::errors::Raised;
use crate::filter::{Filter, digest, reads_as_text};
use crate::flow::{Purpose, Way};
use crate::key::with_key;
use crate::kinds::{SeenKinds, Warned, kind_of};
use crate::mask::Mask;
use crate::sources::all_keys;
use crate::{kinds, numbers, pool};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use urnfield::filter::{Digest, Mapped};

/// Answers from a ``.urn`` file without loading it: at once, whatever its size.
///
/// The file must stay as it is while the view lives; ``Filter.save`` puts a new one in its place and
/// disturbs nobody. A compressed file is refused: load it.
#[pyclass(module = "urnfield", name = "FilterView", frozen)]
pub(crate) struct FilterView(urnfield::filter::FilterView<Mapped>, Warned);

#[pymethods]
impl FilterView {
    /// Maps a file. Its header is checked; `verify` checks the rest.
    #[staticmethod]
    #[pyo3(signature = (path, *, key=None))]
    fn open(path: PathBuf, key: Option<&Bound<'_, PyAny>>) -> PyResult<FilterView> {
        let key = numbers::key(key)?;
        // SAFETY: the docstring asks of the caller that nobody writes to the file.
        let mapped = unsafe { Mapped::open(path) }.map_err(Raised::from)?;
        let view = urnfield::filter::FilterView::new(mapped, key).map_err(Raised::from)?;
        Ok(FilterView(view, Warned::default()))
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (found, kind) = with_key(item, |key| {
            let kind = kind_of(&key, false);
            (self.0.contains_digest(digest(&self.0.digester(), key, false)), kind)
        })?;
        self.1.of(item.py(), self.0.key_kinds(), kind)?;
        Ok(found)
    }

    /// For each of many items, whether it may be in the filter.
    #[pyo3(signature = (keys, column=None, *, column_as=None, threads=1))]
    fn contains_many(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&str>,
        column_as: Option<&str>,
        #[pyo3(from_py_with = numbers::few)] threads: usize,
    ) -> PyResult<Mask> {
        let (digester, as_text) = (self.0.digester(), reads_as_text(column_as)?);
        let way = Way { pool: pool::of(threads)?, ..Way::alone(Purpose::Ask) };
        let seen = SeenKinds::default();
        let hash = |key: Key<'_>| {
            seen.see(&key, as_text);
            digest(&digester, key, as_text)
        };
        let work = |digests: &[Digest]| self.0.contains_all_digests(digests).as_words().to_vec();
        let (_, mask) = all_keys(keys, column, &way, hash, work)?;
        self.1.of(keys.py(), self.0.key_kinds(), seen.kinds())?;
        Ok(mask)
    }

    /// Kind, bits and hashes.
    #[getter]
    fn design(&self) -> Design {
        Design(self.0.design())
    }

    /// For how many items it was planned; None where nobody has said.
    #[getter]
    fn planned_items(&self) -> Option<u64> {
        Some(self.0.planned_items()).filter(|&items| items > 0)
    }

    /// The kinds of its keys, as `Filter.key_kinds`.
    #[getter]
    fn key_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds::names(py, self.0.key_kinds())
    }

    /// Checks every bit of the file.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.verify()).map(drop).map_err(|error| Raised::from(error).into())
    }

    /// The same filter in memory, every bit checked.
    fn to_filter(&self, py: Python<'_>) -> PyResult<Filter> {
        let filter = py.detach(|| self.0.to_filter()).map_err(Raised::from)?;
        Ok(Filter::of(filter))
    }

    fn __repr__(&self) -> String {
        let design = self.0.design();
        format!(
            "FilterView(bits={}, hashes={}, kind={:?})",
            design.bits(),
            design.hashes(),
            design.kind_name()
        )
    }
}
