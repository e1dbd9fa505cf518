//! The commands, one folder or file each.

mod add;
mod birthday;
mod build;
mod check;
mod compare;
mod compress;
mod critical;
mod dedupe;
mod estimate;
mod figure;
mod info;
mod inserting;
mod law;
mod merge;
mod opened;
mod overlap;
mod peak;
mod plan;
mod rate;
mod sample;
mod shell;
mod sizing;
mod spread;
mod target;
mod verify;

use crate::args::Command;
use crate::refusal::Refusal;
use std::io::Write;

/// How an answer reads to a shell: most are a plain "yes".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// Nothing was found, which is no error.
    No,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<Answer, Refusal> {
    match command {
        Command::Plan(plan) => plan::run(plan, out)?,
        Command::Rate(rate) => rate::run(rate, out)?,
        Command::Peak(peak) => peak::run(peak, out)?,
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
        Command::Law { law } => law::run(law, out)?,
        Command::Completions(typed) => shell::completions(typed, out)?,
        Command::Man(typed) => shell::man(typed, out)?,
        Command::Figure { figure } => figure::run(figure, out)?,
        Command::Sample { sample } => sample::run(sample, out)?,
        Command::Estimate { estimate } => estimate::run(estimate, out)?,
        Command::Birthday(birthday) => birthday::run(birthday, out)?,
        Command::Critical(critical) => critical::run(critical, out)?,
    }
    Ok(Answer::Yes)
}
