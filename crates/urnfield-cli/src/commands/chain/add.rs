//! `urnfield add DIR/`: more keys into a chain that is there.

use super::super::inserting::Inserted;
use super::super::{Answer, other_kind, write};
use super::{info, inserting, to_change};
use crate::args::Add;
use crate::refusal::Refusal;
use std::io::Write;
use urnfield_keys::{Keys, Rows};

pub(in crate::commands) fn run(typed: &Add, out: &mut impl Write) -> Result<Answer, Refusal> {
    let path = &typed.filter;
    let key_file = typed.key_file.as_deref();
    let mut chain = to_change(path, key_file, typed.no_wait, typed.date.day())?;
    other_kind::refuse_for(path, chain.key_kinds(), &typed.keys)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let Inserted { keys, new_keys } = inserting::insert(&keys, &mut chain)?;
    let summary = chain.save()?.summary();
    let form = typed.form.form();
    write(
        info::of_written(path, &summary, [("keys", keys), ("new_keys", new_keys)], form)?,
        form,
        out,
    )
}
