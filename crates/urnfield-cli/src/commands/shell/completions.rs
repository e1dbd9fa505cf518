//! `urnfield completions`: made from the very definition of the commands.

use crate::args::{Cli, Completions};
use clap::CommandFactory;
use std::io::Write;
use urnfield_terminal::{Answer, Refusal};

pub(crate) fn completions(typed: &Completions, out: &mut impl Write) -> Result<Answer, Refusal> {
    // Written to memory first: the generators do not expect that writing fails.
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut Cli::command(), "urnfield", &mut script);
    out.write_all(&script)?;
    Ok(Answer::Yes)
}
