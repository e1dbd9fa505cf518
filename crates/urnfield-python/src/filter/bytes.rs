//! Filters as bytes: of files, of payloads, of pickles.

use super::Filter;
use crate::errors::{Raised, type_error};
use crate::keys::kinds;
use crate::numbers;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use std::io::Cursor;
use urnfield::filter::{Hashing, Packing};

/// The packing of Python's ``compress=``.
pub(super) fn packing(compress: bool) -> Packing {
    if compress { Packing::Smallest } else { Packing::Raw }
}

#[pymethods]
impl Filter {
    /// The bytes of a ``.urn`` file.
    #[pyo3(signature = (*, compress=false))]
    fn to_bytes<'py>(&self, py: Python<'py>, compress: bool) -> Bound<'py, PyBytes> {
        let filter = self.read(py);
        let filter = &*filter;
        let bytes = py.detach(|| filter.to_bytes(packing(compress)));
        PyBytes::new(py, &bytes)
    }

    /// The filter of such bytes, from anything that is a buffer.
    #[staticmethod]
    #[pyo3(signature = (buffer, *, key=None))]
    fn from_bytes(
        py: Python<'_>,
        buffer: &Bound<'_, PyAny>,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let key = numbers::key(key)?;
        let read =
            with_buffer(buffer, |bytes| py.detach(|| urnfield::Filter::from_bytes(bytes, key)))?;
        Ok(Filter::of(read.map_err(Raised::from)?))
    }

    /// The bits alone, as the payload of a raw file has them; ``start`` and ``stop`` count bytes.
    #[pyo3(signature = (start=0, stop=None))]
    fn payload<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::few)] start: usize,
        stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let filter = self.read(py);
        let filter = &*filter;
        let whole = filter.payload_len();
        let stop = stop.map_or(Ok(whole), numbers::few)?.min(whole);
        let start = start.min(stop);
        // Straight into what Python gets: a payload may be half of the memory there is.
        PyBytes::new_with(py, stop - start, |bytes| {
            py.detach(|| filter.copy_payload(start, bytes));
            Ok(())
        })
    }

    /// A filter like this one with the bits of a payload; a keyed one needs its key again. The
    /// kinds of keys that the payload holds are not known unless they are given.
    #[pyo3(signature = (payload, *, key=None, key_kinds=None))]
    fn with_payload(
        &self,
        py: Python<'_>,
        payload: &Bound<'_, PyAny>,
        key: Option<&Bound<'_, PyAny>>,
        key_kinds: Option<Vec<String>>,
    ) -> PyResult<Filter> {
        let key_kinds = kinds::read(&key_kinds.unwrap_or_default())?;
        let (design, seed, planned) = {
            let filter = self.read(py);
            (filter.design(), filter.seed(), filter.planned_items())
        };
        let hashing = match (seed, numbers::key(key)?) {
            (Some(seed), None) => Hashing::Seed(seed),
            (None, Some(key)) => Hashing::Key(key),
            (Some(_), Some(_)) => {
                return Err(type_error("a seeded filter has no key; leave key= out"));
            }
            (None, None) => return Err(type_error("a keyed filter needs its key; add key=")),
        };
        let read = with_buffer(payload, |bytes| {
            py.detach(|| {
                urnfield::Filter::from_payload(design, hashing, planned, Cursor::new(bytes))
            })
        })?;
        Ok(Filter::of(read.map_err(Raised::from)?.with_key_kinds(key_kinds)))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        if slf.get().seed(py).is_none() {
            return Err(PyTypeError::new_err(
                "a keyed filter is not pickled, as its key would travel along; use to_bytes(), and \
                 from_bytes(…, key=…) where the key is known",
            ));
        }
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(py, false),)))
    }
}

/// Any bytes of Python.
pub(crate) fn with_buffer<T>(
    buffer: &Bound<'_, PyAny>,
    see: impl FnOnce(&[u8]) -> T,
) -> PyResult<T> {
    if let Ok(bytes) = buffer.cast::<PyBytes>() {
        return Ok(see(bytes.as_bytes()));
    }
    let view = PyMemoryView::from(buffer).map_err(|_| {
        let got = buffer.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        type_error(format!("a filter is read from bytes or another buffer, got {got}"))
    })?;
    // Copied, as others may write to it.
    let bytes = view.call_method0("tobytes")?;
    Ok(see(bytes.cast::<PyBytes>()?.as_bytes()))
}
