//! The table for people, with a letter for each list, as tab-separated values and as JSON.

use super::rows::{OverlapAnswer, OverlapRow};
use super::titles::{letter, letters};
use crate::{Report, Table, Value, object};

/// The keys of a row in JSON.
const KEYS: &[&str] = &[
    "sets",
    "degree",
    "observed",
    "exclusive",
    "expected",
    "fold",
    "at_least",
    "at_most",
    "two_sided",
    "holm",
    "bh",
];

/// What stands over the same values in the table for people, who read letters for the sets.
const HEADS: [&str; 9] =
    ["observed", "exclusive", "expected", "fold", "P(>=)", "P(<=)", "two-sided", "Holm", "BH"];

impl From<OverlapAnswer> for Report {
    fn from(answer: OverlapAnswer) -> Report {
        let mut report = Report::default();
        report.line("population", answer.population);
        report.table(lists(&answer));
        let mut table = Table::new(HEADS);
        for row in &answer.rows {
            table.push(letters(&row.combination.lists), values(row));
        }
        report.table(table);
        answer.tell(&mut report, false);
        report
    }
}

impl OverlapAnswer {
    /// A report whose text is tab-separated values, one row a combination.
    pub fn into_tsv(self) -> Report {
        let mut report = Report::default();
        self.tell(&mut report, true);
        report
    }

    fn tell(self, report: &mut Report, tsv: bool) {
        report.json("population", self.population);
        let list = |list: &super::NamedList| object! { "name" => &list.name, "size" => list.size };
        report.json("lists", self.lists.iter().map(list).collect::<Value>());
        let row = |row: &OverlapRow| {
            let names = self.names(&row.combination.lists);
            let degree = names.len() as u64;
            [Value::Together(names), degree.into()].into_iter().chain(values(row)).collect()
        };
        let rows = self.rows.iter().map(row).collect();
        match tsv {
            true => report.rows("rows", KEYS, rows),
            false => report.json("rows", Value::Rows(KEYS, rows)),
        }
        report.notes(self.notes);
    }
}

/// The lists with their letters. Those that are called by their letters need no second name.
fn lists(answer: &OverlapAnswer) -> Table {
    let letter_of = |list: usize| letter(list).to_string();
    let named = answer.lists.iter().enumerate().any(|(at, list)| list.name != letter_of(at));
    let columns = if named { &["size", "list"][..] } else { &["size"] };
    let mut table = Table::new(columns.iter().copied());
    for (at, list) in answer.lists.iter().enumerate() {
        let cells = [list.size.into(), Value::from(&list.name)];
        table.push(letter_of(at), cells.into_iter().take(columns.len()));
    }
    table
}

/// The values of a row, in the order of the heads.
fn values(row: &OverlapRow) -> [Value; 9] {
    let combination = &row.combination;
    [
        combination.observed.into(),
        combination.exclusive.into(),
        Value::from(&row.expected),
        Value::from(&row.fold),
        Value::from(&row.at_least),
        Value::from(&row.at_most),
        Value::from(&row.two_sided),
        Value::from(&row.holm),
        Value::from(&row.bh),
    ]
}
