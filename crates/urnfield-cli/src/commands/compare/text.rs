//! A comparison as a small table and two sentences.

use super::answers::Answers;
use super::json::ends;
use crate::estimated::{confidence_in_words, interval_in_words, point_in_words};
use crate::report::{shown, talk};
use crate::table::Table;
use std::io::{self, Write};
use urnfield::bloom::Comparison;
use urnfield::{Interval, Point};

pub(super) fn write(answers: &Answers, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&answers.notes);
    let (counts, found) = (&answers.counts, answers.comparison.as_ref());
    let mut table = Table::new(["bits_set", "items", "interval"].map(String::from));
    let mut row = |name: &str, bits: Option<u64>, point: Option<&Point>, from: Option<String>| {
        let point = point.and_then(|point| point_in_words(point, digits));
        table.push(name, [bits.map(|bits| bits.to_string()), point, from]);
    };
    let words = |interval: &Interval| Some(interval_in_words(interval));
    for (i, (name, bits)) in answers.files.iter().zip(&counts.each).enumerate() {
        let items = found.and_then(|found| found.items.get(i));
        let from = items.and_then(|items| words(&items.interval));
        row(name, Some(*bits), items.map(|items| &items.point), from);
    }
    let union = found.map(|found| &found.union);
    row("union", Some(counts.or), union.map(|u| &u.point), union.and_then(|u| words(&u.interval)));
    let common = found.map(|found| &found.intersection);
    let from = common.and_then(|common| words(&common.interval));
    row("intersection", Some(counts.and), common.and_then(|c| c.point.as_ref()), from);
    let share = found.map(|found| &found.jaccard);
    row("jaccard", None, share.and_then(|s| s.point.as_ref()), share_in_words(found, digits));
    table.write(out)?;
    writeln!(out)?;
    if found.is_some() {
        let surely = confidence_in_words(&answers.confidence);
        writeln!(out, "All intervals hold together with confidence {surely}.")?;
    }
    if let Some(p) = &answers.share_nothing {
        writeln!(
            out,
            "If they shared nothing, {} common bits or more would have a chance of {}.",
            counts.and,
            shown(p, digits)
        )?;
    }
    Ok(())
}

fn share_in_words(found: Option<&Comparison>, digits: usize) -> Option<String> {
    let share = &found?.jaccard.interval;
    Some(match ends(share, digits) {
        Some((lo, hi)) => format!("{lo} to {hi}"),
        None => "empty".into(),
    })
}
