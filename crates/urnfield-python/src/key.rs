//! One key of Python's: text, bytes or an integer.

use crate::arrow::Key;
use crate::errors::type_error;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyString};

/// Shows a key. Text comes first and by its very type, which takes no call to be seen.
#[inline(always)]
pub(crate) fn with_key<T>(key: &Bound<'_, PyAny>, see: impl FnOnce(Key<'_>) -> T) -> PyResult<T> {
    if let Ok(text) = key.cast_exact::<PyString>() {
        return Ok(see(Key::Bytes(text.to_str()?.as_bytes())));
    }
    if let Ok(bytes) = key.cast_exact::<PyBytes>() {
        return Ok(see(Key::Bytes(bytes.as_bytes())));
    }
    other_key(key, see)
}

#[cold]
fn refused(key: &Bound<'_, PyAny>) -> PyErr {
    let got = key.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    type_error(format!("a key is text, bytes or an integer, got {got}; make it text first"))
}

#[inline(never)]
fn other_key<T>(key: &Bound<'_, PyAny>, see: impl FnOnce(Key<'_>) -> T) -> PyResult<T> {
    if let Ok(text) = key.cast::<PyString>() {
        return Ok(see(Key::Bytes(text.to_str()?.as_bytes())));
    }
    if let Ok(bytes) = key.cast::<PyBytes>() {
        return Ok(see(Key::Bytes(bytes.as_bytes())));
    }
    if key.is_instance_of::<PyBool>() || key.is_instance_of::<PyFloat>() {
        return Err(refused(key));
    }
    if key.is_instance_of::<PyInt>() || (key.hasattr("__index__")? && !key.hasattr("__len__")?) {
        let word = match key.extract::<u64>() {
            Ok(value) => Key::Word { value, bytes: 8, signed: false },
            Err(_) => match key.extract::<i64>() {
                Ok(value) => Key::Word { value: value as u64, bytes: 8, signed: true },
                Err(_) => {
                    return Err(PyOverflowError::new_err(
                        "an integer key is from -2^63 to 2^64 - 1; make a larger one text",
                    ));
                }
            },
        };
        return Ok(see(word));
    }
    if key.is_instance_of::<PyByteArray>() || key.get_type().name()? == "memoryview" {
        let bytes: Vec<u8> = key
            .call_method0("__bytes__")
            .or_else(|_| key.py().get_type::<PyBytes>().call1((key,)))?
            .extract()?;
        return Ok(see(Key::Bytes(&bytes)));
    }
    Err(refused(key))
}
