//! How answers are written: certified values as JSON, and aligned lines of text.

use serde_json::{Map, Value, json};
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

/// A certified value at a place: `"i":7` in front of the ends.
pub(crate) fn certified_at(key: &str, at: Value, value: &Enclosure, digits: usize) -> Object {
    let mut object = Object::new();
    object.insert(key.into(), at);
    object.extend(certified(value, digits));
    object
}

/// A certified value that is known to lie on one side of the quantity asked for.
pub(crate) fn bound(value: &Enclosure, is: &str, digits: usize) -> Object {
    let mut object = certified(value, digits);
    object.insert("label".into(), "bound".into());
    object.insert("is".into(), is.into());
    object
}

/// An interval of integers.
pub(crate) fn interval((lo, hi): (u64, u64)) -> Value {
    json!({ "lo": lo, "hi": hi })
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

/// The name of a value at a place, `pmf(23)`; a place of a hundred digits is cut short.
pub(crate) fn place(name: &str, at: impl ToString) -> String {
    const SHOWN: usize = 40;
    let at = at.to_string();
    match at.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{name}({}...)", &at[..end]),
        None => format!("{name}({at})"),
    }
}

/// Lines of a name and a value, the values in one column.
#[derive(Default)]
pub(crate) struct Lines(Vec<(String, String)>);

impl Lines {
    pub(crate) fn push(&mut self, name: impl Into<String>, value: impl ToString) {
        self.0.push((name.into(), value.to_string()));
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let width = self.0.iter().map(|(name, _)| name.len()).max();
        let width = width.unwrap_or(0);
        for (name, value) in &self.0 {
            writeln!(out, "{name:width$}  {value}")?;
        }
        Ok(())
    }
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

    #[test]
    fn a_place_comes_first_and_a_label_last() {
        let at = certified_at("i", 7.into(), &Enclosure::one(), 15);
        assert_eq!(Value::Object(at).to_string(), r#"{"i":7,"lo":"1","hi":"1","exact":"1"}"#);
        let upper = bound(&Enclosure::one(), "upper", 15);
        assert_eq!(
            Value::Object(upper).to_string(),
            r#"{"lo":"1","hi":"1","exact":"1","label":"bound","is":"upper"}"#
        );
    }

    #[test]
    fn places_are_cut_short() {
        assert_eq!(place("pmf", 23), "pmf(23)");
        assert_eq!(place("pgf", "1".repeat(99_999)).len(), 48);
    }

    #[test]
    fn lines_are_aligned() {
        let mut lines = Lines::default();
        lines.push("urns", 365);
        lines.push("variance", "0.5");
        let mut out = Vec::new();
        lines.write(&mut out).expect("a vector takes everything");
        assert_eq!(out, b"urns      365\nvariance  0.5\n");
    }
}
