//! `urnfield overlap`: what lists of names share, and how surprising that is.
//!
//! | file | idea |
//! |---|---|
//! | `names` | the names in a file |
//! | `lists` | all files, and who is in which list |
//! | `titles` | what lists are called |
//! | `combinations` | which sets of lists there are |
//! | `count` | how many names each of them shares |
//! | `questions` | what is asked of the laws, each question once |
//! | `rows` | the table of all of that |
//! | `text`, `json`, `plot` | three ways to show it; `svg` is what a plot is drawn with |

mod combinations;
mod count;
mod json;
mod lists;
mod names;
mod plot;
mod questions;
mod rows;
mod svg;
mod text;
mod titles;

use crate::args::{Order, Overlap};
use crate::commands::target::Target;
use crate::refusal::Refusal;
use crate::report::talk;
use rows::{Combination, List, Statement, Table};
use std::io::Write;
use urnfield_answers::Form;

pub(super) fn run(typed: &Overlap, out: &mut impl Write) -> Result<(), Refusal> {
    typed.check()?;
    let plot = typed.plot.as_deref();
    let target = plot
        .map(|path| Target::checked_as("a picture", "--plot", path, typed.force))
        .transpose()?;
    let form = typed.output.form();
    let mut table = Table::of(stated(typed)?, form)?;
    table.sort(typed.sort.unwrap_or(Order::Degree));
    if let Some(target) = target {
        let picture = plot::picture(&table);
        target.write_text(&picture.text)?;
        talk(&picture.notes);
    }
    match form {
        Form::Json(digits) => json::write(&table, digits, out)?,
        Form::Text(digits) if typed.tsv => text::write_tsv(&table, digits, out)?,
        Form::Text(digits) => text::write(&table, digits, out)?,
    }
    Ok(())
}

/// What was typed or read, with everything that cannot be refused.
fn stated(typed: &Overlap) -> Result<Statement, Refusal> {
    if typed.population == Some(0) {
        let sentence = "a population has at least one name, got population = 0";
        return Err(Refusal::Typed(sentence.into()));
    }
    match typed.observed {
        Some(observed) => of_sizes(typed, observed),
        None => of_files(typed),
    }
}

fn of_files(typed: &Overlap) -> Result<Statement, Refusal> {
    titles::check_number(typed.lists.len())?;
    // Before the files are read, which may take longer.
    let sets = combinations::combinations(typed.lists.len(), typed.degree)?;
    let found = lists::read(typed)?;
    talk(&found.talk);
    let combination = |set| Combination {
        lists: combinations::members(set),
        observed: found.counts.observed(set),
        exclusive: found.counts.exclusive(set),
    };
    let combinations = sets.into_iter().map(combination).collect();
    let lists = found.titles.into_iter().zip(found.sizes);
    let lists = lists.map(|(name, size)| List { name, size }).collect();
    Ok(Statement { population: found.population, lists, combinations })
}

/// One row, for all lists: nobody else can have the names that all of them share.
fn of_sizes(typed: &Overlap, observed: u64) -> Result<Statement, Refusal> {
    let sizes = &typed.sizes;
    titles::check_number(sizes.len())?;
    let population = typed.population.unwrap_or_default();
    if let Some(size) = sizes.iter().find(|size| **size > population) {
        return Err(Refusal::Typed(format!(
            "a list is no longer than the population, got a size of {size} with population = \
             {population}; give the number of all names there are"
        )));
    }
    let most = sizes.iter().min().copied().unwrap_or_default();
    let missing = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(population - size));
    let least = population.saturating_sub(missing);
    if !(least..=most).contains(&observed) {
        return Err(Refusal::Typed(format!(
            "lists of these sizes share {least} to {most} of {population} names, got observed = \
             {observed}"
        )));
    }
    let lists: Vec<List> = sizes
        .iter()
        .enumerate()
        .map(|(list, &size)| List { name: titles::letter(list).into(), size })
        .collect();
    let all = (0..lists.len()).collect();
    let combinations = vec![Combination { lists: all, observed, exclusive: observed }];
    Ok(Statement { population, lists, combinations })
}
