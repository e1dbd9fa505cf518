//! `parquet`: questions about the Bloom filters of Parquet files.

use super::Asked;
use clap::Subcommand;
use urnfield_answers::ParquetPlanQuestion;

pub(super) const EXAMPLES: &str = "\
Examples:
  urnfield parquet plan --items 1e6 --fpr 1%
  urnfield parquet plan --bits 1MiB --fpr 1%";

#[derive(Subcommand)]
pub(crate) enum Parquet {
    /// The filter for a column, and what to ask a writer for
    #[command(after_help = PLAN_EXAMPLES)]
    Plan(Asked<ParquetPlanQuestion>),
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
