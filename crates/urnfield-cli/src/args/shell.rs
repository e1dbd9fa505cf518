//! `cite`, `completions`, `man`, `key`, and `redis`, which is a separate program.

use clap::Args;
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;
use urnfield_answers::{CiteQuestion, Form, Method};
use urnfield_terminal::Offering;

pub(crate) const CITE_EXAMPLES: &str = "\
Each sentence is for a section on methods: filters, overlap, enrich, populations
or barcodes. [1] and [2] are the two BibTeX entries, the software and the paper.
The paper gives neither a year nor a journal, so its entry has neither.

Examples:
  urnfield cite
  urnfield cite overlap
  urnfield cite --bibtex > urnfield.bib
  urnfield cite enrich --json";

/// What is to be cited.
#[derive(Args)]
pub(crate) struct Cite {
    /// What urnfield was used for [default: all]
    #[arg(value_name = "METHOD", value_parser = Offering::new(Method::read, Method::NAMES))]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Option<Method>,
    /// Only the two BibTeX entries
    #[arg(long, conflicts_with_all = ["method", "json"])]
    pub(crate) bibtex: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl Cite {
    /// Returns the question that these options ask.
    pub(crate) fn question(&self) -> CiteQuestion {
        CiteQuestion { method: self.method, bibtex_only: self.bibtex }
    }

    /// Returns the form in which the answer is written.
    pub(crate) fn form(&self) -> Form {
        Form::new(self.json, None)
    }
}

pub(crate) const COMPLETIONS_EXAMPLES: &str = "\
The script completes commands, options, and the values of options that take one
of a few words, such as --kind. bash looks for it in the file
~/.local/share/bash-completion/completions/urnfield.

Examples:
  urnfield completions bash > urnfield.bash
  urnfield completions zsh > _urnfield
  urnfield completions fish > urnfield.fish";

/// A shell.
#[derive(Args)]
pub(crate) struct Completions {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

pub(crate) const MAN_EXAMPLES: &str = "\
The page is roff, on stdout; `man -l` shows a file of it.

Examples:
  urnfield man > urnfield.1
  urnfield man build > urnfield-build.1
  urnfield man law balls > urnfield-law-balls.1";

/// A command.
#[derive(Args)]
pub(crate) struct Man {
    /// The command, or none for the page about all of them
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

pub(crate) const REDIS_EXAMPLES: &str = "\
It is the program urnfield-redis, which is installed by itself:
`cargo install --locked --path crates/urnfield-redis`. Its help says more.

Examples:
  urnfield redis --help
  urnfield redis create visitors --items 1e6 --fpr 1%
  urnfield redis add visitors today.txt
  urnfield redis pull visitors -o visitors.urn";

/// What that program is told.
#[derive(Args)]
pub(crate) struct Redis {
    /// What to do, as its own help says
    #[arg(value_name = "WORDS", num_args = 0.., trailing_var_arg = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}

pub(crate) const KEY_EXAMPLES: &str = "\
Sixteen bytes from the system's generator, as 32 hexadecimal digits, in a file
that only its owner may read. A file that is there is never written over.
An attacker who knows a filter's seed can choose keys that fill it, or keys that
pass although they were never added. A secret key prevents such choices. It does
not stop an attacker who may ask the filter from trying keys: each passes with
the filter's rate, and a key that passed once passes every time. Keep a copy of
the key: without it the filter cannot be asked.

Examples:
  urnfield key -o fresh.key";

/// Where a new secret goes.
#[derive(Args)]
pub(crate) struct NewKey {
    /// The file to write
    #[arg(short, long, value_name = "SECRET.key")]
    pub(crate) output: PathBuf,
}
