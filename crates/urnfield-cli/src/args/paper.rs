//! `paper`: all claims, or one.

use clap::Args;

pub(super) const EXAMPLES: &str = "\
Each claim with its verdict and what was just computed for it: a claim that is
not right as printed fails at a counterexample, and its corrected form holds.
The verdicts, corrected forms and sources are in `docs/paper.md`.
The exit status is 0 if every verdict was confirmed, and 1 if not.

Examples:
  urnfield paper
  urnfield paper --only con:optimal-ks
  urnfield paper --json";

/// Which claims.
#[derive(Args)]
pub(crate) struct Paper {
    /// One claim, by its label in the paper or the ledger
    #[arg(long, value_name = "LABEL")]
    pub(crate) only: Option<String>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
