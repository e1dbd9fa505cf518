//! `urnfield add`: adds keys to an existing filter.

use crate::args::Add;
use crate::commands::chain;
use crate::commands::files::target::is_stdin_or_stdout;
use crate::commands::files::{intersection, locked, opened};
use crate::commands::filters::{info, inserting};
use std::io::Write;
use urnfield_answers::{overfull_in_words, rate_in_words, written_in_words};
use urnfield_keys::{Inserted, Keys, Rows};
use urnfield_terminal::{Answer, Refusal, warn, write};

pub(crate) fn run(typed: &Add, out: &mut impl Write) -> Result<Answer, Refusal> {
    let path = &typed.filter;
    if is_stdin_or_stdout(path) {
        return Err(Refusal::Typed(
            "`urnfield add` replaces the file of its filter, and stdin has none; name the file"
                .into(),
        ));
    }
    if chain::is_chain(path) {
        return chain::add::run(typed, out);
    }
    typed.date.refuse(path)?;
    // Locked before it is read: otherwise the second of two commands would undo the first.
    let lock = locked::file(path, typed.no_wait)?;
    // The filter is opened first, so that a wrong name is refused before keys are typed.
    let (mut filter, packing) = opened::under(&lock, typed.key_file.as_deref())?;
    intersection::refuse(path, &filter)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let keys = keys.for_filter(path.display(), filter.key_kinds())?;
    let inserted = inserting::insert(&keys, &mut filter)?;
    filter.save_under(lock, packing)?;
    let form = typed.form.form();
    let file = path.display().to_string();
    let summary = filter.summary();
    warn(overfull_in_words(&file, &summary).as_slice());
    let Inserted { keys, new_keys, bad } = inserted;
    let said = |digits| {
        let counts = format!("keys = {keys}, new_keys = {new_keys}");
        let rate = rate_in_words(&summary, digits)?;
        Ok(written_in_words(&file, summary.design, &counts, &rate))
    };
    let mut report = info::of_written(path, form, said)?;
    report.json("keys", keys);
    report.json("new_keys", new_keys);
    bad.tell(&mut report);
    write(report, form, out)
}
