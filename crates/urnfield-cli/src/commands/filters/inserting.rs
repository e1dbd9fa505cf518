//! Keys into a filter.

use urnfield::Filter;
use urnfield_keys::{Inserted, Keys};
use urnfield_terminal::Refusal;

/// Inserts all keys into a filter.
pub(crate) fn insert(keys: &Keys, filter: &mut Filter) -> Result<Inserted, Refusal> {
    let digester = filter.digester();
    keys.insert(
        "inserting keys",
        move |block| block.map_keys(|key| digester.digest(key)),
        |digests, _| {
            let new = filter.digests_of(keys.kind()).insert_reporting_new(&digests).count();
            Ok((digests.len() as u64, new))
        },
    )
}
