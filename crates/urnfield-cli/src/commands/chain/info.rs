//! `urnfield info DIR/`: what a chain's files say, and what follows from it.

use std::path::Path;
use urnfield::chain::{Chain, ChainSummary};
use urnfield_answers::{ChainAnswer, ChainQuestion, Form, Question, Report, chain_in_words};
use urnfield_terminal::{Refusal, escaped};

/// What is known of the chain, every file of which is checked first, and a warning where it has not
/// what was promised. No key is needed.
pub(crate) fn report(path: &Path, form: Form) -> Result<(Report, Option<String>), Refusal> {
    let answer = about(path, form)?;
    let warning = warning(&answer, form);
    Ok((answer.into(), warning))
}

fn about(path: &Path, form: Form) -> Result<ChainAnswer, Refusal> {
    let folder = match form {
        Form::Text(_) => escaped(&path.display().to_string()).into_owned(),
        Form::Json(_) => path.display().to_string(),
    };
    let summary = check(path)?;
    Ok(ChainQuestion { folder, summary }.answer(form)?)
}

/// Checks every file of a chain.
pub(crate) fn check(path: &Path) -> Result<ChainSummary, Refusal> {
    Chain::verify(path).map_err(|error| Refusal::about(path, error))
}

fn warning(answer: &ChainAnswer, form: Form) -> Option<String> {
    let (Form::Text(digits) | Form::Json(digits)) = form;
    answer.kept.broken(&answer.question.folder, &answer.question.summary, digits)
}

/// What is said of a chain that was just written: to people a sentence, to programs what is read
/// back from the disk.
pub(crate) fn of_written(
    path: &Path,
    chain: &ChainSummary,
    counts: [(&'static str, u64); 2],
    form: Form,
) -> Result<Report, Refusal> {
    let mut report = match form {
        Form::Json(_) => about(path, form)?.into(),
        Form::Text(digits) => {
            let said = counts.map(|(name, count)| format!("{name} = {count}")).join(", ");
            let mut report = Report::default();
            report.remark(chain_in_words(&path.display().to_string(), chain, &said, digits)?);
            report
        }
    };
    for (name, count) in counts {
        report.json(name, count);
    }
    Ok(report)
}
