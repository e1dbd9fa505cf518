//! Filters as sets: union, intersection, comparison, copies.

use super::Filter;
use crate::errors::Raised;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use urnfield::Error;

impl Filter {
    /// Both filters, whichever way round; one filter twice is copied first.
    fn merged(
        &self,
        py: Python<'_>,
        other: &Filter,
        merge: fn(&mut urnfield::Filter, &urnfield::Filter) -> Result<(), Error>,
    ) -> PyResult<()> {
        let merged = other.copied(py);
        {
            let mut ours = self.write(py);
            let ours = &mut *ours;
            py.detach(|| merge(ours, &merged)).map_err(Raised::from)?;
        }
        // Only then does this filter have what the other one's file had.
        self.origins.join(&other.origins);
        Ok(())
    }
}

#[pymethods]
impl Filter {
    fn __ior__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<()> {
        self.merged(py, other.get(), urnfield::Filter::union_with)
    }

    fn __iand__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<()> {
        self.merged(py, other.get(), urnfield::Filter::intersect_with)
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<Filter> {
        let merged = self.copy(py);
        merged.merged(py, other.get(), urnfield::Filter::union_with)?;
        Ok(merged)
    }

    fn __and__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<Filter> {
        let merged = self.copy(py);
        merged.merged(py, other.get(), urnfield::Filter::intersect_with)?;
        Ok(merged)
    }

    /// ``f == g``: same design, seed and bits. ``f <= g``: every bit of f is set in g.
    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Filter>() else { return Ok(py.NotImplemented()) };
        let ours = self.copied(py);
        let theirs = other.get().copied(py);
        let compared = py.detach(|| -> Result<bool, Error> {
            Ok(match op {
                CompareOp::Eq => ours == theirs,
                CompareOp::Ne => ours != theirs,
                CompareOp::Le => ours.is_subset(&theirs)?,
                CompareOp::Ge => theirs.is_subset(&ours)?,
                CompareOp::Lt => ours.is_subset(&theirs)? && ours != theirs,
                CompareOp::Gt => theirs.is_subset(&ours)? && ours != theirs,
            })
        });
        let answer = compared.map_err(Raised::from)?;
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// A filter of its own with the same bits.
    fn copy(&self, py: Python<'_>) -> Filter {
        Filter::from_files(self.copied(py), self.origins.clone())
    }

    fn __copy__(&self, py: Python<'_>) -> Filter {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Filter {
        let _ = memo;
        self.copy(py)
    }

    /// Takes everything out.
    fn clear(&self, py: Python<'_>) {
        self.write(py).clear();
    }
}
