//! `urnfield redis` runs a separate program, so that people without a server build no client.

use crate::args::Redis;
use crate::args::redis_program::{NAME, found};
use std::io;
use std::process::Command;
use urnfield_terminal::{Answer, Refusal};

/// Starts it with all that was typed; its status is ours.
pub(crate) fn run(typed: &Redis) -> Result<Answer, Refusal> {
    let Some(program) = found() else {
        return Err(Refusal::Typed(format!(
            "`urnfield redis` is the program {NAME}, which is neither beside this one nor on the \
             path; install it with `cargo install --locked --path crates/{NAME}`"
        )));
    };
    let mut command = Command::new(program);
    command.args(&typed.words);
    let error = become_it(&mut command);
    Err(Refusal::Typed(format!("{NAME} cannot be started: {error}; see whether it may be run")))
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
