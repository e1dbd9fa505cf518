//! `urnfield info`: what filters' files say of themselves, and what follows from it.

use super::opened;
use crate::args::Info;
use crate::refusal::Refusal;
use std::io::Write;
use std::path::Path;
use urnfield::Error;
use urnfield_answers::{Form, InfoAnswer, InfoQuestion, Question, Report};
use urnfield_manners::talk;

/// Looks at all of them, whatever the first ones are.
pub(super) fn run(typed: &Info, out: &mut impl Write) -> Result<(), Refusal> {
    opened::refuse_stdin_twice(&typed.filters, None)?;
    let (form, mut bad) = (typed.form.form(), 0);
    for (i, path) in typed.filters.iter().enumerate() {
        let found = about(path, form);
        if let (Form::Text(_), true, Ok(_)) = (form, i > 0, &found) {
            writeln!(out)?;
        }
        match found {
            Ok(answer) => write(answer, form, out)?,
            Err(refusal) if typed.filters.len() == 1 => return Err(refusal),
            Err(refusal) => {
                talk(&[refusal.to_string()]);
                bad += 1;
            }
        }
        // Before the next file takes its time.
        out.flush()?;
    }
    match (bad, typed.filters.len()) {
        (0, _) => Ok(()),
        (bad, all) => Err(Refusal::Typed(format!("{bad} of {all} files could not be looked at"))),
    }
}

fn write(answer: InfoAnswer, form: Form, out: &mut impl Write) -> Result<(), Refusal> {
    let warning = answer.warning();
    super::write(answer.into(), form, out)?;
    if let (Form::Text(_), Some(warning)) = (form, warning) {
        out.flush()?;
        talk(&[warning]);
    }
    Ok(())
}

/// Checks the whole file first: nothing is said about a damaged one.
pub(super) fn about(path: &Path, form: Form) -> Result<InfoAnswer, Refusal> {
    let file = path.display().to_string();
    let question = InfoQuestion { file, summary: opened::summary(path)? };
    Ok(question.answer(form)?)
}

/// What is said of a file that was just written: to people a sentence, for the result is the file;
/// to programs what is read back from the disk.
pub(super) fn of_written(
    path: &Path,
    form: Form,
    sentence: impl FnOnce(usize) -> Result<String, Error>,
) -> Result<Report, Refusal> {
    match form {
        Form::Json(_) => Ok(about(path, form)?.into()),
        Form::Text(digits) => {
            let mut report = Report::default();
            report.remark(sentence(digits)?);
            Ok(report)
        }
    }
}
