//! `figure`: which one, with which parameters, and where it goes.

use crate::read::{self, Span};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use urnfield::{Committees, Kind, Rate};

pub(super) const EXAMPLES: &str = "\
Without parameters the paper's figures are drawn as printed. The name behind -o
says what is written: .svg a picture, .csv its data with 30 certain digits;
without -o the data goes to stdout.

Examples:
  urnfield figure fp-vs-k -o fp-vs-k.svg
  urnfield figure fp-bounds --bits 4096 --items 64 --hashes 30-60 -o bounds.csv
  urnfield figure spread --bits 1e4 --items 1000 --hashes 7 -o spread.svg
  urnfield figure pmf --urns 365 --balls 23";

#[derive(Subcommand)]
pub(crate) enum Figure {
    /// Both rates over the number of hashes
    #[command(after_help = "\
Examples:
  urnfield figure fp-vs-k -o fp-vs-k.svg
  urnfield figure fp-vs-k --bits 1e4 --items 1000 --hashes 1-20 -o rates.csv")]
    FpVsK(Rates),
    /// Both rates among their bounds
    #[command(after_help = "\
Examples:
  urnfield figure fp-bounds -o fp-bounds.svg
  urnfield figure fp-bounds --bits 512 --items 30 --hashes 5-20 -o bounds.csv")]
    FpBounds(Rates),
    /// The best number of hashes over the items
    #[command(after_help = "\
Examples:
  urnfield figure optimal-k -o optimal-k.svg
  urnfield figure optimal-k --bits 512 --items 3-30 -o best.csv")]
    OptimalK {
        /// The size in bits [default: 1024]
        #[arg(long, value_name = "M", value_parser = read::size_in_bits)]
        bits: Option<u64>,
        /// From how many items to how many [default: 1-20]
        #[arg(long, value_name = "A-B", value_parser = read::span)]
        items: Option<Span>,
        #[command(flatten)]
        target: Target,
    },
    /// The efficiency of standard filters over loads
    #[command(after_help = "\
Examples:
  urnfield figure standard-efficiency -o standard.svg
  urnfield figure standard-efficiency --bits 500 --hashes 1-8 --items 1-500 -o e.csv")]
    StandardEfficiency(Loads),
    /// The efficiency of classic filters over loads
    #[command(after_help = "\
Examples:
  urnfield figure classic-efficiency -o classic.svg
  urnfield figure classic-efficiency --bits 64 --hashes 1-32 --items 1-64 -o e.csv")]
    ClassicEfficiency(Loads),
    /// The peaks of standard filters over the hashes
    #[command(after_help = "\
Examples:
  urnfield figure standard-peak-efficiency -o peaks.svg
  urnfield figure standard-peak-efficiency --bits 256 --hashes 1-30 -o peaks.csv")]
    StandardPeakEfficiency(Peaks),
    /// The peaks of classic filters over the hashes
    #[command(after_help = "\
Examples:
  urnfield figure classic-peak-efficiency -o peaks.svg
  urnfield figure classic-peak-efficiency --bits 256 --hashes 1-128 -o peaks.csv")]
    ClassicPeakEfficiency(Peaks),
    /// How the rates of single filters spread
    #[command(after_help = "\
Examples:
  urnfield figure spread -o spread.svg
  urnfield figure spread --bits 1024 --items 5 --hashes 133 -o rare.svg
  urnfield figure spread --bits 512 --items 51 --hashes 7 --kind classic -o s.csv")]
    Spread {
        /// The size in bits [default: 1024]
        #[arg(long, value_name = "M", value_parser = read::size_in_bits)]
        bits: Option<u64>,
        /// How many items it holds [default: 102]
        #[arg(long, value_name = "N", value_parser = read::count)]
        items: Option<u64>,
        /// How many positions an item has [default: 7]
        #[arg(long, value_name = "K", value_parser = read::count)]
        hashes: Option<u64>,
        /// standard or classic [default: standard]
        #[arg(long, value_parser = read::kind)]
        kind: Option<Kind>,
        #[command(flatten)]
        target: Target,
    },
    /// How far the textbook's sizes miss their rate
    #[command(after_help = "\
Examples:
  urnfield figure textbook-gap -o gap.svg
  urnfield figure textbook-gap --fpr 1% --fpr 1e-4 --up-to 1e6 -o gap.csv")]
    TextbookGap {
        /// A rate to size for; may be given several times
        #[arg(long = "fpr", value_name = "P", value_parser = read::rate)]
        rates: Vec<Rate>,
        /// The most items [default: 10000]
        #[arg(long, value_name = "N", value_parser = read::count)]
        up_to: Option<u64>,
        #[command(flatten)]
        target: Target,
    },
    /// Any law of an occupancy number
    #[command(after_help = "\
Examples:
  urnfield figure pmf --urns 365 --balls 23 -o birthdays.svg
  urnfield figure pmf --urns 1000 --department 3x500+2x80 -o union.svg
  urnfield figure pmf --urns 99 --department 3x20 --department 2x30 --every -o and.csv")]
    Pmf {
        /// How many urns there are
        #[arg(long, value_name = "M", value_parser = read::count)]
        urns: u64,
        /// How many balls are thrown
        #[arg(long, value_name = "N", value_parser = read::count, conflicts_with = "departments")]
        balls: Option<u64>,
        /// N committees of K members, mixed as 3x500+2x80
        #[arg(long = "department", value_name = "NxK", value_parser = Department::read)]
        departments: Vec<Department>,
        /// Urns in some committee of every department, not of any
        #[arg(long, requires = "departments")]
        every: bool,
        /// Leave out what is less probable [default: 1e-9]
        #[arg(long, value_name = "X", value_parser = read::threshold)]
        above: Option<urnfield::Rational>,
        #[command(flatten)]
        target: Target,
    },
}

