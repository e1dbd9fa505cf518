//! `urnfield check`: the lines that a filter may contain, or those that it certainly does not.

use crate::args::{Check, FileFormat};
use crate::commands::chain;
use crate::commands::chain::Copied;
use crate::commands::files::opened;
use crate::commands::files::same_file::{key_files, refuse_input_as_stdout};
use crate::commands::filters::parquet_bytes;
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use urnfield::Filter;
use urnfield::chain::Chain;
use urnfield::filter::{Flags, KeyKinds, ParquetFilter};
use urnfield_answers::{CheckAnswer, Form, JointRate, Report, intersection_in_words, useless};
use urnfield_keys::{BadRecords, Block, Keys, Rows};
use urnfield_terminal::Progress;
use urnfield_terminal::Refusal;
use urnfield_terminal::{Answer, write};
use urnfield_terminal::{talk, warn};

/// What is done with a line that is selected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selected {
    Printed,
    Counted,
    /// One is enough.
    Found,
}

/// Keys read, and how many of them were selected.
struct Checked {
    keys: u64,
    selected: u64,
    bad: BadRecords,
}

/// How many keys a block has, and how many of them are selected.
type Asked = (u64, u64);

pub(crate) fn run(typed: &Check, out: &mut impl Write) -> Result<Answer, Refusal> {
    refuse_input_as_stdout(&key_files(&typed.keys.files))?;
    let paths: Vec<&PathBuf> = iter::once(&typed.filter).chain(&typed.also).collect();
    opened::refuse_stdin_twice(paths.iter().copied(), Some(&typed.keys.files))?;
    // The filters come first: who names a wrong one has typed no keys in vain.
    if typed.format == FileFormat::Parquet {
        let filter = parquet_filter(typed)?;
        let keys = keys(typed)?.for_filter(typed.filter.display(), KeyKinds::TEXTS)?;
        return asked(typed, Filters::Parquet(filter), &keys, None, Vec::new(), out);
    }
    if let Some(folder) = paths.iter().find(|path| chain::is_chain(path)) {
        return of_chain(typed, folder, out);
    }
    let opened = |path: &&PathBuf| opened::filter(path, typed.select.key_file.as_deref());
    let filters = paths.iter().map(|path| opened(path).map(|(filter, _)| filter));
    let filters = filters.collect::<Result<Vec<Filter>, Refusal>>()?;
    let (mut keys, mut notes) = (keys(typed)?, Vec::new());
    for (path, filter) in paths.iter().zip(&filters) {
        keys = keys.for_filter(path.display(), filter.key_kinds())?;
        let name = path.display().to_string();
        warn(useless(&name, filter)?.as_slice());
        notes.extend(intersection_in_words(&name, filter)?);
    }
    if !typed.json && !typed.select.quiet {
        talk(&notes);
    }
    let joint_fpr = match filters.len() {
        1 => None,
        _ => Some(JointRate::of(&filters)?),
    };
    if let Some(joint) = joint_fpr.as_ref().filter(|_| !typed.json && !typed.select.quiet) {
        talk(&[joint.in_words()]);
    }
    asked(typed, Filters::Urn(filters), &keys, joint_fpr, notes, out)
}

/// A chain is asked as a whole, and alone.
fn of_chain(typed: &Check, folder: &Path, out: &mut impl Write) -> Result<Answer, Refusal> {
    if !typed.also.is_empty() {
        let sentence = "a chain is asked alone; leave out --also, or ask one after the other";
        return Err(Refusal::Typed(sentence.into()));
    }
    let chain = chain::opened(folder, typed.select.key_file.as_deref())?;
    let keys = keys(typed)?.for_filter(folder.display(), chain.key_kinds())?;
    let rate = chain.own_fpr()?;
    let filters = chain.generations().len();
    let joint =
        JointRate { filters, rate: rate.fpr, is_bound: rate.is_bound, has_intersection: false };
    if filters > 1 && !typed.json && !typed.select.quiet {
        talk(&[joint.in_words()]);
    }
    asked(typed, Filters::Chain(Box::new(chain)), &keys, Some(joint), Vec::new(), out)
}

