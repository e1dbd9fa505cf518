//! Keys into a filter, and what is said of the file that came of it.

use super::info;
use crate::keys::Keys;
use crate::refusal::Refusal;
use crate::report::Object;
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::{Design, Filter};
use urnfield_answers::Form;

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
    keys.each(
        progress,
        move |block| block.map_keys(|key| digester.digest(key)),
        |digests| {
            inserted.keys += digests.len() as u64;
            inserted.new_keys += filter.insert_reporting_new(&digests).count();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(inserted)
}

/// What programs read. Read back from the disk: what is reported is what is there.
pub(super) fn object(path: &Path, inserted: Inserted, form: Form) -> Result<Object, Refusal> {
    let own = [("keys", inserted.keys), ("new_keys", inserted.new_keys)];
    info::object_with(path, form, own)
}

/// What people read, as talk, for the result is the file: the filter, these counts, its rate.
pub(super) fn summary(path: &Path, design: Design, counts: &str, rate: &str) -> String {
    format!(
        "{}: {}, bits = {}, hashes = {}, {counts}, {rate}",
        path.display(),
        design.kind(),
        design.bits(),
        design.hashes(),
    )
}
