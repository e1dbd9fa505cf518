//! The comparison as lines of a name, an estimate and an interval.

use super::{Found, json};
use crate::estimated::{confidence_in_words, interval_in_words, point_in_words};
use crate::report::{Lines, shown, talk};
use crate::table::Table;
use std::io::{self, Write};
use urnfield::{Interval, Point};

pub(super) fn write(found: &Found, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&found.notes);
    let mut head = Lines::default();
    head.push("kind", found.design.kind());
    head.push("bits", found.design.bits());
    head.push("hashes", found.design.hashes());
    if let Some(comparison) = &found.comparison {
        head.push("confidence", confidence_in_words(&comparison.confidence));
    }
    head.write(out)?;
    writeln!(out)?;
    let mut table =
        Table::new(["bits_set", "estimate", "interval"].map(|column| column.to_owned()));
    let point = |point: &Point| point_in_words(point, digits);
    let row = |bits: u64, of: Option<(Option<String>, Interval)>| {
        let (estimate, interval) = of.unzip();
        let interval = interval.map(|interval| interval_in_words(&interval));
        [Some(bits.to_string()), estimate.flatten(), interval]
    };
    let comparison = found.comparison.as_ref();
    for (i, (file, &bits)) in found.files.iter().zip(&found.bits_set).enumerate() {
        let items = comparison.map(|c| &c.items[i]);
        table.push(file, row(bits, items.map(|of| (point(&of.point), of.interval))));
    }
    let union = comparison.map(|c| (point(&c.union.point), c.union.interval));
    table.push("union", row(found.or_bits, union));
    let common = comparison
        .map(|c| (c.intersection.point.as_ref().and_then(point), c.intersection.interval));
    table.push("intersection", row(found.and_bits, common));
    if let Some(c) = comparison {
        let interval = match json::ends(&c.jaccard.interval, digits) {
            Some((lo, hi)) => format!("{lo} to {hi}"),
            None => "empty".into(),
        };
        table.push("jaccard", [None, c.jaccard.point.as_ref().and_then(point), Some(interval)]);
    }
    table.write(out)?;
    if let Some(p) = &found.share_nothing {
        writeln!(
            out,
            "\nIf they shared nothing, so many common bits or more would have probability {}",
            shown(p, digits)
        )?;
    }
    Ok(())
}