/// One filter over its hashes.
#[derive(Args)]
pub(crate) struct Rates {
    /// The size in bits [default: as printed]
    #[arg(long, value_name = "M", value_parser = read::size_in_bits)]
    pub(crate) bits: Option<u64>,
    /// How many items it holds [default: 20]
    #[arg(long, value_name = "N", value_parser = read::count)]
    pub(crate) items: Option<u64>,
    /// From how many hashes to how many [default: as printed]
    #[arg(long, value_name = "A-B", value_parser = read::span)]
    pub(crate) hashes: Option<Span>,
    #[command(flatten)]
    pub(crate) target: Target,
}

/// One size over hashes and items.
#[derive(Args)]
pub(crate) struct Loads {
    /// The size in bits [default: 100]
    #[arg(long, value_name = "M", value_parser = read::size_in_bits)]
    pub(crate) bits: Option<u64>,
    /// From how many hashes to how many [default: 1-20]
    #[arg(long, value_name = "A-B", value_parser = read::span)]
    pub(crate) hashes: Option<Span>,
    /// From how many items to how many [default: 1-100]
    #[arg(long, value_name = "A-B", value_parser = read::span)]
    pub(crate) items: Option<Span>,
    #[command(flatten)]
    pub(crate) target: Target,
}

/// One size over hashes, each at its best load.
#[derive(Args)]
pub(crate) struct Peaks {
    /// The size in bits [default: 100]
    #[arg(long, value_name = "M", value_parser = read::size_in_bits)]
    pub(crate) bits: Option<u64>,
    /// From how many hashes to how many [default: 1-40 or 1-100]
    #[arg(long, value_name = "A-B", value_parser = read::span)]
    pub(crate) hashes: Option<Span>,
    #[command(flatten)]
    pub(crate) target: Target,
}

/// Where a figure goes.
#[derive(Args)]
pub(crate) struct Target {
    /// A picture in .svg or data in .csv [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// One `--department`.
#[derive(Clone)]
pub(crate) struct Department(pub(crate) Vec<Committees>);

impl Department {
    fn read(text: &str) -> Result<Department, urnfield::Error> {
        read::department(text).map(Department)
    }
}
