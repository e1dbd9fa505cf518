//! Output files that exist already.

use clap::Args;

/// Whether an existing file is overwritten.
#[derive(Args)]
pub(crate) struct Overwriting {
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Refuse at once if another command is writing to it
    #[arg(long, requires = "force")]
    pub(crate) no_wait: bool,
}
