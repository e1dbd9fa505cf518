//! `urnfield overlap`: what lists of names share, and how surprising that is.
//!
//! | file | idea |
//! |---|---|
//! | `list_file` | a file of names as it is typed |
//! | `names` | the names in a file |
//! | `titles` | what lists are called |

pub(crate) mod list_file;
pub(crate) mod names;
pub(crate) mod titles;

use crate::args::{Names, Overlap};
use crate::commands::files::target::Target;
use crate::commands::lists::overlap::list_file::ListFile;
use crate::commands::pictures::drawing::Drawing;
use std::io::Write;
use std::path::PathBuf;
use urnfield_answers::{NameLists, OverlapOfSizes, OverlapQuestion, Population, Report};
use urnfield_keys as keys;
use urnfield_terminal::{Answer, Progress, Refusal, talk, warn, write};

/// The sentence that refuses stdin for two files.
pub(crate) const STDIN_TWICE: &str =
    "stdin can be read once, got - twice; name files for the others";

pub(crate) fn run(typed: &Overlap, out: &mut impl Write) -> Result<Answer, Refusal> {
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
    let Names { column, header, .. } = &typed.names;
    let file = |path: &PathBuf| ListFile::typed(path, column.as_ref(), *header);
    let files = typed.lists.iter().map(file).collect::<Result<Vec<_>, _>>()?;
    let universe = ListFile::universe(&typed.whole)?;
    let mut lists = NameLists::new(titles::titles(&files), population, typed.degree)?;
    lists = lists.reading(typed.names.reading());
    check_delimiter(&typed.names, files.iter().chain(&universe))?;
    check_files(universe.iter().chain(&files))?;
    if let Some(file) = &universe {
        lists
            .universe_in(file.layout(), &file.called, |add| names::read(file, &typed.names, add))?;
    }
    for file in &files {
        lists.list_in(file.layout(), &file.called, |add| names::read(file, &typed.names, add))?;
    }
    let remarks = lists.remarks().to_vec();
    let question = lists.question()?;
    warn(&remarks);
    Ok(question)
}

/// Refuses a delimiter where nothing has columns.
pub(crate) fn check_delimiter<'a>(
    typed: &Names,
    mut files: impl Iterator<Item = &'a ListFile>,
) -> Result<(), Refusal> {
    if typed.delimiter.is_some() && files.all(|file| file.column.is_none()) {
        let sentence = "--delimiter separates columns; add --column or --universe-column with one, or \
                        name it behind a file, as in table.csv:2";
        return Err(Refusal::Typed(sentence.into()));
    }
    Ok(())
}

/// Looks at all files before the first is read. A table may be there twice, with two columns.
fn check_files<'a>(files: impl Iterator<Item = &'a ListFile>) -> Result<(), Refusal> {
    let files: Vec<&ListFile> = files.collect();
    for (i, file) in files.iter().enumerate() {
        let stdin = file.path.as_os_str() == "-";
        if stdin && files[..i].iter().any(|other| other.path == file.path) {
            return Err(Refusal::Typed(STDIN_TWICE.into()));
        }
        if files[..i].iter().any(|other| other.path == file.path && other.column == file.column) {
            return Err(Refusal::Typed(format!(
                "a list is compared with others, got {} twice; leave one out",
                file.called
            )));
        }
    }
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    keys::check_files(&paths)
}
