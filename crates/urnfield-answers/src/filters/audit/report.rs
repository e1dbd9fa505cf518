//! One filter of a Parquet file as an object, and as lines.

use crate::{Cap, ParquetAuditAnswer, Report, Value, object, printable, words};
use urnfield::Interval;

/// A column's path with dots; a name that has dots itself stands between quotation marks.
pub(crate) fn column_in_words(path: &[String]) -> String {
    let each = |name: &String| {
        if name.contains('.') { format!("\"{name}\"") } else { name.clone() }
    };
    path.iter().map(each).collect::<Vec<_>>().join(".")
}

impl From<ParquetAuditAnswer> for Report {
    fn from(answer: ParquetAuditAnswer) -> Report {
        let (place, design) = (answer.place, answer.design);
        let mut report = Report::with_notes();
        report.both("file", answer.file);
        report.line("created_by", answer.created_by.as_deref().map(printable));
        report.json("created_by", answer.created_by);
        report.both("row_group", place.row_group);
        report.line("column", printable(&column_in_words(&place.path)));
        report.json("column", place.column);
        report.json("path", place.path);
        report.both("type", place.physical_type);
        report.both("values", place.values);
        report.json("offset", place.offset);
        report.both("bytes", design.bits() / 8);
        report.both("blocks", design.blocks());
        report.both("bits_set", answer.bits_set);
        report.both("fill", answer.fill);
        report.both("fpr_given_bits", answer.fpr_given_bits);
        let distinct = answer.distinct.as_ref();
        report.json(
            "distinct",
            distinct.map(|found| {
                object! {
                    "estimate" => Value::estimate(found.point.clone()),
                    "interval" => &found.interval,
                    "confidence" => &found.confidence,
                }
            }),
        );
        report.line(
            "distinct",
            distinct.map(|found| {
                let about = match Value::estimate(found.point.clone()) {
                    Value::Null => "unknown".into(),
                    about => about,
                };
                words![about, "  ", &found.interval, " with confidence ", &found.confidence]
            }),
        );
        let expected = answer.expected_fpr.as_ref();
        report.json(
            "expected_fpr",
            expected.map(|(fewest, most)| object! { "fewest" => fewest, "most" => most }),
        );
        report.line(
            "expected_fpr",
            expected.map(|(fewest, most)| {
                let most = most.as_ref().map_or("1".into(), Value::from);
                words![fewest, " to ", most, "  the mean of filters with so many values"]
            }),
        );
        report.json("cap", answer.cap.as_ref().map(Cap::object));
        report.line("cap", answer.cap.as_ref().and_then(Cap::words));
        let claimed = answer.claimed.as_ref();
        report.json(
            "claimed",
            claimed.map(|(least, most)| object! { "fewest" => least, "most" => most }),
        );
        report.line(
            "claimed",
            claimed.map(|(least, most)| {
                let most = most.as_ref().map_or("1".into(), Value::from);
                words![
                    least,
                    " to ",
                    most,
                    "  by the writers' formula, if it knew its values; what was asked is not in the file"
                ]
            }),
        );
        report.line(
            "ask_writer_for",
            answer.ask_writer_for.as_ref().map(|asked| {
                // Rounded down: less is on the safe side.
                let lower = asked.decimal_bounds(4).0.to_string();
                words![lower, "  to surely keep the least of these rates"]
            }),
        );
        report.json("ask_writer_for", answer.ask_writer_for);
        report.notes(answer.notes);
        if distinct.is_some_and(|found| found.interval == Interval::Empty) {
            report.notes(vec![
                "no number of distinct values goes with these bits: they were set by something else \
                 than Parquet's rule, or by rare chance"
                    .into(),
            ]);
        }
        report
    }
}
