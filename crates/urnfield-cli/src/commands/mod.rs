//! The commands, one folder or file each.

mod add;
mod build;
mod check;
mod compare;
mod compress;
mod dedupe;
mod figure;
mod info;
mod inserting;
mod locked;
mod merge;
mod opened;
mod overlap;
mod same_file;
mod shell;
mod sizing;
mod target;
mod verify;

use crate::args::{Asked, Command, Estimate, Law, Sample};
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
        Command::Plan(asked) => return tell(asked, out),
        Command::Rate(asked) => return tell(asked, out),
        Command::Peak(asked) => return tell(asked, out),
        Command::Build(build) => build::run(build, out)?,
        Command::Add(add) => add::run(add, out)?,
        Command::Check(check) => return check::run(check, out),
        Command::Dedupe(dedupe) => return dedupe::run(dedupe, out),
        Command::Union(typed) => merge::union(typed, out)?,
        Command::Intersect(typed) => merge::intersect(typed, out)?,
        Command::Compare(compare) => compare::run(compare, out)?,
        Command::Compress(compress) => compress::run(compress, out)?,
        Command::Info(info) => info::run(info, out)?,
        Command::Verify(verify) => verify::run(verify, out)?,
        Command::Overlap(overlap) => return overlap::run(overlap, out),
        Command::Law { law: Law::Balls(asked) } => return tell(asked, out),
        Command::Law { law: Law::Union(asked) } => return tell(asked, out),
        Command::Law { law: Law::Intersection(asked) } => return tell(asked, out),
        Command::Completions(typed) => shell::completions(typed, out)?,
        Command::Man(typed) => shell::man(typed, out)?,
        Command::Figure { figure } => figure::run(figure, out)?,
        Command::Sample { sample: Sample::Balls(asked) } => return tell(asked, out),
        Command::Sample { sample: Sample::Union(asked) } => return tell(asked, out),
        Command::Sample { sample: Sample::Intersection(asked) } => return tell(asked, out),
        Command::Estimate { estimate: Estimate::Balls(asked) } => return tell(asked, out),
        Command::Estimate { estimate: Estimate::Committees(asked) } => return tell(asked, out),
        Command::Estimate { estimate: Estimate::Population(asked) } => return tell(asked, out),
        Command::Birthday(asked) => return tell(asked, out),
        Command::Critical(asked) => return tell(asked, out),
    }
    Ok(Answer::Yes)
}

impl Answer {
    fn of(report: &Report) -> Answer {
        if report.is_no() { Answer::No } else { Answer::Yes }
    }
}

/// Asks, and writes the answer as it was asked for.
fn tell<Q: Question>(asked: &Asked<Q>, out: &mut impl Write) -> Result<Answer, Refusal> {
    let form = asked.output.form();
    write(asked.question.report(form)?, form, out)
}

/// Talk comes first: a long table may be cut off by whoever reads it.
fn write(report: Report, form: Form, out: &mut dyn Write) -> Result<Answer, Refusal> {
    if let Form::Text(_) = form {
        talk(report.talk());
    }
    let answer = Answer::of(&report);
    report.write(form, out)?;
    Ok(answer)
}
