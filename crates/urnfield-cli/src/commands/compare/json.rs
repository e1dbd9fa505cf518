//! The comparison as one JSON object.

use super::Found;
use crate::estimated::{interval, labelled};
use crate::ratio::enclosed;
use crate::report::{Object, certified, write_json};
use serde_json::{Value, json};
use std::io::{self, Write};
use urnfield::bloom::{Comparison, Share};
use urnfield::{Estimate, Point};

pub(super) fn write(found: &Found, digits: usize, out: &mut impl Write) -> io::Result<()> {
    let mut object = Object::new();
    object.insert("files".into(), found.files.clone().into());
    object.insert("bits_set".into(), found.bits_set.clone().into());
    object.insert("or_bits".into(), found.or_bits.into());
    object.insert("and_bits".into(), found.and_bits.into());
    let comparison = found.comparison.as_ref();
    let part = |of: &dyn Fn(&Comparison) -> Value| comparison.map_or(Value::Null, of);
    let one = |estimate: &Estimate| {
        let (point, ends) = (labelled(&estimate.point, digits), interval(&estimate.interval));
        json!({ "estimate": point, "interval": ends })
    };
    object.insert("items".into(), part(&|c| c.items.iter().map(one).collect()));
    object.insert("union".into(), part(&|c| one(&c.union)));
    let common = |found: &Option<Point>, ends: Value| {
        let point = found.as_ref().map(|point| labelled(point, digits));
        json!({ "estimate": point, "interval": ends })
    };
    let of_intersection =
        |c: &Comparison| common(&c.intersection.point, interval(&c.intersection.interval));
    object.insert("intersection".into(), part(&of_intersection));
    let of_jaccard = |c: &Comparison| common(&c.jaccard.point, share(&c.jaccard.interval, digits));
    object.insert("jaccard".into(), part(&of_jaccard));
    object.insert("confidence".into(), part(&|c| c.confidence.to_string().into()));
    let p = found.share_nothing.as_ref().map(|p| json!({ "p": certified(p, digits) }));
    object.insert("share_nothing".into(), p.into());
    if !found.notes.is_empty() {
        object.insert("notes".into(), found.notes.clone().into());
    }
    write_json(out, &object)
}

/// Decimal ends, rounded outward.
fn share(share: &Share, digits: usize) -> Value {
    match ends(share, digits) {
        Some((lo, hi)) => json!({ "lo": lo, "hi": hi }),
        None => Value::Null,
    }
}

pub(super) fn ends(share: &Share, digits: usize) -> Option<(String, String)> {
    let Share::Closed { lo, hi } = share else { return None };
    let bits = 4 * digits as u64 + 16;
    let (lo, hi) = (enclosed(lo, bits).ok()?, enclosed(hi, bits).ok()?);
    Some((lo.decimal_bounds(digits).0, hi.decimal_bounds(digits).1))
}
