//! `urnfield add DIR/`: more keys into a chain that is there.

use super::{info, inserting, to_change, warn_of_later_day};
use crate::args::Add;
use std::io::Write;
use urnfield_keys::{Inserted, Keys, Rows};
use urnfield_terminal::{Answer, Refusal, write};

pub(crate) fn run(typed: &Add, out: &mut impl Write) -> Result<Answer, Refusal> {
    let path = &typed.filter;
    let key_file = typed.key_file.as_deref();
    let mut chain = to_change(path, key_file, typed.no_wait, typed.date.day())?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let keys = keys.for_filter(path.display(), chain.key_kinds())?;
    warn_of_later_day(path, &chain, typed.date.day());
    let Inserted { keys, new_keys, bad } = inserting::insert(&keys, &mut chain)?;
    let summary = chain.save()?.summary();
    let form = typed.form.form();
    let counts = [("keys", keys), ("new_keys", new_keys)];
    let mut report = info::of_written(path, &summary, counts, form)?;
    bad.tell(&mut report);
    write(report, form, out)
}
