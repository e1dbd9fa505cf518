//! The answers as one JSON object.

use super::answers::{Answers, Found};
use super::statement::Statement;
use crate::report::{self, bound, certified, certified_at};
use serde_json::{Value, json};
use std::io::{self, Write};
use urnfield::MomentBounds;

pub(super) fn write(
    statement: &Statement<'_>,
    answers: &Answers,
    digits: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut object = statement.to_json();
    for answer in &answers.list {
        let value = answer.value.as_ref().map(|found| found_to_json(found, digits));
        object.insert(answer.key.into(), value.unwrap_or(Value::Null));
        if answer.key == "variance" {
            object.insert("support".into(), report::interval(answers.support));
        }
    }
    if !answers.notes.is_empty() {
        object.insert("notes".into(), answers.notes.clone().into());
    }
    report::write_json(out, &object)
}

fn found_to_json(found: &Found, digits: usize) -> Value {
    match found {
        Found::Value(value) => certified(value, digits).into(),
        Found::At(i, value) => certified_at("i", (*i).into(), value, digits).into(),
        Found::AtMost(i, value) => {
            let mut object = certified_at("i", (*i).into(), value, digits);
            object.insert("label".into(), "bound".into());
            object.insert("is".into(), "upper".into());
            object.into()
        }
        Found::Quantile(p, i) => json!({ "p": p.to_string(), "i": i }),
        Found::Pgf(z, value) => certified_at("z", z.to_string().into(), value, digits).into(),
        Found::Mode(ties) => ties.clone().into(),
        Found::Orders(values) => {
            let each = |value: &Option<_>| value.as_ref().map(|v| certified(v, digits));
            values.iter().map(each).collect()
        }
        Found::Bounds(bounds) => {
            let each = |(r, found): (usize, &Option<_>)| match found {
                Some(found) => bounds_to_json(found, digits),
                None => {
                    json!({ "r": r, "joint": null, "upper": null, "jensen": null, "balls": null })
                }
            };
            bounds.iter().enumerate().map(each).collect()
        }
        Found::Table(rows) => {
            rows.iter().map(|(i, pmf)| json!({ "i": i, "pmf": certified(pmf, digits) })).collect()
        }
    }
}

fn bounds_to_json(found: &MomentBounds, digits: usize) -> Value {
    let lower = |value: &Option<_>| value.as_ref().map(|v| bound(v, "lower", digits));
    json!({
        "r": found.order,
        "joint": certified(&found.joint, digits),
        "upper": bound(&found.upper, "upper", digits),
        "jensen": lower(&found.jensen),
        "balls": lower(&found.balls),
    })
}
