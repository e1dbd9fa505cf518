//! The commands, one folder or file each.

mod add;
mod asked;
mod build;
mod check;
mod compare;
mod compress;
mod dedupe;
mod distinct;
mod figure;
mod info;
mod inserting;
mod merge;
mod opened;
mod overlap;
mod shell;
mod sizing;
mod target;
mod verify;

use crate::args::{Command, Output};
use crate::refusal::Refusal;
use crate::report::talk;
use std::io::Write;
use urnfield_answers::{Form, Question, Report};

/// How an answer reads to a shell: most are a plain "yes".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// Nothing was found, which is no error.
    No,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<Answer, Refusal> {
    match command {
        Command::Plan(typed) => return tell(typed.question(), out),
        Command::Rate(typed) => return tell(typed.question(), out),
        Command::Peak(typed) => return tell(typed.question(), out),
        Command::Build(build) => build::run(build, out)?,
        Command::Add(add) => add::run(add, out)?,
        Command::Check(check) => return check::run(check, out),
        Command::Dedupe(dedupe) => dedupe::run(dedupe, out)?,
        Command::Union(typed) => merge::union(typed, out)?,
        Command::Intersect(typed) => merge::intersect(typed, out)?,
        Command::Compare(compare) => compare::run(compare, out)?,
        Command::Compress(compress) => compress::run(compress, out)?,
        Command::Info(info) => info::run(info, out)?,
        Command::Verify(verify) => verify::run(verify, out)?,
        Command::Overlap(overlap) => overlap::run(overlap, out)?,
        Command::Law { law } => return tell(law.question(), out),
        Command::Completions(typed) => shell::completions(typed, out)?,
        Command::Man(typed) => shell::man(typed, out)?,
        Command::Figure { figure } => figure::run(figure, out)?,
        Command::Sample { sample } => return tell(sample.question(), out),
        Command::Estimate { estimate } => return tell(estimate.question(), out),
        Command::Birthday(typed) => return tell(typed.question(), out),
        Command::Critical(typed) => return tell(typed.question(), out),
    }
    Ok(Answer::Yes)
}

/// Asks, and writes the answer as it was asked for.
fn tell(
    (question, output): (impl Question, &Output),
    out: &mut impl Write,
) -> Result<Answer, Refusal> {
    let form = output.form();
    write(question.report(form)?, form, out)
}

/// Talk comes first: a long table may be cut off by whoever reads it.
fn write(report: Report, form: Form, out: &mut dyn Write) -> Result<Answer, Refusal> {
    if let Form::Text(_) = form {
        talk(report.talk());
    }
    let answer = if report.is_no() { Answer::No } else { Answer::Yes };
    report.write(form, out)?;
    Ok(answer)
}
