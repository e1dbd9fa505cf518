//! `urnfield enrich`: one list against many sets.

use super::overlap::{names, titles};
use super::{Answer, write};
use crate::args::Enrich;
use crate::progress::Progress;
use crate::refusal::Refusal;
use std::io::Write;
use urnfield_answers::{EnrichNames, EnrichQuestion};
use urnfield_keys as keys;

/// So many sets are read by people.
const TOP: u64 = 25;

pub(super) fn run(typed: &Enrich, out: &mut impl Write) -> Result<Answer, Refusal> {
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
    let report = match typed.tsv {
        true => answer.into_tsv(),
        false => answer.into_report(top, typed.show_names),
    };
    write(report, form, out)
}

fn question(typed: &Enrich) -> Result<EnrichQuestion, Refusal> {
    let files = typed.whole.universe.iter().chain([&typed.list, &typed.sets]).cloned();
    let files: Vec<_> = files.collect();
    if files.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        let twice = "stdin can be read once, got - twice; name files for the others";
        return Err(Refusal::Typed(twice.into()));
    }
    keys::check_files(&files)?;
    let population = typed.whole.population(typed.restrict);
    let title = titles::titles(std::slice::from_ref(&typed.list)).concat();
    let reading = typed.names.reading();
    let mut all = EnrichNames::new(&title, population, reading.spelling).reading(reading);
    if let Some(path) = &typed.whole.universe {
        all.universe(|add| names::read(path, &typed.names, add))?;
    }
    let called = typed.list.display().to_string();
    all.list(&called, |add| names::read(&typed.list, &typed.names, add))?;
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
