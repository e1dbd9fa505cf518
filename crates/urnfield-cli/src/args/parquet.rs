//! `parquet`: questions about the Bloom filters of Parquet files.

use super::{Output, TypedQuestion};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use urnfield_answers::{ParquetPlanQuestion, read};

pub(super) const EXAMPLES: &str = "\
Examples:
  urnfield parquet plan --items 1e6 --fpr 1%
  urnfield parquet plan --bits 1MiB --fpr 1%
  urnfield parquet audit trips.parquet";

#[derive(Subcommand)]
pub(crate) enum Parquet {
    /// The filter for a column, and what to ask a writer for
    #[command(after_help = PLAN_EXAMPLES)]
    Plan(TypedQuestion<ParquetPlanQuestion>),
    /// The filters in files: their values, and their rates
    #[command(after_help = AUDIT_EXAMPLES)]
    Audit(Audit),
}

const PLAN_EXAMPLES: &str = "\
Two of --items, --fpr and --bits are given, the third is found; all three ask
whether that goes together: status 0 for yes, 1 for no. Sizes are multiples of
32 bytes. The same as `urnfield plan --kind parquet`.

Writers size by a formula that forgets how unevenly blocks are filled, and miss
what they are asked for. The plan says what to ask them for instead, and the
power of two that some readers want.

Examples:
  urnfield parquet plan --items 1e6 --fpr 1%
  urnfield parquet plan --items 1e6 --fpr 0.1% --json
  urnfield parquet plan --bits 1MiB --fpr 1%
  urnfield parquet plan --bits 2MiB --items 1e6 --fpr 0.1%";

const AUDIT_EXAMPLES: &str = "\
Of every Bloom filter in every row group and column: fpr_given_bits is the rate
of this very filter, from the bits that are set in each block; a formula of all
bits set is too low, as blocks are filled unevenly. distinct is how many
distinct values set these bits: an estimate by moments, and an exact interval.
expected_fpr is the mean rate of such filters with the fewest and with the most
of them. claimed is what a writer was asked for that makes a filter of this size
for so many values; as it sizes by a formula, fpr_given_bits may be more.
ask_writer_for is what to ask it for instead, to surely keep what was asked for.
values is what the file says, with nulls and repetitions.
Only footers and filters are read, no data. Where no file has a filter the
status is 1. With --json each filter is one object on its line.

Examples:
  urnfield parquet audit trips.parquet
  urnfield parquet audit trips.parquet --confidence 99.9%
  urnfield parquet audit trips.parquet --json";

/// Parquet files whose filters to look at.
#[derive(Args)]
pub(crate) struct Audit {
    /// The Parquet files
    #[arg(value_name = "FILES.parquet", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How surely the interval holds the truth [default: 95%]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<urnfield::Rate>,
    #[command(flatten)]
    pub(crate) form: Output,
}
