//! `urnfield dedupe`: lines whose keys have not come before.

use super::opened::refuse_stdin_twice;
use super::same_file::refuse_input_as_stdout;
use super::sizing::{self, Sized};
use super::{Answer, write};
use crate::args::Dedupe;
use crate::keys::{Block, Keys, Rows};
use crate::progress::Progress;
use crate::refusal::Refusal;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use urnfield::Filter;
use urnfield::filter::Digest;
use urnfield_answers::{DedupeAnswer, Form};
use urnfield_manners::talk;

/// What came, and what was printed of it.
#[derive(Default)]
struct Counts {
    keys: u64,
    new_keys: u64,
}

pub(super) fn run(typed: &Dedupe, out: &mut impl Write) -> Result<Answer, Refusal> {
    sizing::check(&typed.sizing)?;
    refuse_input_as_stdout(&typed.keys.files)?;
    refuse_stdin_twice(&typed.sizing.like, Some(&typed.keys.files))?;
    let keys = Keys::typed(&typed.keys, Rows::Printed)?;
    let Sized { mut filter, wanted, .. } = sizing::filter(&typed.sizing, &keys)?;
    let form = typed.form.form();
    let printed = matches!(form, Form::Text(_));
    let limit = match filter.planned_items() {
        planned if planned > 0 && !typed.allow_overfull => planned,
        _ => u64::MAX,
    };
    let Counts { keys, new_keys } = pass_on(&keys, &mut filter, limit, printed, out)?;
    out.flush()?;
    let answer = DedupeAnswer::new(filter.summary(), wanted, keys, new_keys, form)?;
    talk(answer.warning().as_slice());
    write(answer.into(), form, out)
}

/// Prints the lines of new keys, as soon as they are read; all cores hash, one remembers.
fn pass_on(
    keys: &Keys,
    filter: &mut Filter,
    limit: u64,
    printed: bool,
    out: &mut impl Write,
) -> Result<Counts, Refusal> {
    let progress = match printed && io::stdout().is_terminal() {
        true => Progress::silent(),
        false => keys.progress("reading keys"),
    };
    let digester = filter.digester();
    let hash = move |block: Block| {
        let digests: Vec<Digest> = block.map_keys(|key| digester.digest(key));
        (block, digests)
    };
    let (mut counts, mut lines) = (Counts::default(), Vec::new());
    keys.each(progress, hash, |(block, digests)| {
        let answers = filter.insert_reporting_new(&digests);
        let room = limit - counts.new_keys;
        counts.keys += digests.len() as u64;
        counts.new_keys += answers.count();
        if printed {
            let mut left = room;
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
        if counts.new_keys > limit {
            return Err(Refusal::Typed(format!(
                "a filter keeps its rate for the items it was planned for, got more than {limit} \
                 different keys; raise --items, or add --allow-overfull"
            )));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(counts)
}
