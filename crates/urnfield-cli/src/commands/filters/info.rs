//! `urnfield info`: what filters' files say of themselves, and what follows from it.

use crate::args::Info;
use crate::commands::chain;
use crate::commands::files::opened;
use std::io::Write;
use std::path::Path;
use urnfield::Error;
use urnfield_answers::{Form, InfoAnswer, InfoQuestion, Question, Report};
use urnfield_terminal::{Answer, Refusal, escaped, warn, write};

pub(crate) fn run(typed: &Info, out: &mut impl Write) -> Result<Answer, Refusal> {
    let (form, mut first) = (typed.form.form(), true);
    let bad = opened::each(&typed.filters, out, |path, out| {
        let separated = matches!(form, Form::Text(_)) && !std::mem::take(&mut first);
        // Nothing is written of a file that is not whole, an empty line neither.
        let (report, warning) = if chain::is_chain(path) {
            chain::info::report(path, form)?
        } else {
            let answer = about(path, form)?;
            let warning = answer.warning();
            (answer.into(), warning)
        };
        if separated {
            writeln!(out)?;
        }
        write(report, form, out)?;
        if let (Form::Text(_), Some(warning)) = (form, warning) {
            out.flush()?;
            warn(&[warning]);
        }
        Ok(())
    })?;
    match (bad, typed.filters.len()) {
        (0, _) => Ok(Answer::Yes),
        (bad, all) => Err(Refusal::Typed(format!("{bad} of {all} files could not be looked at"))),
    }
}

/// Checks the whole file first: nothing is said about a damaged one.
pub(crate) fn about(path: &Path, form: Form) -> Result<InfoAnswer, Refusal> {
    let file = match (form, path.display().to_string()) {
        (Form::Text(_), name) => escaped(&name).into_owned(),
        (Form::Json(_), name) => name,
    };
    let question = InfoQuestion { file, summary: opened::summary(path)? };
    Ok(question.answer(form)?)
}

/// What is said of a file that was just written: to people a sentence, for the result is the file;
/// to programs what is read back from the disk.
pub(crate) fn of_written(
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
