//! `urnfield enrich`: one list against many sets.

use crate::args::{Enrich, Names};
use crate::commands::lists::overlap::list_file::ListFile;
use crate::commands::lists::overlap::{STDIN_TWICE, check_delimiter, names, titles};
use std::io::Write;
use urnfield_answers::{EnrichNames, EnrichQuestion};
use urnfield_keys as keys;
use urnfield_terminal::{Answer, Progress, Refusal, write};

/// So many sets are read by people.
const TOP: u64 = 25;

pub(crate) fn run(typed: &Enrich, out: &mut impl Write) -> Result<Answer, Refusal> {
    if typed.whole.population.is_none() && typed.whole.universe.is_none() {
        let sentence = "an enrichment is tested against a population; add --population with how many \
                        names there are altogether, or --universe with a file of them";
        return Err(Refusal::Typed(sentence.into()));
    }
    let form = typed.output.form();
    let question = question(typed)?;
    let mut progress = Progress::counting("testing sets");
    let answer = question.answer_watched(form, |done, all| progress.step_of(done, all))?;
    drop(progress);
    let top = usize::try_from(typed.top.unwrap_or(TOP)).unwrap_or(usize::MAX);
    let report =
        if typed.tsv { answer.into_tsv() } else { answer.into_report(top, typed.show_names) };
    write(report, form, out)
}

fn question(typed: &Enrich) -> Result<EnrichQuestion, Refusal> {
    let Names { column, header, .. } = &typed.names;
    let list = ListFile::typed(&typed.list, column.as_ref(), *header)?;
    let universe = ListFile::universe(&typed.whole)?;
    let lists = universe.iter().chain([&list]);
    check_delimiter(&typed.names, lists.clone())?;
    let files: Vec<_> = lists.map(|file| &file.path).chain([&typed.sets]).cloned().collect();
    if files.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Refusal::Typed(STDIN_TWICE.into()));
    }
    keys::check_files(&files)?;
    let population = typed.whole.population(typed.restrict);
    let title = titles::titles(std::slice::from_ref(&list)).concat();
    let reading = typed.names.reading();
    let mut all = EnrichNames::new(&title, population, reading.spelling).reading(reading);
    if let Some(file) = &universe {
        all.universe_in(file.layout(), &file.called, |add| names::read(file, &typed.names, add))?;
    }
    all.list_in(list.layout(), &list.called, |add| names::read(&list, &typed.names, add))?;
    let called = typed.sets.display().to_string();
    all.sets(&called, |add| {
        let mut add = from_second(typed.sets_header, add);
        keys::lines_of(&typed.sets, "reading sets", |block| {
            block.lines().for_each(&mut add);
            Ok(())
        })
    })?;
    let mut question = all.question()?;
    question.alternative = typed.testing.alternative.unwrap_or_default();
    question.confidence = typed.testing.confidence.clone();
    Ok(question)
}

/// Everything, or everything but the first line.
fn from_second<'a>(header: bool, add: &'a mut dyn FnMut(&[u8])) -> impl FnMut(&[u8]) + use<'a> {
    let mut skip = header;
    move |line: &[u8]| {
        if !std::mem::take(&mut skip) {
            add(line);
        }
    }
}
