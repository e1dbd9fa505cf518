//! A comparison as a JSON object.

use super::answers::Answers;
use crate::estimated::{interval, labelled};
use crate::report::{Object, certified};
use serde_json::{Value, json};
use urnfield::bloom::Share;
use urnfield::{Enclosure, Estimate, Interval, Point};

pub(super) fn object(answers: &Answers, digits: usize) -> Object {
    let found = answers.comparison.as_ref();
    let one =
        |estimate: &Estimate| pair(Some(&estimate.point), interval(&estimate.interval), digits);
    let mut notes = answers.notes.clone();
    let mut object = Object::new();
    object.insert("files".into(), answers.files.clone().into());
    object.insert("bits_set".into(), answers.counts.each.clone().into());
    object.insert("or_bits".into(), answers.counts.or.into());
    object.insert("and_bits".into(), answers.counts.and.into());
    let items = found.map(|found| found.items.iter().map(one).collect::<Vec<_>>());
    object.insert("items".into(), items.into());
    object.insert("union".into(), found.map(|found| one(&found.union)).into());
    let common = found.map(|found| &found.intersection);
    let common =
        common.map(|common| pair(common.point.as_ref(), interval(&common.interval), digits));
    object.insert("intersection".into(), common.into());
    let share = found.map(|found| &found.jaccard);
    let share =
        share.map(|share| pair(share.point.as_ref(), shares(&share.interval, digits), digits));
    object.insert("jaccard".into(), share.into());
    let p = answers.share_nothing.as_ref().map(|p| certified(p, digits));
    object.insert("share_nothing".into(), json!({ "p": p }));
    object.insert("confidence".into(), answers.confidence.to_string().into());
    if found.is_some_and(|found| found.intersection.interval == Interval::Empty) {
        notes.push("an interval is empty: the counts of bits contradict each other".into());
    }
    object.insert("notes".into(), notes.into());
    object
}

fn pair(point: Option<&Point>, interval: Value, digits: usize) -> Value {
    json!({
        "estimate": point.map(|point| labelled(point, digits)),
        "interval": interval,
    })
}

/// The ends of an interval of shares, rounded outward.
fn shares(interval: &Share, digits: usize) -> Value {
    match ends(interval, digits) {
        Some((lo, hi)) => json!({ "lo": lo, "hi": hi }),
        None => Value::Null,
    }
}

/// Two decimals between which the interval lies; none for an empty one.
pub(super) fn ends(interval: &Share, digits: usize) -> Option<(String, String)> {
    let Share::Closed { lo, hi } = interval else { return None };
    let bounds = |end| {
        let bits = 4 * digits as u64 + 64;
        Some(Enclosure::from_rational(end, bits).decimal_bounds(digits))
    };
    Some((bounds(lo)?.0, bounds(hi)?.1))
}
