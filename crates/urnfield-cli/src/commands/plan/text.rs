//! The plans as a small table, the textbook's beside them.

use super::Answers;
use super::proposal::Proposal;
use super::sentence;
use super::textbook::Verdict;
use crate::ratio;
use crate::report::{shown, talk};
use crate::table::Table;
use std::io::{self, Write};
use urnfield::Enclosure;

pub(super) fn write(answers: &Answers<'_>, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&answers.notes);
    writeln!(out, "{}\n", sentence::heading(&answers.question))?;
    let plans = answers.proposals.iter().map(|proposal| Column::of_plan(proposal, digits));
    let textbook = answers.textbook.iter().map(|verdict| Column::of_textbook(verdict, digits));
    let columns: Vec<Column> = plans.chain(textbook).collect();
    let mut table = Table::new(columns.iter().map(|column| column.head.clone()));
    for (i, name) in ROWS.iter().enumerate() {
        table.push(name, columns.iter().map(|column| column.cells[i].clone()));
    }
    table.write(out)?;
    match sentence::about_textbook(answers, digits) {
        Some(sentence) => writeln!(out, "\n{sentence}"),
        None => Ok(()),
    }
}

const ROWS: [&str; 11] = [
    "bits",
    "bytes",
    "size",
    "hashes",
    "ties",
    "items",
    "claimed",
    "fpr",
    "fpr_at_confidence",
    "efficiency",
    "bits_per_item",
];

struct Column {
    head: String,
    cells: [Option<String>; ROWS.len()],
}

impl Column {
    fn of_plan(proposal: &Proposal, digits: usize) -> Column {
        let plan = &proposal.plan;
        let value = |found: &Option<Enclosure>| found.as_ref().map(|v| shown(v, digits));
        let ties: Vec<String> = plan.ties.iter().map(u64::to_string).collect();
        Column {
            head: plan.design.kind().to_string(),
            cells: [
                Some(plan.design.bits().to_string()),
                Some(proposal.bytes().to_string()),
                with_unit(proposal.bytes()),
                Some(plan.design.hashes().to_string()),
                (ties.len() > 1).then(|| ties.join(",")),
                Some(plan.items.to_string()),
                None,
                value(&proposal.fpr),
                proposal.promise.as_ref().and_then(|promise| value(&promise.fpr)),
                value(&proposal.efficiency),
                value(&proposal.bits_per_item),
            ],
        }
    }

    fn of_textbook(verdict: &Verdict, digits: usize) -> Column {
        let value = |found: &Option<Enclosure>| found.as_ref().map(|v| shown(v, digits));
        let textbook = verdict.textbook;
        let bytes = textbook.bits.div_ceil(8);
        Column {
            head: "textbook".into(),
            cells: [
                Some(textbook.bits.to_string()),
                Some(bytes.to_string()),
                with_unit(bytes),
                Some(textbook.hashes.to_string()),
                None,
                Some(textbook.items.to_string()),
                value(&verdict.claimed),
                value(&verdict.fpr),
                None,
                None,
                quotient(textbook.bits, textbook.items, digits),
            ],
        }
    }
}

fn quotient(a: u64, b: u64, digits: usize) -> Option<String> {
    let quotient = ratio::quotient(a, b)?;
    // Exact, so that any number of digits is certain.
    ratio::enclosed(&quotient, 64).ok().map(|value| shown(&value, digits))
}

/// `1.144 MiB`; a size below 1 KiB needs no unit but bytes.
fn with_unit(bytes: u64) -> Option<String> {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    const DIGITS: usize = 4;
    let power = (bytes.checked_ilog2()? / 10) as usize;
    let unit = UNITS.get(power.checked_sub(1)?)?;
    quotient(bytes, 1 << (10 * power), DIGITS).map(|number| format!("{number} {unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_largest_unit_that_fits() {
        let sizes = [
            (0, None),
            (1023, None),
            (1024, Some("1 KiB")),
            (1 << 20, Some("1 MiB")),
            (1_199_120, Some("1.144 MiB")),
            ((1 << 30) - 1, Some("1024 MiB")),
            (u64::MAX / 8 + 1, Some("2 EiB")),
            (u64::MAX, Some("16 EiB")),
        ];
        for (bytes, said) in sizes {
            assert_eq!(with_unit(bytes).as_deref(), said, "{bytes}");
        }
    }
}
