//! The answers as one JSON object.

use super::answers::{Answers, Asked, worth};
use crate::commands::spread::Spread;
use crate::report::{self, Object, certified};
use serde_json::{Value, json};
use std::io::{self, Write};
use urnfield::bloom::Approximation;

pub(super) fn write(answers: &Answers<'_>, digits: usize, out: &mut impl Write) -> io::Result<()> {
    let design = answers.load.design();
    let value = |found: &Option<_>| -> Value {
        found.as_ref().map(|value| certified(value, digits)).into()
    };
    let bound = |found: &Approximation| {
        let mut object = certified(&found.value, digits);
        object.insert("is".into(), worth(found.standing).into());
        object
    };
    let bounds: Object = answers
        .bounds
        .iter()
        .map(|(name, found)| ((*name).into(), found.as_ref().map(bound).into()))
        .collect();
    let mut object = Object::new();
    object.insert("kind".into(), design.kind().to_string().into());
    object.insert("bits".into(), design.bits().into());
    object.insert("items".into(), answers.load.items().into());
    object.insert("hashes".into(), design.hashes().into());
    object.insert("fpr".into(), value(&answers.fpr));
    object.insert("one_minus_fpr".into(), value(&answers.one_minus_fpr));
    object.insert("efficiency".into(), value(&answers.efficiency));
    object.insert("bounds".into(), bounds.into());
    let mut notes = answers.notes.clone();
    object.insert(
        "spread".into(),
        match &answers.spread {
            Asked::Found(Spread { median, q999 }) => {
                json!({ "median": certified(median, digits), "q999": certified(q999, digits) })
            }
            Asked::OutOfReach => Value::Null,
            Asked::TooSlow => {
                notes.push("no spread: it may take long at this size; ask with --spread".into());
                Value::Null
            }
        },
    );
    object.insert("notes".into(), notes.into());
    report::write_json(out, &object)
}
