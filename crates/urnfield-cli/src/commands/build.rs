//! `urnfield build`: a filter of the keys of files.

use super::inserting::{self, Inserted};
use super::sizing;
use super::target::Target;
use crate::args::Build;
use crate::keys::{Keys, Rows};
use crate::refusal::Refusal;
use crate::report::talk;
use std::io::Write;

pub(super) fn run(typed: &Build, out: &mut impl Write) -> Result<(), Refusal> {
    let target = Target::checked(&typed.output, typed.force)?;
    sizing::check(&typed.sizing)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let mut filter = sizing::filter(&typed.sizing, &keys)?;
    let inserted = inserting::insert(&keys, &mut filter)?;
    target.write(&filter)?;
    let (Inserted { keys, new_keys }, planned) = (inserted, filter.planned_items());
    if planned > 0 && keys > planned {
        talk(&[format!(
            "{keys} keys were inserted, at least {new_keys} of them different, where {planned} \
             items were planned: the rate may be higher than planned"
        )]);
    }
    let (counts, form) = (format!("keys = {keys}"), typed.form.form());
    inserting::report(&typed.output, &filter, inserted, &counts, form, out)
}
