//! One key of Python's: text, bytes, an integer, a float that is a whole number, or a tuple of
//! these.

use crate::arrow::{Value, not_whole, whole};
use crate::errors::{Raised, type_error};
use crate::keys::key::{Key, Look, NO_FLOATS};
use crate::keys::parts::{Part, Parts, Reading};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyString, PyTuple};
use urnfield::Error;

/// Shows a key. A missing value is refused, as there is nothing to do with it alone.
#[inline(always)]
pub(crate) fn with_key<T>(key: &Bound<'_, PyAny>, see: impl FnOnce(Key<'_>) -> T) -> PyResult<T> {
    match with_key_or_none(key, Look::default(), see)? {
        Some(seen) => Ok(seen),
        None => Err(missing_alone(key)),
    }
}

/// Shows a key, or nothing where the value is missing. Text comes first and by its very type, which
/// takes no call to be seen.
#[inline(always)]
pub(crate) fn with_key_or_none<T>(
    key: &Bound<'_, PyAny>,
    look: Look,
    see: impl FnOnce(Key<'_>) -> T,
) -> PyResult<Option<T>> {
    if let Ok(text) = key.cast_exact::<PyString>() {
        return Ok(Some(see(Key::bytes(text.to_str()?.as_bytes()))));
    }
    if let Ok(bytes) = key.cast_exact::<PyBytes>() {
        return Ok(Some(see(Key::bytes(bytes.as_bytes()))));
    }
    if key.is_none() {
        return Ok(None);
    }
    other_key(key, look, see)
}

#[cold]
pub(crate) fn missing_alone(key: &Bound<'_, PyAny>) -> PyErr {
    let got = key.str().map(|text| text.to_string()).unwrap_or_default();
    type_error(format!("a missing value is no key, got {got}; leave it out"))
}

#[cold]
fn refused(key: &Bound<'_, PyAny>, look: Look) -> PyErr {
    let got = key.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    let place = look.row.map(|row| format!(" in row {row}")).unwrap_or_default();
    let of_these = if look.no_tuples { "" } else { ", or a tuple of these" };
    type_error(format!(
        "a key is text, bytes or an integer{of_these}, got {got}{place}; make it text first"
    ))
}

#[inline(never)]
fn other_key<T>(
    key: &Bound<'_, PyAny>,
    look: Look,
    see: impl FnOnce(Key<'_>) -> T,
) -> PyResult<Option<T>> {
    if let Ok(text) = key.cast::<PyString>() {
        return Ok(Some(see(Key::bytes(text.to_str()?.as_bytes()))));
    }
    if let Ok(bytes) = key.cast::<PyBytes>() {
        return Ok(Some(see(Key::bytes(bytes.as_bytes()))));
    }
    if key.is_instance_of::<PyBool>() {
        return Err(refused(key, look));
    }
    if let Ok(tuple) = key.cast::<PyTuple>()
        && !look.no_tuples
    {
        let Some((parts, places)) = parts_of(tuple, look)? else { return Ok(None) };
        let values: Vec<_> = places.into_iter().map(|place| parts.value(place)).collect();
        return Ok(Some(see(Key::Tuple(&values))));
    }
    if let Ok(float) = key.cast::<PyFloat>() {
        return with_float(float.extract()?, key, look, see);
    }
    let is_int = key.is_instance_of::<PyInt>();
    // A scalar of Arrow, which may have an index and no value.
    if !is_int && key.hasattr("as_py")? {
        return unwrapped(&key.call_method0("as_py")?, look, see);
    }
    if is_int || (key.hasattr("__index__")? && !key.hasattr("__len__")?) {
        let word = match key.extract::<u64>() {
            Ok(value) => Value::Word { value, bytes: 8, signed: false },
            Err(_) => match key.extract::<i64>() {
                Ok(value) => Value::Word { value: value as u64, bytes: 8, signed: true },
                Err(_) => {
                    return Err(PyOverflowError::new_err(
                        "an integer key is from -2^63 to 2^64 - 1; make a larger one text",
                    ));
                }
            },
        };
        return Ok(Some(see(Key::One(word))));
    }
    if key.is_instance_of::<PyByteArray>() || key.get_type().name()? == "memoryview" {
        let bytes: Vec<u8> = key
            .call_method0("__bytes__")
            .or_else(|_| key.py().get_type::<PyBytes>().call1((key,)))?
            .extract()?;
        return Ok(Some(see(Key::bytes(&bytes))));
    }
    if is_missing(key)? {
        return Ok(None);
    }
    match narrow_float(key)? {
        Some(value) => with_float(value, key, look, see),
        None => Err(refused(key, look)),
    }
}

/// The parts of a tuple; `None` where one is missing.
fn parts_of(tuple: &Bound<'_, PyTuple>, look: Look) -> PyResult<Option<(Parts, Vec<Part>)>> {
    if tuple.len() < 2 {
        let error = Error::domain("a tuple has at least two parts", tuple.len().to_string());
        return Err(Raised::from(error).into());
    }
    let (reading, look) = (Reading::default(), Look { no_tuples: true, ..look });
    let parts = tuple.iter().map(|part| with_key_or_none(&part, look, |key| reading.add(key)));
    // Every part is looked at, also beside one that is missing.
    let places = parts.collect::<PyResult<Vec<Option<Part>>>>()?;
    let parts = reading.done().map_err(type_error)?;
    let there: Option<Vec<Part>> = places.into_iter().collect();
    Ok(there.map(|places| (parts, places)))
}

/// Shows the value of a scalar, which is no scalar itself.
fn unwrapped<T>(
    inner: &Bound<'_, PyAny>,
    look: Look,
    see: impl FnOnce(Key<'_>) -> T,
) -> PyResult<Option<T>> {
    if inner.hasattr("as_py")? {
        return Err(refused(inner, look));
    }
    let see: Box<dyn FnOnce(Key<'_>) -> T + '_> = Box::new(see);
    with_key_or_none(inner, look, see)
}

/// Shows the integer that a float is.
fn with_float<T>(
    value: f64,
    key: &Bound<'_, PyAny>,
    look: Look,
    see: impl FnOnce(Key<'_>) -> T,
) -> PyResult<Option<T>> {
    if value.is_nan() {
        return Ok(None);
    }
    if look.no_floats {
        return Err(type_error(NO_FLOATS));
    }
    match whole(value) {
        Some(word) => Ok(Some(see(Key::One(Value::whole(word))))),
        None => Err(type_error(not_whole(&key.str()?.to_string(), look.row))),
    }
}

/// Whether it stands for a missing value: pandas' NA and NaT, NumPy's NaT and masked element, and
/// whatever else does not equal itself.
pub(crate) fn is_missing(key: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = key.get_type().name()?;
    let named = ["NAType", "NaTType", "MaskedConstant"].iter().any(|name| class == *name);
    // NA cannot be asked, and an array has no single answer.
    Ok(named || key.ne(key).unwrap_or(false))
}

/// Returns the value of NumPy's floats that are no floats of Python's, if a float of Python's can
/// hold it.
fn narrow_float(key: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    let Ok(dtype) = key.getattr("dtype") else { return Ok(None) };
    if key.hasattr("__iter__")? && key.getattr("ndim")?.extract::<u64>()? > 0 {
        return Ok(None);
    }
    if !dtype.getattr("kind").is_ok_and(|kind| kind.eq("f").unwrap_or(false)) {
        return Ok(None);
    }
    let value: f64 = key.call_method0("__float__")?.extract()?;
    Ok(key.eq(value)?.then_some(value))
}
