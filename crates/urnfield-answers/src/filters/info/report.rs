//! A filter's file as one object, and as lines of a name and a value.

use crate::filters::info::answer::too_many;
use crate::{ENDS, InfoAnswer, MadeOf, OfAnyKind, Report, Value, object, words};
use urnfield::{Estimate, Interval};

impl From<InfoAnswer> for Report {
    fn from(answer: InfoAnswer) -> Report {
        let (summary, planned) = (&answer.summary, answer.planned_items());
        let design = summary.design;
        let mut report = Report::with_notes();
        report.both("file", answer.file);
        report.both("kind", design.kind());
        report.both("bits", design.bits());
        report.both("hashes", design.hashes());
        report.json("seed", summary.seed);
        report.line("seed", summary.seed.map_or("none, a secret key".into(), Value::from));
        let digest = if summary.seed.is_some() { "xxh3-128" } else { "siphash-2-4-128" };
        report.both("digest", digest);
        let kinds = summary.key_kinds;
        let named = || kinds.names().map(Value::from).collect::<Vec<_>>();
        report.json("key_kinds", kinds.is_known().then(named));
        report.line("key_kinds", kinds.to_string());
        report.both("probe", u64::from(summary.probe_rule));
        report.both("encoding", summary.encoding.to_string());
        report.both("bytes", summary.bytes);
        report.both("bits_set", summary.bits_set);
        report.both("fill", answer.fill);
        report.line("made_of", answer.made_of.as_ref().map(MadeOf::in_words));
        report.json("planned_items", planned);
        report.line("planned_items", planned.map_or("unknown".into(), Value::from));
        report.both("planned_fpr", answer.planned_fpr);
        let rate = &answer.fpr_given_bits;
        report.json("fpr_given_bits", rate);
        report.line(
            "fpr_given_bits",
            match answer.made_of {
                Some(_) => {
                    rate.as_ref().map(|r| words![r, "  for a key that is in none of the sets"])
                }
                None => rate.as_ref().map(Value::from),
            },
        );
        report.json("items", answer.items.as_ref().map(items_for_programs));
        report.line("items", answer.items.as_ref().map(items_in_words));
        if let Some(made_of) = &answer.made_of {
            made_of.report(&mut report);
        }
        report.json("over_plan", answer.over_plan);
        report.line(
            "over_plan",
            match (answer.over_plan, planned) {
                (Some(true), Some(items)) => format!("yes, {}", too_many(items)),
                (Some(false), _) => "no".into(),
                _ => "unknown".into(),
            },
        );
        report.notes(answer.notes);
        if answer.made_of.is_some() {
            report.unsaid(
                "no items: an intersection is no set's filter, and its bits do not tell how many \
                 there are",
            );
        }
        if summary.lines.is_some() && answer.items.is_some() {
            report.unsaid(
                "the interval of items is a bound: of lines only bounds of the tails are known, so \
                 it is wider than it need be",
            );
        }
        if planned.is_none() {
            let why = "the file does not say for how many items it was planned";
            report.unsaid(format!("no planned_items, planned_fpr and over_plan: {why}"));
        }
        if answer.items.is_some_and(|items| items.interval == Interval::Empty) {
            report.unsaid("the interval of items is empty: every number is contradicted");
        }
        report
    }
}

/// By the method of moments, and the exact interval.
fn items_for_programs(items: &Estimate) -> Value {
    object! {
        "estimate" => Value::estimate(items.point.clone()),
        "interval" => &items.interval,
        "confidence" => &items.confidence,
    }
}

fn items_in_words(items: &Estimate) -> Value {
    let about = match Value::from(&items.point) {
        Value::Null => "unknown".into(),
        about => about,
    };
    words![about, "  ", &items.interval, " with confidence ", &items.confidence]
}

impl MadeOf {
    fn in_words(&self) -> Value {
        let filters = match self.filters {
            None => return "an intersection, of what is not known".into(),
            Some(filters) => words!["an intersection of ", filters, " filters"],
        };
        match &self.bits_set {
            Some(each) => words![filters, " with ", and(each), " bits set"],
            None => filters,
        }
    }

    fn report(&self, report: &mut Report) {
        let bound = |v: &_| object! { ENDS => v, "label" => "bound" };
        let common = self.common_items.as_ref();
        report.json(
            "intersection",
            object! {
                "filters" => self.filters,
                "bits_set" => &self.bits_set,
                "member_fpr" => self.member_fpr.as_ref().map(bound),
                "common_items" => common.map(|common| object! {
                    "estimate" => common.point.clone().map(Value::estimate),
                    "interval" => &common.interval,
                    "confidence" => &self.confidence,
                }),
                "share_nothing" => object! { "p" => &self.share_nothing },
            },
        );
        report.line(
            "member_fpr",
            match &self.member_fpr {
                Some(rate) => {
                    words![
                        Value::Upper(rate.clone()),
                        "  at most, for a key that is in some of the sets, not in all"
                    ]
                }
                None => "unknown, for a key that is in some of the sets, not in all".into(),
            },
        );
        report.line("items", "unknown, as the bits of an intersection do not tell");
        report.line(
            "common_items",
            common.map(|common| {
                let about = crate::filters::compare::report::in_words(common.point.as_ref());
                words![about, "  ", &common.interval, " with confidence ", &self.confidence]
            }),
        );
        report.line(
            "share_nothing",
            self.share_nothing.as_ref().map(|p| {
                words![p, "  the chance of so many common bits if the sets shared nothing"]
            }),
        );
    }
}

/// `7`, `7 and 8`, `7, 8 and 9`.
fn and(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
