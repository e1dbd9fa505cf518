//! `parquet`: questions about the Bloom filters of Parquet files.

use crate::args::questions::typed_question::TypedQuestion;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use urnfield_answers::{ParquetPlanQuestion, read};
use urnfield_terminal::Output;

pub(crate) const EXAMPLES: &str = "\
Examples:
  urnfield parquet plan --items 1e6 --fpr 1%
  urnfield parquet plan --bits 1MiB --fpr 1%
  urnfield parquet audit trips.parquet";

#[derive(Subcommand)]
pub(crate) enum Parquet {
    /// Size the filter of a column, and print the options of each writer
    #[command(after_help = PLAN_EXAMPLES)]
    Plan(TypedQuestion<ParquetPlanQuestion>),
    /// Check the Bloom filters in Parquet files: their values and their rates
    #[command(after_help = AUDIT_EXAMPLES)]
    Audit(Audit),
}

const PLAN_EXAMPLES: &str = "\
Two of --items, --fpr and --bits are given, the third is found; all three ask
whether that goes together: status 0 for yes, 1 for no. Sizes are multiples of
32 bytes. The same as `urnfield plan --kind parquet`. --items is the number of
distinct values in one column chunk: a column of one row group.

Writers size by a formula that forgets how unevenly blocks are filled, and some
cap the size: parquet-mr (Spark, Hive, Flink) at 1 MiB. With --fpr the plan says
what each writer makes when it is asked for that rate, the options that keep it,
and the rate that results. COLUMN stands for the column's path. Where chance
decides whether a writer folds its filter in half, both sizes are printed.

Examples:
  urnfield parquet plan --items 1e6 --fpr 1%
  urnfield parquet plan --items 1e6 --fpr 0.1% --json
  urnfield parquet plan --bits 1MiB --fpr 1%
  urnfield parquet plan --bits 2MiB --items 1e6 --fpr 0.1%";

const AUDIT_EXAMPLES: &str = "\
Of every Bloom filter in every row group and column: created_by is the program
that the file names as its writer. fpr_given_bits is the rate of this very
filter, from the bits that are set in each block; a formula of all bits set is
too low, as blocks are filled unevenly. distinct is how many distinct values set
these bits: an estimate by moments, and an exact interval. expected_fpr is the
mean rate of such filters with the fewest and with the most of them. values is
what the file says, with nulls and repetitions.

What a writer was asked for is not in the file. cap is there where the size is
exactly what its writer caps filters at. claimed is the range of rates for which
the writers' formula gives this size, for a writer that knows its values; as it
forgets how unevenly blocks are filled, fpr_given_bits may be more.
ask_writer_for is what to ask for instead, to surely keep the least of them.

In a folder, files in folders inside are looked at too; names that begin with a
dot or an underscore are left out, and files that are no Parquet files are
counted. Several files end with a summary: a row for each column. --summary
prints nothing else. Only local files are read, and of them only footers and
filters. Where no file has a filter the status is 1. With --json each filter is
one object on its line, and --summary is one object.

Examples:
  urnfield parquet audit trips.parquet
  urnfield parquet audit trips.parquet --confidence 99.9%
  urnfield parquet audit trips.parquet --json
  urnfield parquet audit . --summary";

/// Parquet files whose filters to look at.
#[derive(Args)]
pub(crate) struct Audit {
    /// The Parquet files, and folders of them
    #[arg(value_name = "FILES.parquet", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print a row for each column, and no filter by itself
    #[arg(long)]
    pub(crate) summary: bool,
    /// How surely the interval holds the truth [default: 95%]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<urnfield::Rate>,
    #[command(flatten)]
    pub(crate) form: Output,
}
