//! `urnfield add`: more keys into a filter that is there.

use super::inserting::{self, Inserted};
use super::{info, opened};
use crate::args::Add;
use crate::keys::{Keys, Rows};
use crate::refusal::Refusal;
use crate::report::{shown, talk, write_json};
use std::fs;
use std::io::Write;
use std::path::Path;
use urnfield::Filter;
use urnfield_answers::Form;

pub(super) fn run(typed: &Add, out: &mut impl Write) -> Result<(), Refusal> {
    let path = &typed.filter;
    // Before it is read, so that whoever writes meanwhile is noticed.
    let before = stamp(path);
    // The filter comes before the keys: who names a wrong one has typed none in vain.
    let (mut filter, packing) = opened::filter(path, typed.key_file.as_deref())?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let inserted = inserting::insert(&keys, &mut filter)?;
    if stamp(path) != before {
        return Err(Refusal::Typed(format!(
            "{} was written by somebody else while keys were read, and is left as it is; add the \
             keys again",
            path.display()
        )));
    }
    filter.save(path, packing)?;
    let form = typed.form.form();
    if over_plan(&filter) {
        talk(&[format!(
            "{} holds more than it was planned for: more bits are set than {} items would set",
            path.display(),
            filter.planned_items()
        )]);
    }
    let Inserted { keys, new_keys } = inserted;
    match form {
        Form::Json(digits) => {
            write_json(out, &inserting::object(path, inserted, form, digits)?)?;
        }
        Form::Text(digits) => {
            let counts = format!("keys = {keys}, new_keys = {new_keys}");
            let rate = info::given_bits(filter.design(), filter.bits_set(), form)?;
            let rate = format!("fpr_given_bits = {}", shown(&rate, digits));
            talk(&[inserting::summary(path, filter.design(), &counts, &rate)]);
        }
    }
    Ok(())
}

/// Whether more bits are set than the planned items would set; where that is out of reach, nothing
/// is said.
fn over_plan(filter: &Filter) -> bool {
    let load = match filter.planned_items() {
        0 => return false,
        planned => filter.design().holding(planned),
    };
    let found = load.and_then(|load| load.is_exceeded_by(filter.bits_set()));
    found.unwrap_or(false)
}

/// What tells one state of a file from the next.
fn stamp(path: &Path) -> Option<impl PartialEq> {
    let found = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&found);
    #[cfg(not(unix))]
    let number = 0_u64;
    Some((number, found.len(), found.modified().ok()))
}
