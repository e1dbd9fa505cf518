//! The peak as one JSON object.

use super::answers::{Answers, DIGITS_OF_DOUBLE, Summit};
use crate::report::{self, Object, certified, shown};
use serde_json::{Value, json};
use std::io::{self, Write};
use urnfield::Enclosure;
use urnfield::bloom::FormulaPeak;

pub(super) fn write(answers: &Answers, digits: usize, out: &mut impl Write) -> io::Result<()> {
    let (design, summit) = (answers.design, answers.summit.as_ref());
    let value = |found: Option<&Enclosure>| -> Value { found.map(|v| certified(v, digits)).into() };
    let ties = |summit: &Summit| -> Value { summit.peak.ties.iter().map(|t| json!(t)).collect() };
    let real = summit.and_then(|summit| summit.real.as_ref());
    let mut notes = answers.notes.clone();
    if summit.is_some() && real.is_none() && !notes.iter().any(|n| n.starts_with("no real")) {
        notes.push("no real: the peak is at one item, or too flat for an estimate".into());
    }
    let mut object = Object::new();
    object.insert("kind".into(), design.kind().to_string().into());
    object.insert("bits".into(), design.bits().into());
    object.insert("hashes".into(), design.hashes().into());
    object.insert("items".into(), summit.map(|summit| summit.peak.items).into());
    object.insert("ties".into(), summit.map(ties).into());
    object.insert("efficiency".into(), value(summit.and_then(|s| s.efficiency.as_ref())));
    object.insert("fpr".into(), value(summit.and_then(|s| s.fpr.as_ref())));
    object.insert("real".into(), real.map(|real| estimates(real, digits)).into());
    let approximations: Object = answers
        .approximations
        .iter()
        .map(|(name, found)| ((*name).into(), found.as_ref().map(|f| formula(f, digits)).into()))
        .collect();
    object.insert("approximations".into(), approximations.into());
    if !notes.is_empty() {
        object.insert("notes".into(), notes.into());
    }
    report::write_json(out, &object)
}

fn estimates((items, efficiency): &(Enclosure, Enclosure), digits: usize) -> Value {
    let estimate = |value: &Enclosure| {
        let value = shown(value, digits.min(DIGITS_OF_DOUBLE));
        json!({ "value": value, "label": "estimate" })
    };
    json!({ "items": estimate(items), "efficiency": estimate(efficiency) })
}

fn formula(found: &FormulaPeak, digits: usize) -> Value {
    json!({
        "items": certified(&found.items, digits),
        "efficiency": certified(&found.efficiency, digits),
    })
}
