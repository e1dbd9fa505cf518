//! The `urnfield-paper` command: the paper's claims, conjectures and proofs, computed on the spot.

mod claims;
mod conjecture;
mod prove;

use clap::{Parser, Subcommand};
use std::env;
use std::process::ExitCode;

/// What the paper behind urnfield prints, and what is true
#[derive(Parser)]
#[command(
    name = "urnfield-paper",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Examples:
  urnfield-paper claims
  urnfield-paper claims --only con:optimal-ks
  urnfield-paper conjecture 1 --up-to 60
  urnfield-paper prove"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The paper's claims, each with its verdict and evidence
    #[command(after_help = claims::EXAMPLES)]
    Claims(claims::Claims),
    /// A sweep over one of the paper's conjectures
    #[command(after_help = conjecture::EXAMPLES)]
    Conjecture(conjecture::Typed),
    /// The inequalities behind the theorem on the best number of hashes
    #[command(after_help = prove::EXAMPLES)]
    Prove(prove::Prove),
}

fn main() -> ExitCode {
    urnfield_terminal::run(env::args_os(), |cli: Cli, out| match &cli.command {
        Command::Claims(typed) => claims::run(typed, out),
        Command::Conjecture(typed) => conjecture::run(typed, out),
        Command::Prove(typed) => prove::run(typed, out),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn help_is_well_formed() {
        urnfield_terminal::check_help::<super::Cli>();
    }
}
