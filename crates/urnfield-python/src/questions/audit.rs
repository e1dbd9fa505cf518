//! `urnfield.parquet.audit`: the Bloom filters of Parquet files.

use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use pyo3::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};
use urnfield::filter::{ParquetFiles, ParquetFooter};
use urnfield::{Error, Rate};
use urnfield_answers::{
    Form, ParquetAuditQuestion, ParquetSummary, Question, Report, Unanswered, no_filters_in_words,
    other_files_in_words,
};

/// JSON and text of an answer.
type Both = [String; 2];

/// What was found in files, for programs and for people.
struct Found {
    confidence: Option<Rate>,
    forms: [Form; 2],
    filters: Vec<Both>,
    summaries: [ParquetSummary; 2],
    notes: Vec<String>,
}

/// Reads the Bloom filters of Parquet files and folders. Returns JSON and text of each filter and
/// of a summary by column, and notes. What cannot be read is a note where other files are, and an
/// exception where it is alone.
#[pyfunction]
#[pyo3(signature = (paths, confidence=None, digits=None))]
pub(crate) fn audit(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    confidence: Option<&Bound<'_, PyAny>>,
    digits: Option<usize>,
) -> PyResult<(Vec<Both>, Both, Vec<String>)> {
    let confidence = confidence.map(numbers::rate).transpose()?;
    let all = move || -> Result<_, Raised> {
        let named = ParquetFiles::named(&paths)?;
        let is_alone = named.files.len() == 1 && named.folders.is_empty();
        let mut found = Found {
            confidence,
            forms: [true, false].map(|json| Form::new(json, digits)),
            filters: Vec::new(),
            summaries: Default::default(),
            notes: Vec::new(),
        };
        for path in &named.files {
            match found.read(path) {
                Err(error) if is_alone => return Err(error.into()),
                Err(error) => found.notes.push(format!("{}: {error}", path.display())),
                Ok(()) => {}
            }
        }
        found.notes.extend(named.folders.iter().filter_map(other_files_in_words));
        let [json, text] = &found.summaries;
        let summary =
            [json.report().into_text(found.forms[0])?, text.report().into_text(found.forms[1])?];
        Ok((found.filters, summary, found.notes))
    };
    patiently(py, all)?.map_err(Into::into)
}

impl Found {
    fn read(&mut self, path: &Path) -> Result<(), Unanswered> {
        let name = path.display().to_string();
        let mut file = File::open(path).map_err(|error| Error::file("read", path, error))?;
        let footer = ParquetFooter::read_from(&mut file)?;
        if footer.filters.is_empty() {
            self.notes.push(no_filters_in_words(&name, &footer));
        }
        self.summaries.iter_mut().for_each(|summary| summary.add_file(&footer));
        for place in footer.filters {
            let filter = place.load(&mut file)?;
            let question = ParquetAuditQuestion {
                file: name.clone(),
                created_by: footer.writer.clone(),
                place,
                filter,
                confidence: self.confidence.clone(),
            };
            let mut both = Both::default();
            for (i, form) in self.forms.into_iter().enumerate() {
                let answer = question.answer(form)?;
                self.summaries[i].add(&answer);
                both[i] = Report::from(answer).into_text(form)?;
            }
            self.filters.push(both);
        }
        Ok(())
    }
}
