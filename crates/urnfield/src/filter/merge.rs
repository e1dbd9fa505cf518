//! Filters side by side: union, intersection, subset, equality, and what must agree first.

use crate::design::any::AnyDesign;
use crate::error::{Differ, Error};
use crate::filter::hash::digester::{Identity, KEYED};

/// The plan that two filters share; 0, which is unknown, where they do not.
pub(crate) fn common_plan(ours: u64, theirs: u64) -> u64 {
    if ours == theirs { ours } else { 0 }
}

/// Bits may be compared only where equal items have equal positions.
pub(crate) fn agree(
    ours: (AnyDesign, Identity),
    theirs: (AnyDesign, Identity),
) -> Result<(), Error> {
    if ours == theirs {
        return Ok(());
    }
    Err(Error::Mismatch {
        what: Differ::Positions,
        ours: described(ours),
        theirs: described(theirs),
    })
}

/// Everything that must agree, in words.
fn described((design, hashing): (AnyDesign, Identity)) -> String {
    let hashing = match hashing.digest {
        KEYED => format!("key check {:016x}", hashing.key_check),
        _ => format!("seed {}", hashing.seed),
    };
    format!("{design}, {hashing}")
}
