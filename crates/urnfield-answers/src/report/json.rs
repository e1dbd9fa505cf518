//! The renderer for programs: JSON without spaces, keys in the order of the report.

use crate::ask::precision::digits_of_ends;
use crate::report::value::{outward, range_ends, shown};
use crate::{ENDS, Value};
use std::fmt::Write;
use urnfield::Enclosure;

/// Writes a value, certified ones so that their ends are at most 10^-digits apart.
pub(crate) fn write(value: &Value, digits: usize, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => integer(*value, out),
        Value::Text(text) => string(text, out),
        Value::Rate(rate) => string(&rate.to_string(), out),
        Value::Words(_) => string(&value.said(digits).unwrap_or_default(), out),
        Value::Certified(value) | Value::Upper(value) | Value::Lower(value) => {
            braces(out, |out| ends(value, digits, out))
        }
        Value::Estimate { value, most } => braces(out, |out| {
            member("value", shown(value, digits.min(*most)), out);
            out.push_str(r#","label":"estimate""#);
        }),
        Value::Interval(interval) => match interval.ends() {
            Some((lo, hi)) => {
                let hi = hi.map_or(Value::from("infinity"), Value::from);
                object(&[("lo", lo.into()), ("hi", hi)], digits, out);
            }
            None => out.push_str("null"),
        },
        Value::Between { lo, hi } => {
            let (lo, hi) = outward(lo, hi, digits);
            object(&[("lo", lo.into()), ("hi", hi.into())], digits, out);
        }
        Value::Range(range) => {
            let (lo, hi) = range_ends(range, digits_of_ends(digits));
            object(&[("lo", lo.into()), ("hi", hi.into())], digits, out);
        }
        Value::Department(committees) => list(committees, out, |committees, out| {
            list(&[committees.count, committees.size], out, |value, out| integer(*value, out));
        }),
        Value::List(values) => list(values, out, |value, out| write(value, digits, out)),
        Value::Together(names) => list(names, out, |name, out| string(name, out)),
        Value::Object(fields) => object(fields, digits, out),
        Value::Rows(names, rows) => list(rows, out, |row, out| {
            let cells: Vec<_> = names.iter().zip(row).collect();
            braces(out, |out| {
                separated(&cells, out, |(name, value), out| named(name, value, digits, out));
            });
        }),
    }
}

/// An object with these members.
pub(crate) fn object(fields: &[(&'static str, Value)], digits: usize, out: &mut String) {
    braces(out, |out| {
        separated(fields, out, |(name, value), out| match value {
            Value::Certified(value) if *name == ENDS => ends(value, digits, out),
            value => named(name, value, digits, out),
        });
    });
}

fn named(name: &str, value: &Value, digits: usize, out: &mut String) {
    string(name, out);
    out.push(':');
    write(value, digits, out);
}

/// Two decimal ends, and the rational where it is known.
fn ends(value: &Enclosure, digits: usize, out: &mut String) {
    let (lo, hi) = value.decimal_bounds(digits_of_ends(digits));
    member("lo", lo, out);
    out.push(',');
    member("hi", hi, out);
    let zero = || value.is_zero().then(|| "0".into());
    if let Some(exact) = value.exact().map(ToString::to_string).or_else(zero) {
        out.push(',');
        member("exact", exact, out);
    }
}

fn member(name: &str, text: String, out: &mut String) {
    string(name, out);
    out.push(':');
    string(&text, out);
}

fn braces(out: &mut String, inside: impl FnOnce(&mut String)) {
    out.push('{');
    inside(out);
    out.push('}');
}

fn list<T>(all: &[T], out: &mut String, each: impl Fn(&T, &mut String)) {
    out.push('[');
    separated(all, out, each);
    out.push(']');
}

fn separated<T>(all: &[T], out: &mut String, each: impl Fn(&T, &mut String)) {
    for (i, one) in all.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        each(one, out);
    }
}

fn integer(value: u64, out: &mut String) {
    // A string takes everything.
    let _ = write!(out, "{value}");
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object;
    use urnfield::{Interval, Point};

    fn json(value: impl Into<Value>) -> String {
        let mut out = String::new();
        write(&value.into(), 15, &mut out);
        out
    }

    #[test]
    fn an_exact_zero_is_written_in_full() {
        assert_eq!(json(Enclosure::zero()), r#"{"lo":"0","hi":"0","exact":"0"}"#);
    }

    #[test]
    fn ends_stand_where_they_are_put() {
        let value = object! { "i" => 7u64, ENDS => Enclosure::one(), "label" => "bound" };
        let text = r#"{"i":7,"lo":"1","hi":"1","exact":"1","label":"bound"}"#;
        assert_eq!(json(value), text);
    }

    #[test]
    fn what_is_infinite_empty_or_estimated_says_so() {
        assert_eq!(json(Interval::Closed { lo: 70, hi: 84 }), r#"{"lo":70,"hi":84}"#);
        assert_eq!(json(Interval::From { lo: 7 }), r#"{"lo":7,"hi":"infinity"}"#);
        assert_eq!(json(Interval::Empty), "null");
        assert_eq!(json(Point::Infinite), r#""infinity""#);
        let one = Value::estimate(Point::Value(Enclosure::one()));
        assert_eq!(json(one), r#"{"value":"1","label":"estimate"}"#);
    }

    #[test]
    fn rows_are_objects() {
        let rows = vec![vec![1u64.into(), "a".into()], vec![2u64.into(), Value::Null]];
        let text = r#"[{"i":1,"name":"a"},{"i":2,"name":null}]"#;
        assert_eq!(json(Value::Rows(&["i", "name"], rows)), text);
    }

    #[test]
    fn what_would_end_a_string_is_escaped() {
        assert_eq!(
            json("a\"\\\n\r\t\u{8}\u{c}\u{1}é\u{7f}"),
            "\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001é\u{7f}\""
        );
    }
}
