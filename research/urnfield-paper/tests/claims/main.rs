//! `claims`, `conjecture` and `prove`: against the ledger and the audit.

mod conjectures;
mod folder;
mod ledger;
mod proof;

use serde_json::Value;
use std::process::{Command, Output};

fn run(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield-paper"));
    command.args(words.split_whitespace()).output().expect("the command runs")
}

/// The one object that a command answers with.
fn answer(words: &str) -> Value {
    let output = run(words);
    assert!(output.status.success() && output.stderr.is_empty(), "{words}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{words}: {e}"))
}
