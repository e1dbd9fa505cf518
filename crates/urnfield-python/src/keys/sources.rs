//! Where many keys come from: a list, a buffer of integers, a column from a producer of
//! Arrow data.

use crate::arrow::columns::Columns;
use crate::arrow::mask::Mask;
use crate::arrow::{Batches, Column, Value, is_arrow, unread};
use crate::errors::type_error;
use crate::keys::flow::{Flow, Way};
use crate::keys::key::{Key, Look};
use crate::keys::object::with_key_or_none;
use crate::keys::parts::PartColumns;
use crate::keys::rows::{Rows, STRETCH};
use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyImportError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyBytes, PyDict, PyIterator, PyList, PyMemoryView, PySlice, PyString, PyTuple,
};

/// Integers that are copied at a time, as others may write where they lie: few that stay in a
/// cache, or enough for all threads of a pool.
const FEW: usize = STRETCH;
const MANY: usize = STRETCH << 7;

const FLATTEN: &str = "keys are an array of one dimension; flatten it first";

/// How a buffer says that its integers lie in the order of other machines.
const OTHER_ORDER: u8 = if cfg!(target_endian = "little") { b'>' } else { b'<' };

/// Takes all keys of an object the way they are to go; how many rows there were, and the answers.
pub(crate) fn all_keys<D: Copy + Send + Sync>(
    keys: &Bound<'_, PyAny>,
    columns: &Columns,
    way: &Way,
    hash: impl Fn(Key<'_>) -> D + Sync,
    work: impl Fn(&[D]) -> Vec<u64> + Sync,
) -> PyResult<(u64, Mask)> {
    let mut flow = Flow::new(way, &hash, &work);
    flow_all(keys, columns, way, &mut flow)?;
    Ok(keys.py().detach(|| flow.done()))
}

fn flow_all<D, H, W>(
    keys: &Bound<'_, PyAny>,
    columns: &Columns,
    way: &Way,
    flow: &mut Flow<'_, D, H, W>,
) -> PyResult<()>
where
    D: Copy + Send + Sync,
    H: Fn(Key<'_>) -> D + Sync,
    W: Fn(&[D]) -> Vec<u64> + Sync,
{
    if keys.is_instance_of::<PyString>()
        || keys.is_instance_of::<PyBytes>()
        || keys.is_instance_of::<PyByteArray>()
    {
        return Err(type_error("many keys are a list or a column, got one text; use add or in"));
    }
    if is_arrow(keys)? {
        return match Batches::of(keys, columns) {
            Ok(found) => batches(keys.py(), found, flow),
            Err(error) if pandas_has_no_arrow(keys, &error)? => match values_of(keys, columns)? {
                Some(values) => flow_all(&values, &Columns::default(), way, flow),
                None => Err(error),
            },
            Err(error) => Err(error),
        };
    }
    if keys.hasattr("collect_schema")? {
        return Err(type_error("a lazy frame has no rows yet; collect it first"));
    }
    if columns.is_named() {
        return Err(type_error(
            "a column is named in a table, got something else; leave column= out",
        ));
    }
    if keys.is_instance_of::<PyList>() || keys.is_instance_of::<PyTuple>() {
        return objects(keys, flow);
    }
    // A series of pandas 2, an index, an array of an extension.
    if keys.hasattr("to_numpy")?
        && let Some(values) = values_of(keys, columns)?
    {
        return flow_all(&values, &Columns::default(), way, flow);
    }
    // A masked element is None in the list, and anything at all in the buffer.
    let masked = keys.hasattr("mask")? && keys.hasattr("filled")?;
    if let Ok(dtype) = keys.getattr("dtype")
        && let Ok(kind) = dtype.getattr("kind")
    {
        if keys.getattr("ndim").is_ok_and(|ndim| ndim.gt(1).unwrap_or(false)) {
            return Err(type_error(FLATTEN));
        }
        match kind.extract::<String>()?.as_str() {
            "i" | "u" if !dtype.getattr("isnative")?.is_truthy()? => {
                let native = dtype.call_method1("newbyteorder", ("=",))?;
                return flow_all(&keys.call_method1("astype", (native,))?, columns, way, flow);
            }
            "i" | "u" if !masked => {}
            "i" | "u" | "f" | "U" | "S" | "O" | "T" => {
                return objects(&keys.call_method0("tolist")?, flow);
            }
            other => {
                return Err(type_error(format!(
                    "keys are text, bytes or integers, got an array of kind {other:?}; cast it to text first"
                )));
            }
        }
    }
    match PyUntypedBuffer::get(keys) {
        Ok(buffer) => integers(keys, &buffer, way, flow),
        Err(_) => objects(keys, flow),
    }
}

/// The values of a series of pandas, or of a frame's column: an array of integers, or a list of
/// objects with None for what is missing. Of several columns it is a list of tuples. `None` where
/// it is no such thing.
fn values_of<'py>(
    keys: &Bound<'py, PyAny>,
    columns: &Columns,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(labels) = keys.getattr("columns") else {
        columns.refuse_without_table()?;
        return values_of_series(keys);
    };
    // Names of columns need not be text: pandas numbers them.
    let labels = labels.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let names = labels.iter().map(|label| label.str()?.extract());
    let names = names.collect::<PyResult<Vec<String>>>()?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut parts = Vec::new();
    for i in columns.chosen(&names)? {
        match values_of_series(&keys.get_item(&labels[i])?)? {
            Some(values) => parts.push(values),
            None => return Ok(None),
        }
    }
    if let [one] = &parts[..] {
        return Ok(Some(one.clone()));
    }
    let builtins = keys.py().import("builtins")?;
    let rows = builtins.getattr("zip")?.call1(PyTuple::new(keys.py(), parts)?)?;
    builtins.getattr("list")?.call1((rows,)).map(Some)
}

/// The values of a series.
fn values_of_series<'py>(series: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = series.py();
    if !series.hasattr("to_numpy")? {
        return Ok(None);
    }
    let Ok(dtype) = series.getattr("dtype") else { return Ok(None) };
    let whole = dtype.hasattr("isnative")?
        && matches!(dtype.getattr("kind")?.extract::<String>()?.as_str(), "i" | "u");
    if whole {
        return series.call_method0("to_numpy").map(Some);
    }
    let options = PyDict::new(py);
    options.set_item("dtype", "object")?;
    options.set_item("na_value", py.None())?;
    let values = series.call_method("to_numpy", (), Some(&options));
    // Other libraries' arrays have no value for what is missing.
    let values = values.or_else(|_| series.call_method0("to_numpy"))?;
    values.call_method0("tolist").map(Some)
}

