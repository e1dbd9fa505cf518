//! The `urnfield` command: answers on stdout, talk on stderr.

mod args;
mod commands;
mod estimated;
mod keys;
mod progress;
mod refusal;
mod report;
mod secret;

use clap::Parser;
use commands::Answer;
use refusal::Refusal;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use urnfield_answers::{ratio, read};

/// The answer is "no": nothing was found.
const NO: u8 = 1;

/// The answer is "no way": an error, in one sentence on stderr.
const ERROR: u8 = 2;

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(refusal) if refusal.is_broken_pipe() => ExitCode::SUCCESS,
        Err(refusal) => {
            // Where nobody listens on stderr, the status says it.
            let _ = writeln!(io::stderr(), "urnfield: {refusal}");
            ExitCode::from(ERROR)
        }
    }
}

fn run() -> Result<ExitCode, Refusal> {
    let cli = match args::Cli::try_parse_from(typed(env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return typed_no_command(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let answer = commands::run(&cli.command, &mut out)?;
    out.flush()?;
    Ok(match answer {
        Answer::Yes => ExitCode::SUCCESS,
        Answer::No => ExitCode::from(NO),
    })
}

/// `urnfield help build` is what many type for `urnfield build --help`.
fn typed(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.get(1).is_some_and(|word| word == "help") {
        words.remove(1);
        words.push("--help".into());
    }
    words
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
