//! What a chain is, and what follows from its bits.

use super::FilterChain;
use crate::certified::Certified;
use crate::errors::Raised;
use crate::keys::kinds;
use crate::patience::patiently;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple};
use std::path::PathBuf;
use urnfield::chain::ChainSummary;
use urnfield::filter::Hashed;
use urnfield_answers::{ChainQuestion, Form, Question};

impl FilterChain {
    fn summary(&self, py: Python<'_>) -> PyResult<ChainSummary> {
        let state = self.read(py);
        let chain = state.chain(self.name()).map_err(Raised::from)?;
        Ok(py.detach(|| chain.summary()))
    }
}

#[pymethods]
impl FilterChain {
    /// The folder of its files; None for a chain in memory.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    /// The kinds of its keys, as `Filter.key_kinds`.
    #[getter]
    fn key_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let held = self.read(py).chain(self.name()).map_err(Raised::from)?.key_kinds();
        kinds::names(py, held)
    }

    /// Returns the rate of false positives that all filters have together now, from the bits that
    /// are set. With a secret key it is a bound, as ``info()["fpr"]`` says, because the filters are
    /// not independent then.
    fn fpr(&self, py: Python<'_>) -> PyResult<Certified> {
        let summary = self.summary(py)?;
        let rate = patiently(py, move || summary.own_fpr())?.map_err(Raised::from)?;
        Ok(Certified(rate.fpr))
    }

    /// Returns whether the rate is at most what was asked, or None where that is not known.
    fn keeps_promise(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        let summary = self.summary(py)?;
        let kept = patiently(py, move || summary.keeps_promise())?;
        kept.map_err(|error| Raised::from(error).into())
    }

    /// What it says of itself, and what follows from it: ``urnfield.info``.
    #[pyo3(signature = (*, name=None, digits=None))]
    fn info<'py>(
        slf: &Bound<'py, Self>,
        name: Option<&str>,
        digits: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = [("name", name)].into_py_dict(slf.py())?;
        options.set_item("digits", digits)?;
        slf.py().import("urnfield._filters")?.getattr("info")?.call((slf,), Some(&options))
    }

    /// What the shell's ``info --json`` says, as text; ``urnfield.info(chain)`` reads it.
    fn _info(
        &self,
        py: Python<'_>,
        file: Option<String>,
        form: (bool, Option<usize>),
    ) -> PyResult<String> {
        let summary = self.summary(py)?;
        let folder = file.unwrap_or_else(|| self.name().display().to_string());
        let (form, question) = (Form::new(form.0, form.1), ChainQuestion { folder, summary });
        patiently(py, move || crate::questions::ask::written(question.report(form)?, form))?
            .map_err(|error| error.into())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let state = self.read(py);
        let Ok(chain) = state.chain(self.name()) else {
            return format!("FilterChain({:?}, not saved)", self.name());
        };
        let options = chain.options();
        let folder = self.folder.as_ref().map(|folder| format!("{folder:?}, "));
        let keep = options.keep.map(|keep| format!(", keep={keep}"));
        let every = options.every.map(|every| format!(", every=\"{every}\""));
        let hashing = match chain.hashed() {
            Hashed::Seed(0) => None,
            Hashed::Seed(seed) => Some(format!(", seed={seed}")),
            Hashed::KeyCheck(_) => Some(", keyed".into()),
        };
        let generations = chain.generations();
        let keys = generations.iter().map(|generation| generation.items());
        format!(
            "FilterChain({}items={}, fpr=\"{}\"{}{}{}; generations: {}, keys: {})",
            folder.unwrap_or_default(),
            options.items,
            options.fpr,
            keep.unwrap_or_default(),
            every.unwrap_or_default(),
            hashing.unwrap_or_default(),
            generations.len(),
            keys.fold(0, u64::saturating_add)
        )
    }
}
