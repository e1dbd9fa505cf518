//! Sizes: what `build` and `dedupe` have in common.

use clap::Args;
use std::path::PathBuf;
use urnfield_terminal::SizeOptions;

/// How large a filter is, and how it hashes.
#[derive(Args)]
pub(crate) struct Sizing {
    #[command(flatten)]
    pub(crate) size: SizeOptions,
    /// More than 1 GiB for the keys that were counted
    #[arg(long, conflicts_with_all = ["items", "bits", "like"])]
    pub(crate) force_size: bool,
    /// Size, hashes and seed of a filter that is there
    #[arg(long, value_name = "OLD.urn")]
    #[arg(conflicts_with_all = ["items", "fpr", "bits", "hashes", "kind", "seed"])]
    pub(crate) like: Option<PathBuf>,
}
