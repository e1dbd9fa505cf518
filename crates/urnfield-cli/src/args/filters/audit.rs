//! `audit`: filters of other libraries in files.

use clap::Args;
use std::path::PathBuf;
use urnfield_answers::read;
use urnfield_terminal::Output;

pub(crate) const EXAMPLES: &str = "\
Filters of Spark, Guava, ORC, RocksDB, Parquet and other libraries. The content
tells the format, not the name; --format names it where the content does not.
fpr_given_bits is the rate of this very filter: exact by the law of the
library's positions, or sampled with random hash words in the library's own
loop. Both assume uniform hashes. fpr_by_fill is what many libraries report
instead: the share of bits set to the power of hashes. distinct is the number of
items that set these bits, with a certain interval where their law is known.
Most formats do not store the rate they were asked for: --fpr says it, and then
times_asked compares, and needed is the smallest filter that has that rate on
average if positions are independent.
Parquet files are reported as by `urnfield parquet audit`. In folders, names
that begin with a dot or an underscore are left out; other files are counted.
The status is 2 for a file of no known format, and for one that fits several.

Examples:
  urnfield audit broadcast.bin --fpr 0.01%
  urnfield audit warehouse/
  urnfield audit events.orc --json
  urnfield audit blob.bin --format guava";

/// Files whose filters to look at.
#[derive(Args)]
pub(crate) struct ForeignAudit {
    /// The files, and folders of them; - is stdin
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The format, where the content does not tell it
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,
    /// The rate that was asked for
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) fpr: Option<urnfield::Rate>,
    /// How surely the items are in the interval [default: 95%]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<urnfield::Rate>,
    /// The most draws of a sample [default: 2^24]
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) draws: Option<u64>,
    /// The seed of a sample
    #[arg(long, value_name = "S", default_value_t = 1, hide_default_value = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) form: Output,
}
