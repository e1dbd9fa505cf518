//! `estimate`: from an occupancy number back to what it came from.

use super::Output;
use super::law::Department;
use crate::read::{self, Sizes};
use clap::{Args, Subcommand};
use urnfield::Rate;
use urnfield_answers::{EstimateQuestion, Observed, Samples as Drawn};

pub(super) const EXAMPLES: &str = "\
moments is the number whose mean is what was observed, mle the likeliest one
(all that tie). The interval is exact: it holds the truth with at least the
confidence asked for, whatever the truth is, and may be empty.

Examples:
  urnfield estimate balls --urns 65536 --occupied 30000
  urnfield estimate committees --urns 1e6 --size 7 --occupied 500k
  urnfield estimate population --sizes 50,40 --distinct 82";

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
    Committees {
        /// How many urns there are
        #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
        urns: u64,
        /// How many members each committee has
        #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
        size: u64,
        /// How many urns are occupied
        #[arg(long, value_name = "X", value_parser = read::count, allow_negative_numbers = true)]
        occupied: u64,
        #[command(flatten)]
        how: How,
    },
    /// How many balls occupied so many urns: linear counting, UMIs
    #[command(after_help = "\
Examples:
  urnfield estimate balls --urns 65536 --occupied 30000
  urnfield estimate balls --urns 4^8 --occupied 65536 --confidence 90%
  urnfield estimate balls --urns 365 --occupied 200 --digits 30 --json")]
    Balls {
        /// How many urns there are
        #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
        urns: u64,
        /// How many urns are occupied
        #[arg(long, value_name = "X", value_parser = read::count, allow_negative_numbers = true)]
        occupied: u64,
        #[command(flatten)]
        how: How,
    },
    /// How many urns there are, from samples and their distinct members
    #[command(
        override_usage = "urnfield estimate population [OPTIONS] --distinct <X> <SAMPLES>",
        after_help = "\
One of --sizes, --department and --balls says what the samples are.
mvue is the one unbiased estimate, as long as there are no more urns than
members in all samples together, which is its unbiased_up_to.

Examples:
  urnfield estimate population --sizes 50,40 --distinct 82
  urnfield estimate population --balls 1e9 --distinct 600M
  urnfield estimate population --department 20x500+3x80 --distinct 6000 --json"
    )]
    Population {
        #[command(flatten)]
        samples: Samples,
        /// How many distinct members the samples have together
        #[arg(long, value_name = "X", value_parser = read::count, allow_negative_numbers = true)]
        distinct: u64,
        #[command(flatten)]
        how: How,
    },
}

/// What was drawn, in one of three ways.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Samples {
    /// Sizes of samples, drawn without repetition each
    #[arg(long, value_name = "A,B", value_parser = read::sizes, allow_hyphen_values = true)]
    pub(crate) sizes: Option<Sizes>,
    /// N samples of K each, mixed as 3x500+2x80
    #[arg(long, value_name = "NxK", value_parser = Department::read, allow_hyphen_values = true)]
    pub(crate) department: Option<Department>,
    /// So many single draws
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) balls: Option<u64>,
}

/// How surely, and how it is written.
#[derive(Args)]
pub(crate) struct How {
    /// How surely the interval holds the truth [default: 95%]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<Rate>,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Estimate {
    /// What was observed, and how surely something is to be said of it.
    pub(crate) fn question(&self) -> (EstimateQuestion, &Output) {
        let (observed, how) = match self {
            &Estimate::Committees { urns, size, occupied, ref how } => {
                (Observed::Committees { urns, size, occupied }, how)
            }
            &Estimate::Balls { urns, occupied, ref how } => {
                (Observed::Balls { urns, occupied }, how)
            }
            Estimate::Population { samples, distinct, how } => {
                let samples = match samples {
                    Samples { sizes: Some(sizes), .. } => Drawn::Sizes(sizes.0.clone()),
                    Samples { balls: Some(balls), .. } => Drawn::Balls(*balls),
                    // One of the three is typed, or the command line is refused.
                    Samples { department, .. } => {
                        Drawn::Department(department.iter().flat_map(|d| d.0.clone()).collect())
                    }
                };
                (Observed::Population { samples, distinct: *distinct }, how)
            }
        };
        (EstimateQuestion { observed, confidence: how.confidence.clone() }, &how.output)
    }
}
