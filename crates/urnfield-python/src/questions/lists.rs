//! Lists of names: what they share, and which sets one of them is rich in.

use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use crate::questions::ask::written;
use crate::questions::names::{Names, Source};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::str::FromStr;
use urnfield::Error;
use urnfield_answers::{
    Asking, EnrichNames, Form, Look, NameLists, Note, OverlapOfSizes, OverlapQuestion, Population,
    Question, Reading, Spelling, Words, no_name_in, read,
};

/// How names are spelled, what is asked of lists, and how they are drawn: keywords, all with
/// defaults.
#[derive(FromPyObject, Default)]
#[pyo3(from_item_all)]
pub(crate) struct Wished {
    restrict: bool,
    degree: Option<String>,
    sort: Option<String>,
    alternative: Option<String>,
    confidence: Option<String>,
    given: bool,
    header: bool,
    universe_header: bool,
    ignore_case: bool,
    trim: bool,
    unquote: bool,
    drop_version: bool,
    drop_missing: bool,
    style: Option<String>,
    exclusive: bool,
    log_scale: bool,
    digits: Option<usize>,
}

fn parsed<T: FromStr<Err = Error>>(text: &Option<String>) -> Result<Option<T>, Error> {
    text.as_deref().map(str::parse).transpose()
}

impl Wished {
    fn asking(&self) -> Result<Asking, Error> {
        let confidence = self.confidence.as_deref().map(read::rate).transpose()?;
        let alternative = parsed(&self.alternative)?.unwrap_or_default();
        Ok(Asking { alternative, confidence, given: self.given, names: false })
    }

    fn look(&self) -> Result<Look, Error> {
        let (exclusive, log_scale) = (self.exclusive, self.log_scale);
        Ok(Look { style: parsed(&self.style)?, exclusive, log_scale, no_caption: false })
    }

    fn reading(&self) -> Reading {
        let &Wished { ignore_case, trim, unquote, drop_version, .. } = self;
        let spelling = Spelling { ignore_case, trim, unquote, drop_version };
        let &Wished { drop_missing, header, universe_header, .. } = self;
        let words = Words::Python;
        Reading { spelling, drop_missing, header, universe_header, words, ..Reading::default() }
    }

    fn drawn_from(
        &self,
        population: Option<&Bound<'_, PyAny>>,
        universe: Option<&Source<'_>>,
    ) -> PyResult<Population> {
        match (population, universe) {
            (Some(population), None) => Ok(Population::Count(numbers::count(population)?)),
            (None, Some(_)) => Ok(Population::Universe { restrict: self.restrict }),
            _ => Err(Raised::from(DRAWN).into()),
        }
    }
}

const DRAWN: &str = "lists are drawn from a population: give population= or universe=, not both";

/// What is said about lists: doubts, which are issued as warnings, and remarks.
type Said = (Vec<String>, Vec<String>);

/// What an overlap says: JSON, text, picture, and what is said about the lists.
type Told = (String, String, String, Said);

/// Divides notes into doubts and remarks, and adds what was remarked before.
fn said(notes: &[Note], before: &[String]) -> Said {
    let (doubts, talk): (Vec<&Note>, Vec<&Note>) = notes.iter().partition(|note| note.is_doubt());
    let sentence = |note: &Note| note.sentence(Words::Python);
    let doubts = doubts.into_iter().map(sentence).collect();
    (doubts, before.iter().cloned().chain(talk.into_iter().map(sentence)).collect())
}

/// What named lists share.
#[pyfunction]
#[pyo3(signature = (titles, lists, population, universe, wished))]
pub(crate) fn overlap(
    py: Python<'_>,
    titles: Vec<String>,
    lists: Vec<Source<'_>>,
    population: Option<&Bound<'_, PyAny>>,
    universe: Option<Source<'_>>,
    wished: Wished,
) -> PyResult<Told> {
    let drawn_from = wished.drawn_from(population, universe.as_ref())?;
    let degree = wished.degree.as_deref().map(read::degrees).transpose().map_err(Raised::from)?;
    let read = NameLists::new(titles.clone(), drawn_from, degree).map_err(Raised::from)?;
    let mut read = read.reading(wished.reading());
    if let Some(universe) = universe {
        let names = Names::read("universe", &universe)?;
        read.universe("universe", |add| names.each::<PyErr>(add))?;
    }
    for (title, list) in titles.iter().zip(&lists) {
        let names = Names::read(title, list)?;
        read.list(title, |add| names.each::<PyErr>(add))?;
    }
    let question = read.question().map_err(Raised::from)?;
    let (mut doubts, mut remarks) = said(&question.notes, &question.remarks);
    // A column without a name is the wrong one more often than not.
    let empty = question.lists.iter().filter(|list| list.size == 0);
    let empty: Vec<String> = empty.map(|list| no_name_in(&list.name)).collect();
    remarks.retain(|remark| !empty.contains(remark));
    doubts.splice(0..0, empty);
    let (json, text, picture) = patiently(py, move || told(question, &wished))??;
    Ok((json, text, picture, (doubts, remarks)))
}

