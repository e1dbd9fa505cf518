//! One block of values after another, each by a circle that serves all of its values.

use crate::occupancy::routes::contour::nodes::SharedCircle;
use urnfield_num::Enclosure;

/// The shortest block that halving leaves.
const SHORT_BLOCK: u64 = 16;

/// The values of one block after another from `first` to `last`, each made by `block` from its
/// first value on.
pub(crate) fn by_blocks<'a>(
    (first, last): (u64, u64),
    members: u128,
    block: impl Fn((u64, u64)) -> Option<SharedCircle<'a>>,
) -> Vec<Option<Enclosure>> {
    let count = (last - first) as usize + 1;
    let mut values = Vec::with_capacity(count);
    let (mut next, mut failures) = (first, 0);
    while values.len() < count {
        let (mut found, mut end) = (None, last);
        // A block may be too long for its nodes: then half of it is tried.
        while let Some(tried) = block((next, end)) {
            found = tried.values(members).map(|values| (tried.high, values));
            if found.is_some() || tried.high - next < 2 * SHORT_BLOCK {
                break;
            }
            end = next + (tried.high - next) / 2;
        }
        match found {
            Some((end, block)) => {
                values.extend(block.into_iter().rev().map(Some));
                (next, failures) = (end.saturating_add(1), 0);
            }
            None => {
                // An attempt costs as much as one or two values, and failures come in rows.
                failures = (failures + 1).min(16);
                let left = (count - values.len()).min(failures);
                values.extend((0..left).map(|_| None));
                next = next.saturating_add(left as u64);
            }
        }
    }
    values
}
