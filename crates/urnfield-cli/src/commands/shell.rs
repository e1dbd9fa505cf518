//! `urnfield completions` and `urnfield man`: made from the very definition of the commands.

use crate::args::{Cli, Completions, Man};
use crate::refusal::Refusal;
use clap::CommandFactory;
use std::io::Write;
use urnfield_manners::Answer;

pub(super) fn completions(typed: &Completions, out: &mut impl Write) -> Result<Answer, Refusal> {
    // Written to memory first: the generators do not expect that writing fails.
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut Cli::command(), "urnfield", &mut script);
    out.write_all(&script)?;
    Ok(Answer::Yes)
}

pub(super) fn man(typed: &Man, out: &mut impl Write) -> Result<Answer, Refusal> {
    let mut command = Cli::command();
    command.build();
    let mut found = &command;
    for name in &typed.command {
        found = found.find_subcommand(name).ok_or_else(|| {
            let names = found.get_subcommands().map(clap::Command::get_name);
            let rule = match names.collect::<Vec<_>>() {
                names if names.is_empty() => "has no commands of its own".to_owned(),
                names => format!("has the commands {}", names.join(", ")),
            };
            let parent = found.get_bin_name().unwrap_or("urnfield");
            Refusal::Typed(format!("`{parent}` {rule}, got {name:?}"))
        })?;
    }
    let mut roff = Vec::new();
    clap_mangen::Man::new(found.clone()).render(&mut roff)?;
    out.write_all(&roff)?;
    Ok(Answer::Yes)
}
