//! One filter of another library as an object, and as lines.

use crate::filters::foreign::answer::is_contradicted;
use crate::{AuditAnswer, FilterItems, OwnRate, Report, Value, object, printable, words};
use urnfield::{Enclosure, Rational};

impl From<AuditAnswer> for Report {
    fn from(answer: AuditAnswer) -> Report {
        let (filter, law) = (&answer.filter, answer.law());
        let mut report = Report::with_notes();
        report.both("file", answer.file);
        report.both("format", filter.format);
        report.both("library", answer.library);
        report.line("version", filter.version.as_deref().map(printable));
        report.json("version", filter.version.clone());
        report.line("place", filter.place.as_deref().map(printable));
        report.json("place", filter.place.clone());
        if let [_, _, ..] = filter.layers[..] {
            report.both("layers", filter.layers.len() as u64);
        }
        report.both("bits", answer.bits);
        let hashes: Vec<u64> = filter.layers.iter().map(|layer| layer.hashes.into()).collect();
        match hashes[..] {
            [one] => report.both("hashes", one),
            _ => report.both("hashes", hashes),
        }
        report.both("bits_set", answer.bits_set);
        report.both("fill", answer.fill);
        report.both("capacity", filter.stated.capacity);
        report.both("added", filter.stated.added);
        distinct(&mut report, answer.distinct.as_ref());
        let from = if answer.is_asked_in_file { "the file" } else { "--fpr" };
        report.json("asked", answer.asked.clone());
        report.line("asked", answer.asked.clone().map(|asked| words![asked, "  says ", from]));
        rate(&mut report, &answer.own_rate, &law);
        report.both("fpr_by_fill", answer.fpr_by_fill);
        let times = answer.asked.as_ref().map(|asked| times(&answer.own_rate, asked.value()));
        report.json("times_asked", times.clone());
        let is_above = answer.asked.as_ref().map(|asked| answer.own_rate.is_above(asked));
        let verdict = match is_above {
            Some(true) => "  more than was asked",
            _ => "",
        };
        report.line("times_asked", times.map(|times| words![times, verdict]));
        report.json(
            "needed",
            answer.needed.map(|d| object! { "bits" => d.bits(), "hashes" => d.hashes() }),
        );
        report.line(
            "needed",
            answer.needed.map(|d| {
                words![d.bits(), " bits, ", d.hashes(), " hashes  if positions were independent"]
            }),
        );
        report.notes(answer.notes);
        if is_contradicted(answer.distinct.as_ref()) {
            report.notes(vec!["no number of items goes with these bits".into()]);
        }
        report
    }
}

fn distinct(report: &mut Report, found: Option<&FilterItems>) {
    let (json, line) = match found {
        None => (Value::Null, Value::Null),
        Some(FilterItems::About(point)) => {
            let about = Value::estimate(point.clone());
            let json = object! { "estimate" => about.clone(), "interval" => Value::Null };
            (json, words!["about ", about, "  by the law of independent positions"])
        }
        Some(FilterItems::Certified(found)) => {
            let about = Value::estimate(found.point.clone());
            let json = object! {
                "estimate" => about.clone(),
                "interval" => &found.interval,
                "confidence" => &found.confidence,
            };
            let about = if matches!(about, Value::Null) { "unknown".into() } else { about };
            (json, words![about, "  ", &found.interval, " with confidence ", &found.confidence])
        }
    };
    report.json("distinct", json);
    report.line("distinct", line);
}

/// The rate, its law and its status.
fn rate(report: &mut Report, rate: &OwnRate, law: &str) {
    let (value, status, sample) = match rate {
        OwnRate::Exact(rate) => (Value::from(rate), "exact", Value::Null),
        OwnRate::Sampled(sample) => {
            let [lo, hi] = sample.interval.clone();
            let about = object! {
                "draws" => sample.draws,
                "hits" => sample.hits,
                "confidence" => &sample.confidence,
                "seed" => sample.seed,
            };
            (Value::Between { lo, hi }, "sampled", about)
        }
    };
    report.json("fpr_given_bits", value.clone());
    let how = match rate {
        OwnRate::Exact(_) => words!["exact by its law"],
        OwnRate::Sampled(sample) => {
            words![
                "sampled: ",
                sample.hits,
                " of ",
                sample.draws,
                " draws, seed ",
                sample.seed,
                ", confidence ",
                &sample.confidence
            ]
        }
    };
    report.line("fpr_given_bits", words![value, "  ", how]);
    report.both("law", law);
    report.json("status", status);
    report.json("sample", sample);
}

/// The rate over the rate asked for.
fn times(rate: &OwnRate, asked: &Rational) -> Value {
    match rate {
        OwnRate::Exact(rate) => rate.checked_div(&Enclosure::from(asked)).into(),
        OwnRate::Sampled(sample) => {
            let [lo, hi] = sample.interval.clone().map(|end| end.checked_div(asked));
            match (lo, hi) {
                (Some(lo), Some(hi)) => Value::Between { lo, hi },
                _ => Value::Null,
            }
        }
    }
}
