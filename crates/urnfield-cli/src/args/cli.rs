//! All commands and their first lines of help.

use crate::args::filters::{audit, files, merging, parquet, streams};
use crate::args::groups::grouped;
use crate::args::lists::{enrich, overlap};
use crate::args::questions::{chance, estimate, figure, filters, law, sample};
use crate::args::{
    Add, Build, Check, Cite, Compare, Completions, Compress, Dedupe, Enrich, Estimate, Figure,
    ForeignAudit, Info, Law, Man, Merge, NewKey, Overlap, Parquet, Redis, Sample, Serve,
    TypedQuestion, Verify, serve, shell,
};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use urnfield_answers::{
    BirthdayQuestion, CriticalQuestion, PeakQuestion, PlanQuestion, PowerQuestion, RateQuestion,
};

/// What was typed: one command with its options.
pub(crate) struct Cli {
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
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
  urnfield law intersection --help";

impl CommandFactory for Cli {
    fn command() -> clap::Command {
        let root = clap::Command::new("urnfield")
            .version(env!("CARGO_PKG_VERSION"))
            .about("Bloom filters with exact false-positive rates, and exact occupancy statistics")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true)
            .after_help(AFTER_HELP);
        grouped(Command::augment_subcommands(root))
    }

    fn command_for_update() -> clap::Command {
        Cli::command()
    }
}

impl FromArgMatches for Cli {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Cli, clap::Error> {
        Ok(Cli { command: Command::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.command.update_from_arg_matches(matches)
    }
}

impl Parser for Cli {}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the smallest filter for a number of items and a rate
    #[command(after_help = filters::PLAN_EXAMPLES)]
    Plan(TypedQuestion<PlanQuestion>),
    /// Compute the false-positive rate of a filter, and its spread
    #[command(after_help = filters::RATE_EXAMPLES)]
    Rate(TypedQuestion<RateQuestion>),
    /// Compute the load at which a filter is most efficient
    #[command(after_help = filters::PEAK_EXAMPLES)]
    Peak(TypedQuestion<PeakQuestion>),
    /// Build a filter from the lines of files
    #[command(after_help = files::BUILD_EXAMPLES)]
    Build(Build),
    /// Add keys to an existing filter
    #[command(after_help = streams::ADD_EXAMPLES)]
    Add(Add),
    /// Print the lines that a filter may contain
    #[command(after_help = files::CHECK_EXAMPLES)]
    Check(Check),
    /// Print only lines whose keys are new
    #[command(after_help = streams::DEDUPE_EXAMPLES)]
    Dedupe(Dedupe),
    /// Combine filters into one that holds the keys of all
    #[command(after_help = merging::UNION_EXAMPLES)]
    Union(Merge),
    /// Combine filters into one with the bits that all have set
    #[command(after_help = merging::INTERSECT_EXAMPLES)]
    Intersect(Merge),
    /// Estimate the sizes and the overlaps of the sets behind filters
    #[command(after_help = merging::COMPARE_EXAMPLES)]
    Compare(Compare),
    /// Write a filter to a smaller file, for transmission
    #[command(after_help = files::COMPRESS_EXAMPLES)]
    Compress(Compress),
    /// Print the contents of filter files and their rates
    #[command(after_help = files::INFO_EXAMPLES)]
    Info(Info),
    /// Check filter files for damage
    #[command(after_help = files::VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Find the real rate of filters of Spark, Guava and other libraries
    #[command(after_help = audit::EXAMPLES)]
    Audit(ForeignAudit),
    /// Make a secret key for filters whose keys an attacker may choose
    #[command(after_help = shell::KEY_EXAMPLES)]
    Key(NewKey),
    /// Test whether lists of names share more than chance explains
    #[command(after_help = overlap::EXAMPLES)]
    Overlap(Overlap),
    /// Test one list against many sets, each with an exact test
    #[command(after_help = enrich::EXAMPLES)]
    Enrich(Enrich),
    /// Compute the law of an occupancy number, such as occupied urns
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
    /// Draw random values from the law of an occupancy number
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
    /// Estimate committees, balls or urns from an occupancy number
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
    /// Compute the chance that two balls share an urn, or its inverse
    #[command(after_help = chance::BIRTHDAY_EXAMPLES)]
    Birthday(TypedQuestion<BirthdayQuestion>),
    /// Find the smallest overlap of random lists that is rare
    #[command(after_help = chance::CRITICAL_EXAMPLES)]
    Critical(TypedQuestion<CriticalQuestion>),
    /// Compute the power of a test of two lists
    #[command(after_help = chance::POWER_EXAMPLES)]
    Power(TypedQuestion<PowerQuestion>),
    /// Draw the paper's figures and others, or print their data
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
    /// Plan and audit Bloom filters of Parquet files
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
    /// Use filters on a Redis or Valkey server, from many processes
    #[command(after_help = shell::REDIS_EXAMPLES, disable_help_flag = true)]
    Redis(Redis),
    /// Serve a page with these questions to a browser on this machine
    #[command(after_help = serve::EXAMPLES)]
    Serve(Serve),
    /// Print sentences and BibTeX for citing urnfield and its paper
    #[command(after_help = shell::CITE_EXAMPLES)]
    Cite(Cite),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = shell::COMPLETIONS_EXAMPLES)]
    Completions(Completions),
    /// Print a page of the manual
    #[command(after_help = shell::MAN_EXAMPLES)]
    Man(Man),
}

#[cfg(test)]
mod tests {
    #[test]
    fn help_is_well_formed() {
        urnfield_terminal::check_help::<super::Cli>();
    }

    /// Every question that an address of the page can name is a command as well.
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
