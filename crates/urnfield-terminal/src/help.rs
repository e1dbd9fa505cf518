//! Rules for every page of help, for the tests of programs.

use clap::{Command, CommandFactory};
use std::fmt::Write;
use std::fs;
use std::path::Path;

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

/// Panics unless a page of `docs/reference` has the help of every command of a program. With
/// `TRYCMD=overwrite` in the environment the page is written anew below its marker line.
pub fn check_reference<C: CommandFactory>(page: &Path) {
    const MARKER: &str = "<!-- generated below -->\n";
    // A package has no documents.
    let Ok(text) = fs::read_to_string(page) else { return };
    let (head, _) = text.split_once(MARKER).expect("a marker");
    let mut command = C::command();
    command.build();
    let mut written = format!("{head}{MARKER}");
    write_page(&mut command, 2, &mut written);
    if std::env::var("TRYCMD").is_ok_and(|wish| wish == "overwrite") {
        fs::write(page, written).expect("the page is ours");
        return;
    }
    for (there, here) in written.lines().zip(text.lines()) {
        assert_eq!(there, here, "{} is not the help of the program", page.display());
    }
    assert_eq!(written.len(), text.len(), "{} has more or fewer lines", page.display());
}

/// Writes the help of a command under a heading, then the help of its commands.
fn write_page(command: &mut Command, level: usize, out: &mut String) {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let help = command.render_help().to_string();
    let _ = write!(out, "\n{} {name}\n\n```text\n{}\n```\n", "#".repeat(level), help.trim_end());
    for inner in command.get_subcommands_mut() {
        // Deeper headings are for commands of commands.
        let level = if level == 2 && name.contains(' ') { 3 } else { 2 };
        write_page(inner, level, out);
    }
}
