//! A chain as one object, and as lines of a name and a value over a table of its generations.

use crate::{ChainAnswer, ChainKept, ENDS, Report, Value, object, words};
use urnfield::chain::GenerationSummary;
use urnfield::filter::Hashed;
use urnfield::{Enclosure, Guarantee};

const COLUMNS: &[&str] = &[
    "file",
    "begun",
    "items",
    "planned_items",
    "bits",
    "hashes",
    "seed",
    "bits_set",
    "fpr_given_bits",
];

impl From<ChainAnswer> for Report {
    fn from(answer: ChainAnswer) -> Report {
        let chain = &answer.question.summary;
        let mut report = Report::with_notes();
        report.both("file", answer.question.folder);
        report.both("kind", chain.kind);
        let (seed, check) = match chain.hashed {
            Hashed::Seed(seed) => (Some(seed), None),
            Hashed::KeyCheck(check) => (None, Some(format!("{check:016x}"))),
        };
        report.json("seed", seed);
        report.json("key_check", check);
        report.line("seed", seed.map_or("none, a secret key".into(), Value::from));
        let kinds = chain.key_kinds();
        let named = || kinds.names().map(Value::from).collect::<Vec<_>>();
        report.json("key_kinds", kinds.is_known().then(named));
        report.line("key_kinds", kinds.to_string());
        report.json("planned_items", chain.items);
        let of_first = if chain.keep.is_some() { " a generation" } else { ", then twice as many" };
        report.line("planned_items", words![chain.items, of_first]);
        report.json("asked_fpr", &chain.fpr);
        let confidence = match &chain.guarantee {
            Guarantee::ThisFilter { confidence } => Some(confidence),
            Guarantee::Mean => None,
        };
        report.json("confidence", confidence.cloned());
        report.json("keep", chain.keep);
        report.line("keep", chain.keep.map_or("all".into(), Value::from));
        let every = chain.every.map(|every| every.to_string());
        report.json("every", every.clone());
        report.line("every", every);
        let keys = chain.generations.iter().map(|generation| generation.items);
        report.both("items", keys.fold(0, u64::saturating_add));
        report.line("asked_fpr", &chain.fpr);
        json_kept(&answer.kept, &mut report);
        lines_of_kept(&answer.kept, &mut report);
        let rows = chain.generations.iter().zip(&answer.rates);
        report.rows("generations", COLUMNS, rows.map(|(one, rate)| row(one, rate)).collect());
        report
    }
}

fn row(generation: &GenerationSummary, rate: &Enclosure) -> Vec<Value> {
    let filter = &generation.filter;
    vec![
        generation.file.clone().into(),
        generation.begun.to_string().into(),
        generation.items.into(),
        generation.capacity.into(),
        filter.design.bits().into(),
        filter.design.hashes().into(),
        filter.seed.into(),
        filter.bits_set.into(),
        rate.into(),
    ]
}

/// What programs read of the rate of all generations together.
pub(crate) fn json_kept(kept: &ChainKept, report: &mut Report) {
    let rate = &kept.rate.fpr;
    if kept.rate.is_bound {
        report.json("fpr", object! { ENDS => rate, "label" => "bound" });
    } else {
        report.json("fpr", rate);
    }
    report.json("keeps", kept.keeps);
}

/// What people read of it.
fn lines_of_kept(kept: &ChainKept, report: &mut Report) {
    let rate = &kept.rate.fpr;
    if kept.rate.is_bound {
        report.line("fpr", words!["at most ", Value::Upper(rate.clone())]);
    } else {
        report.line("fpr", rate);
    }
    let keeps = match kept.keeps {
        Some(true) => "yes",
        Some(false) => "no, the rate is above what was asked",
        None => "unknown",
    };
    report.line("keeps", keeps);
}
