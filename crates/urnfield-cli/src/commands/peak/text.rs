//! The peak as lines of a name and a value.

use super::answers::{Answers, DIGITS_OF_DOUBLE, Summit};
use crate::report::{Lines, shown, talk};
use std::io::{self, Write};
use urnfield::Enclosure;

pub(super) fn write(answers: &Answers, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&answers.notes);
    let mut lines = Lines::default();
    lines.push("kind", answers.design.kind());
    lines.push("bits", answers.design.bits());
    lines.push("hashes", answers.design.hashes());
    if let Some(summit) = &answers.summit {
        push_summit(&mut lines, summit, digits);
    }
    for (name, found) in &answers.approximations {
        if let Some(found) = found {
            lines.push(*name, at(&found.efficiency, &found.items, digits));
        }
    }
    lines.write(out)
}

fn at(efficiency: &Enclosure, items: &Enclosure, digits: usize) -> String {
    format!("{} at {} items", shown(efficiency, digits), shown(items, digits))
}

fn push_summit(lines: &mut Lines, summit: &Summit, digits: usize) {
    lines.push("items", summit.peak.items);
    if let ties @ [_, _, ..] = &summit.peak.ties[..] {
        let each = ties.iter().map(|(n, k)| format!("items = {n} with hashes = {k}"));
        lines.push("ties", each.collect::<Vec<_>>().join(", "));
    }
    for (name, found) in [("efficiency", &summit.efficiency), ("fpr", &summit.fpr)] {
        if let Some(value) = found {
            lines.push(name, shown(value, digits));
        }
    }
    if let Some((items, efficiency)) = &summit.real {
        let said = at(efficiency, items, digits.min(DIGITS_OF_DOUBLE));
        lines.push("real", format!("{said}  estimate"));
    }
}
