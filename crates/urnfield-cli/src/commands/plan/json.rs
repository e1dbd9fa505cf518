//! The plans as one JSON object.

use super::Answers;
use super::proposal::Proposal;
use super::textbook::Verdict;
use crate::report::{self, Object, certified};
use serde_json::{Value, json};
use std::io::{self, Write};
use urnfield::Enclosure;

pub(super) fn write(answers: &Answers<'_>, digits: usize, out: &mut impl Write) -> io::Result<()> {
    let plans: Value = answers.proposals.iter().map(|plan| proposal(plan, digits)).collect();
    let textbook = answers.textbook.as_ref().map(|verdict| textbook(verdict, digits));
    let mut notes = answers.notes.clone();
    if answers.textbook.is_some() && answers.question.target().is_none() {
        notes.push("no keeps_promise: without --fpr nothing is promised".into());
    }
    let mut object = Object::new();
    object.insert("asked".into(), answers.question.asked().into());
    object.insert("plans".into(), plans);
    object.insert("textbook".into(), textbook.into());
    object.insert("notes".into(), notes.into());
    report::write_json(out, &object)
}

fn value(found: &Option<Enclosure>, digits: usize) -> Value {
    found.as_ref().map(|value| certified(value, digits)).into()
}

fn proposal(proposal: &Proposal, digits: usize) -> Value {
    let design = proposal.plan.design;
    let mut object = json!({
        "kind": design.kind().to_string(),
        "bits": design.bits(),
        "bytes": proposal.bytes(),
        "hashes": design.hashes(),
        "ties": proposal.plan.ties,
        "items": proposal.plan.items,
        "fpr": value(&proposal.fpr, digits),
        "efficiency": value(&proposal.efficiency, digits),
        "bits_per_item": value(&proposal.bits_per_item, digits),
    });
    if let Some(promise) = &proposal.promise {
        object["confidence"] = promise.confidence.to_string().into();
        object["fpr_at_confidence"] = value(&promise.fpr, digits);
    }
    object
}

fn textbook(verdict: &Verdict, digits: usize) -> Value {
    json!({
        "bits": verdict.textbook.bits,
        "hashes": verdict.textbook.hashes,
        "items": verdict.textbook.items,
        "claimed": value(&verdict.claimed, digits),
        "fpr": value(&verdict.fpr, digits),
        "keeps_promise": verdict.keeps_promise,
    })
}
