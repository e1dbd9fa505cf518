//! Tables and columns that come from Python, batch by batch.

#![allow(unsafe_code)]

use crate::arrow::columns::Columns;
use crate::errors::{broken, type_error};
use pyo3::exceptions::PyMemoryError;
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

/// Batches of one schema, and which of its columns have the keys.
pub(crate) struct Batches {
    rest: Rest,
    schema: Schema,
    /// The children of a table; empty where the keys are the column itself.
    children: Vec<usize>,
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
    /// The keys of a table's columns, or of a column.
    pub(crate) fn of(keys: &Bound<'_, PyAny>, columns: &Columns) -> PyResult<Batches> {
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
        let children = children(py, &schema, columns)?;
        Ok(Batches { rest, schema, children })
    }

    /// The next batch; `None` after the last.
    pub(crate) fn next_array(&mut self) -> Result<Option<Array>, Unread> {
        match &mut self.rest {
            Rest::Stream(stream) => stream.next_array(),
            Rest::One(array) => Ok(array.take()),
        }
    }

    /// The columns with the keys in a batch: one, or the parts of each key.
    pub(crate) fn columns<'a>(&self, array: &'a Array) -> Result<Vec<Column<'a>>, Unread> {
        if self.children.is_empty() {
            return Ok(vec![Column::of(&self.schema, array, None)?]);
        }
        let children = self.children.iter();
        children.map(|child| Column::of(&self.schema, array, Some(*child))).collect()
    }
}

/// Which children of a table are meant.
fn children(py: Python<'_>, schema: &Schema, columns: &Columns) -> PyResult<Vec<usize>> {
    if !schema.is_table() {
        return columns.refuse_without_table().map(|()| Vec::new());
    }
    let names = schema.names().map_err(|error| unread(py, error))?;
    columns.chosen(&names)
}
