//! What can be typed.

mod chance;
mod enrich;
mod estimate;
mod figure;
mod files;
mod filters;
mod law;
mod merging;
mod overlap;
mod parquet;
mod rotation;
mod sample;
mod serve;
mod shell;
mod sizing;
mod streams;
mod typed_question;

pub(crate) use enrich::Enrich;
pub(crate) use estimate::{Census, Estimate};
pub(crate) use figure::{Figure, FigureOutput};
pub(crate) use files::{Build, Check, Compress, FileFormat, Info, Verify};
pub(crate) use law::Law;
pub(crate) use merging::{Compare, Merge};
pub(crate) use overlap::{Names, Overlap, Whole};
pub(crate) use parquet::{Audit, Parquet};
pub(crate) use rotation::{Date, Rotation};
pub(crate) use sample::Sample;
pub(crate) use serve::Serve;
pub(crate) use shell::{Completions, Man, NewKey, Redis};
pub(crate) use sizing::Sizing;
pub(crate) use streams::{Add, Dedupe};
pub(crate) use typed_question::TypedQuestion;
pub(crate) use urnfield_terminal::Output;

use clap::{Args, Parser, Subcommand};
use urnfield_answers::{
    BirthdayQuestion, CriticalQuestion, PeakQuestion, PlanQuestion, PowerQuestion, RateQuestion,
};

/// Certified occupancy laws and Bloom filters: what is not certain says so
#[derive(Parser)]
#[command(
    name = "urnfield",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Numbers: 1000, 1e6, 2^20, 1_000_000, 1,000,000, 64k (64000), 64Ki (65536).
Sizes:   the same in bits; with a final B in bytes, 64KiB (524288 bits).
Rates:   0.01, 1%, 1e-9, 2^-20, 1/500, \"1 in 10M\". All are read exactly.

Examples:
  urnfield plan --items 1e6 --fpr 1%
  urnfield rate --bits 64KiB --items 50k --hashes 7
  urnfield build words.txt --fpr 1% -o words.urn
  urnfield check words.urn keys.txt
  urnfield overlap --population 20000 --sizes 300,500 --observed 15
  urnfield law balls --urns 365 --balls 23
  urnfield law intersection --help"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The filter for what is asked, beside the one from the textbook
    #[command(after_help = filters::PLAN_EXAMPLES)]
    Plan(TypedQuestion<PlanQuestion>),
    /// The false-positive rate of one filter, its bounds and its spread
    #[command(after_help = filters::RATE_EXAMPLES)]
    Rate(TypedQuestion<RateQuestion>),
    /// The load at which a filter is most efficient
    #[command(after_help = filters::PEAK_EXAMPLES)]
    Peak(TypedQuestion<PeakQuestion>),
    /// A filter of the lines of files, in a file
    #[command(after_help = files::BUILD_EXAMPLES)]
    Build(Build),
    /// More keys into a filter that is there
    #[command(after_help = streams::ADD_EXAMPLES)]
    Add(Add),
    /// The lines that a filter may contain
    #[command(after_help = files::CHECK_EXAMPLES)]
    Check(Check),
    /// Lines whose keys have not come before
    #[command(after_help = streams::DEDUPE_EXAMPLES)]
    Dedupe(Dedupe),
    /// One filter for everything that is in any of several
    #[command(after_help = merging::UNION_EXAMPLES)]
    Union(Merge),
    /// The bits that several filters have in common
    #[command(after_help = merging::INTERSECT_EXAMPLES)]
    Intersect(Merge),
    /// What the bits of filters say about their sets
    #[command(after_help = merging::COMPARE_EXAMPLES)]
    Compare(Compare),
    /// The same filter in a smaller file, for transmission
    #[command(after_help = files::COMPRESS_EXAMPLES)]
    Compress(Compress),
    /// What a filter's file says, and what its rate is
    #[command(after_help = files::INFO_EXAMPLES)]
    Info(Info),
    /// Whether filters' files are whole
    #[command(after_help = files::VERIFY_EXAMPLES)]
    Verify(Verify),
    /// A secret for filters whose keys an enemy may choose
    #[command(after_help = shell::KEY_EXAMPLES)]
    Key(NewKey),
    /// What lists of names share, and whether it is more than chance
    #[command(after_help = overlap::EXAMPLES)]
    Overlap(Overlap),
    /// One list against many sets, an exact test for each
    #[command(after_help = enrich::EXAMPLES)]
    Enrich(Enrich),
    /// The law of an occupancy number: how many urns are occupied
    #[command(
        subcommand_required = true,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = law::EXAMPLES
    )]
    Law {
        #[command(subcommand)]
        law: Law,
    },
    /// Values drawn from such a law
    #[command(
        subcommand_required = true,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = sample::EXAMPLES
    )]
    Sample {
        #[command(subcommand)]
        sample: Sample,
    },
    /// Committees, balls or urns behind an occupancy number
    #[command(
        subcommand_required = true,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = estimate::EXAMPLES
    )]
    Estimate {
        #[command(subcommand)]
        estimate: Estimate,
    },
    /// The chance that two balls share an urn, or the balls for a chance
    #[command(after_help = chance::BIRTHDAY_EXAMPLES)]
    Birthday(TypedQuestion<BirthdayQuestion>),
    /// The overlap of random lists from which on it is rare
    #[command(after_help = chance::CRITICAL_EXAMPLES)]
    Critical(TypedQuestion<CriticalQuestion>),
    /// How surely a test of two lists finds an association
    #[command(after_help = chance::POWER_EXAMPLES)]
    Power(TypedQuestion<PowerQuestion>),
    /// The paper's figures and others, as pictures or data
    #[command(
        subcommand_required = true,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = figure::EXAMPLES
    )]
    Figure {
        #[command(subcommand)]
        figure: Figure,
    },
    /// Bloom filters of Parquet files: planned, and looked at
    #[command(
        subcommand_required = true,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = parquet::EXAMPLES
    )]
    Parquet {
        #[command(subcommand)]
        parquet: Parquet,
    },
    /// Filters on a Redis or Valkey server, for many processes
    #[command(after_help = shell::REDIS_EXAMPLES, disable_help_flag = true)]
    Redis(Redis),
    /// The page: these questions in a browser, on this machine
    #[command(after_help = serve::EXAMPLES)]
    Serve(Serve),
    /// A script that completes commands and options, for a shell
    #[command(after_help = shell::COMPLETIONS_EXAMPLES)]
    Completions(Completions),
    /// A page of the manual
    #[command(after_help = shell::MAN_EXAMPLES)]
    Man(Man),
}

/// What becomes of a file that is there.
#[derive(Args)]
pub(crate) struct Overwriting {
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Refuse at once if another command is writing to it
    #[arg(long, requires = "force")]
    pub(crate) no_wait: bool,
}

#[cfg(test)]
mod tests {
    #[test]
    fn help_is_well_formed() {
        urnfield_terminal::check_help::<super::Cli>();
    }

    /// What is asked by name, in a page's address, can be typed.
    #[test]
    fn named_questions_are_commands() {
        use clap::CommandFactory;
        for named in urnfield_answers::OF_THE_PAGE.iter().chain(urnfield_answers::OTHERS) {
            let mut command = super::Cli::command();
            for word in named.words.split(' ') {
                let found = command.find_subcommand(word);
                command = found.unwrap_or_else(|| panic!("there is no {}", named.words)).clone();
            }
            for option in (named.options)() {
                let found = command.get_arguments().any(|arg| arg.get_id() == option.name);
                assert!(found, "{} has no {}", named.words, option.name);
            }
        }
    }
}
