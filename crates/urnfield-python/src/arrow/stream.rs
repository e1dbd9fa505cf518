//! Tables and columns that come from Python, batch by batch.

#![allow(unsafe_code)]

use crate::errors::{broken, type_error};
use pyo3::exceptions::{PyKeyError, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;
use urnfield_arrow::{Array, Column, Schema, Stream, Unread, not_whole};

/// What is in a capsule is there once.
const READ: &str = "this Arrow data was read already; ask for it again";

/// The exception for a column that cannot be read.
pub(crate) fn unread(py: Python<'_>, unread: Unread) -> PyErr {
    match unread {
        Unread::Type(sentence) => type_error(sentence),
        Unread::Float { value, row } => type_error(not_whole(&format!("{value:?}"), row)),
        Unread::Broken(sentence) => broken(py, &sentence),
        Unread::Memory(sentence) => PyMemoryError::new_err(sentence),
    }
}

/// Batches of one schema, and which of its columns has the keys.
pub(crate) struct Batches {
    rest: Rest,
    schema: Schema,
    /// The child of a table; `None` where the keys are the column itself.
    child: Option<usize>,
}

enum Rest {
    Stream(Stream),
    One(Option<Array>),
}

/// Whether an object gives out Arrow data.
pub(crate) fn is_arrow(keys: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(keys.hasattr("__arrow_c_stream__")? || keys.hasattr("__arrow_c_array__")?)
}

fn taken<T>(
    capsule: &Bound<'_, PyAny>,
    name: &'static CStr,
    take: unsafe fn(*mut T) -> T,
) -> PyResult<T> {
    let capsule = capsule
        .cast::<PyCapsule>()
        .map_err(|_| type_error("an Arrow producer gives PyCapsules, got something else"))?;
    let pointer = capsule.pointer_checked(Some(name))?;
    // SAFETY: a capsule of this name holds a structure of this type, filled by its producer as
    // the interface says, or released.
    Ok(unsafe { take(pointer.as_ptr().cast()) })
}

impl Batches {
    /// The keys of a table's column, or of a column.
    pub(crate) fn of(keys: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Batches> {
        let py = keys.py();
        let (rest, schema) = if keys.hasattr("__arrow_c_stream__")? {
            let capsule = keys.call_method0("__arrow_c_stream__")?;
            let mut stream = taken(&capsule, c"arrow_array_stream", Stream::take)?;
            let (schema, stream) = py.detach(move || (stream.schema(), stream));
            (Rest::Stream(stream), schema.map_err(|error| unread(py, error))?)
        } else {
            let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                keys.call_method0("__arrow_c_array__")?.extract()?;
            let schema = taken(&schema, c"arrow_schema", Schema::take)?;
            let array = taken(&array, c"arrow_array", Array::take)?;
            if array.is_released() || schema.is_released() {
                return Err(broken(py, READ));
            }
            (Rest::One(Some(array)), schema)
        };
        let child = child(py, &schema, column)?;
        Ok(Batches { rest, schema, child })
    }

    /// The next batch; `None` after the last.
    pub(crate) fn next_array(&mut self) -> Result<Option<Array>, Unread> {
        match &mut self.rest {
            Rest::Stream(stream) => stream.next_array(),
            Rest::One(array) => Ok(array.take()),
        }
    }

    /// The column with the keys in a batch.
    pub(crate) fn column<'a>(&self, array: &'a Array) -> Result<Column<'a>, Unread> {
        Column::of(&self.schema, array, self.child)
    }
}

/// What is said to who names a column where there is no table.
pub(crate) const ONE_COLUMN: &str =
    "a column is named in a table, got one column; leave column= out";

/// Which child of a table is meant.
fn child(py: Python<'_>, schema: &Schema, column: Option<&str>) -> PyResult<Option<usize>> {
    if !schema.is_table() {
        return match column {
            None => Ok(None),
            Some(_) => Err(type_error(ONE_COLUMN)),
        };
    }
    let names = schema.names().map_err(|error| unread(py, error))?;
    chosen(&names, column).map(Some)
}

/// Which of a table's columns is meant.
pub(crate) fn chosen(names: &[&str], column: Option<&str>) -> PyResult<usize> {
    let listed = || names.iter().take(20).copied().collect::<Vec<_>>().join(", ");
    match column {
        Some(column) => match names.iter().position(|name| *name == column) {
            Some(i) if names[i + 1..].contains(&column) => Err(PyKeyError::new_err(format!(
                "a table has one column of a name, got several of {column:?}; rename them"
            ))),
            Some(i) => Ok(i),
            None => Err(PyKeyError::new_err(format!(
                "a table has the columns {}, got {column:?}",
                listed()
            ))),
        },
        None if names.len() == 1 => Ok(0),
        None => {
            Err(type_error(format!("which column has the keys? add column=, one of {}", listed())))
        }
    }
}
