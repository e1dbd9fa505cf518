//! `urnfield check`: the lines that a filter may contain, or those that it certainly does not.

use super::same_file::refuse_input_as_stdout;
use super::{Answer, opened};
use crate::args::Check;
use crate::keys::{Block, Keys, Rows};
use crate::progress::Progress;
use crate::refusal::Refusal;
use crate::report::{self, Object, shown, talk};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::{Filter, Rational};

/// What is done with a line that is selected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selected {
    Printed,
    Counted,
    /// One is enough.
    Found,
}

/// Keys read, and how many of them were selected.
#[derive(Default)]
struct Counts {
    keys: u64,
    selected: u64,
}

pub(super) fn run(typed: &Check, out: &mut impl Write) -> Result<Answer, Refusal> {
    refuse_input_as_stdout(&typed.keys.files)?;
    // The filter comes first: who names a wrong one has typed no keys in vain.
    let (filter, _) = opened::filter(&typed.filter, typed.key_file.as_deref())?;
    warn_if_useless(&typed.filter, &filter)?;
    let selected = match (typed.quiet, typed.count || typed.json) {
        (true, _) => Selected::Found,
        (false, true) => Selected::Counted,
        (false, false) => Selected::Printed,
    };
    let rows = if selected == Selected::Printed { Rows::Printed } else { Rows::Taken };
    let keys = Keys::typed(&typed.keys, rows)?;
    let counts = select(filter, &keys, typed.invert, selected, out)?;
    if typed.json {
        let mut object = Object::new();
        object.insert("keys".into(), counts.keys.into());
        object.insert("matches".into(), counts.selected.into());
        report::write_json(out, &object)?;
    } else if typed.count {
        writeln!(out, "{}", counts.selected)?;
    }
    Ok(if counts.selected > 0 { Answer::Yes } else { Answer::No })
}

/// A filter that lets more than half of everything through tells hardly anything, which nobody
/// sees in its answers.
fn warn_if_useless(path: &Path, filter: &Filter) -> Result<(), Refusal> {
    let rate = filter.design().fpr_given(filter.bits_set())?;
    if rate.certainly_gt(&Rational::new(1, 2)?) {
        talk(&[format!(
            "{} lets {} of all keys through, whether they were inserted or not: it holds far more \
             than it has room for; build a larger one",
            path.display(),
            match rate.certainly_ge(&Rational::one()) {
                true => "every one".into(),
                false => shown(&rate, 3),
            }
        )]);
    }
    Ok(())
}

fn select(
    filter: Filter,
    keys: &Keys,
    invert: bool,
    selected: Selected,
    out: &mut impl Write,
) -> Result<Counts, Refusal> {
    let mut counts = Counts::default();
    let progress = match selected == Selected::Printed && io::stdout().is_terminal() {
        true => Progress::silent(),
        false => keys.progress("checking keys"),
    };
    keys.each(
        progress,
        move |block| ask(&filter, &block, invert, selected == Selected::Printed),
        |(found, lines)| {
            counts.keys += found.keys;
            counts.selected += found.selected;
            if selected == Selected::Found && counts.selected > 0 {
                return Ok(ControlFlow::Break(()));
            }
            // Who types keys, or feeds them slowly, sees each answer before the next question.
            out.write_all(&lines)?;
            out.flush()?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(counts)
}

/// Counts the keys of a block that are selected, and copies their lines if they are printed.
fn ask(filter: &Filter, block: &Block, invert: bool, printed: bool) -> (Counts, Vec<u8>) {
    let digests = block.map_keys(|key| filter.digest(key));
    let answers = filter.contains_all_digests(&digests);
    let (keys, yes) = (answers.len() as u64, answers.count());
    let selected = if invert { keys - yes } else { yes };
    let mut lines = Vec::new();
    if printed {
        block.copy_selected(answers.iter().map(|yes| yes != invert), &mut lines);
    }
    (Counts { keys, selected }, lines)
}
