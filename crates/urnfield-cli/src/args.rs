//! What can be typed.

use crate::read;
use crate::refusal::Refusal;
use clap::{Args, Parser, Subcommand};
use urnfield::{Committees, Rate, Rational};

/// Certified occupancy laws: every number is certain to its last digit
#[derive(Parser)]
#[command(
    name = "urnfield",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Numbers: 1000, 1e6, 2^20, 1_000_000, 64k (64000), 64Ki (65536).
Rates:   0.01, 1%, 1e-9, 1/500, \"1 in 500\". All are read exactly.

Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law union --urns 1e6 --department 3x500 --pmf 1500
  urnfield law intersection --help"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The law of an occupancy number: how many urns are occupied
    #[command(
        subcommand_required = true,
        arg_required_else_help = false,
        disable_help_subcommand = true,
        after_help = "\
Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law union --urns 1000 --department 3x500+2x80 --at-most 900
  urnfield law intersection --urns 20000 --department 1x5000 --department 1x300"
    )]
    Law {
        #[command(subcommand)]
        law: Law,
    },
}

#[derive(Subcommand)]
pub(crate) enum Law {
    /// Balls fall into urns independently
    #[command(after_help = "\
Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law balls --urns 365 --balls 23 --at-most 22
  urnfield law balls --urns 2^12 --balls 5_000 --quantile 99.9% --json
  urnfield law balls --urns 52 --balls 40 --table --above 1e-6 > law.tsv")]
    Balls {
        /// How many urns there are
        #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
        urns: u64,
        /// How many balls are thrown
        #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
        balls: u64,
        #[command(flatten)]
        questions: Questions,
    },
    /// Urns in at least one committee
    #[command(after_help = "\
Examples:
  urnfield law union --urns 1000 --department 3x500+2x80
  urnfield law union --urns 64 --department 10x5 --pmf 36 --digits 20
  urnfield law union --urns 64 --department 10x5 --moments 4 --bounds 4 --json")]
    Union {
        #[command(flatten)]
        committees: Departments,
        #[command(flatten)]
        questions: Questions,
    },
    /// Urns in at least one committee of every department
    #[command(after_help = "\
Examples:
  urnfield law intersection --urns 20000 --department 1x5000 --department 1x300
  urnfield law intersection --urns 1e4 --department 1x900 --department 1x80 --at-least 20
  urnfield law intersection --urns 99 --department 3x20 --department 2x30+1x5 --table")]
    Intersection {
        #[command(flatten)]
        committees: Departments,
        #[command(flatten)]
        questions: Questions,
    },
}

#[derive(Args)]
pub(crate) struct Departments {
    /// How many urns there are
    #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) urns: u64,
    /// N committees of K members, mixed as 3x500+2x80
    #[arg(
        long = "department",
        value_name = "NxK",
        required = true,
        value_parser = Department::read,
        allow_hyphen_values = true
    )]
    pub(crate) departments: Vec<Department>,
}

/// One `--department`.
#[derive(Clone)]
pub(crate) struct Department(pub(crate) Vec<Committees>);

impl Department {
    fn read(text: &str) -> Result<Department, urnfield::Error> {
        read::department(text).map(Department)
    }
}

/// What is asked of a law; with nothing asked, a summary.
#[derive(Args)]
pub(crate) struct Questions {
    /// P(X = I)
    #[arg(long, value_name = "I", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) pmf: Option<u64>,
    /// P(X >= I)
    #[arg(long, value_name = "I", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) at_least: Option<u64>,
    /// P(X <= I)
    #[arg(long, value_name = "I", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) at_most: Option<u64>,
    /// The least i with P(X <= i) >= P
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) quantile: Option<Rate>,
    /// Raw, factorial and binomial moments of orders 0 to R
    #[arg(long, value_name = "R", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) moments: Option<u64>,
    /// The probability generating function, E Z^X
    #[arg(long, value_name = "Z", value_parser = read::number, allow_hyphen_values = true)]
    pub(crate) pgf: Option<Rational>,
    /// Bounds on E C(X,r) / C(M,r) for r from 0 to R
    #[arg(long, value_name = "R", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) bounds: Option<u64>,
    /// P(X = i) for every possible i, as TSV
    #[arg(long)]
    pub(crate) table: bool,
    /// Keep rows of the table with P(X = i) >= X
    #[arg(long, value_name = "X", value_parser = read::threshold, allow_hyphen_values = true)]
    pub(crate) above: Option<Rational>,
    /// Significant digits, 1 to 1000 [default: 7, in JSON 15]
    #[arg(long, value_name = "D", value_parser = digits, allow_negative_numbers = true)]
    pub(crate) digits: Option<usize>,
    /// One JSON object, every value between certain ends
    #[arg(long)]
    pub(crate) json: bool,
}

impl Questions {
    /// Options that mean nothing without another one.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.above.is_some() && !self.table {
            let sentence = "--above keeps the probable rows of a table; add --table";
            return Err(Refusal::Typed(sentence.into()));
        }
        Ok(())
    }
}

/// More digits than this are a slip of the finger, and cost the cube of their number.
const MOST_DIGITS: u64 = 1000;

fn digits(text: &str) -> Result<usize, urnfield::Error> {
    match read::count(text)? {
        digits @ 1..=MOST_DIGITS => Ok(digits as usize),
        _ => Err(urnfield::Error::Domain {
            rule: "a number is shown to 1 to 1000 significant digits",
            got: text.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_fits_eighty_columns_and_ends_with_examples() {
        fn check(command: &mut clap::Command) {
            let help = command.render_help().to_string();
            let (before, examples) = help.split_once("\nExamples:\n").expect(&help);
            for line in before.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
            // Nothing else behind them; one line each, so that they can be copied.
            for line in examples.lines() {
                assert!(line.starts_with("  urnfield "), "{line}");
            }
            command.get_subcommands_mut().for_each(check);
        }
        let mut command = Cli::command();
        command.build();
        check(&mut command);
    }
}
