//! From the words that were typed to the exit status.

use crate::talk::{be_quiet, say};
use crate::{Refusal, escaped};
use clap::error::ErrorKind;
use clap::{ArgMatches, Parser};
use std::ffi::OsString;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;
use urnfield::filter::{SPARE_MEMORY, memory_is_left};
use urnfield_answers::{Form, Report};

/// The exit status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Status 0.
    Yes,
    /// Status 1: nothing was found, or not all of it was confirmed, which is no error.
    No,
}

impl Answer {
    /// Returns the status of a report.
    pub fn of(report: &Report) -> Answer {
        if report.is_no() { Answer::No } else { Answer::Yes }
    }
}

/// The status of an error, which is one sentence on stderr.
const ERROR: u8 = 2;

/// Runs a program on the words that were typed, its own name first.
pub fn run<C: Parser>(
    words: impl Iterator<Item = OsString>,
    run: impl FnOnce(C, &mut BufWriter<StdoutLock<'static>>) -> Result<Answer, Refusal>,
) -> ExitCode {
    // Before the first thread, because later allocations end the process when they fail.
    let status = enough_memory().and_then(|()| {
        crate::interrupted::leave_nothing_unfinished();
        match parsed::<C>(words) {
            Ok(typed) => answer(|out| run(typed, out)),
            Err(error) => no_command(&error, C::command().get_name()),
        }
    });
    match status {
        Ok(status) => status,
        Err(refusal) if refusal.is_broken_pipe() => ExitCode::SUCCESS,
        Err(refusal) => {
            // Without a reader of stderr, the status alone reports the error.
            let sentence = refusal.to_string();
            let _ = writeln!(io::stderr(), "{}: {}", C::command().get_name(), escaped(&sentence));
            ExitCode::from(ERROR)
        }
    }
}

/// Parses the words, and applies `--quiet` before the command runs.
fn parsed<C: Parser>(words: impl Iterator<Item = OsString>) -> Result<C, clap::Error> {
    let mut command = C::command();
    let matches = command.try_get_matches_from_mut(words)?;
    if wants_no_talk(&matches) {
        be_quiet();
    }
    C::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Whether `--quiet` was typed, [`Output`](crate::Output)'s or another one.
fn wants_no_talk(matches: &ArgMatches) -> bool {
    if let Some((_, of_command)) = matches.subcommand() {
        return wants_no_talk(of_command);
    }
    // `check --quiet` is grep's: it prints no lines either.
    ["no_talk", "quiet"]
        .iter()
        .any(|name| matches.try_get_one::<bool>(name).ok().flatten().is_some_and(|typed| *typed))
}

/// Refuses to go on when little memory is left, as small allocations that fail end the process
/// without a sentence.
pub fn enough_memory() -> Result<(), Refusal> {
    if memory_is_left(SPARE_MEMORY) {
        return Ok(());
    }
    Err(Refusal::Typed(format!(
        "less than {SPARE_MEMORY} bytes of memory are left to work with; end other programs, or raise \
         the limit (ulimit -v)"
    )))
}

fn answer(
    run: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<Answer, Refusal>,
) -> Result<ExitCode, Refusal> {
    let mut out = BufWriter::new(io::stdout().lock());
    let answer = run(&mut out)?;
    out.flush()?;
    Ok(match answer {
        Answer::Yes => ExitCode::SUCCESS,
        Answer::No => ExitCode::FAILURE,
    })
}

/// Prints help and the version, which are answers. Help after an empty command line is an error.
fn no_command(error: &clap::Error, program: &str) -> Result<ExitCode, Refusal> {
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
        _ => Err(Refusal::from_typing(error, program)),
    }
}

/// Writes a report. Messages come first, because a reader may cut off a long table.
pub fn write(report: Report, form: Form, out: &mut dyn Write) -> Result<Answer, Refusal> {
    if let Form::Text(_) = form {
        say(report.asides());
    }
    let answer = Answer::of(&report);
    report.write(form, out)?;
    Ok(answer)
}
