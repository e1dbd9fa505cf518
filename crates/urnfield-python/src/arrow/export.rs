//! A boolean column for whoever reads Arrow.

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The capsules of `__arrow_c_array__`: bits, and which of them are there.
pub(crate) fn boolean<'py>(
    py: Python<'py>,
    rows: usize,
    bits: Vec<u64>,
    there: Option<Vec<u64>>,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (schema, array) = urnfield_arrow::boolean(rows, bits, there);
    // What a reader has not moved out is released with its capsule.
    let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
    let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
    Ok((schema, array))
}
