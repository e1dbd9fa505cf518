//! What a filter is, and what follows from its bits.

use super::Filter;
use crate::certified::Certified;
use crate::errors::Raised;
use crate::keys::kinds;
use crate::numbers;
use crate::patience::patiently;
use crate::questions::design::{Design, Estimate, usual};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple};
use urnfield::Error;
use urnfield_answers::{CompareQuestion, Form, InfoQuestion, LineCounts, Question};

#[pymethods]
impl Filter {
    /// Kind, bits and hashes.
    #[getter]
    fn design(&self, py: Python<'_>) -> Design {
        Design(self.read(py).design())
    }

    #[getter]
    fn kind(&self, py: Python<'_>) -> String {
        self.read(py).design().kind_name().to_owned()
    }

    /// How many bits it has.
    #[getter]
    fn bits(&self, py: Python<'_>) -> u64 {
        self.read(py).design().bits()
    }

    /// How many positions an item has.
    #[getter]
    fn hashes(&self, py: Python<'_>) -> u64 {
        self.read(py).design().hashes()
    }

    /// The seed; None for a keyed filter.
    #[getter]
    pub(super) fn seed(&self, py: Python<'_>) -> Option<u64> {
        self.read(py).seed()
    }

    /// For how many items it was planned; None where that is unknown.
    #[getter]
    fn planned_items(&self, py: Python<'_>) -> Option<u64> {
        Some(self.read(py).planned_items()).filter(|&items| items > 0)
    }

    /// The kinds of its keys, some of "texts", "integers", "digests" and "tuples"; empty where they
    /// are unknown, and where there are no keys. The text "42" is another key than the integer 42.
    #[getter]
    fn key_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let kinds = self.read(py).key_kinds();
        kinds::names(py, kinds)
    }

    /// Whether it was made by ``&``: then it need not be the filter of any set.
    #[getter]
    fn is_intersection(&self, py: Python<'_>) -> bool {
        self.read(py).is_intersection()
    }

    /// How many bits are set, counted anew.
    fn bits_set(&self, py: Python<'_>) -> u64 {
        let filter = self.read(py);
        let filter = &*filter;
        py.detach(|| filter.bits_set())
    }

    /// The rate of false positives this filter has now, from the bits that are set.
    fn fpr(&self, py: Python<'_>) -> PyResult<Certified> {
        let summary = self.summary(py);
        let rate = patiently(py, move || summary.own_fpr())?.map_err(Raised::from)?;
        Ok(Certified(rate))
    }

    /// How many items are in, from the bits that are set: an estimate and an interval.
    #[pyo3(signature = (confidence=None))]
    fn estimate_items(
        &self,
        py: Python<'_>,
        confidence: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Estimate> {
        if self.is_intersection(py) {
            let error = Error::domain(
                "items are estimated from the bits of a set",
                "an intersection, which need not be the filter of any; estimate its operands",
            );
            return Err(Raised::from(error).into());
        }
        let summary = self.summary(py);
        let confidence = usual(confidence)?;
        let found =
            patiently(py, move || match (summary.design.plain(), summary.block_counts()) {
                (Some(design), _) => design.estimate_items(summary.bits_set, &confidence),
                (None, Some(counts)) => {
                    let found = counts?.items(&confidence)?;
                    let (point, interval) = (found.point, found.interval);
                    Ok(urnfield::Estimate { point, interval, confidence })
                }
                (None, None) => {
                    Err(Error::domain("items are estimated from the lines of a filter", "none"))
                }
            })?;
        Ok(Estimate(found.map_err(Raised::from)?))
    }

    /// What it says of itself, and what follows from it: ``urnfield.info``.
    #[pyo3(signature = (*, name="a filter", digits=None))]
    fn info<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        digits: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = [("name", name)].into_py_dict(slf.py())?;
        options.set_item("digits", digits)?;
        slf.py().import("urnfield._filters")?.getattr("info")?.call((slf,), Some(&options))
    }

    /// How many items this one and another hold, and have in common: ``urnfield.compare``.
    #[pyo3(signature = (other, *, names=None, confidence=None, digits=None))]
    fn compare<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, Filter>,
        names: Option<&Bound<'py, PyAny>>,
        confidence: Option<&Bound<'py, PyAny>>,
        digits: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = [("names", names), ("confidence", confidence)].into_py_dict(slf.py())?;
        options.set_item("digits", digits)?;
        let compare = slf.py().import("urnfield._filters")?.getattr("compare")?;
        compare.call((slf, other), Some(&options))
    }

    /// What the shell's ``info --json`` says, as text; ``urnfield.info(f)`` reads it.
    fn _info(
        &self,
        py: Python<'_>,
        file: Option<String>,
        form: (bool, Option<usize>),
    ) -> PyResult<String> {
        let summary = self.summary(py);
        let file = file.unwrap_or_else(|| "a filter".into());
        let form = Form::new(form.0, form.1);
        let question = InfoQuestion { file, summary };
        patiently(py, move || crate::questions::ask::written(question.report(form)?, form))?
            .map_err(|error| error.into())
    }

    /// What the shell's ``compare --json`` says, as text.
    fn _compare(
        &self,
        py: Python<'_>,
        others: Vec<PyRef<'_, Filter>>,
        names: Vec<String>,
        confidence: Option<&Bound<'_, PyAny>>,
        form: (bool, Option<usize>),
    ) -> PyResult<String> {
        let confidence = confidence.map(numbers::rate).transpose()?;
        let mut any = self.copied(py);
        let mut all = self.copied(py);
        let mut each = vec![any.bits_set()];
        let mut lines: Vec<_> = any.line_loads().into_iter().collect();
        let mut intersections = Vec::new();
        if any.is_intersection() {
            intersections.extend(names.first().cloned());
        }
        for (i, other) in others.iter().enumerate() {
            let other = other.copied(py);
            any.union_with(&other).map_err(Raised::from)?;
            all.intersect_with(&other).map_err(Raised::from)?;
            each.push(other.bits_set());
            lines.extend(other.line_loads());
            if other.is_intersection() {
                intersections.extend(names.get(i + 1).cloned());
            }
        }
        let design = any.design();
        let or = any.bits_set();
        let and = all.bits_set();
        let lines = any.line_loads().map(|or| LineCounts { each: lines, or });
        let question = CompareQuestion {
            files: names,
            intersections,
            design,
            lines,
            each,
            or,
            and,
            confidence,
        };
        let form = Form::new(form.0, form.1);
        patiently(py, move || crate::questions::ask::written(question.report(form)?, form))?
            .map_err(|error| error.into())
    }
}
