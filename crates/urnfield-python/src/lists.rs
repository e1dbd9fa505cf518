//! Lists of names: what they share, and which sets one of them is rich in.

use crate::errors::Raised;
use crate::patience::patiently;
use crate::questions::written;
use crate::{key, numbers};
use pyo3::prelude::*;
use std::str::FromStr;
use urnfield::Error;
use urnfield_answers::{
    Asking, EnrichNames, Form, Look, NameLists, OverlapOfSizes, OverlapQuestion, Population,
    Question, Reading, Spelling, read,
};

/// How names are spelled, what is asked of lists, and how they are drawn: keywords, all with defaults.
#[derive(FromPyObject, Default)]
#[pyo3(from_item_all)]
pub(crate) struct Wished {
    restrict: bool,
    degree: Option<String>,
    sort: Option<String>,
    alternative: Option<String>,
    confidence: Option<String>,
    given: bool,
    ignore_case: bool,
    trim: bool,
    unquote: bool,
    drop_version: bool,
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
        Reading { spelling, ..Reading::default() }
    }
}

const DRAWN: &str = "lists are drawn from a population: give population= or universe=, not both";

/// What an overlap says: JSON, text, picture, remarks.
type Told = (String, String, String, Vec<String>);

/// What named lists share.
#[pyfunction]
#[pyo3(signature = (titles, lists, population, universe, wished))]
pub(crate) fn overlap(
    py: Python<'_>,
    titles: Vec<String>,
    lists: Vec<Bound<'_, PyAny>>,
    population: Option<&Bound<'_, PyAny>>,
    universe: Option<&Bound<'_, PyAny>>,
    wished: Wished,
) -> PyResult<Told> {
    let drawn_from = match (population, universe) {
        (Some(population), None) => Population::Count(numbers::count(population)?),
        (None, Some(_)) => Population::Universe { restrict: wished.restrict },
        _ => {
            return Err(Raised::from(DRAWN).into());
        }
    };
    let degree = wished.degree.as_deref().map(read::degrees).transpose().map_err(Raised::from)?;
    let read = NameLists::new(titles.clone(), drawn_from, degree).map_err(Raised::from)?;
    let mut read = read.reading(wished.reading());
    if let Some(universe) = universe {
        read.universe("universe", |add| names(universe, add))?;
    }
    for (title, list) in titles.iter().zip(&lists) {
        read.list(title, |add| names(list, add))?;
    }
    let remarks = read.remarks().to_vec();
    let question = read.question().map_err(Raised::from)?;
    let (json, text, picture) = patiently(py, move || told(question, &wished))??;
    Ok((json, text, picture, remarks))
}

/// What lists share of which only the sizes are known.
#[pyfunction]
pub(crate) fn overlap_of_sizes(
    py: Python<'_>,
    population: &Bound<'_, PyAny>,
    sizes: Vec<Bound<'_, PyAny>>,
    observed: &Bound<'_, PyAny>,
    wished: Wished,
) -> PyResult<Told> {
    let sizes = sizes.iter().map(numbers::count).collect::<PyResult<_>>()?;
    let (population, observed) = (numbers::count(population)?, numbers::count(observed)?);
    let asked = OverlapOfSizes { population, sizes, observed }.question().map_err(Raised::from)?;
    let (json, text, picture) = patiently(py, move || told(asked, &wished))??;
    Ok((json, text, picture, Vec::new()))
}

fn told(
    mut question: OverlapQuestion,
    wished: &Wished,
) -> Result<(String, String, String), Raised> {
    question.order = parsed(&wished.sort)?.unwrap_or_default();
    question.asking = wished.asking()?;
    let (json, text) = (Form::new(true, wished.digits), Form::new(false, wished.digits));
    let picture = question.answer(text)?.picture(&wished.look()?).svg;
    Ok((written(question.report(json)?, json)?, written(question.report(text)?, text)?, picture))
}

/// One list against many sets, each a line of GMT: JSON and text.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // They are keywords.
pub(crate) fn enrich(
    py: Python<'_>,
    title: &str,
    list: &Bound<'_, PyAny>,
    sets: Vec<Vec<u8>>,
    population: Option<&Bound<'_, PyAny>>,
    universe: Option<&Bound<'_, PyAny>>,
    top: usize,
    wished: Wished,
) -> PyResult<(String, String)> {
    let drawn_from = match (population, universe) {
        (Some(population), None) => Population::Count(numbers::count(population)?),
        (None, Some(_)) => Population::Universe { restrict: wished.restrict },
        _ => return Err(Raised::from(DRAWN).into()),
    };
    let mut read = EnrichNames::new(title, drawn_from, wished.reading().spelling);
    if let Some(universe) = universe {
        read.universe("universe", |add| names(universe, add))?;
    }
    read.list(title, |add| names(list, add))?;
    read.sets("sets", |add| -> PyResult<()> {
        sets.iter().for_each(|line| add(line));
        Ok(())
    })?;
    let mut question = read.question().map_err(Raised::from)?;
    let asking = wished.asking().map_err(Raised::from)?;
    (question.alternative, question.confidence) = (asking.alternative, asking.confidence);
    let digits = wished.digits;
    let both = move || -> Result<(String, String), Raised> {
        let told = |form| written(question.answer(form)?.into_report(top, false), form);
        Ok((told(Form::new(true, digits))?, told(Form::new(false, digits))?))
    };
    patiently(py, both)?.map_err(Into::into)
}

/// Every name of an iterable.
fn names(list: &Bound<'_, PyAny>, add: &mut dyn FnMut(&[u8])) -> PyResult<()> {
    if list.is_instance_of::<pyo3::types::PyString>() {
        return Err(crate::errors::type_error(
            "a list of names is an iterable of texts, got one text",
        ));
    }
    for name in list.try_iter()? {
        let name = name?;
        if name.is_none() {
            continue;
        }
        key::with_key(&name, |key| match key {
            crate::arrow::Key::Bytes(bytes) => add(bytes),
            crate::arrow::Key::Word { value, signed: true, .. } => {
                add((value as i64).to_string().as_bytes())
            }
            crate::arrow::Key::Word { value, .. } => add(value.to_string().as_bytes()),
        })?;
    }
    Ok(())
}
