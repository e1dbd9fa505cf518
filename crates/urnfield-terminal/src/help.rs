//! Rules for every page of help, for the tests of programs.

use clap::{Command, CommandFactory};

/// Panics unless the options of a program are well formed, its help fits eighty columns, and every
/// page of it ends with examples, one line each, so that they can be copied.
pub fn check_help<C: CommandFactory>() {
    C::command().debug_assert();
    let mut command = C::command();
    command.build();
    let start = format!("  {} ", command.get_name());
    check_page(&mut command, &start);
}

fn check_page(command: &mut Command, start: &str) {
    let help = command.render_help().to_string();
    let Some((before, examples)) = help.split_once("\nExamples:\n") else {
        panic!("help without examples: {help}");
    };
    // The usage lists all required options, and terminals wrap it.
    for line in before.lines().filter(|line| !line.starts_with("Usage: ")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for line in examples.lines() {
        assert!(line.starts_with(start), "{line}");
    }
    command.get_subcommands_mut().for_each(|command| check_page(command, start));
}