/// Whether pandas cannot give out Arrow data: it does so only beside pyarrow, and not for a column
/// of objects of several types.
fn pandas_has_no_arrow(keys: &Bound<'_, PyAny>, error: &PyErr) -> PyResult<bool> {
    Ok(error.is_instance_of::<PyImportError>(keys.py())
        || keys.hasattr("iloc")? && !error.is_instance_of::<PyKeyError>(keys.py()))
}

/// Rows of a batch that are read before Ctrl-C is listened for again.
const LISTEN: usize = STRETCH << 9;

/// Batches of an Arrow producer, without the GIL: it may need it itself.
fn batches<D, H, W>(
    py: Python<'_>,
    mut batches: Batches,
    flow: &mut Flow<'_, D, H, W>,
) -> PyResult<()>
where
    D: Copy + Send + Sync,
    H: Fn(Key<'_>) -> D + Sync,
    W: Fn(&[D]) -> Vec<u64> + Sync,
{
    let raised = |error| unread(py, error);
    loop {
        let batch = &mut batches;
        let Some(array) = py.detach(move || batch.next_array()).map_err(raised)? else {
            return Ok(());
        };
        let columns = batches.columns(&array).map_err(raised)?;
        let rows = columns[0].rows();
        flow.expect(rows).map_err(raised)?;
        match &columns[..] {
            [Column::Keys(keys)] => {
                for from in flow.read_of(&columns, rows).step_by(LISTEN) {
                    let (flow, some) = (&mut *flow, from..keys.rows().min(from + LISTEN));
                    py.detach(move || flow.keys(keys, some)).map_err(raised)?;
                    py.check_signals()?;
                }
            }
            [Column::Dictionary(dictionary)] => {
                let flow = &mut *flow;
                py.detach(move || flow.dictionary(dictionary)).map_err(raised)?;
            }
            several => {
                let parts = py.detach(|| PartColumns::of(several)).map_err(raised)?;
                for from in flow.read_of(several, rows).step_by(LISTEN) {
                    let (flow, parts) = (&mut *flow, &parts);
                    let some = from..rows.min(from + LISTEN);
                    py.detach(move || flow.tuples(parts, some, rows)).map_err(raised)?;
                    py.check_signals()?;
                }
            }
        }
        drop(columns);
        // Its producer may wait for a thread that wants the GIL.
        py.detach(move || drop(array));
        py.check_signals()?;
    }
}

/// An array of integers that lies in memory.
fn integers<D, H, W>(
    keys: &Bound<'_, PyAny>,
    buffer: &PyUntypedBuffer,
    way: &Way,
    flow: &mut Flow<'_, D, H, W>,
) -> PyResult<()>
where
    D: Copy + Send + Sync,
    H: Fn(Key<'_>) -> D + Sync,
    W: Fn(&[D]) -> Vec<u64> + Sync,
{
    if buffer.dimensions() != 1 {
        return Err(type_error(FLATTEN));
    }
    if buffer
        .format()
        .to_bytes()
        .first()
        .is_some_and(|&order| order == OTHER_ORDER || order == b'!')
    {
        return Err(type_error("integers lie in another byte order; make a list of them"));
    }
    let py = keys.py();
    let count = buffer.item_count();
    let step = if way.pool.is_some() { MANY } else { FEW };
    macro_rules! widths {
        ($($type:ty)*) => {
            $(if buffer.as_typed::<$type>().is_ok() {
                #[allow(unused_comparisons)] // Of unsigned ones.
                let signed = <$type>::MIN < 0;
                let bytes = size_of::<$type>() as u8;
                let key = |value: $type| Value::Word { value: value as u64, bytes, signed };
                return each_block(keys, count, step, |some: &[$type]| {
                    let flow = &mut *flow;
                    py.detach(move || flow.integers(some, key)).map_err(|error| unread(py, error))?;
                    py.check_signals()
                });
            })*
        };
    }
    widths! { u64 i64 u32 i32 u16 i16 u8 i8 }
    Err(type_error("keys are text, bytes or integers, got a buffer of something else"))
}

/// Copies of so many values at a time.
fn each_block<T: Element + Default>(
    keys: &Bound<'_, PyAny>,
    count: usize,
    step: usize,
    mut see: impl FnMut(&[T]) -> PyResult<()>,
) -> PyResult<()> {
    let py = keys.py();
    let all = PyMemoryView::from(keys)?;
    let mut block = vec![T::default(); step.min(count)];
    for from in (0..count).step_by(step) {
        let some = &mut block[..step.min(count - from)];
        let slice = PySlice::new(py, from as isize, (from + some.len()) as isize, 1);
        PyBuffer::<T>::get(&all.get_item(slice)?)?.copy_to_slice(py, some)?;
        see(some)?;
    }
    Ok(())
}

/// Objects of Python, which are looked at under the GIL.
fn objects<D, H, W>(keys: &Bound<'_, PyAny>, flow: &mut Flow<'_, D, H, W>) -> PyResult<()>
where
    D: Copy + Send + Sync,
    H: Fn(Key<'_>) -> D + Sync,
    W: Fn(&[D]) -> Vec<u64> + Sync,
{
    let py = keys.py();
    let mut rows: Rows<D> = Rows::new();
    // Whether every row so far has had a key.
    let mut full = true;
    let mut row = 0;
    let look = flow.look();
    let mut take = |key: &Bound<'_, PyAny>| {
        row += 1;
        let look = Look { row: Some(row), ..look };
        match with_key_or_none(key, look, |key| flow.hash(key))? {
            None => {
                if full {
                    full = false;
                    rows.there.resize(rows.digests.len(), true);
                }
                rows.there.push(false);
            }
            Some(digest) => {
                rows.digests.push(digest);
                if !full {
                    rows.there.push(true);
                }
            }
        }
        if rows.digests.len().max(rows.there.len()) < STRETCH {
            return Ok(());
        }
        let (flow, all) = (&mut *flow, &rows);
        py.detach(move || flow.hashed(all));
        rows.digests.clear();
        rows.there.clear();
        full = true;
        py.check_signals()
    };
    match keys.cast::<PyList>() {
        Ok(list) => list.iter().try_for_each(|key| take(&key))?,
        Err(_) => each_of(keys)?.try_for_each(|key| take(&key?))?,
    }
    py.detach(move || flow.hashed(&rows));
    Ok(())
}

fn each_of<'py>(keys: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    keys.try_iter().map_err(|_| {
        let got = keys.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        type_error(format!("many keys are a list or a column, got {got}; use add or in for one"))
    })
}
