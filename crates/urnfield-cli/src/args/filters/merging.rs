//! `union`, `intersect` and `compare`: several filters.

use crate::args::filters::overwriting::Overwriting;
use clap::Args;
use std::path::PathBuf;
use urnfield_answers::read;
use urnfield_terminal::Output;

pub(crate) const UNION_EXAMPLES: &str = "\
Filters are merged only where kind, bits, hashes and seed or key agree: build
them with the same --items and --fpr, or the others --like the first. The union
of the filters of two halves is, byte for byte, the filter of the whole. With an
intersection among them it is no set's filter, and marked. A secret is not
needed.

Examples:
  urnfield union monday.urn tuesday.urn -o both.urn
  urnfield union both.urn monday.urn -o more.urn
  urnfield union monday.urn tuesday.urn -o week.urn --json";

pub(crate) const INTERSECT_EXAMPLES: &str = "\
It contains every item that is in all of them. Bits that other items share stay
set too, so its rate is higher than that of a filter of the common items alone,
and it need not be the filter of any set: its file is marked, and keeps how full
the filters were. fpr_given_bits is the rate for keys that are in none of the
sets. A key that is in some of them but not in all passes more often: as often
as the fullest filter lets strangers pass, at most, which is member_fpr. No keys
are added to an intersection. Kind, bits, hashes and seed or key must agree. A
secret is not needed.

Examples:
  urnfield intersect monday.urn tuesday.urn -o both.urn
  urnfield intersect monday.urn tuesday.urn -o both.urn --force --json";

/// Filters, and where the one made of them goes.
#[derive(Args)]
pub(crate) struct Merge {
    /// The filters
    #[arg(value_name = "FILTERS.urn", required = true)]
    pub(crate) filters: Vec<PathBuf>,
    /// The file to write
    #[arg(short, long, value_name = "OUT.urn")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) overwriting: Overwriting,
    #[command(flatten)]
    pub(crate) form: Output,
}

pub(crate) const COMPARE_EXAMPLES: &str = "\
Items are estimated from the bits that are set, with exact confidence intervals
that hold all together with at least the confidence asked for, however the sets
overlap. What sets have in common may be estimated below zero, where they have
fewer bits in common than by chance; the interval says what is possible. Whether
the sets share anything is tested on its own: a small chance of so many common
bits says that they do. An intersection is no set's filter: with one among them
nothing is estimated. Kind, bits, hashes and seed or key must agree. A secret is
not needed.

Examples:
  urnfield compare monday.urn tuesday.urn
  urnfield compare monday.urn tuesday.urn --confidence 99%
  urnfield compare monday.urn tuesday.urn --json";

/// Filters that may have items in common.
#[derive(Args)]
pub(crate) struct Compare {
    /// The filters, two or more
    #[arg(value_name = "FILTERS.urn", required = true)]
    pub(crate) filters: Vec<PathBuf>,
    /// How surely all intervals hold together [default: 95%]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<urnfield::Rate>,
    #[command(flatten)]
    pub(crate) form: Output,
}
