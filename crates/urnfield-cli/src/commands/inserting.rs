//! Keys into a filter, and what is said of the file that came of it.

use super::info;
use crate::keys::Keys;
use crate::refusal::Refusal;
use crate::report::{shown, talk, write_json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::{Error, Filter};
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

/// For programs an object, for people a line of talk with these counts, as the result is the
/// file.
pub(super) fn report(
    path: &Path,
    filter: &Filter,
    inserted: Inserted,
    counts: &str,
    form: Form,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    match form {
        Form::Json(digits) => {
            // Read back from the disk: what is reported is what is there.
            let answers = info::Answers::about(path, form)?;
            let own = [("keys", inserted.keys), ("new_keys", inserted.new_keys)];
            write_json(out, &info::object_with(&answers, digits, own))?;
        }
        Form::Text(digits) => talk(&[summary(path, filter, counts, digits)?]),
    }
    Ok(())
}

fn summary(path: &Path, filter: &Filter, counts: &str, digits: usize) -> Result<String, Error> {
    let design = filter.design();
    let rate = info::given_bits(design, filter.bits_set(), Form::Text(digits))?;
    Ok(format!(
        "{}: {}, bits = {}, hashes = {}, {counts}, fpr_given_bits = {}",
        path.display(),
        design.kind(),
        design.bits(),
        design.hashes(),
        shown(&rate, digits)
    ))
}
