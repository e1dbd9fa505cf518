//! The answers as lines of a name and a value, and the table as TSV.

use super::answers::{Answers, Found};
use super::picture;
use super::statement::Statement;
use crate::report::{Lines, place, shown, talk};
use std::io::{self, Write};
use urnfield::{Enclosure, MomentBounds};

pub(super) fn write(
    statement: &Statement<'_>,
    answers: &Answers,
    digits: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    // Talk comes first: a long table may be cut off by whoever reads it.
    talk(&answers.notes);
    let table = answers.list.iter().find_map(|answer| match &answer.value {
        Some(Found::Table(rows)) => Some(rows),
        _ => None,
    });
    // A table alone is data for another program: nothing but TSV.
    let others =
        answers.list.iter().any(|answer| !matches!(answer.key, "mean" | "variance" | "table"));
    if table.is_none() || others {
        lines(statement, answers, digits).write(out)?;
    }
    if let Some(rows) = table {
        if others {
            writeln!(out)?;
        }
        write_table(rows, digits, out)?;
    }
    if answers.summary {
        // The picture may take longer than everything above it.
        out.flush()?;
        picture::write(&statement.law, out)?;
    }
    Ok(())
}

fn write_table(rows: &[(u64, Enclosure)], digits: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "i\tpmf")?;
    rows.iter().try_for_each(|(i, pmf)| writeln!(out, "{i}\t{}", shown(pmf, digits)))
}

fn lines(statement: &Statement<'_>, answers: &Answers, digits: usize) -> Lines {
    let mut lines = statement.to_lines();
    for answer in &answers.list {
        let key = answer.key;
        match &answer.value {
            Some(Found::Value(value)) => lines.push(key, shown(value, digits)),
            Some(Found::At(i, value)) => lines.push(place(key, i), shown(value, digits)),
            Some(Found::AtMost(i, value)) => {
                lines.push(place(key, i), format!("at most {}", shown(value, digits)));
            }
            Some(Found::Quantile(p, i)) => lines.push(place(key, p), i),
            Some(Found::Pgf(z, value)) => lines.push(place(key, z), shown(value, digits)),
            Some(Found::Mode(ties)) => {
                let ties: Vec<String> = ties.iter().map(u64::to_string).collect();
                lines.push(key, ties.join(" "));
            }
            Some(Found::Orders(values)) => {
                for (r, value) in values.iter().enumerate() {
                    if let Some(value) = value {
                        lines.push(place(key, r), shown(value, digits));
                    }
                }
            }
            Some(Found::Bounds(bounds)) => {
                bounds.iter().flatten().for_each(|b| push_bounds(&mut lines, b, digits));
            }
            Some(Found::Table(_)) | None => {}
        }
        if key == "variance" {
            let (lo, hi) = answers.support;
            lines.push("support", format!("{lo} to {hi}"));
        }
    }
    lines
}

/// From below to above, so that the reader sees the joint probability between its bounds.
fn push_bounds(lines: &mut Lines, found: &MomentBounds, digits: usize) {
    let rising = [
        ("balls", found.balls.as_ref()),
        ("jensen", found.jensen.as_ref()),
        ("joint", Some(&found.joint)),
        ("upper", Some(&found.upper)),
    ];
    for (name, value) in rising {
        if let Some(value) = value {
            lines.push(place(name, found.order), shown(value, digits));
        }
    }
}
