//! `enrich`: one list against many sets.

use crate::args::lists::overlap::{Names, Testing, Whole};
use clap::Args;
use std::path::PathBuf;
use urnfield_answers::read;
use urnfield_terminal::Output;

pub(crate) const EXAMPLES: &str = "\
For every set: how many of its names are on the list, how many would be if the
list were drawn from the population at random, and how surprising that is: an
exact p-value, its logarithm (what other programs read as 0 is not), and the
p-value adjusted for all sets by Holm and by Benjamini-Hochberg. The fold has an
exact interval. The most surprising sets come first.
Sets are read as GMT (a line a set: its name, a description, its names) or from
two columns (a line a name: the set, the name), with tabs between them. With a
universe, names of sets that are not in it do not count. --header and --column
apply to the list; a universe has --universe-header and --universe-column.

Examples:
  urnfield enrich hits.txt --sets pathways.gmt --population 20000
  urnfield enrich hits.txt --sets pathways.gmt --universe measured.txt --restrict
  urnfield enrich hits.txt --sets terms.tsv --population 20000 --tsv > terms-of-hits.tsv
  urnfield enrich hits.txt --sets pathways.gmt --population 20000 --top 5 --names
  urnfield enrich - --sets pathways.gmt.gz --population 20000 --json < hits.txt";

/// A list, sets, and the population of both.
#[derive(Args)]
pub(crate) struct Enrich {
    /// A file of names, one to a line, or table.csv:COLUMN; - is stdin
    #[arg(value_name = "LIST")]
    pub(crate) list: PathBuf,
    /// A file of sets: GMT, or two columns with set and name
    #[arg(long, value_name = "FILE")]
    pub(crate) sets: PathBuf,
    /// The first line of the sets is none
    #[arg(long)]
    pub(crate) sets_header: bool,
    #[command(flatten)]
    pub(crate) whole: Whole,
    /// Drop names of the list that are not in the universe
    #[arg(long, requires = "universe")]
    pub(crate) restrict: bool,
    #[command(flatten)]
    pub(crate) testing: Testing,
    /// So many sets are shown in text [default: 25]
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) top: Option<u64>,
    /// The names that are shared, as well
    #[arg(long = "names")]
    pub(crate) show_names: bool,
    #[command(flatten)]
    pub(crate) names: Names,
    /// Tab-separated values, one row a set
    #[arg(long, conflicts_with = "json")]
    pub(crate) tsv: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}
