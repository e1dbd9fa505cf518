//! `urnfield --help`: the commands in groups, in the order in which a reader needs them.

use crate::args::redis_program;
use clap::Command;

/// The heading of each group, and its commands.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Size and judge filters", &["plan", "rate", "peak", "audit", "parquet"]),
    (
        "Use filters",
        &[
            "build",
            "add",
            "check",
            "dedupe",
            "union",
            "intersect",
            "compare",
            "compress",
            "info",
            "verify",
            "key",
            REDIS,
        ],
    ),
    (
        "Lists and statistics",
        &["overlap", "enrich", "critical", "power", "law", "sample", "estimate", "birthday"],
    ),
    ("More", &["figure", "serve", "cite", "completions", "man"]),
];

const REDIS: &str = "redis";

/// Groups the commands of the root command. `redis` is hidden where its program is not installed,
/// because every use of it would be an error; typing it still prints how to install it.
pub(crate) fn grouped(root: Command) -> Command {
    let is_installed = redis_program::found().is_some();
    with_lists(root.mut_subcommand(REDIS, |command| command.hide(!is_installed)))
}

fn with_lists(root: Command) -> Command {
    let listed = lists(&root);
    root.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}Options:\n{{options}}\
         {{after-help}}"
    ))
}

/// The headings, each with a line for every command that is not hidden.
fn lists(root: &Command) -> String {
    let shown = |name: &str| root.find_subcommand(name).filter(|found| !found.is_hide_set());
    let width = root.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (heading, names) in GROUPS {
        text.push_str(&format!("{heading}:\n"));
        for command in names.iter().filter_map(|name| shown(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            text.push_str(&format!("  {:width$}  {about}\n", command.get_name()));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;
    use std::path::Path;

    /// A machine on which every program is installed.
    struct Everything;

    impl CommandFactory for Everything {
        fn command() -> Command {
            with_lists(Cli::command().mut_subcommand(REDIS, |command| command.hide(false)))
        }

        fn command_for_update() -> Command {
            Everything::command()
        }
    }

    #[test]
    fn the_reference_has_the_help_of_every_command() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/commands.md");
        urnfield_terminal::check_reference::<Everything>(Path::new(page));
    }

    #[test]
    fn every_command_is_in_exactly_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let root = Everything::command();
        let mut there: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
        there.sort_unstable();
        assert_eq!(grouped, there);
    }

    /// A screen has 24 lines, one of which is the prompt.
    #[test]
    fn every_group_fits_a_screen() {
        for group in lists(&Everything::command()).trim_end().split("\n\n") {
            assert!(group.lines().count() <= 20, "{group}");
        }
    }
}
