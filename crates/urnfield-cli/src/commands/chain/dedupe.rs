//! `urnfield dedupe --state DIR/`: lines whose keys no generation of a chain has.

use super::{Copied, to_change, wanted, warn_of_later_day};
use crate::args::Dedupe;
use crate::commands::files::same_file::{key_files, refuse_input_as_stdout};
use crate::commands::files::state::not_saved;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::chain::{Chain, ChainUpdate};
use urnfield_answers::{ChainDedupeQuestion, Form, Question};
use urnfield_keys::{BadRecords, Keys, Rows};
use urnfield_terminal::{Answer, Progress, Refusal, warn, write};

/// What came, and what was printed of it.
#[derive(Default)]
struct PassedOn {
    keys: u64,
    new_keys: u64,
}

pub(crate) fn run(typed: &Dedupe, path: &Path, out: &mut impl Write) -> Result<Answer, Refusal> {
    refuse_input_as_stdout(&key_files(&typed.keys.files))?;
    wanted::refuse_sizes(&typed.sizing)?;
    if typed.allow_overfull {
        let sentence = "a chain begins a generation when one is full; leave out --allow-overfull";
        return Err(Refusal::Typed(sentence.into()));
    }
    let form = typed.form.form();
    let printed = matches!(form, Form::Text(_));
    let rows = if printed { Rows::Printed } else { Rows::Taken };
    let keys = Keys::typed(&typed.keys, rows)?;
    if !Chain::manifest(path).exists() {
        wanted::make_missing(path, &typed.sizing, &typed.rotation)?;
    }
    let key_file = typed.sizing.size.key_file.as_deref();
    let today = typed.rotation.date.day();
    let mut chain = to_change(path, key_file, typed.no_wait, today)?;
    wanted::refuse_others(path, &typed.sizing, &typed.rotation, &chain)?;
    let keys = keys.for_filter(path.display(), chain.key_kinds())?;
    warn_of_later_day(path, &chain, today);
    keys.mention_what_is_not_recorded();
    let was_empty = chain.generations().iter().all(|generation| generation.items() == 0);
    // What would be refused in the end is refused before the first line.
    chain.reserve()?;
    let mut passed_on = PassedOn::default();
    let bad = pass_on(&keys, &mut chain, printed, &mut passed_on, out)
        .and_then(|bad| {
            out.flush()?;
            Ok(bad)
        })
        .map_err(|refusal| not_saved(path, &refusal, passed_on.new_keys))?;
    let PassedOn { keys, new_keys } = passed_on;
    // What is printed is out before it is remembered: nothing is lost, whatever happens between.
    let chain = chain.save()?;
    let folder = path.display().to_string();
    let summary = chain.summary();
    let highest = chain.highest_fpr()?;
    let question = ChainDedupeQuestion { folder, summary, highest, was_empty, keys, new_keys };
    let answer = question.answer(form)?;
    warn(answer.warning().as_slice());
    let mut report = answer.into();
    bad.tell(&mut report);
    write(report, form, out)
}

/// Prints the lines of new keys, as soon as they are read. Where a generation begins, there is room
/// for it on the disk before they are.
fn pass_on(
    keys: &Keys,
    chain: &mut ChainUpdate,
    printed: bool,
    counts: &mut PassedOn,
    out: &mut impl Write,
) -> Result<BadRecords, Refusal> {
    let progress = if printed && io::stdout().is_terminal() {
        Progress::silent()
    } else {
        keys.progress("reading keys")
    };
    let mut lines = Vec::new();
    keys.each(
        progress,
        |block| (Copied::of(&block), block),
        |(copied, block)| {
            let new = chain.new_among_kind(keys.kind(), copied.len(), |i| copied.key(i))?;
            chain.reserve()?;
            counts.keys += copied.len() as u64;
            counts.new_keys += new.count();
            if printed {
                lines.clear();
                block.copy_selected(new.iter(), &mut lines);
                out.write_all(&lines)?;
                out.flush()?;
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}
