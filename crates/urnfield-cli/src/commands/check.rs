//! `urnfield check`: the lines that a filter may contain, or those that it certainly does not.

use super::joint_rate::JointRate;
use super::same_file::refuse_input_as_stdout;
use super::{Answer, intersection, opened};
use crate::args::Check;
use crate::keys::{Block, Keys, Rows};
use crate::progress::Progress;
use crate::refusal::Refusal;
use crate::report::{self, Object, shown, talk};
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use urnfield::filter::Flags;
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
    let paths: Vec<&PathBuf> = iter::once(&typed.filter).chain(&typed.also).collect();
    opened::refuse_stdin_twice(paths.iter().copied(), Some(&typed.keys.files))?;
    // The filters come first: who names a wrong one has typed no keys in vain.
    let (mut filters, mut notes) = (Vec::new(), Vec::new());
    for path in paths {
        let (filter, _) = opened::filter(path, typed.key_file.as_deref())?;
        warn_if_useless(path, &filter)?;
        notes.extend(intersection::sentence(path, &filter)?);
        filters.push(filter);
    }
    if !typed.json && !typed.quiet {
        talk(&notes);
    }
    let joint = match filters.len() {
        1 => None,
        _ => Some(JointRate::of(&filters)?),
    };
    if let Some(joint) = joint.as_ref().filter(|_| !typed.json && !typed.quiet) {
        talk(&[joint.in_words()]);
    }
    let selected = match (typed.quiet, typed.count || typed.json) {
        (true, _) => Selected::Found,
        (false, true) => Selected::Counted,
        (false, false) => Selected::Printed,
    };
    let rows = if selected == Selected::Printed { Rows::Printed } else { Rows::Taken };
    let keys = Keys::typed(&typed.keys, rows)?;
    let counts = select(filters, &keys, typed.invert, selected, out)?;
    if typed.json {
        let mut object = Object::new();
        object.insert("keys".into(), counts.keys.into());
        object.insert("matches".into(), counts.selected.into());
        if let Some(joint) = &joint {
            object.insert("joint_fpr".into(), joint.to_json().into());
        }
        if !notes.is_empty() {
            object.insert("notes".into(), notes.into());
        }
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
    filters: Vec<Filter>,
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
        move |block| ask(&filters, &block, invert, selected == Selected::Printed),
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
fn ask(filters: &[Filter], block: &Block, invert: bool, printed: bool) -> (Counts, Vec<u8>) {
    let answers = filters.iter().map(|filter| {
        let digests = block.map_keys(|key| filter.digest(key));
        filter.contains_all_digests(&digests)
    });
    let answers: Vec<Flags> = answers.collect();
    let (keys, mut yes) = (answers.first().map_or(0, |first| first.len() as u64), Vec::new());
    let count = match &answers[..] {
        [only] => only.count(),
        all => {
            yes = vec![false; keys as usize];
            for flags in all {
                yes.iter_mut().zip(flags.iter()).for_each(|(any, one)| *any |= one);
            }
            yes.iter().filter(|any| **any).count() as u64
        }
    };
    let selected = if invert { keys - count } else { count };
    let mut lines = Vec::new();
    if printed {
        match &answers[..] {
            [only] => block.copy_selected(only.iter().map(|yes| yes != invert), &mut lines),
            _ => block.copy_selected(yes.iter().map(|yes| *yes != invert), &mut lines),
        }
    }
    (Counts { keys, selected }, lines)
}
