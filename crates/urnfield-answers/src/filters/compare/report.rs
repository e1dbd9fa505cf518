//! A comparison as one object, and as a small table and two sentences.

use crate::{CompareAnswer, Report, Table, Value, object, words};
use std::cmp::Ordering;
use urnfield::bloom::{Comparison, Share};
use urnfield::{Enclosure, Estimate, Interval, Point};

impl From<CompareAnswer> for Report {
    fn from(answer: CompareAnswer) -> Report {
        let (question, found) = (&answer.question, answer.comparison.as_ref());
        let mut report = Report::with_notes();
        report.json("files", &question.files);
        report.json("bits_set", &question.each);
        report.json("or_bits", question.or);
        report.json("and_bits", question.and);
        let items = found.map(|found| found.items.iter().map(estimated).collect::<Value>());
        report.json("items", items);
        report.json("union", found.map(|found| estimated(&found.union)));
        report.json(
            "intersection",
            found.map(|found| {
                pair(found.intersection.point.as_ref(), (&found.intersection.interval).into())
            }),
        );
        report.json(
            "jaccard",
            found.map(|found| pair(found.jaccard.point.as_ref(), share(&found.jaccard.interval))),
        );
        report.json("share_nothing", object! { "p" => &answer.share_nothing });
        report.json("confidence", &answer.confidence);
        report.table(table(&answer));
        if let Some(sentence) = found.and_then(about_negative) {
            report.sentence(sentence);
        }
        if let Some(sentence) = closing(&answer) {
            report.sentence(sentence);
        }
        if found.is_some_and(|found| found.intersection.interval == Interval::Empty) {
            report.unsaid("an interval is empty: the counts of bits contradict each other");
        }
        report.notes(answer.notes);
        report
    }
}

fn pair(point: Option<&Point>, interval: Value) -> Value {
    object! { "estimate" => point.cloned().map(Value::estimate), "interval" => interval }
}

fn estimated(found: &Estimate) -> Value {
    pair(Some(&found.point), (&found.interval).into())
}

fn share(interval: &Share) -> Value {
    match interval {
        Share::Closed { lo, hi } => Value::Between { lo: lo.clone(), hi: hi.clone() },
        Share::Empty => Value::Null,
    }
}

fn table(answer: &CompareAnswer) -> Table {
    let (question, found) = (&answer.question, answer.comparison.as_ref());
    let mut table = Table::new(["bits_set", "items", "interval"]);
    let whole = |found: Option<&Estimate>| {
        let (point, interval) = found.map(|f| (&f.point, &f.interval)).unzip();
        [Value::from(point), Value::from(interval)]
    };
    for (i, (name, bits)) in question.files.iter().zip(&question.each).enumerate() {
        let [point, interval] = whole(found.and_then(|found| found.items.get(i)));
        table.push(name, [bits.into(), point, interval]);
    }
    let [point, interval] = whole(found.map(|found| &found.union));
    table.push("union", [question.or.into(), point, interval]);
    let common = found.map(|found| &found.intersection);
    let point = common.and_then(|common| common.point.as_ref());
    let interval = common.map(|common| &common.interval);
    table.push("intersection", [question.and.into(), in_words(point), interval.into()]);
    let part = found.map(|found| &found.jaccard);
    let point = part.and_then(|part| part.point.as_ref());
    let interval = part.map(|part| match share(&part.interval) {
        Value::Null => "empty".into(),
        interval => interval,
    });
    table.push("jaccard", [Value::Null, in_words(point), interval.into()]);
    table
}

/// Marks a negative number of items as an estimate.
pub(crate) fn in_words(point: Option<&Point>) -> Value {
    match point {
        Some(Point::Value(value)) if is_negative(value) => words![value, " (estimate)"],
        point => point.into(),
    }
}

fn is_negative(value: &Enclosure) -> bool {
    value.compare(&Enclosure::zero()) == Some(Ordering::Less)
}

/// Why there are fewer items in common than none, and what is certain.
fn about_negative(found: &Comparison) -> Option<Value> {
    let common = &found.intersection;
    match &common.point {
        Some(Point::Value(value)) if is_negative(value) => Some(words![
            "They have ",
            &common.interval,
            " items in common; the estimate is below that, as fewer bits are set in both than by \
             chance."
        ]),
        _ => None,
    }
}

fn closing(answer: &CompareAnswer) -> Option<Value> {
    let intervals = answer
        .comparison
        .as_ref()
        .map(|_| words!["All intervals hold together with confidence ", &answer.confidence, "."]);
    let chance = answer.share_nothing.as_ref().map(|p| {
        words![
            "If they shared nothing, ",
            answer.question.and,
            " common bits or more would have a chance of ",
            p,
            "."
        ]
    });
    match (intervals, chance) {
        (Some(intervals), Some(chance)) => Some(words![intervals, "\n", chance]),
        (intervals, chance) => intervals.or(chance),
    }
}
