//! Questions and what other programs say: fractions in Python, scipy, R (`routes/README.md`). A row is a
//! question as it stands in an address, a key of its answer, the value, and how far the program may be
//! off, relatively; 0 where its value is the truth.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use urnfield::Rational;
use urnfield_answers::typed::{FromTyped, Typed};
use urnfield_answers::{Asked, Form, OverlapOfSizes, Question, Written};

struct Row<'a> {
    question: &'a str,
    key: &'a str,
    value: &'a str,
    off: &'a str,
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line| match str::split(line, '\t').collect::<Vec<_>>()[..] {
        [question, key, value, off] => Row { question, key, value, off },
        _ => panic!("a row has four columns: {line}"),
    };
    lines.map(row).collect()
}

fn number(text: &str) -> Rational {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// The answer as JSON.
fn asked(question: &str) -> Value {
    let text = match question.starts_with("overlap?") {
        true => {
            let (words, typed) = Typed::from_address(question).expect(question);
            let sizes = OverlapOfSizes::from_typed(&words, &typed).expect(question);
            let form = Form::Json(15);
            sizes.report(form).and_then(|report| report.into_text(form)).expect(question)
        }
        false => Asked::from_address(question)
            .and_then(|asked| asked.answer(Written::Json))
            .unwrap_or_else(|no| panic!("{question}: {no}")),
    };
    serde_json::from_str(&text).expect("JSON")
}

/// `rows.0.odds_interval.lo`
fn part<'v>(answer: &'v Value, key: &str) -> &'v Value {
    key.split('.').fold(answer, |value, key| match key.parse::<usize>() {
        Ok(at) => &value[at],
        Err(_) => &value[key],
    })
}

/// Whether the answer has this value, within what the other program may be off.
fn agrees(ours: &Value, row: &Row<'_>) -> bool {
    let enclosed = |lo: &str, hi: &str| {
        let (value, off) = (number(row.value), number(row.off));
        let size =
            if value < Rational::zero() { &Rational::zero() - &value } else { value.clone() };
        let margin = &size * &off;
        number(lo) <= &value + &margin && &value - &margin <= number(hi)
    };
    match ours {
        Value::Null => row.value == "null",
        Value::Number(whole) => whole.to_string() == row.value,
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(Value::to_string).collect();
            all.join(" ") == row.value
        }
        Value::String(text) => match text.parse::<Rational>() {
            Ok(_) => enclosed(text, text),
            Err(_) => text == row.value,
        },
        Value::Object(ends) => match (&ends.get("lo"), &ends.get("hi"), &ends.get("value")) {
            (Some(Value::String(lo)), Some(Value::String(hi)), None) => enclosed(lo, hi),
            (None, None, Some(Value::String(estimate))) => enclosed(estimate, estimate),
            _ => false,
        },
        Value::Bool(_) => false,
    }
}

/// Asks every question once and compares all of its keys; returns how many.
fn compare(text: &str) -> usize {
    let rows = rows(text);
    for one in rows.chunk_by(|a, b| a.question == b.question) {
        let answer = asked(one[0].question);
        for row in one {
            let (question, ours) = (row.question, part(&answer, row.key));
            assert!(agrees(ours, row), "{question}: {} is {}, got {ours}", row.key, row.value);
        }
    }
    rows.len()
}

#[test]
fn fractions_say_the_same() {
    assert_eq!(compare(include_str!("routes/exact.tsv")), 1252);
}

#[test]
fn scipy_says_the_same() {
    assert_eq!(compare(include_str!("routes/scipy.tsv")), 884);
}

#[test]
fn r_says_the_same() {
    assert_eq!(compare(include_str!("routes/R.tsv")), 943);
}

/// A value that is wrong in a digit that the program is sure of is noticed.
#[test]
fn what_is_a_little_off_does_not_agree() {
    let row = |value, off| Row { question: "", key: "", value, off };
    let third: Value = serde_json::from_str(r#"{"lo":"0.333333","hi":"0.333334"}"#).expect("JSON");
    assert!(agrees(&third, &row("1/3", "0")) && agrees(&third, &row("0.33334", "1e-4")));
    assert!(!agrees(&third, &row("0.33334", "0")) && !agrees(&third, &row("0.3334", "1e-4")));
    assert!(!agrees(&Value::Null, &row("0", "0")) && !agrees(&Value::from(4), &row("5", "0.5")));
}

/// One list against 80 sets: p-values and both adjustments, in both directions.
#[test]
fn enrichment_is_that_of_scipy_and_r() {
    let [scipy, r] = [include_str!("routes/enrich-scipy.tsv"), include_str!("routes/enrich-R.tsv")];
    // Which columns of theirs are p, Holm and Benjamini-Hochberg.
    for (alternative, columns) in [
        ("greater", [(scipy, [Some(3), None, Some(5)]), (r, [Some(3), Some(5), Some(6)])]),
        ("less", [(scipy, [Some(4), None, Some(6)]), (r, [Some(4), Some(7), Some(8)])]),
    ] {
        let rows = enriched(alternative);
        for (text, columns) in columns {
            let theirs = text.lines().skip(2).map(|line| line.split('\t').collect::<Vec<_>>());
            let mut seen = 0;
            for theirs in theirs {
                let found = rows.iter().find(|row| row["set"] == theirs[0]).expect(theirs[0]);
                assert_eq!(found["size"].to_string(), theirs[1]);
                assert_eq!(found["observed"].to_string(), theirs[2]);
                for (key, column) in ["p", "holm", "bh"].into_iter().zip(columns) {
                    let Some(value) = column.map(|column: usize| theirs[column]) else { continue };
                    let row = Row { question: theirs[0], key, value, off: "1e-9" };
                    assert!(agrees(&found[key], &row), "{alternative} {theirs:?}: {key}, {found}");
                }
                seen += 1;
            }
            assert_eq!(seen, 80);
        }
    }
}

fn enriched(alternative: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/routes");
    let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield"));
    let words = "enrich list.txt --sets sets.gmt --population 800 --json --alternative";
    let run = command.current_dir(folder).args(words.split(' ')).arg(alternative).output();
    let output = run.expect("the command runs");
    assert!(output.status.success(), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["rows"].as_array().expect("rows").clone()
}
