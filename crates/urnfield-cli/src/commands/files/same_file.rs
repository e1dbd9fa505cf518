//! Detects outputs that are also inputs: by another name, through a link, as stdin or as stdout.

use crate::commands::files::target::is_stdin_or_stdout;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use urnfield_terminal::Refusal;

/// Returns the files that keys are read from: stdin if no file is named.
pub(crate) fn key_files(named: &[PathBuf]) -> Vec<PathBuf> {
    if named.is_empty() { vec![PathBuf::from("-")] } else { named.to_vec() }
}

/// Refuses an output, typed with this option, that is one of the inputs, because the input would be
/// lost. --force does not allow it either.
pub(crate) fn refuse_input_as_output<'a>(
    output: &Path,
    option: &str,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Refusal> {
    for input in inputs.into_iter().filter(|_| !is_stdin_or_stdout(output)) {
        if are_one(output, input) {
            let written = output.display().to_string();
            let which = match shown(input) {
                read if read == written => String::new(),
                read if is_stdin_or_stdout(input) => format!(" as {read}"),
                read => format!(" under the name {read}"),
            };
            return Err(Refusal::Typed(format!(
                "{written} is read{which}, and what is read is not written over, --force or not; \
                 name another file with {option}"
            )));
        }
    }
    Ok(())
}

/// Refuses a stdout that is one of the inputs.
pub(crate) fn refuse_input_as_stdout<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Refusal> {
    let Some(stdout) = stdout() else { return Ok(()) };
    for input in inputs {
        let found = found(input).filter(Metadata::is_file);
        if found.is_some_and(|found| number(&found) == Some(stdout)) {
            return Err(Refusal::Typed(format!(
                "the lines of {} would be printed into that same file; let the output go to \
                 another one",
                shown(input)
            )));
        }
    }
    Ok(())
}

fn shown(input: &Path) -> String {
    if is_stdin_or_stdout(input) { "stdin".into() } else { input.display().to_string() }
}

/// Returns the metadata of an input, which may be stdin.
fn found(input: &Path) -> Option<Metadata> {
    if is_stdin_or_stdout(input) { stdin() } else { fs::metadata(input).ok() }
}

fn are_one(a: &Path, b: &Path) -> bool {
    let (Ok(first), Some(second)) = (fs::metadata(a), found(b)) else { return false };
    match (number(&first), number(&second)) {
        (Some(first), Some(second)) => first == second,
        // Without file numbers, full names are compared.
        _ => {
            let full = |path: &Path| -> io::Result<PathBuf> { fs::canonicalize(path) };
            matches!((full(a), full(b)), (Ok(a), Ok(b)) if a == b)
        }
    }
}

/// Device and inode.
#[cfg(unix)]
fn number(found: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(unix)]
fn stdin() -> Option<Metadata> {
    use std::os::fd::AsFd;
    fs::File::from(io::stdin().as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn stdin() -> Option<Metadata> {
    None
}

/// The file that stdout goes to, if it goes to one.
#[cfg(unix)]
fn stdout() -> Option<(u64, u64)> {
    use std::os::fd::AsFd;
    let file = fs::File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    number(&file.metadata().ok().filter(Metadata::is_file)?)
}

#[cfg(not(unix))]
fn stdout() -> Option<(u64, u64)> {
    None
}
