//! A folder that is locked while its chain changes.

use super::wanted::{day, typed};
use super::{FilterChain, State};
use crate::errors::Raised;
use crate::filter::locked;
use crate::lock;
use crate::patience::patiently;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use urnfield::Error;
use urnfield::chain::{Chain, ChainUpdate as Update, Day};
use urnfield_answers::WantedChain;

/// A folder whose chain changes in a ``with`` block: locked, read, and saved at its end.
///
/// It is what `update_chain` returns.
#[pyclass(module = "urnfield._core", name = "ChainUpdate", frozen)]
pub(crate) struct ChainUpdate {
    path: PathBuf,
    wanted: WantedChain,
    day: Option<Day>,
    wait: bool,
    begun: Mutex<Option<Py<FilterChain>>>,
}

/// Changes the chain of a folder: ``with urnfield.update_chain(path) as chain: chain.add("urn")``.
///
/// The folder is locked from before the chain is read until it is saved, so that no key is lost where
/// several programs write, ``urnfield dedupe --state`` at the shell among them. Another writer is
/// waited for, or refused with ``wait=False``. If the block raises, the folder stays as it is.
///
/// With ``items=`` and ``fpr=`` an empty chain is made first where there is none; the options are
/// those of `FilterChain.create`. A chain that was made with other options is refused. The block goes
/// by today's date in UTC, or by `date`.
#[pyfunction]
#[pyo3(signature = (path, *, items=None, fpr=None, kind=None, keep=None, every=None, confidence=None, mean=false, seed=None, key=None, date=None, wait=true))]
#[allow(clippy::too_many_arguments)] // They are keywords.
pub(crate) fn update_chain(
    path: PathBuf,
    items: Option<&Bound<'_, PyAny>>,
    fpr: Option<&Bound<'_, PyAny>>,
    kind: Option<&str>,
    keep: Option<&Bound<'_, PyAny>>,
    every: Option<&str>,
    confidence: Option<&Bound<'_, PyAny>>,
    mean: bool,
    seed: Option<&Bound<'_, PyAny>>,
    key: Option<&Bound<'_, PyAny>>,
    date: Option<&Bound<'_, PyAny>>,
    wait: bool,
) -> PyResult<ChainUpdate> {
    let wanted = typed((items, fpr, kind), (keep, every), (confidence, mean), (seed, key))?;
    Ok(ChainUpdate { path, wanted, day: day(date)?, wait, begun: Mutex::new(None) })
}

impl ChainUpdate {
    /// Makes an empty chain where there is none, if it was said what of. Another writer may make it at
    /// the same moment: then it is held against what was said, like any other.
    fn make_missing(&self, py: Python<'_>) -> PyResult<()> {
        if Chain::manifest(&self.path).exists() {
            return Ok(());
        }
        let folder = self.path.clone();
        if self.wanted.items.is_none() && self.wanted.fpr.is_none() {
            let missing = py.detach(|| Chain::open(&folder, None)).map(drop);
            return missing.map_err(|error| Raised::from(error).into());
        }
        let shown = folder.display().to_string();
        let options = self.wanted.options(&shown).map_err(Raised::from)?;
        match patiently(py, move || Chain::create(&folder, &options))? {
            Err(error) if error.io_kind() == Some(ErrorKind::AlreadyExists) => Ok(()),
            made => made.map_err(|error| Raised::from(error).into()),
        }
    }

    /// The chain, locked, with room on the disk for what may come.
    fn begin(&self, py: Python<'_>) -> PyResult<Update> {
        self.make_missing(py)?;
        let lock = locked(py, &Chain::manifest(&self.path), self.wait)?;
        let (key, day) = (self.wanted.key.clone(), self.day.unwrap_or_else(Day::today));
        let begun = py.detach(|| Update::under(lock, key, day)).map_err(Raised::from)?;
        let shown = self.path.display().to_string();
        self.wanted.refuse_others(&shown, &begun).map_err(Raised::from)?;
        Ok(begun)
    }
}

#[pymethods]
impl ChainUpdate {
    fn __enter__(&self, py: Python<'_>) -> PyResult<Py<FilterChain>> {
        if self.begun.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return Err(PyRuntimeError::new_err(
                "a with block of this update is open already; call update_chain again",
            ));
        }
        let mut update = self.begin(py)?;
        py.detach(|| update.reserve()).map_err(Raised::from)?;
        let state = State::Update(Box::new(update));
        let chain = Py::new(py, FilterChain::of(state, Some(self.path.clone())))?;
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Some(chain.clone_ref(py));
        Ok(chain)
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
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(chain) = begun else { return Ok(false) };
        let mut state = lock::write(py, &chain.get().state);
        let State::Update(update) = std::mem::replace(&mut *state, State::Dropped) else {
            return Ok(false);
        };
        if error_type.is_none() {
            let saved: Result<Chain, Error> = py.detach(|| update.save());
            *state = State::Read(saved.map_err(Raised::from)?);
        }
        Ok(false)
    }

    fn __repr__(&self) -> String {
        format!("ChainUpdate({:?})", self.path)
    }
}
