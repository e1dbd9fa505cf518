//! Keys into a filter.

use std::ops::ControlFlow;
use urnfield::Filter;
use urnfield_keys::{BadRecords, Keys};
use urnfield_terminal::Refusal;

/// What went in.
#[derive(Default)]
pub(crate) struct Inserted {
    pub(crate) keys: u64,
    /// Keys that set a bit, and so had certainly not been there.
    pub(crate) new_keys: u64,
    pub(crate) bad: BadRecords,
}

/// All cores hash, one inserts: what is new depends on what came before.
pub(crate) fn insert(keys: &Keys, filter: &mut Filter) -> Result<Inserted, Refusal> {
    let (mut count, mut new_keys) = (0, 0);
    keys.mention_what_is_not_recorded();
    let (progress, digester) = (keys.progress("inserting keys"), filter.digester());
    let bad = keys.each(
        progress,
        move |block| block.map_keys(|key| digester.digest(key)),
        |digests| {
            count += digests.len() as u64;
            new_keys += filter.digests_of(keys.kind()).insert_reporting_new(&digests).count();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(Inserted { keys: count, new_keys, bad })
}
