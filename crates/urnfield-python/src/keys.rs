//! Keys as they come from Python: one, a list of them, a buffer of integers, a column. Whatever the
//! source, they become digests, piece by piece.

use crate::arrow::{Batches, Key, Unread, is_arrow};
use crate::errors::type_error;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::Arc;

/// Rows that are hashed before what they gave is used, where that stays in the caches.
const NEAR: usize = 1 << 14;
/// The same where it pays to have millions at once: far filters, and threads.
const FAR: usize = 1 << 22;

/// What some rows gave.
pub(crate) struct Piece<'a, D> {
    pub(crate) digests: &'a [D],
    pub(crate) rows: usize,
    /// Which rows have a key; `None` where all have.
    pub(crate) there: Option<&'a [bool]>,
}

/// How keys are read.
pub(crate) struct Reading<'a> {
    /// The column of a table.
    pub(crate) column: Option<&'a str>,
    /// Millions of digests at a time.
    pub(crate) far: bool,
    pub(crate) pool: Option<Arc<ThreadPool>>,
    /// The order of rows does not matter, and equal ones count once.
    pub(crate) any_order: bool,
}

/// One key of Python's.
#[inline]
pub(crate) fn with_key<T>(key: &Bound<'_, PyAny>, see: impl FnOnce(Key<'_>) -> T) -> PyResult<T> {
    if let Ok(text) = key.cast::<PyString>() {
        return Ok(see(Key::Bytes(text.to_str()?.as_bytes())));
    }
    if let Ok(bytes) = key.cast::<PyBytes>() {
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

/// Shows all keys of an object as digests; how many rows there were.
pub(crate) fn each_piece<D: Copy + Send + Sync>(
    keys: &Bound<'_, PyAny>,
    reading: &Reading<'_>,
    hash: &(impl Fn(Key<'_>) -> D + Sync),
    see: &mut (impl FnMut(Piece<'_, D>) + Send),
) -> PyResult<u64> {
    if keys.is_instance_of::<PyString>()
        || keys.is_instance_of::<PyBytes>()
        || keys.is_instance_of::<PyByteArray>()
    {
        return Err(type_error("many keys are a list or a column, got one text; use add or in"));
    }
    if is_arrow(keys)? {
        return each_batch(keys, reading, hash, see);
    }
    if keys.hasattr("collect_schema")? {
        return Err(type_error("a lazy frame has no rows yet; collect it first"));
    }
    if reading.column.is_some() {
        return Err(type_error(
            "a column is named in a table, got something else; leave column= out",
        ));
    }
    if !keys.is_instance_of::<PyList>() && !keys.is_instance_of::<PyTuple>() {
        if let Ok(kind) = keys.getattr("dtype").and_then(|kind| kind.getattr("kind")) {
            match kind.extract::<String>()?.as_str() {
                "i" | "u" => {}
                "U" | "S" | "O" | "T" => {
                    let list = keys.call_method0("tolist")?;
                    return each_object(&list, reading, hash, see);
                }
                other => {
                    return Err(type_error(format!(
                        "keys are text, bytes or integers, got an array of kind {other:?}; cast it to text first"
                    )));
                }
            }
        }
        if let Ok(buffer) = PyUntypedBuffer::get(keys) {
            return each_integer(keys, &buffer, reading, hash, see);
        }
    }
    each_object(keys, reading, hash, see)
}

/// Batches of an Arrow producer, without the GIL: it may need it itself.
fn each_batch<D: Copy + Send + Sync>(
    keys: &Bound<'_, PyAny>,
    reading: &Reading<'_>,
    hash: &(impl Fn(Key<'_>) -> D + Sync),
    see: &mut (impl FnMut(Piece<'_, D>) + Send),
) -> PyResult<u64> {
    let mut batches = Batches::of(keys, reading.column)?;
    let mut all = 0;
    let (far, pool, any_order) = (reading.far, &reading.pool, reading.any_order);
    loop {
        let (batch, see) = (&mut batches, &mut *see);
        let seen = keys.py().detach(move || {
            batch.next(|column| {
                if any_order && let Some(digests) = column.entries_in_use(hash) {
                    see(Piece { digests: &digests, rows: column.rows(), there: None });
                    return column.rows();
                }
                let step = match column.is_dictionary() {
                    true => column.rows().max(1),
                    false if far || pool.is_some() => FAR,
                    false => NEAR,
                };
                let (mut digests, mut there) = (Vec::new(), Vec::new());
                let full = column.is_full();
                for from in (0..column.rows()).step_by(step) {
                    let some = from..column.rows().min(from + step);
                    let rows = some.len();
                    there.clear();
                    match pool {
                        Some(pool) if full && rows > NEAR && !column.is_dictionary() => {
                            // What was there is written over: the memory is touched once.
                            digests.resize(rows, hash(Key::Bytes(&[])));
                            let fill = |(i, part): (usize, &mut [D])| {
                                let from = some.start + i * NEAR;
                                let mut places = part.iter_mut();
                                column.each(from..from + places.len(), hash, |made| {
                                    if let (Some(place), Some(made)) = (places.next(), made) {
                                        *place = made;
                                    }
                                });
                            };
                            pool.install(|| {
                                digests.par_chunks_mut(NEAR).enumerate().for_each(fill);
                            });
                        }
                        _ if full => {
                            digests.clear();
                            digests.reserve(rows);
                            column.each(some, hash, |made| digests.extend(made));
                        }
                        _ => {
                            digests.clear();
                            column.each(some, hash, |made| {
                                there.push(made.is_some());
                                digests.extend(made);
                            });
                        }
                    }
                    let there = (!full).then_some(&there[..]);
                    see(Piece { digests: &digests, rows, there });
                }
                column.rows()
            })
        });
        let seen = seen.map_err(|unread| match unread {
            Unread::Type(sentence) => type_error(sentence),
            Unread::Broken(sentence) => PyValueError::new_err(sentence),
        });
        match seen? {
            Some(rows) => all += rows as u64,
            None => return Ok(all),
        }
        keys.py().check_signals()?;
    }
}

/// An array of integers that lies in memory.
fn each_integer<D: Copy + Send + Sync>(
    keys: &Bound<'_, PyAny>,
    buffer: &PyUntypedBuffer,
    reading: &Reading<'_>,
    hash: &(impl Fn(Key<'_>) -> D + Sync),
    see: &mut (impl FnMut(Piece<'_, D>) + Send),
) -> PyResult<u64> {
    let py = keys.py();
    if buffer.dimensions() != 1 {
        return Err(type_error("keys are an array of one dimension; flatten it first"));
    }
    macro_rules! widths {
        ($($type:ty)*) => {
            $(if let Ok(buffer) = buffer.as_typed::<$type>() {
                let values = buffer.to_vec(py)?;
                #[allow(unused_comparisons)] // Of unsigned ones.
                let signed = <$type>::MIN < 0;
                let key = |value: $type| Key::Word { value: value as u64, bytes: size_of::<$type>() as u8, signed };
                let step = if reading.far || reading.pool.is_some() { FAR } else { NEAR };
                for some in values.chunks(step) {
                    let see = &mut *see;
                    py.detach(move || {
                        let digests: Vec<D> = some.iter().map(|value| hash(key(*value))).collect();
                        see(Piece { digests: &digests, rows: some.len(), there: None });
                    });
                    py.check_signals()?;
                }
                return Ok(values.len() as u64);
            })*
        };
    }
    widths! { u64 i64 u32 i32 u16 i16 u8 i8 }
    Err(type_error("keys are text, bytes or integers, got a buffer of something else"))
}

/// Objects of Python, which are looked at under the GIL.
fn each_object<D: Copy + Send + Sync>(
    keys: &Bound<'_, PyAny>,
    reading: &Reading<'_>,
    hash: &(impl Fn(Key<'_>) -> D + Sync),
    see: &mut (impl FnMut(Piece<'_, D>) + Send),
) -> PyResult<u64> {
    let py = keys.py();
    let step = if reading.far || reading.pool.is_some() { FAR } else { NEAR };
    let mut all = 0;
    let (mut digests, mut there): (Vec<D>, Vec<bool>) = (Vec::new(), Vec::new());
    let mut flush = |digests: &mut Vec<D>, there: &mut Vec<bool>| {
        let full = digests.len() == there.len();
        let piece = Piece { digests, rows: there.len(), there: (!full).then_some(&there[..]) };
        let see = &mut *see;
        py.detach(move || see(piece));
        digests.clear();
        there.clear();
        py.check_signals()
    };
    let mut take = |key: &Bound<'_, PyAny>| {
        if key.is_none() {
            there.push(false);
        } else {
            digests.push(with_key(key, hash)?);
            there.push(true);
        }
        all += 1;
        if there.len() == step { flush(&mut digests, &mut there) } else { Ok(()) }
    };
    match keys.cast::<PyList>() {
        Ok(list) => list.iter().try_for_each(|key| take(&key))?,
        Err(_) => keys.try_iter()?.try_for_each(|key| take(&key?))?,
    }
    if !there.is_empty() {
        flush(&mut digests, &mut there)?;
    }
    Ok(all)
}