/// What is asked.
enum Filters {
    Urn(Vec<Filter>),
    Chain(Box<Chain>),
    Parquet(ParquetFilter),
}

fn parquet_filter(typed: &Check) -> Result<ParquetFilter, Refusal> {
    parquet_bytes::refuse_integers(&typed.keys)?;
    let sentence = match (typed.also.is_empty(), &typed.select.key_file) {
        (false, _) => "filters of Parquet's are asked one at a time; leave out --also",
        (true, Some(_)) => "filters of Parquet's have no secret key; leave out --key-file",
        (true, None) => return parquet_bytes::opened(&typed.filter),
    };
    Err(Refusal::Typed(sentence.into()))
}

fn selected(typed: &Check) -> Selected {
    match (typed.select.quiet, typed.select.count || typed.json) {
        (true, _) => Selected::Found,
        (false, true) => Selected::Counted,
        (false, false) => Selected::Printed,
    }
}

fn keys(typed: &Check) -> Result<Keys, Refusal> {
    let is_printed = selected(typed) == Selected::Printed;
    Keys::typed(&typed.keys, if is_printed { Rows::Printed } else { Rows::Taken })
}

fn asked(
    typed: &Check,
    filters: Filters,
    keys: &Keys,
    joint_fpr: Option<JointRate>,
    notes: Vec<String>,
    out: &mut impl Write,
) -> Result<Answer, Refusal> {
    let selected = selected(typed);
    let Checked { keys, selected: found, bad } =
        select(filters, keys, typed.select.invert, selected, out)?;
    let mut report: Report = CheckAnswer { keys, selected: found, joint_fpr, notes }.into();
    bad.tell(&mut report);
    match selected {
        Selected::Counted => write(report, Form::new(typed.json, None), out),
        _ => Ok(Answer::of(&report)),
    }
}

fn select(
    filters: Filters,
    keys: &Keys,
    invert: bool,
    selected: Selected,
    out: &mut impl Write,
) -> Result<Checked, Refusal> {
    let (mut all, mut chosen) = (0, 0);
    let progress = match selected == Selected::Printed && io::stdout().is_terminal() {
        true => Progress::silent(),
        false => keys.progress("checking keys"),
    };
    let bad = keys.each(
        progress,
        move |block| ask(&filters, &block, invert, selected == Selected::Printed),
        |((asked, found), lines)| {
            all += asked;
            chosen += found;
            if selected == Selected::Found && chosen > 0 {
                return Ok(ControlFlow::Break(()));
            }
            // Who types keys, or feeds them slowly, sees each answer before the next question.
            out.write_all(&lines)?;
            out.flush()?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(Checked { keys: all, selected: chosen, bad })
}

/// Counts the keys of a block that are selected, and copies their lines if they are printed.
fn ask(filters: &Filters, block: &Block, invert: bool, printed: bool) -> (Asked, Vec<u8>) {
    let filters = match filters {
        Filters::Urn(filters) => filters,
        Filters::Chain(chain) => return ask_chain(chain, block, invert, printed),
        Filters::Parquet(filter) => return ask_parquet(filter, block, invert, printed),
    };
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
    ((keys, selected), lines)
}

fn ask_chain(chain: &Chain, block: &Block, invert: bool, printed: bool) -> (Asked, Vec<u8>) {
    let copied = Copied::of(block);
    let found = chain.contains_each(copied.len(), |i| copied.key(i));
    let keys = copied.len() as u64;
    let selected = if invert { keys - found.count() } else { found.count() };
    let mut lines = Vec::new();
    if printed {
        block.copy_selected(found.iter().map(|yes| yes != invert), &mut lines);
    }
    ((keys, selected), lines)
}

fn ask_parquet(
    filter: &ParquetFilter,
    block: &Block,
    invert: bool,
    printed: bool,
) -> (Asked, Vec<u8>) {
    let answers: Vec<bool> = block.map_keys(|key| filter.contains(key) != invert);
    let mut lines = Vec::new();
    if printed {
        block.copy_selected(answers.iter().copied(), &mut lines);
    }
    let selected = answers.iter().filter(|yes| **yes).count() as u64;
    ((answers.len() as u64, selected), lines)
}
