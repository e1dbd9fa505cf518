//! The table of all sets: the first of them for people, all as tab-separated values and as JSON.

use crate::{EnrichAnswer, EnrichRow, Note, Report, Table, Value, Words, object, printable};
use urnfield::occupancy::Range;

/// The columns of tab-separated values: the ends of the interval apart.
const COLUMNS: [&str; 12] = [
    "set", "size", "observed", "expected", "fold", "fold_lo", "fold_hi", "p", "log10_p", "holm",
    "bh", "names",
];

const HEADS: [&str; 9] =
    ["size", "observed", "expected", "fold", "interval", "p", "log10 p", "Holm", "BH"];

/// What comes between names in a field.
const BETWEEN: &str = ";";

impl EnrichAnswer {
    /// A report whose text shows the first `top` sets, and their names where that is wanted.
    pub fn into_report(self, top: usize, names: bool) -> Report {
        let mut report = Report::with_notes();
        report.line("population", self.question.population);
        let unit = if self.question.list.size == 1 { "name" } else { "names" };
        report.line(
            "list",
            format!("{}, {} {unit}", self.question.list.name, self.question.list.size),
        );
        report.line("sets", self.rows.len() as u64);
        report.line("tested", self.question.alternative.in_words());
        let mut table = Table::new(HEADS);
        for row in self.rows.iter().take(top) {
            let cells = [
                row.set.size.into(),
                (row.set.shared.len() as u64).into(),
                Value::from(&row.expected),
                Value::from(&row.fold),
                Value::from(&row.fold_interval),
                Value::from(&row.p),
                Value::from(&row.log10_p),
                Value::from(&row.holm),
                Value::from(&row.bh),
            ];
            table.push(printable(&row.set.name), cells);
        }
        report.table(table);
        if names {
            for row in self.rows.iter().take(top).filter(|row| !row.set.shared.is_empty()) {
                report.line(printable(&row.set.name), printable(&row.set.shared.join(", ")));
            }
        }
        if self.rows.len() > top {
            let left = self.rows.len() - top;
            report.remark(format!("{left} sets more are not shown; see --top, --tsv or --json"));
        }
        self.tell(&mut report);
        report
    }

    /// A report whose text is tab-separated values, one row a set.
    pub fn into_tsv(self) -> Report {
        let mut report = Report::default();
        report.tsv(COLUMNS.to_vec(), self.rows.iter().map(columns).collect());
        report.notes(Note::sentences(&self.question.notes, Words::Shell));
        report
    }

    fn tell(self, report: &mut Report) {
        report.json("population", self.question.population);
        report.json(
            "list",
            object! { "name" => &self.question.list.name, "size" => self.question.list.size },
        );
        let row = |row: EnrichRow| {
            object! {
                "set" => row.set.name,
                "size" => row.set.size,
                "observed" => row.set.shared.len() as u64,
                "expected" => row.expected,
                "fold" => row.fold,
                "fold_interval" => row.fold_interval,
                "p" => row.p,
                "log10_p" => row.log10_p,
                "holm" => row.holm,
                "bh" => row.bh,
                "names" => row.set.shared,
            }
        };
        report.json("rows", self.rows.into_iter().map(row).collect::<Value>());
        report.json("dropped", self.question.dropped);
        if let Some(noticed) = Note::noticed(&self.question.notes) {
            report.json("noticed", noticed);
        }
        report.notes(Note::sentences(&self.question.notes, Words::Shell));
    }
}

impl From<EnrichAnswer> for Report {
    fn from(answer: EnrichAnswer) -> Report {
        answer.into_report(usize::MAX, false)
    }
}

fn columns(row: &EnrichRow) -> Vec<Value> {
    let (lo, hi) = match row.fold_interval.clone() {
        Some(Range { lo, hi }) => (Value::Lower(lo), hi.map_or(Value::Null, Value::Upper)),
        None => (Value::Null, Value::Null),
    };
    vec![
        printable(&row.set.name).into(),
        row.set.size.into(),
        (row.set.shared.len() as u64).into(),
        Value::from(&row.expected),
        Value::from(&row.fold),
        lo,
        hi,
        Value::from(&row.p),
        Value::from(&row.log10_p),
        Value::from(&row.holm),
        Value::from(&row.bh),
        printable(&row.set.shared.join(BETWEEN)).into(),
    ]
}
