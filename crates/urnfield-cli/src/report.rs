//! How answers are written: certified values as JSON, and talk.

use serde_json::{Map, Value};
use std::io::{self, Write};
use urnfield::Enclosure;
use urnfield_answers::precision::digits_of_ends;

/// A JSON object whose keys keep their order.
pub(crate) type Object = Map<String, Value>;

/// A certified value: two decimal ends at most 10^-digits apart, and the rational where known.
pub(crate) fn certified(value: &Enclosure, digits: usize) -> Object {
    let (lo, hi) = value.decimal_bounds(digits_of_ends(digits));
    let mut object = Object::new();
    object.insert("lo".into(), lo.into());
    object.insert("hi".into(), hi.into());
    if let Some(exact) = value.exact() {
        object.insert("exact".into(), exact.to_string().into());
    } else if value.is_zero() {
        object.insert("exact".into(), "0".into());
    }
    object
}

/// One object and a newline.
pub(crate) fn write_json(out: &mut impl Write, object: &Object) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}

/// What is out of reach is talk, not data; where nobody listens it is lost.
pub(crate) fn talk(notes: &[String]) {
    for note in notes {
        let _ = writeln!(io::stderr(), "urnfield: {note}");
    }
}

/// The value to `digits` significant digits, fewer where fewer are certain.
pub(crate) fn shown(value: &Enclosure, digits: usize) -> String {
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_zero_is_written_in_full() {
        let zero = certified(&Enclosure::zero(), 15);
        let text = Value::Object(zero).to_string();
        assert_eq!(text, r#"{"lo":"0","hi":"0","exact":"0"}"#);
    }
}
