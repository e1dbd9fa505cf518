//! What has been made: for programs an object, for people a line of talk, as the result is the
//! file.

use super::Inserted;
use crate::asking::Form;
use crate::commands::info;
use crate::refusal::Refusal;
use crate::report::{shown, talk, write_json};
use std::io::Write;
use std::path::Path;
use urnfield::{Error, Filter};

pub(super) fn write(
    path: &Path,
    filter: &Filter,
    inserted: &Inserted,
    form: Form,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    let planned = filter.planned_items();
    if inserted.keys > planned {
        let Inserted { keys, new_keys } = inserted;
        talk(&[format!(
            "{keys} keys were inserted, at least {new_keys} of them different, where {planned} \
             items were planned: the rate may be higher than planned"
        )]);
    }
    match form {
        Form::Json(digits) => {
            // Read back from the disk: what is reported is what is there.
            let answers = info::Answers::about(path, form)?;
            let own = [("keys", inserted.keys), ("new_keys", inserted.new_keys)];
            write_json(out, &info::object_with(&answers, digits, own))?;
        }
        Form::Text(digits) => talk(&[summary(path, filter, inserted.keys, digits)?]),
    }
    Ok(())
}

fn summary(path: &Path, filter: &Filter, keys: u64, digits: usize) -> Result<String, Error> {
    let design = filter.design();
    let rate = info::given_bits(design, filter.bits_set(), Form::Text(digits))?;
    Ok(format!(
        "{}: {}, bits = {}, hashes = {}, keys = {}, fpr_given_bits = {}",
        path.display(),
        design.kind(),
        design.bits(),
        design.hashes(),
        keys,
        shown(&rate, digits)
    ))
}
