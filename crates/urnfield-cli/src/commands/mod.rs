//! The commands, one folder or file each.

mod add;
mod audit;
mod build;
mod census;
mod chain;
mod check;
mod compare;
mod compress;
mod dedupe;
mod drawing;
mod enrich;
mod figure;
mod info;
mod inserting;
mod intersection;
mod locked;
mod man;
mod merge;
mod opened;
mod overlap;
mod parquet_bytes;
#[cfg(feature = "pictures")]
mod raster;
mod redis;
mod same_file;
mod serve;
mod shell;
mod sizing;
mod state;
mod target;
mod verify;

use crate::args::{Command, Estimate, Law, Parquet, Sample, TypedQuestion};
use crate::refusal::Refusal;
use std::io::Write;
use urnfield_answers::Question;
use urnfield_terminal::{Answer, stdout_is_a_file, thinking, write};

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<Answer, Refusal> {
    match command {
        Command::Plan(asked) => tell(asked, out),
        Command::Rate(asked) => tell(asked, out),
        Command::Peak(asked) => tell(asked, out),
        Command::Build(build) => build::run(build, out),
        Command::Add(add) => add::run(add, out),
        Command::Check(check) => check::run(check, out),
        Command::Dedupe(dedupe) => dedupe::run(dedupe, out),
        Command::Union(typed) => merge::union(typed, out),
        Command::Intersect(typed) => merge::intersect(typed, out),
        Command::Compare(compare) => compare::run(compare, out),
        Command::Compress(compress) => compress::run(compress, out),
        Command::Info(info) => info::run(info, out),
        Command::Verify(verify) => verify::run(verify, out),
        Command::Key(typed) => {
            urnfield_keys::secret::make(&typed.output)?;
            Ok(Answer::Yes)
        }
        Command::Overlap(overlap) => overlap::run(overlap, out),
        Command::Enrich(typed) => enrich::run(typed, out),
        Command::Law { law: Law::Balls(asked) } => tell(asked, out),
        Command::Law { law: Law::Union(asked) } => tell(asked, out),
        Command::Law { law: Law::Intersection(asked) } => tell(asked, out),
        Command::Law { law: Law::Waiting(asked) } => tell(asked, out),
        Command::Redis(typed) => redis::run(typed),
        Command::Serve(typed) => serve::run(typed, out),
        Command::Completions(typed) => shell::completions(typed, out),
        Command::Man(typed) => man::run(typed, out),
        Command::Figure { figure } => figure::run(figure, out),
        Command::Sample { sample: Sample::Balls(asked) } => tell(asked, out),
        Command::Sample { sample: Sample::Union(asked) } => tell(asked, out),
        Command::Sample { sample: Sample::Intersection(asked) } => tell(asked, out),
        Command::Estimate { estimate: Estimate::Balls(asked) } => tell(asked, out),
        Command::Estimate { estimate: Estimate::Committees(asked) } => tell(asked, out),
        Command::Estimate { estimate: Estimate::Population(census) } => census::run(census, out),
        Command::Parquet { parquet: Parquet::Plan(asked) } => tell(asked, out),
        Command::Parquet { parquet: Parquet::Audit(typed) } => audit::run(typed, out),
        Command::Birthday(asked) => tell(asked, out),
        Command::Critical(asked) => tell(asked, out),
        Command::Power(asked) => tell(asked, out),
    }
}

/// What people who wait are told.
const COMPUTING: &str = "computing";

/// Asks, and writes the answer as it was asked for.
fn tell<Q: Question>(asked: &TypedQuestion<Q>, out: &mut impl Write) -> Result<Answer, Refusal> {
    let form = asked.output.form();
    let report = || asked.question.report(form);
    if stdout_is_a_file() {
        // Rows are computed while they are written, and nothing shows them coming.
        return thinking(COMPUTING, || write(report()?, form, out));
    }
    write(thinking(COMPUTING, report)?, form, out)
}
