//! Locks a filter file until it is written.

use std::io::ErrorKind;
use std::path::Path;
use urnfield::filter::FileLock;
use urnfield_terminal::{Refusal, talk};

/// Locks a file. Waits for other commands, and says so.
pub(crate) fn file(path: &Path, no_wait: bool) -> Result<FileLock, Refusal> {
    let shown = path.display();
    match FileLock::at_once(path) {
        Err(error) if error.io_kind() != Some(ErrorKind::WouldBlock) => Err(error.into()),
        Err(_) if no_wait => Err(Refusal::Typed(format!(
            "{shown} is being written by another command, and --no-wait was typed; try again later"
        ))),
        Err(_) => {
            talk(&[format!("{shown} is being written by another command; waiting for it")]);
            Ok(FileLock::wait(path)?)
        }
        Ok(lock) => Ok(lock),
    }
}
