//! A filter's file as lines of a name and a value.

use super::answers::Answers;
use crate::estimated::{confidence_in_words, interval_in_words, point_in_words};
use crate::report::{Lines, shown, talk};
use std::io::{self, Write};

pub(super) fn write(answers: &Answers, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&answers.notes);
    let (summary, design) = (&answers.summary, answers.summary.design);
    let mut lines = Lines::default();
    lines.push("file", &answers.file);
    lines.push("kind", design.kind());
    lines.push("bits", design.bits());
    lines.push("hashes", design.hashes());
    lines.push("seed", summary.seed.map_or("none, a secret key".into(), |seed| seed.to_string()));
    lines.push("digest", answers.digest());
    lines.push("probe", summary.probe_rule);
    lines.push("encoding", answers.encoding());
    lines.push("bytes", summary.bytes);
    lines.push("bits_set", summary.bits_set);
    lines.push("fill", shown(&answers.fill, digits));
    let items = answers.planned_items();
    lines.push("planned_items", items.map_or("unknown".into(), |items| items.to_string()));
    for (name, found) in
        [("planned_fpr", &answers.planned_fpr), ("fpr_given_bits", &answers.fpr_given_bits)]
    {
        if let Some(value) = found {
            lines.push(name, shown(value, digits));
        }
    }
    if let Some(found) = &answers.items {
        let about = point_in_words(&found.point, digits).unwrap_or_else(|| "unknown".into());
        let (from, surely) = (interval_in_words(&found.interval), &found.confidence);
        let surely = confidence_in_words(surely);
        lines.push("items", format!("{about}  {from} with confidence {surely}"));
    }
    match (answers.over_plan, items) {
        (Some(true), Some(items)) => {
            let why = format!("more bits are set than {items} items would set");
            lines.push("over_plan", format!("yes, {why}"));
            lines.write(out)?;
            out.flush()?;
            talk(&[format!("{} holds more than it was planned for: {why}", answers.file)]);
            return Ok(());
        }
        (Some(false), _) => lines.push("over_plan", "no"),
        _ => lines.push("over_plan", "unknown"),
    }
    lines.write(out)
}
