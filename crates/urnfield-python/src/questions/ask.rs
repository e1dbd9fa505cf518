//! Everything the shell is asked by words and values, out of the one table of such questions: the
//! answers are the shell's text and its JSON, to the byte.

use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use pyo3::prelude::*;
use pyo3::types::PyString;
use urnfield::Error;
use urnfield_answers::typed::{Need, Typed, TypedOption};
use urnfield_answers::{Asked, Form, Named, OF_THE_PAGE, OTHERS, Report, Unanswered, Written};

/// Every question that has a name.
const ALL: &[&[Named]] = &[OF_THE_PAGE, OTHERS];

/// Names and values as Python has them.
type Given<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// A report as text or as JSON.
pub(crate) fn written(report: Report, form: Form) -> Result<String, Raised> {
    let mut out = Vec::new();
    let written = report.write(form, &mut out);
    written.map_err(|error| Error::file("write", "an answer", error))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// An option: its name, how often it may be given, and what reads it.
type Described = (&'static str, String, &'static str);

/// The table: the words of each question, and its options.
#[pyfunction]
pub(crate) fn questions() -> Vec<(&'static str, Vec<Described>)> {
    let option = |one: TypedOption| (one.name, format!("{:?}", one.need), one.reader);
    let named = ALL.iter().copied().flatten();
    named.map(|named| (named.words, (named.options)().into_iter().map(option).collect())).collect()
}

/// A value as it is typed for what reads it.
fn typed(reader: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return Ok(value.to_string());
    }
    match reader {
        "department" => {
            let committees = numbers::department(value)?;
            let each = committees.iter().map(|one| format!("{}x{}", one.count, one.size));
            Ok(each.collect::<Vec<_>>().join("+"))
        }
        "sizes" => {
            let sizes = numbers::counts(reader, value)?;
            Ok(sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
        }
        _ if value.hasattr("__float__")? => {
            let text = numbers::text(value)?;
            // A count may be a float.
            Ok(text.strip_suffix(".0").map_or(text.clone(), str::to_owned))
        }
        _ => Ok(value.str()?.to_string()),
    }
}

/// What was given, as it is typed; None and False are not.
fn typed_all(question: &str, given: Given<'_>) -> PyResult<Typed> {
    let named = ALL.iter().copied().flatten().find(|named| named.words == question);
    let options = named.map_or(Vec::new(), |named| (named.options)());
    let mut all = Vec::new();
    for (name, value) in given {
        if value.is_none() {
            continue;
        }
        let Some(option) = options.iter().find(|option| option.name == name) else {
            // The reader refuses it in the shell's words.
            all.push((name, value.str()?.to_string()));
            continue;
        };
        match option.need {
            Need::Flag if value.is_truthy()? => all.push((name, String::new())),
            Need::Flag => {}
            // One, or several of them.
            Need::Repeated | Need::Any
                if value.hasattr("__iter__")? && !value.is_instance_of::<PyString>() =>
            {
                for one in value.try_iter()? {
                    all.push((name.clone(), typed(option.reader, &one?)?));
                }
            }
            _ => all.push((name, typed(option.reader, &value)?)),
        }
    }
    Ok(Typed(all))
}

/// Whole numbers of a list or a column.
#[pyfunction]
pub(crate) fn counts(called: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    numbers::counts(called, given)
}

/// Asks what the shell is asked: (JSON, text).
#[pyfunction]
#[pyo3(signature = (question, given, digits=None))]
pub(crate) fn ask(
    py: Python<'_>,
    question: String,
    given: Given<'_>,
    digits: Option<usize>,
) -> PyResult<(String, String)> {
    let mut typed = typed_all(&question, given)?;
    typed.0.extend(digits.map(|digits| ("digits".to_owned(), digits.to_string())));
    let both = move || -> Result<(String, String), Unanswered> {
        let asked = Asked::among(ALL, &question, typed)?;
        Ok((asked.answer(Written::Json)?, asked.answer(Written::Text)?))
    };
    patiently(py, both)?.map_err(|error| Raised::from(error).into())
}

/// A figure: (picture in SVG, data in CSV, both in JSON).
#[pyfunction]
pub(crate) fn figure(
    py: Python<'_>,
    name: &str,
    given: Given<'_>,
) -> PyResult<(String, String, String)> {
    let question = format!("figure {name}");
    let typed = typed_all(&question, given)?;
    let drawn = move || -> Result<_, Unanswered> {
        let asked = Asked::among(ALL, &question, typed)?;
        let answer = |written| asked.answer(written);
        Ok((answer(Written::Svg)?, answer(Written::Csv)?, answer(Written::Json)?))
    };
    patiently(py, drawn)?.map_err(|error| Raised::from(error).into())
}
