//! The `urnfield-redis` command, which `urnfield redis` starts: filters on a server.
//!
//! | file | idea |
//! |---|---|
//! | `args` | what can be typed |
//! | `at` | which server, which secret, how patiently |
//! | `commands` | what is done |
//! | `keys` | add and check |
//! | `said` | what is told of a filter on a server |

mod args;
mod at;
mod commands;
mod keys;
mod said;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    urnfield_terminal::run(env::args_os(), |typed: args::Cli, out| {
        commands::run(&typed.command, out)
    })
}
