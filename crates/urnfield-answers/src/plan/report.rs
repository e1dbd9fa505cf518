//! The plans as one object, and as a small table with the textbook's beside them.

use crate::plan::proposal::{labelled, per_filter};
use crate::plan::sentence;
use crate::read::FilterKind;
use crate::{
    OfAnyKind, PlanAnswer, Plans, Proposal, Report, Table, Value, Verdict, object, size_in_words,
};

impl From<PlanAnswer> for Report {
    fn from(answer: PlanAnswer) -> Report {
        match answer {
            PlanAnswer::Plans(plans) => (*plans).into(),
            PlanAnswer::Fit(fit) => (*fit).into(),
            PlanAnswer::Other(plan) => (*plan).into(),
            PlanAnswer::Filter(filter) => (*filter).into(),
        }
    }
}

impl From<Plans> for Report {
    fn from(plans: Plans) -> Report {
        let mut report = Report::with_notes();
        report.json("asked", plans.question.asked());
        report
            .json("plans", plans.proposals.iter().map(|p| proposal(p, &plans)).collect::<Value>());
        report.json("textbook", plans.textbook.as_ref().map(textbook));
        if plans.textbook.is_some() && plans.question.fpr.is_none() {
            report.unsaid("no keeps_promise: without --fpr nothing is promised");
        }
        if !plans.question.no_per_filter && plans.question.fpr.is_none() {
            report.unsaid("no per_filter: without --fpr nothing is promised");
        }
        report.sentence(sentence::heading(&plans));
        let kinds = plans.proposals.iter().map(|proposal| proposal.design.kind().to_string());
        let book = plans.textbook.iter().map(|_| "textbook".into());
        let mut table = Table::new(kinds.chain(book));
        for (name, of_plan, of_textbook) in ROWS {
            let cells = plans.proposals.iter().map(of_plan);
            table.push(name, cells.chain(plans.textbook.iter().map(of_textbook)));
        }
        report.table(table);
        if let (Some(advice), Some(fpr)) = (&plans.parquet, &plans.question.fpr) {
            advice.say(fpr, &mut report);
        }
        let of_blocks = |p: &&Proposal| p.design.kind().blocks().is_some();
        if let Some(kind) = plans.proposals.iter().find(of_blocks).map(|p| p.design.kind()) {
            if plans.question.confidence.is_some() {
                report.sentence(format!(
                    "The {kind} filter is the smallest that is proved to keep the rate; a smaller one may keep it too."
                ));
            } else if plans.question.fpr.is_some() && !plans.question.no_per_filter {
                report.unsaid(format!(
                    "no share_worse of the {kind} plan: of filters with blocks only bounds far out are known"
                ));
            }
        }
        if let Some(sentence) = sentence::about_textbook(&plans) {
            report.sentence(sentence);
        }
        if let Some(sentence) = sentence::about_single_filters(&plans) {
            report.sentence(sentence);
        }
        report.notes(plans.notes);
        plans.unasked.into_iter().for_each(|note| report.unsaid(note));
        report
    }
}

fn proposal(proposal: &Proposal, plans: &Plans) -> Value {
    let design = proposal.design;
    let mut fields = vec![
        ("kind", design.kind().into()),
        ("bits", design.bits().into()),
        ("bytes", proposal.bytes().into()),
        ("hashes", design.hashes().into()),
        ("ties", (&proposal.ties).into()),
        ("items", proposal.items.into()),
        ("fpr", (&proposal.fpr).into()),
        ("efficiency", (&proposal.efficiency).into()),
        ("bits_per_item", (&proposal.bits_per_item).into()),
    ];
    if let Some((confidence, fpr)) = &proposal.fpr_at_confidence {
        fields.push(("confidence", confidence.into()));
        fields.push(("fpr_at_confidence", labelled(fpr, design.kind().blocks().is_some())));
    }
    if let (FilterKind::Parquet, Some(advice)) = (design.kind(), &plans.parquet) {
        fields.extend(advice.fields());
    }
    if !plans.question.no_per_filter {
        fields.push(("per_filter", proposal.per_filter.as_ref().map(per_filter).into()));
    }
    Value::Object(fields)
}

fn textbook(verdict: &Verdict) -> Value {
    object! {
        "bits" => verdict.textbook.bits,
        "hashes" => verdict.textbook.hashes,
        "items" => verdict.textbook.items,
        "claimed" => &verdict.claimed,
        "fpr" => &verdict.fpr,
        "keeps_promise" => verdict.keeps_promise,
    }
}

/// A row of the table: its name, what a plan has in it, and what the textbook has.
type TableRow = (&'static str, fn(&Proposal) -> Value, fn(&Verdict) -> Value);

const ROWS: [TableRow; 11] = [
    ("bits", |p| p.design.bits().into(), |v| v.textbook.bits.into()),
    ("bytes", |p| p.bytes().into(), |v| v.bytes().into()),
    ("size", |p| size_in_words(p.bytes()).into(), |v| size_in_words(v.bytes()).into()),
    ("hashes", |p| p.design.hashes().into(), |v| v.textbook.hashes.into()),
    ("ties", |p| ties(&p.ties).into(), |_| Value::Null),
    ("items", |p| p.items.into(), |v| v.textbook.items.into()),
    ("claimed", |_| Value::Null, |v| (&v.claimed).into()),
    ("fpr", |p| (&p.fpr).into(), |v| (&v.fpr).into()),
    ("fpr_at_confidence", fpr_at_confidence, |_| Value::Null),
    ("efficiency", |p| (&p.efficiency).into(), |_| Value::Null),
    ("bits_per_item", |p| (&p.bits_per_item).into(), |v| v.bits_per_item().into()),
];

fn ties(all: &[u64]) -> Option<String> {
    let each: Vec<String> = all.iter().map(u64::to_string).collect();
    (all.len() > 1).then(|| each.join(","))
}

fn fpr_at_confidence(proposal: &Proposal) -> Value {
    proposal.fpr_at_confidence.as_ref().and_then(|(_, fpr)| fpr.as_ref()).into()
}
