//! `urnfield parquet audit`: the Bloom filters of Parquet files, one after the other.

use crate::args::Audit;
use crate::commands::files::opened;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use urnfield::Error;
use urnfield::filter::{ParquetFiles, ParquetFooter};
use urnfield_answers::{
    Form, ParquetAuditQuestion, ParquetSummary, Question, Report, no_filters_in_words,
    no_parquet_in_words, other_files_in_words, printable,
};
use urnfield_terminal::{Answer, Refusal, talk, warn, write};

/// What was seen so far.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) filters: u64,
    summary: ParquetSummary,
}

pub(crate) fn run(typed: &Audit, out: &mut impl Write) -> Result<Answer, Refusal> {
    let named = ParquetFiles::named(&typed.files)?;
    let mut seen = Seen::default();
    let bad = opened::each(&named.files, out, |path, out| one_file(typed, path, &mut seen, out))?;
    warn(&named.folders.iter().filter_map(other_files_in_words).collect::<Vec<_>>());
    let several = named.files.len() > 1 || !named.folders.is_empty();
    let form = typed.form.form();
    let in_text = matches!(form, Form::Text(_));
    if seen.filters > 0 && (typed.summary || several && in_text) {
        if !typed.summary {
            writeln!(out)?;
        }
        write(seen.summary.report(), form, out)?;
    }
    match (bad, seen.filters) {
        (0, 0) => Ok(Answer::No),
        (0, _) => Ok(Answer::Yes),
        _ => {
            let all = named.files.len();
            Err(Refusal::Typed(format!("{bad} of {all} files could not be looked at")))
        }
    }
}

/// One filter is in memory at a time.
pub(crate) fn one_file(
    typed: &Audit,
    path: &Path,
    seen: &mut Seen,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    let form = typed.form.form();
    let mut file = File::open(path).map_err(|error| Error::file("read", path, error))?;
    let footer = ParquetFooter::read_from(&mut file).map_err(|error| refused(path, error))?;
    let name = path.display().to_string();
    if footer.filters.is_empty() {
        talk(&[no_filters_in_words(&name, &footer)]);
    }
    seen.summary.add_file(&footer);
    for place in footer.filters {
        let filter = place.load(&mut file).map_err(|error| {
            let (column, row_group) = (printable(&place.column), place.row_group);
            Refusal::Typed(format!(
                "{name}, filter of column {column} in row group {row_group}: {error}"
            ))
        })?;
        let question = ParquetAuditQuestion {
            file: name.clone(),
            created_by: footer.writer.clone(),
            place,
            filter,
            confidence: typed.confidence.clone(),
        };
        let answer = question.answer(form)?;
        seen.summary.add(&answer);
        if !typed.summary {
            if matches!(form, Form::Text(_)) && seen.filters > 0 {
                writeln!(out)?;
            }
            write(Report::from(answer), form, out)?;
        }
        seen.filters += 1;
    }
    Ok(())
}

/// A file that is no Parquet file, or that the system does not give.
fn refused(path: &Path, error: Error) -> Refusal {
    let name = path.display().to_string();
    if let Some(sentence) = no_parquet_in_words(&name, &error) {
        return Refusal::Typed(sentence);
    }
    match error {
        Error::File { doing, source, .. } => {
            Refusal::Library(Error::File { doing, path: name, source })
        }
        other => Refusal::about(path, other),
    }
}
