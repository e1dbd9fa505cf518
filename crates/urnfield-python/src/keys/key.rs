//! A key: text, bytes, an integer or a tuple of these, and its bytes as filters take them.

use crate::arrow::Value;
use std::cell::Cell;
use urnfield::filter::TupleKey;

/// What is said where a float is another value than the integer.
pub(crate) const NO_FLOATS: &str =
    "values are text, bytes or integers, got floats; cast them to text or integers first";

thread_local! {
    /// Memory for the bytes of a tuple.
    static TUPLE: Cell<TupleKey> = Cell::default();
}

/// One key: a value, or several.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    /// Text, bytes or an integer.
    One(Value<'a>),
    /// The values of a tuple, or of several columns of a row: at least two, each of fewer than 2^32
    /// bytes.
    Tuple(&'a [Value<'a>]),
}

impl<'a> Key<'a> {
    pub(crate) fn bytes(bytes: &'a [u8]) -> Key<'a> {
        Key::One(Value::Bytes(bytes))
    }
}

/// How an object is looked at.
#[derive(Clone, Copy, Default)]
pub(crate) struct Look {
    /// The row it stands in, counted from 1, for the sentence that refuses it.
    pub(crate) row: Option<u64>,
    /// Floats are refused, even whole ones.
    pub(crate) no_floats: bool,
    /// Tuples are refused.
    pub(crate) no_tuples: bool,
}

/// Shows the bytes of a key, as filters take them; `as_text` writes integers as their digits.
pub(crate) fn with_bytes<T>(key: Key<'_>, as_text: bool, see: impl FnOnce(&[u8]) -> T) -> T {
    match key {
        Key::One(value) => with_value_bytes(value, as_text, see),
        Key::Tuple(values) => with_tuple_bytes(values, as_text, see),
    }
}

/// Shows the bytes of a value, as [`with_bytes`].
fn with_value_bytes<T>(value: Value<'_>, as_text: bool, see: impl FnOnce(&[u8]) -> T) -> T {
    match value {
        Value::Bytes(bytes) => see(bytes),
        Value::Word { value, .. } if !as_text => see(&value.to_le_bytes()),
        Value::Word { value, signed: true, .. } => see((value as i64).to_string().as_bytes()),
        Value::Word { value, .. } => see(value.to_string().as_bytes()),
    }
}

/// Shows the bytes of a tuple, as filters take them; `as_text` writes integers as their digits.
fn with_tuple_bytes<T>(values: &[Value<'_>], as_text: bool, see: impl FnOnce(&[u8]) -> T) -> T {
    const CHECKED: &str = "tuples are checked where they are read";
    let mut tuple = TUPLE.take();
    tuple.clear();
    for value in values {
        match value {
            Value::Word { value, .. } if !as_text => {
                tuple.integer(*value);
            }
            _ => with_value_bytes(*value, as_text, |bytes| {
                tuple.text(bytes).map(drop).expect(CHECKED);
            }),
        }
    }
    let seen = see(tuple.as_bytes().expect(CHECKED));
    TUPLE.set(tuple);
    seen
}
