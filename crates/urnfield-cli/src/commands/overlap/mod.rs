//! `urnfield overlap`: what lists of names share, and how surprising that is.
//!
//! | file | idea |
//! |---|---|
//! | `names` | the names in a file |
//! | `titles` | what lists are called |

pub(super) mod names;
pub(super) mod titles;

use super::{Answer, write};
use crate::args::Overlap;
use crate::commands::drawing::Drawing;
use crate::commands::target::Target;
use crate::progress::Progress;
use crate::refusal::Refusal;
use std::io::Write;
use std::path::PathBuf;
use urnfield_answers::{NameLists, OverlapOfSizes, OverlapQuestion, Population, Report};
use urnfield_keys as keys;
use urnfield_manners::{talk, warn};

pub(super) fn run(typed: &Overlap, out: &mut impl Write) -> Result<Answer, Refusal> {
    typed.check()?;
    let plot = typed.plot.as_deref();
    let target = plot
        .map(|path| {
            let target = Target::checked_as("a picture", "--plot", path, typed.force)?;
            Drawing::only(path).map(|drawing| (drawing, target))
        })
        .transpose()?;
    let form = typed.output.form();
    let mut question = question(typed)?;
    question.order = typed.sort.unwrap_or_default();
    question.asking = typed.asking();
    let mut progress = Progress::counting("testing overlaps");
    let answer = question.answer_watched(form, |done, all| progress.step_of(done, all))?;
    drop(progress);
    if let Some((drawing, target)) = target {
        let picture = answer.picture(&typed.look.look());
        drawing.write(&picture.svg, &target)?;
        talk(&picture.notes);
    }
    let report = if typed.tsv { answer.into_tsv() } else { Report::from(answer) };
    write(report, form, out)
}

fn question(typed: &Overlap) -> Result<OverlapQuestion, Refusal> {
    let population = typed.whole.population(typed.restrict);
    match (population, typed.observed) {
        (Population::Count(population), Some(observed)) => {
            let sizes = typed.sizes.clone();
            Ok(OverlapOfSizes { population, sizes, observed }.question()?)
        }
        _ => of_files(typed, population),
    }
}

fn of_files(typed: &Overlap, population: Population) -> Result<OverlapQuestion, Refusal> {
    let lists = NameLists::new(titles::titles(&typed.lists), population, typed.degree)?;
    let mut lists = lists.reading(typed.names.reading());
    check_paths(typed)?;
    if let Some(path) = &typed.whole.universe {
        lists.universe(&path.display().to_string(), |add| names::read(path, &typed.names, add))?;
    }
    for path in &typed.lists {
        lists.list(&path.display().to_string(), |add| names::read(path, &typed.names, add))?;
    }
    let remarks = lists.remarks().to_vec();
    let question = lists.question()?;
    warn(&remarks);
    Ok(question)
}

/// All files are looked at before the first is read.
fn check_paths(typed: &Overlap) -> Result<(), Refusal> {
    let paths: Vec<PathBuf> = typed.whole.universe.iter().chain(&typed.lists).cloned().collect();
    for (i, path) in paths.iter().enumerate() {
        if paths[..i].contains(path) {
            let shown = path.display();
            return Err(Refusal::Typed(match path.as_os_str() == "-" {
                true => "stdin can be read once, got - twice; name files for the others".into(),
                false => {
                    format!("a list is compared with others, got {shown} twice; leave one out")
                }
            }));
        }
    }
    keys::check_files(&paths)
}
