//! Keys into a filter.

use crate::refusal::Refusal;
use std::ops::ControlFlow;
use urnfield::Filter;
use urnfield_keys::Keys;

/// What went in.
#[derive(Clone, Copy, Default)]
pub(super) struct Inserted {
    pub(super) keys: u64,
    /// Keys that set a bit, and so had certainly not been there.
    pub(super) new_keys: u64,
}

/// All cores hash, one inserts: what is new depends on what came before.
pub(super) fn insert(keys: &Keys, filter: &mut Filter) -> Result<Inserted, Refusal> {
    let mut inserted = Inserted::default();
    keys.mention_what_is_not_recorded();
    let (progress, digester) = (keys.progress("inserting keys"), filter.digester());
    let kind = keys.kind();
    keys.each(
        progress,
        move |block| block.map_keys(|key| digester.digest(key)),
        |digests| {
            inserted.keys += digests.len() as u64;
            inserted.new_keys += filter.digests_of(kind).insert_reporting_new(&digests).count();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(inserted)
}
