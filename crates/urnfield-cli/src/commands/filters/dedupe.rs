//! `urnfield dedupe`: lines whose keys have not come before.

use crate::args::{Dedupe, Sizing};
use crate::commands::chain;
use crate::commands::files::opened::refuse_stdin_twice;
use crate::commands::files::same_file::{
    key_files, refuse_input_as_output, refuse_input_as_stdout,
};
use crate::commands::files::sizing::Sized;
use crate::commands::files::state::{Room, State, not_saved};
use crate::commands::files::{sizing, state};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::Filter;
use urnfield::filter::Digest;
use urnfield_answers::{DedupeQuestion, Form, Question};
use urnfield_keys::{BadRecords, Block, Keys, Rows};
use urnfield_terminal::{Answer, Progress, Refusal, warn, write};

/// What came, and what was printed of it.
#[derive(Default)]
struct PassedOn {
    keys: u64,
    new_keys: u64,
}

pub(crate) fn run(typed: &Dedupe, out: &mut impl Write) -> Result<Answer, Refusal> {
    if let Some(folder) = typed.state.as_deref().filter(|path| is_of_chain(typed, path)) {
        return chain::dedupe::run(typed, folder, out);
    }
    typed.rotation.refuse_without("--state seen.d/")?;
    let read = key_files(&typed.keys.files);
    refuse_input_as_stdout(&read)?;
    if let Some(state) = &typed.state {
        let Sizing { like, size, .. } = &typed.sizing;
        let read = read.iter().chain(like).chain(&size.key_file);
        refuse_input_as_output(state, "--state", read)?;
    }
    refuse_stdin_twice(&typed.sizing.like, Some(&typed.keys.files))?;
    let (state, seen) = State::opened(typed)?.unzip();
    let seen = seen.flatten();
    let older = typed.state.as_deref().filter(|_| seen.is_some());
    let older = older.map(|path| path.display().to_string());
    if older.is_none() {
        sizing::check(&typed.sizing)?;
        state.as_ref().map_or(Ok(()), State::check_size)?;
    }
    let form = typed.form.form();
    let printed = matches!(form, Form::Text(_));
    let rows = if printed { Rows::Printed } else { Rows::Taken };
    let mut keys = Keys::typed(&typed.keys, rows)?;
    if let (Some(path), Some(seen)) = (&typed.state, &seen) {
        keys = keys.for_filter(path.display(), seen.key_kinds())?;
    }
    let (mut filter, purpose) = match seen {
        Some(filter) => (filter, sizing::purpose(&typed.sizing)?),
        None => {
            let Sized { filter, purpose, .. } = sizing::filter(&typed.sizing, &keys)?;
            (filter, purpose)
        }
    };
    if state.is_some() {
        keys.mention_what_is_not_recorded();
    }
    if let (Some(older), Some(items)) = (&older, typed.sizing.size.items) {
        warn(state::other_plan(older, items, filter.planned_items()).as_slice());
    }
    let room = Room::of(&filter, typed)?;
    // What would be refused in the end is refused before the first line.
    let state = state.map(|state| state.reserve(&filter)).transpose()?;
    // What is printed is out before it is remembered: nothing is lost, whatever happens between.
    let mut passed_on = PassedOn::default();
    let bad = pass_on(&keys, &mut filter, &room, printed, &mut passed_on, out)
        .and_then(|bad| {
            out.flush()?;
            Ok(bad)
        })
        .map_err(|refusal| match &state {
            Some(state) => not_saved(state.path(), &refusal, passed_on.new_keys),
            None => refusal,
        })?;
    let PassedOn { keys, new_keys } = passed_on;
    if let Some(state) = state {
        state.keep(&mut filter)?;
    }
    let question = DedupeQuestion { filter: filter.summary(), purpose, older, keys, new_keys };
    let answer = question.answer(form)?;
    warn(answer.warning().as_slice());
    let mut report = answer.into();
    bad.tell(&mut report);
    write(report, form, out)
}

/// Whether the state is a chain, by its name or by what else was typed.
fn is_of_chain(typed: &Dedupe, state: &Path) -> bool {
    chain::is_chain(state) || typed.rotation.is_typed()
}

/// Prints the lines of new keys, as soon as they are read; all cores hash, one remembers.
fn pass_on(
    keys: &Keys,
    filter: &mut Filter,
    room: &Room,
    printed: bool,
    counts: &mut PassedOn,
    out: &mut impl Write,
) -> Result<BadRecords, Refusal> {
    let progress = if printed && io::stdout().is_terminal() {
        Progress::silent()
    } else {
        keys.progress("reading keys")
    };
    let digester = filter.digester();
    let hash = move |block: Block| {
        let digests: Vec<Digest> = block.map_keys(|key| digester.digest(key));
        (block, digests)
    };
    let mut lines = Vec::new();
    keys.each(progress, hash, |(block, digests)| {
        let answers = filter.digests_of(keys.kind()).insert_reporting_new(&digests);
        let mut left = room.keys - counts.new_keys;
        counts.keys += digests.len() as u64;
        counts.new_keys += answers.count();
        if printed {
            let selected = answers.iter().map(|new| {
                let pass = new && left > 0;
                left -= u64::from(pass);
                pass
            });
            lines.clear();
            block.copy_selected(selected, &mut lines);
            out.write_all(&lines)?;
            out.flush()?;
        }
        if counts.new_keys > room.keys {
            return Err(room.exceeded());
        }
        Ok(ControlFlow::Continue(()))
    })
}
