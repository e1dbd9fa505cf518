//! The options that solve a problem with names, as data and in words.

use crate::Spelling;

/// The words for options in a message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Words {
    /// Options of the command line: `--ignore-case`.
    #[default]
    Shell,
    /// Keywords of Python: `ignore_case=True`.
    Python,
    /// The page, which has a button for the remedy and names no option.
    Page,
}

impl Words {
    /// What a list is made of.
    pub(crate) fn line(self) -> &'static str {
        if self == Words::Python { "name" } else { "line" }
    }

    /// The advice to read a list without a header.
    pub(crate) fn without_header(self) -> &'static str {
        match self {
            Words::Shell => "leave --header out",
            Words::Python => "leave header=True out",
            Words::Page => "count the first line of every list as a name",
        }
    }
}

/// What solves a problem with names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// Compare names with these switches on as well.
    Spelling(Spelling),
    /// Leave out the first line of every list.
    Header,
    /// Leave out the first line of the universe.
    UniverseHeader,
    /// Leave out the first line of the sets.
    SetsHeader,
    /// Read the names from one column of a table.
    Column,
    /// Read the universe from one column of a table.
    UniverseColumn,
    /// Leave out words for a missing value.
    DropMissing,
}

impl Remedy {
    /// Returns the names of the options to switch on, as the shell has them but without hyphens in
    /// front. It is empty for a remedy that needs a value.
    pub fn switches(&self) -> Vec<&'static str> {
        match self {
            Remedy::Spelling(spelling) => spelling.switches(),
            Remedy::Header => vec!["header"],
            Remedy::UniverseHeader => vec!["universe-header"],
            Remedy::SetsHeader => vec!["sets-header"],
            Remedy::DropMissing => vec!["drop-missing"],
            Remedy::Column | Remedy::UniverseColumn => Vec::new(),
        }
    }

    /// Returns the options in the words of a reader.
    pub fn options(&self, words: Words) -> String {
        match (self, words) {
            (Remedy::Column, Words::Shell) => "--column 1".into(),
            (Remedy::Column, _) => "take one column of it as the list".into(),
            (Remedy::UniverseColumn, Words::Shell) => "--universe-column 1".into(),
            (Remedy::UniverseColumn, _) => "take one column of it as the universe".into(),
            _ => options(&self.switches(), words),
        }
    }
}

/// Switches as options of a reader.
pub(crate) fn options(switches: &[&str], words: Words) -> String {
    let python = |name: &&str| format!("{}=True", name.replace('-', "_"));
    let shell = |name: &&str| format!("--{name}");
    match words {
        Words::Python => switches.iter().map(python).collect::<Vec<_>>().join(", "),
        Words::Shell | Words::Page => switches.iter().map(shell).collect::<Vec<_>>().join(" "),
    }
}
