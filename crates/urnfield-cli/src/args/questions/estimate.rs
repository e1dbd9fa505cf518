//! `estimate`: from an occupancy number back to what it came from.

use crate::args::questions::typed_question::TypedQuestion;
use crate::args::questions::typed_question::{read, with_options};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, value_parser};
use std::path::PathBuf;
use urnfield_answers::typed::{FromTyped, TypedOption};
use urnfield_answers::{BallsQuestion, CommitteesQuestion, PopulationQuestion};
use urnfield_terminal::Output;

pub(crate) const EXAMPLES: &str = "\
moments is the number whose mean is what was observed, mle the likeliest one
(all that tie). The interval is exact: it holds the truth with at least the
confidence asked for, whatever the truth is, and may be empty.

Examples:
  urnfield estimate balls --urns 65536 --occupied 30000
  urnfield estimate committees --urns 1e6 --size 7 --occupied 500k
  urnfield estimate population --marked 50 --caught 40 --recaptured 8";

#[derive(Subcommand)]
pub(crate) enum Estimate {
    /// How many committees of one size occupied so many urns
    #[command(
        override_usage = "urnfield estimate committees --urns <M> --size <K> --occupied <X> ...",
        after_help = "\
Examples:
  urnfield estimate committees --urns 1e6 --size 7 --occupied 500k
  urnfield estimate committees --urns 14 --size 5 --occupied 6 --confidence 99.9%
  urnfield estimate committees --urns 1024 --size 10 --occupied 600 --json"
    )]
    Committees(TypedQuestion<CommitteesQuestion>),
    /// How many balls occupied so many urns: linear counting, UMIs
    #[command(after_help = "\
Examples:
  urnfield estimate balls --urns 65536 --occupied 30000
  urnfield estimate balls --urns 4^8 --occupied 65536 --confidence 90%
  urnfield estimate balls --urns 365 --occupied 200 --digits 30 --json")]
    Balls(TypedQuestion<BallsQuestion>),
    /// How many there are, from samples: marking and recapture, species
    #[command(
        override_usage = "urnfield estimate population [OPTIONS] <SAMPLES>",
        after_help = "\
One of --marked, --sizes, --department, --balls and --histories says what the
samples are. For two samples moments is Lincoln's and Petersen's estimate, and
mvue Chapman's; for more moments solves Darroch's equation. mvue is the one
unbiased estimate, as long as there are no more urns than members in all samples
together, which is its unbiased_up_to. Histories are rows of noughts and ones,
one an animal; they give Schnabel's estimate and Chao's, which is from below and
allows for animals that are harder to catch than others.

Examples:
  urnfield estimate population --marked 50 --caught 40 --recaptured 8
  urnfield estimate population --sizes 50,40,45 --distinct 101
  urnfield estimate population --histories foxes.csv
  urnfield estimate population --balls 1e9 --distinct 600M
  urnfield estimate population --department 20x500+3x80 --distinct 6000 --json"
    )]
    Population(Box<Census>),
}

/// Samples, in numbers or as a table, which a shell has in a file.
pub(crate) struct Census {
    pub(crate) histories: Option<PathBuf>,
    pub(crate) question: PopulationQuestion,
    pub(crate) output: Output,
}

const HISTORIES: &str = "histories";

/// Everything else that says what the samples are.
fn others() -> Vec<TypedOption> {
    let mut options = PopulationQuestion::options();
    options.retain(|option| option.name != HISTORIES);
    options
}

impl Args for Census {
    fn augment_args(command: Command) -> Command {
        let samples = others().into_iter().map(|option| option.name);
        let histories = Arg::new(HISTORIES)
            .long(HISTORIES)
            .value_name("FILE")
            .help("Capture histories, one row an animal; - is stdin")
            .value_parser(value_parser!(PathBuf))
            .conflicts_with_all(samples.filter(|name| *name != "confidence"));
        Output::augment_args(with_options(command.arg(histories), others(), &[]))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Census {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Census, Error> {
        let question = PopulationQuestion::from_read(&read(matches, others()));
        let question = question.map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?;
        let histories = matches.get_one(HISTORIES).cloned();
        Ok(Census { histories, question, output: Output::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Census::from_arg_matches(matches)?;
        Ok(())
    }
}
