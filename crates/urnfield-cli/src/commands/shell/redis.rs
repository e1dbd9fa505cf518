//! `urnfield redis` runs a separate program, so that people without a server build no client.

use crate::args::Redis;
use std::env;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use urnfield_terminal::{Answer, Refusal};

const PROGRAM: &str = "urnfield-redis";

/// Starts it with all that was typed; its status is ours.
pub(crate) fn run(typed: &Redis) -> Result<Answer, Refusal> {
    let mut command = Command::new(found());
    command.args(&typed.words);
    let error = become_it(&mut command);
    if error.kind() == io::ErrorKind::NotFound {
        return Err(Refusal::Typed(format!(
            "`urnfield redis` is the program {PROGRAM}, which is neither beside this one nor on the \
             path; install it with `cargo install --locked --path crates/{PROGRAM}`"
        )));
    }
    Err(Refusal::Typed(format!("{PROGRAM} cannot be started: {error}; see whether it may be run")))
}

/// Beside this program, else wherever the path leads.
fn found() -> PathBuf {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().and_then(|here| Some(here.parent()?.join(&name)));
    beside.filter(|path| path.is_file()).unwrap_or(name.into())
}

#[cfg(unix)]
fn become_it(command: &mut Command) -> io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(2)),
        Err(error) => error,
    }
}
