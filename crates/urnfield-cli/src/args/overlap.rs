//! `overlap`: lists of names, the population they are from, and what is shown.

use super::Output;
use crate::read::{self, Degrees};
use crate::refusal::Refusal;
use clap::Args;
use std::path::PathBuf;
use urnfield_answers::{Order, OverlapOptions};

pub(super) const EXAMPLES: &str = "\
For every combination of two or more lists: how many names they share, how many
names are in exactly these lists, how many they would share on average if each
list were drawn from the population at random, and how surprising that is.
  P(>=)      the chance that random lists share at least as many names
  P(<=)      the chance that they share at most as many
  two-sided  twice the smaller of the two, at most 1
  Holm, BH   P(>=) adjusted for all rows shown: by Holm, by Benjamini-Hochberg
The population is what a list could have been drawn from: all genes measured,
not all genes there are. A name is a line, byte for byte; empty lines are none.

Examples:
  urnfield overlap --population 20000 a.txt b.txt c.txt
  urnfield overlap --universe measured.txt a.txt b.txt --restrict --tsv > ab.tsv
  urnfield overlap --population 20000 --sizes 300,500,700 --observed 15
  urnfield overlap --population 1e6 --degree 2 --sort p --json a.txt b.txt - < c.txt
  urnfield overlap --population 20000 --plot overlap.svg a.txt b.txt c.txt";

/// Lists, or their sizes and what they share.
#[derive(Args)]
pub(crate) struct Overlap {
    /// Files of names, one to a line; - is stdin
    #[arg(value_name = "LISTS")]
    pub(crate) lists: Vec<PathBuf>,
    /// How many names there are altogether, listed or not
    #[arg(
        long,
        value_name = "M",
        value_parser = read::count,
        allow_negative_numbers = true,
        conflicts_with = "universe"
    )]
    pub(crate) population: Option<u64>,
    /// A file of all names there are, instead of --population
    #[arg(long, value_name = "FILE")]
    pub(crate) universe: Option<PathBuf>,
    /// Drop names that are not in the universe
    #[arg(long)]
    pub(crate) restrict: bool,
    /// Sizes instead of lists, for one row: all of them
    #[arg(
        long,
        value_name = "K,K",
        value_delimiter = ',',
        value_parser = read::count,
        allow_negative_numbers = true,
        conflicts_with_all = ["lists", "universe", "degree"]
    )]
    pub(crate) sizes: Vec<u64>,
    /// How many names the lists of --sizes share
    #[arg(long, value_name = "X", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) observed: Option<u64>,
    /// Only combinations of so many lists: 2, or 2-3
    #[arg(long, value_name = "D", value_parser = read::degrees, allow_hyphen_values = true)]
    pub(crate) degree: Option<Degrees>,
    /// Rows by p, degree or observed [default: degree]
    #[arg(long, value_name = "BY", value_parser = str::parse::<Order>)]
    pub(crate) sort: Option<Order>,
    /// Lines end in CR LF: the CR is no part of a name
    #[arg(long)]
    pub(crate) crlf: bool,
    /// A picture of the table as well, as SVG
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Overwrite the picture if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Tab-separated values, one row a combination
    #[arg(long, conflicts_with = "json")]
    pub(crate) tsv: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Overlap {
    /// Options that mean nothing without another one.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let options = OverlapOptions {
            population: self.population,
            restrict: self.restrict,
            sizes: Some(self.sizes.clone()).filter(|sizes| !sizes.is_empty()),
            observed: self.observed,
            degree: self.degree,
            sort: self.sort,
        };
        options.check(self.universe.is_some())?;
        match self.force && self.plot.is_none() {
            true => {
                Err(Refusal::Typed("--force overwrites a picture; add --plot with its name".into()))
            }
            false => Ok(()),
        }
    }
}
