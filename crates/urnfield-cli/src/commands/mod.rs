//! All commands.
//!
//! | folder | idea |
//! |---|---|
//! | `tell` | questions whose answer is one report |
//! | `files` | files that commands read, lock and write |
//! | `chain` | chains of filters |
//! | `filters` | the commands on filter files |
//! | `lists` | the commands on lists of names |
//! | `pictures` | `figure`, and the formats of pictures |
//! | `serve` | the page, on this machine |
//! | `shell` | `completions`, `man`, `redis` |

mod chain;
mod files;
mod filters;
mod lists;
mod pictures;
mod serve;
mod shell;
mod tell;

use crate::args::{Command, Estimate, Law, Parquet, Sample};
use std::io::Write;
use tell::tell;
use urnfield_answers::Question;
use urnfield_terminal::{Answer, Refusal, write};

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<Answer, Refusal> {
    match command {
        Command::Plan(asked) => tell(asked, out),
        Command::Rate(asked) => tell(asked, out),
        Command::Peak(asked) => tell(asked, out),
        Command::Build(build) => filters::build::run(build, out),
        Command::Add(add) => filters::add::run(add, out),
        Command::Check(check) => filters::check::run(check, out),
        Command::Dedupe(dedupe) => filters::dedupe::run(dedupe, out),
        Command::Union(typed) => filters::merge::union(typed, out),
        Command::Intersect(typed) => filters::merge::intersect(typed, out),
        Command::Compare(compare) => filters::compare::run(compare, out),
        Command::Compress(compress) => filters::compress::run(compress, out),
        Command::Info(info) => filters::info::run(info, out),
        Command::Verify(verify) => filters::verify::run(verify, out),
        Command::Audit(typed) => filters::foreign::run(typed, out),
        Command::Key(typed) => {
            urnfield_keys::secret::make(&typed.output)?;
            Ok(Answer::Yes)
        }
        Command::Overlap(overlap) => lists::overlap::run(overlap, out),
        Command::Enrich(typed) => lists::enrich::run(typed, out),
        Command::Law { law: Law::Balls(asked) } => tell(asked, out),
        Command::Law { law: Law::Union(asked) } => tell(asked, out),
        Command::Law { law: Law::Intersection(asked) } => tell(asked, out),
        Command::Law { law: Law::Waiting(asked) } => tell(asked, out),
        Command::Redis(typed) => shell::redis::run(typed),
        Command::Serve(typed) => serve::run(typed, out),
        Command::Cite(typed) => {
            let form = typed.form();
            write(typed.question().report(form)?, form, out)
        }
        Command::Completions(typed) => shell::completions::completions(typed, out),
        Command::Man(typed) => shell::man::run(typed, out),
        Command::Figure { figure } => pictures::figure::run(figure, out),
        Command::Sample { sample: Sample::Balls(asked) } => tell(asked, out),
        Command::Sample { sample: Sample::Union(asked) } => tell(asked, out),
        Command::Sample { sample: Sample::Intersection(asked) } => tell(asked, out),
        Command::Estimate { estimate: Estimate::Balls(asked) } => tell(asked, out),
        Command::Estimate { estimate: Estimate::Committees(asked) } => tell(asked, out),
        Command::Estimate { estimate: Estimate::Population(census) } => {
            lists::census::run(census, out)
        }
        Command::Parquet { parquet: Parquet::Plan(asked) } => tell(asked, out),
        Command::Parquet { parquet: Parquet::Audit(typed) } => filters::audit::run(typed, out),
        Command::Birthday(asked) => tell(asked, out),
        Command::Critical(asked) => tell(asked, out),
        Command::Power(asked) => tell(asked, out),
    }
}
