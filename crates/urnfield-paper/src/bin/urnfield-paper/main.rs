//! The `urnfield-paper` command: the paper's claims and conjectures, computed on the spot.

mod claims;
mod conjecture;
mod manners;

use clap::{Parser, Subcommand};
use manners::Refusal;
use std::io::{self, Write};
use std::process::ExitCode;

/// Some verdict was not confirmed.
const NO: u8 = 1;

/// There is no answer: an error, in one sentence on stderr.
const ERROR: u8 = 2;

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
  urnfield-paper conjecture 1 --up-to 60"
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
}

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(refusal) if refusal.is_broken_pipe() => ExitCode::SUCCESS,
        Err(refusal) => {
            // Where nobody listens on stderr, the status says it.
            let _ = writeln!(io::stderr(), "urnfield-paper: {refusal}");
            ExitCode::from(ERROR)
        }
    }
}

fn run() -> Result<ExitCode, Refusal> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return typed_no_command(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = match &cli.command {
        Command::Claims(typed) if !claims::run(typed, &mut out)? => ExitCode::from(NO),
        Command::Claims(_) => ExitCode::SUCCESS,
        Command::Conjecture(typed) => {
            conjecture::run(typed, &mut out)?;
            ExitCode::SUCCESS
        }
    };
    out.flush()?;
    Ok(status)
}

/// Help and the version are answers; help for somebody who typed nothing is not.
fn typed_no_command(error: &clap::Error) -> Result<ExitCode, Refusal> {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            write!(io::stdout(), "{}", error.render())?;
            io::stdout().flush()?;
            Ok(ExitCode::SUCCESS)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = write!(io::stderr(), "{}", error.render());
            Ok(ExitCode::from(ERROR))
        }
        _ => Err(Refusal::from_typing(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_fits_eighty_columns_and_ends_with_examples() {
        fn check(command: &mut clap::Command) {
            let help = command.render_help().to_string();
            let (before, examples) = help.split_once("\nExamples:\n").expect(&help);
            for line in before.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
            // Nothing else behind them; one line each, so that they can be copied.
            for line in examples.lines() {
                assert!(line.starts_with("  urnfield-paper "), "{line}");
            }
            command.get_subcommands_mut().for_each(check);
        }
        let mut command = Cli::command();
        command.build();
        check(&mut command);
    }
}
