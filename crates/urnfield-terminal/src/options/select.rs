//! The options of every command that selects lines by asking a filter.

use clap::Args;
use std::path::PathBuf;

/// Which lines are selected, what happens to them, and the secret of the filter.
#[derive(Args, Debug, Clone, Default)]
pub struct SelectOptions {
    /// Select the lines that are certainly not in the filter
    #[arg(short = 'v', long)]
    pub invert: bool,
    /// Print how many lines were selected, over all inputs
    #[arg(short, long)]
    pub count: bool,
    /// Print nothing and stop at the first line selected
    #[arg(short, long, conflicts_with = "count")]
    pub quiet: bool,
    /// Secret of a keyed filter: 16 bytes or 32 hex digits
    #[arg(long, value_name = "PATH")]
    pub key_file: Option<PathBuf>,
}
