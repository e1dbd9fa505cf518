//! Tables and columns that come from Python, batch by batch.

#![allow(unsafe_code)]

use super::c_data::{Array, Schema, Stream};
use super::column::{Column, Unread};
use crate::errors::type_error;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;

/// What is in a capsule is there once.
const READ: &str = "this Arrow data was read already; ask for it again";

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
    // SAFETY: a capsule of this name holds a structure of this type, filled by its producer.
    Ok(unsafe { take(pointer.as_ptr().cast()) })
}

impl Batches {
    /// The keys of a table's column, or of a column.
    pub(crate) fn of(keys: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Batches> {
        let (rest, schema) = if keys.hasattr("__arrow_c_stream__")? {
            let capsule = keys.call_method0("__arrow_c_stream__")?;
            let mut stream = taken(&capsule, c"arrow_array_stream", Stream::take)?;
            if stream.release.is_none() {
                return Err(PyValueError::new_err(READ));
            }
            let (schema, stream) = keys.py().detach(move || (stream.schema(), stream));
            (Rest::Stream(stream), schema.map_err(PyValueError::new_err)?)
        } else {
            let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                keys.call_method0("__arrow_c_array__")?.extract()?;
            let schema = taken(&schema, c"arrow_schema", Schema::take)?;
            let array = taken(&array, c"arrow_array", Array::take)?;
            if array.release.is_none() || schema.release.is_none() {
                return Err(PyValueError::new_err(READ));
            }
            (Rest::One(Some(array)), schema)
        };
        let child = child(&schema, column)?;
        Ok(Batches { rest, schema, child })
    }

    /// Looks at the next batch; `None` after the last.
    pub(crate) fn next<T>(
        &mut self,
        see: impl FnOnce(&Column<'_>) -> T,
    ) -> Result<Option<T>, Unread> {
        let array = match &mut self.rest {
            Rest::Stream(stream) => stream.next()?,
            Rest::One(array) => array.take(),
        };
        let Some(array) = array else { return Ok(None) };
        let column = match self.child {
            None => Column::new(&self.schema, &array, None)?,
            Some(i) => {
                let missing = "a table of Arrow has all its columns";
                let schema = self.schema.child(i).ok_or(missing)?;
                Column::new(schema, array.child(i).ok_or(missing)?, Some(&array))?
            }
        };
        Ok(Some(see(&column)))
    }
}

/// What is said to who names a column where there is no table.
pub(crate) const ONE_COLUMN: &str =
    "a column is named in a table, got one column; leave column= out";

/// Which child of a table is meant.
fn child(schema: &Schema, column: Option<&str>) -> PyResult<Option<usize>> {
    if schema.format() != "+s" {
        return match column {
            None => Ok(None),
            Some(_) => Err(type_error(ONE_COLUMN)),
        };
    }
    let names: Vec<&str> = (0..schema.n_children.max(0) as usize)
        .filter_map(|i| schema.child(i))
        .map(Schema::name)
        .collect();
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
