//! Whether what is written is what is read: by another name, through a link, or as stdout.

use crate::refusal::Refusal;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Refuses an output that is one of the inputs: what is read would be gone. Nothing asks for that,
/// not even --force.
pub(super) fn refuse_input_as_output<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Refusal> {
    for input in inputs {
        if are_one(output, input) {
            let (written, read) = (output.display().to_string(), input.display().to_string());
            let which = if written == read { "" } else { &format!(" under the name {read}") };
            return Err(Refusal::Typed(format!(
                "{written} is read{which}, and what is read is not written over, --force or not; \
                 name another file with -o"
            )));
        }
    }
    Ok(())
}

/// The same for whoever prints lines into a file that they come from.
pub(super) fn refuse_input_as_stdout<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Refusal> {
    let Some(stdout) = stdout() else { return Ok(()) };
    for input in inputs {
        let found = fs::metadata(input).ok().filter(Metadata::is_file);
        if found.is_some_and(|found| number(&found) == Some(stdout)) {
            return Err(Refusal::Typed(format!(
                "the lines of {} would be printed into that same file; let the output go to \
                 another one",
                input.display()
            )));
        }
    }
    Ok(())
}

fn are_one(a: &Path, b: &Path) -> bool {
    let (Ok(first), Ok(second)) = (fs::metadata(a), fs::metadata(b)) else { return false };
    match (number(&first), number(&second)) {
        (Some(first), Some(second)) => first == second,
        // Where files have no numbers, their full names must do.
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
