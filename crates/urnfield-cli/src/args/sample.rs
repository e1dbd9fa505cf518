//! `sample`: values drawn from a law.

use super::Output;
use super::law::Departments;
use crate::read;
use clap::{Args, Subcommand};
use urnfield_answers::{SampleQuestion, Statement};

pub(super) const EXAMPLES: &str = "\
Every value is drawn member by member and has exactly the law asked for, as far
as the generator is uniform: xoshiro256++, seeded by splitmix64. The same seed
gives the same values again.

Examples:
  urnfield sample balls --urns 365 --balls 23 --count 10
  urnfield sample union --urns 1000 --department 3x500+2x80 --seed 7
  urnfield sample intersection --urns 99 --department 3x20 --department 2x30";

#[derive(Subcommand)]
pub(crate) enum Sample {
    /// Balls fall into urns independently
    #[command(after_help = "\
Examples:
  urnfield sample balls --urns 365 --balls 23 --count 10
  urnfield sample balls --urns 1e6 --balls 1e6 --count 5 --seed 42 --json")]
    Balls {
        /// How many urns there are
        #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
        urns: u64,
        /// How many balls are thrown
        #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
        balls: u64,
        #[command(flatten)]
        draw: Draw,
    },
    /// Urns in at least one committee
    #[command(after_help = "\
Examples:
  urnfield sample union --urns 1000 --department 3x500+2x80 --count 10
  urnfield sample union --urns 64 --department 10x5 --seed 7 --json")]
    Union {
        #[command(flatten)]
        committees: Departments,
        #[command(flatten)]
        draw: Draw,
    },
    /// Urns in at least one committee of every department
    #[command(after_help = "\
Examples:
  urnfield sample intersection --urns 20000 --department 1x5000 --department 1x300
  urnfield sample intersection --urns 99 --department 3x20 --department 2x30 --count 10")]
    Intersection {
        #[command(flatten)]
        committees: Departments,
        #[command(flatten)]
        draw: Draw,
    },
}

/// How many values, and which.
#[derive(Args)]
pub(crate) struct Draw {
    /// How many values to draw [default: 1]
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) count: Option<u64>,
    /// Other values for another seed [default: 0]
    #[arg(long, value_name = "S", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Sample {
    /// The law, and what is to be drawn from it.
    pub(crate) fn question(&self) -> (SampleQuestion, &Output) {
        let (statement, draw) = match self {
            Sample::Balls { urns, balls, draw } => {
                (Statement::Balls { urns: *urns, balls: *balls }, draw)
            }
            Sample::Union { committees, draw } => (committees.union(), draw),
            Sample::Intersection { committees, draw } => (committees.intersection(), draw),
        };
        (SampleQuestion { statement, count: draw.count, seed: draw.seed }, &draw.output)
    }
}
