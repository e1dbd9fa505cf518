//! `urnfield parquet audit`: the Bloom filters of Parquet files, one after the other.

use super::{Answer, opened, write};
use crate::args::Audit;
use crate::refusal::Refusal;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use urnfield::Error;
use urnfield::filter::ParquetFooter;
use urnfield_answers::{Form, ParquetAuditQuestion, Question, no_parquet_in_words, printable};
use urnfield_manners::talk;

pub(super) fn run(typed: &Audit, out: &mut impl Write) -> Result<Answer, Refusal> {
    let mut found = 0;
    let bad = opened::each(&typed.files, out, |path, out| one_file(typed, path, &mut found, out))?;
    match (bad, found) {
        (0, 0) => Ok(Answer::No),
        (0, _) => Ok(Answer::Yes),
        _ => {
            let all = typed.files.len();
            Err(Refusal::Typed(format!("{bad} of {all} files could not be looked at")))
        }
    }
}

/// One filter is in memory at a time.
fn one_file(
    typed: &Audit,
    path: &Path,
    found: &mut u64,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    let form = typed.form.form();
    let mut file = File::open(path).map_err(|error| Error::file("read", path, error))?;
    let footer = ParquetFooter::read_from(&mut file).map_err(|error| refused(path, error))?;
    if footer.filters.is_empty() {
        let (path, chunks) = (path.display(), footer.chunks);
        talk(&[format!("{path} has no Bloom filters; column chunks = {chunks}")]);
    }
    for place in footer.filters {
        let filter = place.load(&mut file).map_err(|error| {
            let (name, row_group) = (printable(&place.column), place.row_group);
            Refusal::Typed(format!(
                "{}, filter of column {name} in row group {row_group}: {error}",
                path.display()
            ))
        })?;
        if matches!(form, Form::Text(_)) && *found > 0 {
            writeln!(out)?;
        }
        *found += 1;
        let (file, confidence) = (path.display().to_string(), typed.confidence.clone());
        let question = ParquetAuditQuestion { file, place, filter, confidence };
        write(question.report(form)?, form, out)?;
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
