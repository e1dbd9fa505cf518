//! The `urnfield` command: answers on stdout, messages on stderr.

mod args;
mod commands;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    urnfield_terminal::run(typed(env::args_os()), |cli: args::Cli, out| {
        commands::run(&cli.command, out)
    })
}

/// Turns `urnfield help build` into `urnfield build --help`.
fn typed(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.get(1).is_some_and(|word| word == "help") {
        words.remove(1);
        words.push("--help".into());
    }
    words.into_iter()
}
