//! What programs may rely on: keys, their order, ends that surround the value, and their width.

mod estimates;
mod files;
mod filters;
#[path = "../folder/mod.rs"]
mod folder;
mod law;
mod overlap;
mod same;

use serde_json::{Map, Value};
use std::process::{Command, Output};
use urnfield::Rational;

fn run(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield"));
    command.args(arguments.split_whitespace()).output().expect("the command runs")
}

fn answer(arguments: &str) -> Map<String, Value> {
    let output = run(&format!("{arguments} --json"));
    assert!(output.status.success(), "{arguments}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    assert_eq!(text.matches('\n').count(), 1, "one object and a newline");
    match serde_json::from_str(&text) {
        Ok(Value::Object(object)) => object,
        other => panic!("{arguments}: {other:?}"),
    }
}

fn keys(value: &Value) -> String {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
}

fn rational(text: &str) -> Rational {
    text.parse().expect(text)
}

/// Both ends without the decimal exponent of the first, which may be far below any double.
fn ends(value: &Map<String, Value>) -> (Rational, Rational) {
    let split = |key: &str| -> (Rational, i64) {
        let text = value[key].as_str().expect("ends are strings");
        let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
        (rational(digits), exponent.parse().expect(text))
    };
    let ((lo, a), (hi, b)) = (split("lo"), split("hi"));
    let shift = rational(&format!("1e{}", b - a));
    (lo, &hi * &shift)
}

/// Walks through everything and checks each pair of ends; returns how many there were.
fn check_ends(value: &Value, digits: u32) -> usize {
    match value {
        Value::Array(values) => values.iter().map(|v| check_ends(v, digits)).sum(),
        Value::Object(object) if object.get("lo").is_some_and(Value::is_string) => {
            let (lo, hi) = ends(object);
            assert!(lo <= hi, "{value}");
            let near = if hi < Rational::zero() { &Rational::zero() - &hi } else { lo.clone() };
            let allowed = &near * &rational(&format!("1e-{digits}"));
            let bound_only = object.get("label").is_some_and(|label| label == "bound");
            assert!(bound_only || &hi - &lo <= allowed, "too wide: {value}");
            if let Some(exact) = object.get("exact") {
                let text = exact.as_str().expect("exact values are strings");
                assert!(text.len() <= 200, "{value}");
                let (lo, hi) = (&object["lo"], &object["hi"]);
                assert!(rational(lo.as_str().unwrap_or_default()) <= rational(text), "{value}");
                assert!(rational(text) <= rational(hi.as_str().unwrap_or_default()), "{value}");
            }
            1
        }
        // An interval's ends are two numbers, not what surrounds one.
        Value::Object(object) => object
            .iter()
            .filter(|(key, _)| !key.ends_with("interval"))
            .map(|(_, v)| check_ends(v, digits))
            .sum(),
        _ => 0,
    }
}
