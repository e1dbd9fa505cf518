//! Kinds of keys: the text "42" and the integer 42 are different keys, and a filter that holds one
//! kind only misses every key of the other. Python is warned of that once for each filter.

use crate::arrow::Value;
use crate::errors::{doubt, type_error};
use crate::keys::key::Key;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use urnfield::filter::KeyKinds;

/// Returns the kind of a key; `as_text` reads integers as their digits.
#[inline(always)]
pub(crate) fn kind_of(key: &Key<'_>, as_text: bool) -> KeyKinds {
    match key {
        Key::Tuple(_) => KeyKinds::TUPLES,
        Key::One(Value::Word { .. }) if !as_text => KeyKinds::INTEGERS,
        _ => KeyKinds::TEXTS,
    }
}

/// The kinds of keys on their way, which any thread sees.
#[derive(Default)]
pub(crate) struct SeenKinds(AtomicU8);

impl SeenKinds {
    /// Notes the kind of a key. It writes once for each kind.
    #[inline(always)]
    pub(crate) fn see(&self, key: &Key<'_>, as_text: bool) {
        let flag = kind_of(key, as_text).flags();
        if self.0.load(Relaxed) & flag == 0 {
            self.0.fetch_or(flag, Relaxed);
        }
    }

    pub(crate) fn kinds(&self) -> KeyKinds {
        KeyKinds::from_flags(self.0.load(Relaxed)).unwrap_or_default()
    }
}

/// Whether the user of a filter has been warned.
#[derive(Default)]
pub(crate) struct Warned(AtomicBool);

impl Warned {
    /// Warns once where a filter holds no keys of one of these kinds. No lock of the filter may be
    /// held, because the warning may run anything.
    #[inline]
    pub(crate) fn of(&self, py: Python<'_>, held: KeyKinds, keys: KeyKinds) -> PyResult<()> {
        match missed(held, keys) {
            Some(kind) => self.once(py, held, kind),
            None => Ok(()),
        }
    }

    #[cold]
    fn once(&self, py: Python<'_>, held: KeyKinds, keys: KeyKinds) -> PyResult<()> {
        if self.0.swap(true, Relaxed) {
            return Ok(());
        }
        warn(py, held, keys, 1)
    }
}

/// Returns the first of the kinds of keys that a filter certainly holds none of.
#[inline]
fn missed(held: KeyKinds, keys: KeyKinds) -> Option<KeyKinds> {
    let each = [KeyKinds::TEXTS, KeyKinds::INTEGERS, KeyKinds::TUPLES].into_iter();
    each.filter(|kind| keys.contains(*kind)).find(|kind| held.excludes(*kind))
}

/// Warns where a filter on a server holds no keys of one of these kinds; whether it did. With the
/// frame that is meant, counted as `warnings.warn` counts.
#[pyfunction]
pub(crate) fn warn_of_kinds(
    py: Python<'_>,
    held: Vec<String>,
    keys: Vec<String>,
    stacklevel: i32,
) -> PyResult<bool> {
    let held = read(&held)?;
    match missed(held, read(&keys)?) {
        Some(kind) => warn(py, held, kind, stacklevel).map(|()| true),
        None => Ok(false),
    }
}

fn warn(py: Python<'_>, held: KeyKinds, keys: KeyKinds, stacklevel: i32) -> PyResult<()> {
    const SEVERAL: &str = "a key of several columns is another key than any text or integer";
    let (given, difference) = match keys {
        KeyKinds::TUPLES => ("tuples", format!("{SEVERAL}; name one column")),
        _ if held == KeyKinds::TUPLES => {
            let given = if keys == KeyKinds::INTEGERS { "integers" } else { "texts or bytes" };
            let remedy = "make the keys tuples, or name their columns, as column=[\"a\", \"b\"]";
            (given, format!("{SEVERAL}; {remedy}"))
        }
        KeyKinds::INTEGERS => (
            "integers",
            "the integer 42 is another key than the text '42'; make the keys text, or add \
             column_as=\"text\""
                .into(),
        ),
        _ => (
            "texts or bytes",
            "the text '42' is another key than the integer 42; make the keys integers".into(),
        ),
    };
    let held = held.names().collect::<Vec<_>>().join(" and ");
    let sentence = format!("the filter holds {held} only and is given {given}, and {difference}");
    doubt(py, &sentence, stacklevel)
}

/// The names of kinds, as Python has them.
pub(crate) fn names<'py>(py: Python<'py>, kinds: KeyKinds) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, kinds.names().collect::<Vec<_>>())
}

/// The kinds with these names.
pub(crate) fn read(names: &[String]) -> PyResult<KeyKinds> {
    names.iter().try_fold(KeyKinds::UNKNOWN, |kinds, name| {
        let found = KeyKinds::EACH.into_iter().find(|kind| kind.to_string() == *name);
        let refused = || {
            type_error(format!(
                "kinds of keys are texts, integers, digests and tuples, got {name:?}"
            ))
        };
        found.map(|kind| kinds | kind).ok_or_else(refused)
    })
}
