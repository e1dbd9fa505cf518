//! `urnfield check`: the lines that a filter may contain, or those that it certainly does not.

use crate::args::{Check, FileFormat};
use crate::commands::chain;
use crate::commands::chain::Copied;
use crate::commands::files::opened;
use crate::commands::files::same_file::{key_files, refuse_input_as_stdout};
use crate::commands::filters::parquet_bytes;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use urnfield::Filter;
use urnfield::chain::Chain;
use urnfield::filter::{Flags, KeyKinds, ParquetFilter};
use urnfield_answers::{JointRate, intersection_in_words, useless};
use urnfield_keys::{Answered, Block, Keys, Selected};
use urnfield_terminal::{Answer, Refusal, talk, warn};

pub(crate) fn run(typed: &Check, out: &mut impl Write) -> Result<Answer, Refusal> {
    refuse_input_as_stdout(&key_files(&typed.keys.files))?;
    let paths: Vec<&PathBuf> = iter::once(&typed.filter).chain(&typed.also).collect();
    opened::refuse_stdin_twice(paths.iter().copied(), Some(&typed.keys.files))?;
    // Filters are opened first, so that a wrong name is refused before keys are typed.
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
    let mut keys = keys(typed)?;
    let mut notes = Vec::new();
    for (path, filter) in paths.iter().zip(&filters) {
        keys = keys.for_filter(path.display(), filter.key_kinds())?;
        let name = path.display().to_string();
        warn(useless(&name, filter)?.as_slice());
        notes.extend(intersection_in_words(&name, filter)?);
    }
    if !typed.json && !typed.select.quiet {
        talk(&notes);
    }
    let joint_fpr = if filters.len() > 1 { Some(JointRate::of(&filters)?) } else { None };
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

/// The filters that are asked.
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

fn action(typed: &Check) -> Selected {
    Selected::typed(&typed.select, typed.json)
}

fn keys(typed: &Check) -> Result<Keys, Refusal> {
    Keys::typed(&typed.keys, action(typed).rows())
}

fn asked(
    typed: &Check,
    filters: Filters,
    keys: &Keys,
    joint_fpr: Option<JointRate>,
    notes: Vec<String>,
    out: &mut impl Write,
) -> Result<Answer, Refusal> {
    let invert = typed.select.invert;
    let printed = action(typed) == Selected::Printed;
    let ask = move |block: Block| ask(&filters, &block, invert, printed);
    keys.select(action(typed), ask, Ok, out)?.write(joint_fpr, notes, typed.json, out)
}

/// Counts the keys of a block that are selected, and copies their lines if they are printed.
fn ask(filters: &Filters, block: &Block, invert: bool, printed: bool) -> Answered {
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
    let keys = answers.first().map_or(0, |first| first.len() as u64);
    let mut yes = Vec::new();
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
    Answered { keys, selected, lines }
}

fn ask_chain(chain: &Chain, block: &Block, invert: bool, printed: bool) -> Answered {
    let copied = Copied::of(block);
    let found = chain.contains_each(copied.len(), |i| copied.key(i));
    let keys = copied.len() as u64;
    let selected = if invert { keys - found.count() } else { found.count() };
    let mut lines = Vec::new();
    if printed {
        block.copy_selected(found.iter().map(|yes| yes != invert), &mut lines);
    }
    Answered { keys, selected, lines }
}

fn ask_parquet(filter: &ParquetFilter, block: &Block, invert: bool, printed: bool) -> Answered {
    let answers: Vec<bool> = block.map_keys(|key| filter.contains(key) != invert);
    let mut lines = Vec::new();
    if printed {
        block.copy_selected(answers.iter().copied(), &mut lines);
    }
    let selected = answers.iter().filter(|yes| **yes).count() as u64;
    Answered { keys: answers.len() as u64, selected, lines }
}