/// What lists share of which only the sizes are known.
#[pyfunction]
pub(crate) fn overlap_of_sizes(
    py: Python<'_>,
    population: &Bound<'_, PyAny>,
    sizes: &Bound<'_, PyAny>,
    observed: &Bound<'_, PyAny>,
    wished: Wished,
) -> PyResult<Told> {
    let sizes = numbers::counts("sizes", sizes)?;
    let population = numbers::count(population)?;
    let observed = numbers::count(observed)?;
    let asked = OverlapOfSizes { population, sizes, observed }.question().map_err(Raised::from)?;
    let (json, text, picture) = patiently(py, move || told(asked, &wished))??;
    Ok((json, text, picture, Said::default()))
}

fn told(
    mut question: OverlapQuestion,
    wished: &Wished,
) -> Result<(String, String, String), Raised> {
    question.order = parsed(&wished.sort)?.unwrap_or_default();
    question.asking = wished.asking()?;
    let json = Form::new(true, wished.digits);
    let text = Form::new(false, wished.digits);
    let picture = question.answer(text)?.picture(&wished.look()?).svg;
    Ok((written(question.report(json)?, json)?, written(question.report(text)?, text)?, picture))
}

/// One list against many sets: JSON, text, and what is said about the names.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // They are keywords.
pub(crate) fn enrich(
    py: Python<'_>,
    title: &str,
    list: Source<'_>,
    sets: Vec<(String, Source<'_>)>,
    population: Option<&Bound<'_, PyAny>>,
    universe: Option<Source<'_>>,
    top: usize,
    wished: Wished,
) -> PyResult<(String, String, Said)> {
    let drawn_from = wished.drawn_from(population, universe.as_ref())?;
    let mut read = EnrichNames::new(title, drawn_from, Spelling::default());
    read = read.reading(wished.reading());
    if let Some(universe) = universe {
        let names = Names::read("universe", &universe)?;
        read.universe("universe", |add| names.each::<PyErr>(add))?;
    }
    let names = Names::read(title, &list)?;
    read.list(title, |add| names.each::<PyErr>(add))?;
    let sets = sets.iter().map(|(name, source)| Ok((name.as_str(), set(name, source)?)));
    let sets = sets.collect::<PyResult<Vec<(&str, Names)>>>()?;
    let filled = |name: &&[u8]| !name.is_empty();
    let sets = sets.iter().map(|(name, names)| (*name, names.iter().filter(filled)));
    read.sets_in_memory("sets", sets);
    let mut question = read.question().map_err(Raised::from)?;
    let said = said(&question.notes, &[]);
    let asking = wished.asking().map_err(Raised::from)?;
    (question.alternative, question.confidence) = (asking.alternative, asking.confidence);
    let digits = wished.digits;
    let both = move || -> Result<(String, String), Raised> {
        let told = |form| written(question.answer(form)?.into_report(top, false), form);
        Ok((told(Form::new(true, digits))?, told(Form::new(false, digits))?))
    };
    let (json, text) = patiently(py, both)??;
    Ok((json, text, said))
}

/// The names of a set. A name with a tab in it is a line of a table, as in a list.
fn set(title: &str, source: &Source<'_>) -> PyResult<Names> {
    let names = Names::read(title, source)?;
    let torn = |name: &Option<&[u8]>| name.is_some_and(|name| name.contains(&b'\t'));
    let row = names.rows().position(|name| torn(&name));
    match row {
        None => Ok(names),
        Some(row) => Err(PyValueError::new_err(format!(
            "{title}: a name has no tab inside it, got one in row {}; take one column of it as the set",
            row + 1
        ))),
    }
}
