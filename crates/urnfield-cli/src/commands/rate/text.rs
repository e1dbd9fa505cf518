//! The answers as lines of a name and a value.

use super::answers::{Answers, Asked};
use crate::commands::spread::Spread;
use crate::report::{Lines, shown, talk};
use std::io::{self, Write};
use urnfield::bloom::Standing;

pub(super) fn write(answers: &Answers<'_>, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&answers.notes);
    let design = answers.load.design();
    let mut lines = Lines::default();
    lines.push("kind", design.kind());
    lines.push("bits", design.bits());
    lines.push("items", answers.load.items());
    lines.push("hashes", design.hashes());
    for (name, found) in [
        ("fpr", &answers.fpr),
        ("one_minus_fpr", &answers.one_minus_fpr),
        ("efficiency", &answers.efficiency),
    ] {
        if let Some(value) = found {
            lines.push(name, shown(value, digits));
        }
    }
    for (name, found) in &answers.bounds {
        if let Some(found) = found {
            let worth = match found.standing {
                Standing::Lower => "lower bound",
                Standing::Upper => "upper bound",
                Standing::Estimate => "estimate",
            };
            lines.push(*name, format!("{}  {worth}", shown(&found.value, digits)));
        }
    }
    match &answers.spread {
        Asked::Found(Spread { median, q999 }) => {
            let median = format!("{}  half of all filters are not above", shown(median, digits));
            let q999 = format!("{}  999 in 1000 are not above", shown(q999, digits));
            lines.push("median", median);
            lines.push("q999", q999);
        }
        Asked::OutOfReach => {}
        Asked::TooSlow => lines.push("spread", "may take long at this size; ask with --spread"),
    }
    lines.write(out)
}
