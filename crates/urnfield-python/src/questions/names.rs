//! Names of a list: whatever keys are read from, with a text for each row.

use crate::arrow::is_arrow;
use crate::arrow::mask::Mask;
use crate::errors::type_error;
use crate::keys::flow::{Purpose, Way};
use crate::keys::key::{Key, with_bytes};
use crate::keys::sources::all_keys;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use std::sync::{Mutex, PoisonError};

/// A column as Python names it: a list, an array or a series, or a table and the name of its
/// column.
pub(crate) type Source<'py> = (Bound<'py, PyAny>, Option<String>);

/// The rows of a list. An integer is its digits; a row without a name is there, too, so that rows
/// can be counted.
pub(crate) struct Names {
    text: Vec<u8>,
    /// Where each name lies in the text.
    places: Vec<(usize, usize)>,
    /// Which rows have one.
    rows: Mask,
}

impl Names {
    /// Reads a list that is called `called` in sentences.
    pub(crate) fn read(called: &str, source: &Source<'_>) -> PyResult<Names> {
        Names::read_as("names", called, source)
    }

    /// Reads a list of `what`, which is called `called` in sentences.
    pub(crate) fn read_as(what: &str, called: &str, source: &Source<'_>) -> PyResult<Names> {
        let (list, column) = source;
        let about = |error: PyErr| about(list.py(), called, error);
        check(what, source).map_err(about)?;
        let text = Mutex::new(Vec::new());
        let places = Mutex::new(Vec::new());
        let place = |key: Key<'_>| {
            let mut text = text.lock().unwrap_or_else(PoisonError::into_inner);
            let from = text.len();
            with_bytes(key, true, |name| text.extend_from_slice(name));
            (from, text.len())
        };
        // Places come in the order of rows; the answers say only which rows have one.
        let keep = |some: &[(usize, usize)]| {
            places.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(some);
            vec![0; some.len().div_ceil(64)]
        };
        let way = Way { tuples: false, ..Way::alone(Purpose::InOrder) };
        let (_, rows) =
            all_keys(list, &column.as_deref().into(), &way, place, keep).map_err(about)?;
        let text = text.into_inner().unwrap_or_else(PoisonError::into_inner);
        let places = places.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Names { text, places, rows })
    }

    /// Returns the name of each row; `None` for a row without one.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Option<&[u8]>> {
        let mut names = self.iter();
        self.rows.there().into_iter().map(move |there| if there { names.next() } else { None })
    }

    /// Returns the names alone.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.places.iter().map(|&(from, to)| &self.text[from..to])
    }

    /// Gives the name of each row to `add`; a row without one is empty.
    /// That cannot fail, whatever error the reader of lists knows.
    pub(crate) fn each<E>(&self, add: &mut dyn FnMut(&[u8])) -> Result<(), E> {
        self.rows().for_each(|name| add(name.unwrap_or_default()));
        Ok(())
    }
}

/// Refuses what is no list.
fn check(what: &str, (list, column): &Source<'_>) -> PyResult<()> {
    let text = list.is_instance_of::<PyString>()
        || list.is_instance_of::<PyBytes>()
        || list.is_instance_of::<PyByteArray>();
    // A table of one column is that column.
    let columns = list.getattr("column_names").or_else(|_| list.getattr("columns"));
    if let Some(columns) = columns.ok().and_then(|columns| columns.len().ok())
        && columns != 1
        && column.is_none()
    {
        return Err(type_error(format!(
            "{what} are one column, got a table of {columns} columns; take one of them"
        )));
    }
    if !text && (list.hasattr("__iter__")? || is_arrow(list)?) {
        return Ok(());
    }
    let class = list.get_type().name()?.to_string();
    let got = if text { "one text" } else { class.as_str() };
    Err(type_error(format!("{what} are a list, a set, an array or a column of a frame, got {got}")))
}

/// An error about one of several lists says which.
fn about(py: Python<'_>, called: &str, error: PyErr) -> PyErr {
    let sentence = format!("{called}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        type_error(sentence)
    } else if error.get_type(py).is(py.get_type::<PyValueError>()) {
        PyValueError::new_err(sentence)
    } else {
        error
    }
}
