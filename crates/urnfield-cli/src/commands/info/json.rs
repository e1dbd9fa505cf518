//! A filter's file as a JSON object.

use super::answers::Answers;
use crate::estimated::{interval, labelled};
use crate::report::{Object, certified};
use serde_json::{Value, json};
use urnfield::{Estimate, Interval};

/// The keys that every command about a filter's file has; `notes` comes last.
pub(in crate::commands) fn object(answers: &Answers, digits: usize) -> Object {
    object_with(answers, digits, [])
}

/// The same with a few integers of a command's own before the notes.
pub(in crate::commands) fn object_with<const N: usize>(
    answers: &Answers,
    digits: usize,
    own: [(&str, u64); N],
) -> Object {
    let (summary, design) = (&answers.summary, answers.summary.design);
    let value = |found: &Option<_>| -> Value {
        found.as_ref().map(|value| certified(value, digits)).into()
    };
    let mut notes = answers.notes.clone();
    let mut object = Object::new();
    object.insert("file".into(), answers.file.as_str().into());
    object.insert("kind".into(), design.kind().to_string().into());
    object.insert("bits".into(), design.bits().into());
    object.insert("hashes".into(), design.hashes().into());
    object.insert("seed".into(), summary.seed.into());
    object.insert("digest".into(), answers.digest().into());
    object.insert("probe".into(), summary.probe_rule.into());
    object.insert("encoding".into(), answers.encoding().into());
    object.insert("bytes".into(), summary.bytes.into());
    object.insert("bits_set".into(), summary.bits_set.into());
    object.insert("fill".into(), certified(&answers.fill, digits).into());
    object.insert("planned_items".into(), answers.planned_items().into());
    object.insert("planned_fpr".into(), value(&answers.planned_fpr));
    object.insert("fpr_given_bits".into(), value(&answers.fpr_given_bits));
    object
        .insert("items".into(), answers.items.as_ref().map(|items| items_of(items, digits)).into());
    object.insert("over_plan".into(), answers.over_plan.into());
    for (key, count) in own {
        object.insert(key.into(), count.into());
    }
    if answers.planned_items().is_none() {
        let why = "the file does not say for how many items it was planned";
        notes.push(format!("no planned_items, planned_fpr and over_plan: {why}"));
    }
    if answers.items.as_ref().is_some_and(|items| items.interval == Interval::Empty) {
        notes.push("the interval of items is empty: every number is contradicted".into());
    }
    object.insert("notes".into(), notes.into());
    object
}

/// By the method of moments, and the exact interval.
fn items_of(items: &Estimate, digits: usize) -> Value {
    json!({
        "estimate": labelled(&items.point, digits),
        "interval": interval(&items.interval),
        "confidence": items.confidence.to_string(),
    })
}
