//! `urnfield man`: pages of the manual, made from the help of the commands.

use crate::args::{Cli, Man};
use clap::{Command, CommandFactory};
use clap_mangen::roff::{Inline, Roff, bold, roman};
use std::io::{self, Write};
use urnfield_terminal::{Answer, Refusal};

pub(crate) fn run(typed: &Man, out: &mut impl Write) -> Result<Answer, Refusal> {
    let mut command = Cli::command();
    command.build();
    let mut found = &command;
    for name in &typed.command {
        found = found.find_subcommand(name).ok_or_else(|| {
            let shown = found.get_subcommands().filter(|inner| !inner.is_hide_set());
            let names = shown.map(Command::get_name);
            let rule = match names.collect::<Vec<_>>() {
                names if names.is_empty() => "has no commands of its own".to_owned(),
                names => format!("has the commands {}", names.join(", ")),
            };
            let parent = found.get_bin_name().unwrap_or("urnfield");
            Refusal::Typed(format!("`{parent}` {rule}, got {name:?}"))
        })?;
    }
    let mut roff = Vec::new();
    page(found, &mut roff)?;
    out.write_all(&roff)?;
    Ok(Answer::Yes)
}

/// One page, in the sections that manuals have.
fn page(command: &Command, out: &mut Vec<u8>) -> io::Result<()> {
    let generated = clap_mangen::Man::new(command.clone())
        .source(concat!("urnfield ", env!("CARGO_PKG_VERSION")))
        .manual("urnfield");
    generated.render_title(out)?;
    generated.render_name_section(out)?;
    generated.render_synopsis_section(out)?;
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (prose, examples) = help.split_once("Examples:\n").unwrap_or((&help, ""));
    let mut written = Roff::new();
    written.control("SH", ["DESCRIPTION"]);
    if let Some(about) = command.get_about() {
        written.text([roman(format!("{about}."))]);
    }
    paragraphs(prose, &mut written);
    written.to_writer(out)?;
    generated.render_options_section(out)?;
    let mut written = Roff::new();
    if command.has_subcommands() {
        written.control("SH", ["COMMANDS"]);
        for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
            written.control("TP", []);
            written.text([bold(inner.get_bin_name().unwrap_or(inner.get_name()))]);
            written.text([roman(inner.get_about().map(ToString::to_string).unwrap_or_default())]);
        }
    }
    written.control("SH", ["EXAMPLES"]);
    verbatim(examples.lines().map(str::trim_start), &mut written);
    written.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in statuses(command) {
        written.control("TP", []);
        written.text([bold(status)]);
        written.text([roman(meaning)]);
    }
    written.to_writer(out)
}

/// Sentences become paragraphs, and lines that are indented stay lines. A line that begins with a
/// word and a colon begins a paragraph.
fn paragraphs(prose: &str, written: &mut Roff) {
    let mut lines = prose.lines().peekable();
    let mut begins = true;
    while let Some(line) = lines.next() {
        if line.starts_with("  ") {
            let mut table = vec![line];
            while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                table.push(more);
            }
            verbatim(table.into_iter(), written);
            begins = true;
        } else if line.is_empty() {
            begins = true;
        } else {
            let titled = line.split(' ').next().is_some_and(|word| word.ends_with(':'));
            if begins || titled {
                written.control("PP", []);
            }
            begins = false;
            written.text([roman(line)]);
        }
    }
}

/// Lines that are not filled.
fn verbatim<'a>(lines: impl Iterator<Item = &'a str>, written: &mut Roff) {
    written.control("PP", []);
    written.control("nf", []);
    written.control("RS", ["4"]);
    for line in lines {
        written.text([Inline::Roman(line.into())]);
    }
    written.control("RE", []);
    written.control("fi", []);
}

/// What a command tells a shell.
fn statuses(command: &Command) -> Vec<(&'static str, &'static str)> {
    let name = command.get_bin_name().unwrap_or_default();
    let mut statuses = vec![("0", "Success.")];
    match name {
        "urnfield check" => statuses.push(("1", "No line was selected.")),
        "urnfield plan" => statuses.push(("1", "Bits, items and rate do not go together.")),
        _ => (),
    }
    statuses.push(match name {
        "urnfield verify" | "urnfield info" => {
            ("2", "An error, told in one sentence on stderr, or a file that is damaged.")
        }
        "urnfield dedupe" => {
            ("2", "An error, told in one sentence on stderr. A state is as it was before.")
        }
        _ => ("2", "An error, told in one sentence on stderr."),
    });
    statuses
}
