//! `union`, `intersect` and `compare`: filters beside filters.

use super::Output;
use crate::read;
use clap::Args;
use std::path::PathBuf;
use urnfield::Rate;

pub(super) const UNION_EXAMPLES: &str = "\
Filters are merged only where kind, bits, hashes and seed or key agree: build
them with the same --items and --fpr. The union of the filters of two halves is,
byte for byte, the filter of the whole. A secret is not needed.

Examples:
  urnfield union monday.urn tuesday.urn -o both.urn
  urnfield union both.urn monday.urn -o both.urn --force
  urnfield union monday.urn tuesday.urn -o week.urn --json";

pub(super) const INTERSECT_EXAMPLES: &str = "\
It contains every item that is in all of them. Bits that other items share stay
set too, so its rate is higher than that of a filter of the common items alone.
Kind, bits, hashes and seed or key must agree. A secret is not needed.

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
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) form: Output,
}

pub(super) const COMPARE_EXAMPLES: &str = "\
How many items each filter holds, how many all hold together and in common, from
their bits alone. The estimates are by the method of moments. The intervals hold
all together with the confidence asked for, however the sets overlap. Under
share_nothing, p is the chance of as many common bits if the sets were disjoint.
Kind, bits, hashes and seed or key must agree. A secret is not needed.

Examples:
  urnfield compare monday.urn tuesday.urn
  urnfield compare monday.urn tuesday.urn --confidence 99.9% --json";

/// Filters whose sets are compared.
#[derive(Args)]
pub(crate) struct Compare {
    /// The filters, two or more
    #[arg(value_name = "FILTERS.urn", required = true)]
    pub(crate) filters: Vec<PathBuf>,
    /// How surely the intervals hold [default: 95%]
    #[arg(long, value_name = "P", value_parser = read::rate, allow_negative_numbers = true)]
    pub(crate) confidence: Option<Rate>,
    #[command(flatten)]
    pub(crate) form: Output,
}
