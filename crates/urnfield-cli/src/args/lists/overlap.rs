//! `overlap`: lists of names, the population they are from, and what is shown.

use clap::Args;
use std::path::PathBuf;
use urnfield::Rate;
use urnfield_answers::read::{self, Degrees};
use urnfield_answers::{
    Alternative, Asking, Look, Order, OverlapOptions, PictureStyle, Population, Reading, Spelling,
};
use urnfield_terminal::{Offering, Output, Refusal};

pub(crate) const EXAMPLES: &str = "\
For every combination of two or more lists: how many names they share, how many
names are in exactly these lists, how many they would share on average if each
list were drawn from the population at random, and how surprising that is.
  P(>=)      the chance that random lists share at least as many names
  P(<=)      the chance that they share at most as many
  two-sided  twice the smaller of the two, at most 1
  Fisher     the chance of all overlaps that are not likelier than the observed
  Holm, BH   what is tested (P(>=), with --alternative less P(<=), with
             two-sided Fisher) adjusted for all rows shown: by Holm, by
             Benjamini-Hochberg
  chance     from where to where chance alone gives overlaps, 95 % of the time
  fold, odds for two lists with exact intervals; odds ratios as R's fisher.test
The population is what a list could have been drawn from: all genes measured,
not all genes there are. A name is a line, byte for byte; empty lines are none.
A note names lists that would share more if case, quotes, white space or
versions were ignored, likely headers, and words for a missing value such as NA,
each with the option for it. --header and --column apply to lists alone; a
universe has --universe-header and --universe-column. screen.csv:gene reads the
column gene of screen.csv, and screen.csv:2 the second one.

Examples:
  urnfield overlap --population 20000 a.txt b.txt c.txt
  urnfield overlap --universe measured.txt a.txt b.txt --restrict --tsv > ab.tsv
  urnfield overlap --population 20000 --column symbol --ignore-case a.csv b.csv
  urnfield overlap --universe chip.csv:symbol a.txt screen.csv:gene --restrict
  urnfield overlap --population 20000 --sizes 300,500,700 --observed 15
  urnfield overlap --population 1e6 --degree 2 --sort p --json a.txt b.txt - < c.txt
  urnfield overlap --population 20000 --alternative two-sided --names a.txt b.txt
  urnfield overlap --population 20000 --given --confidence 99% a.txt b.txt c.txt
  urnfield overlap --population 20000 --plot overlap.svg a.txt b.txt c.txt
  urnfield overlap --population 20000 --plot upset.svg --exclusive a.txt b.txt c.txt";

/// How the names in a file are read.
#[derive(Args)]
pub(crate) struct Names {
    /// Read lists from this column, by name or number from 1
    #[arg(long, value_name = "NAME|N")]
    pub(crate) column: Option<String>,
    /// Leave out the first line of every list
    #[arg(long)]
    pub(crate) header: bool,
    /// What separates columns [default: tab in .tsv, else ,]
    #[arg(long, value_name = "C", value_parser = read::delimiter)]
    pub(crate) delimiter: Option<u8>,
    /// Leave out words for a missing value, like NA or null
    #[arg(long)]
    pub(crate) drop_missing: bool,
    /// Capital letters are the same as small ones
    #[arg(long)]
    pub(crate) ignore_case: bool,
    /// White space around a name is no part of it
    #[arg(long)]
    pub(crate) trim: bool,
    /// Quotes around a name are no part of it
    #[arg(long)]
    pub(crate) unquote: bool,
    /// ENSG00000141510.18 is ENSG00000141510
    #[arg(long)]
    pub(crate) drop_version: bool,
    /// Lines end in CR LF: the CR is no part of a name
    #[arg(long, conflicts_with = "column")]
    pub(crate) crlf: bool,
}

impl Names {
    /// What is done to them once they are read.
    pub(crate) fn reading(&self) -> Reading {
        let &Names { ignore_case, trim, unquote, drop_version, drop_missing, .. } = self;
        let spelling = Spelling { ignore_case, trim, unquote, drop_version };
        Reading { spelling, drop_missing, ..Reading::default() }
    }
}

/// What the picture looks like.
#[derive(Args)]
pub(crate) struct PictureLook {
    /// bars or heat (pairs) [default: bars up to 6 lists]
    #[arg(long, value_name = "STYLE", hide_possible_values = true)]
    #[arg(value_parser = Offering::new(str::parse::<PictureStyle>, &["bars", "heat"]))]
    #[arg(requires = "plot")]
    style: Option<PictureStyle>,
    /// Bars of names in exactly these lists, as UpSet
    #[arg(long, requires = "plot")]
    exclusive: bool,
    /// Heights of bars are logarithms
    #[arg(long, requires = "plot")]
    log_scale: bool,
    /// No sentences below the picture
    #[arg(long, requires = "plot")]
    no_caption: bool,
}

impl PictureLook {
    pub(crate) fn look(&self) -> Look {
        let &PictureLook { style, exclusive, log_scale, no_caption } = self;
        Look { style, exclusive, log_scale, no_caption }
    }
}

/// A heading of its own, because these names are too long to stand in one column with the others.
const UNIVERSE: &str = "The file of --universe";

/// All names that there are.
#[derive(Args)]
pub(crate) struct Whole {
    /// How many names there are altogether, listed or not
    #[arg(
        long,
        value_name = "M",
        value_parser = read::count,
        allow_negative_numbers = true,
        conflicts_with = "universe"
    )]
    pub(crate) population: Option<u64>,
    /// A file of all names, instead of --population
    #[arg(long, value_name = "FILE")]
    pub(crate) universe: Option<PathBuf>,
    /// Read the universe from this column
    #[arg(long, value_name = "NAME|N", help_heading = UNIVERSE)]
    pub(crate) universe_column: Option<String>,
    /// Leave out the first line of the universe
    #[arg(long, help_heading = UNIVERSE)]
    pub(crate) universe_header: bool,
}

impl Whole {
    /// Without a number, the names of a file.
    pub(crate) fn population(&self, restrict: bool) -> Population {
        self.population.map_or(Population::Universe { restrict }, Population::Count)
    }
}

/// What is called surprising, and how sure its intervals are.
#[derive(Args)]
pub(crate) struct Testing {
    /// greater, less or two-sided [default: greater]
    #[arg(long, value_name = "A", hide_possible_values = true)]
    #[arg(value_parser = Offering::new(str::parse::<Alternative>, &["greater", "less", "two-sided"]))]
    pub(crate) alternative: Option<Alternative>,
    /// How sure intervals are [default: 95%]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<Rate>,
}

/// Lists, or their sizes and what they share.
#[derive(Args)]
pub(crate) struct Overlap {
    /// Files of names, one to a line, or table.csv:COLUMN; - is stdin
    #[arg(value_name = "LISTS")]
    pub(crate) lists: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) whole: Whole,
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
    #[arg(long, value_name = "BY", hide_possible_values = true)]
    #[arg(value_parser = Offering::new(str::parse::<Order>, &["p", "degree", "observed"]))]
    pub(crate) sort: Option<Order>,
    #[command(flatten)]
    pub(crate) testing: Testing,
    /// What each list of three or more adds to the others
    #[arg(long, conflicts_with = "sizes")]
    pub(crate) given: bool,
    /// The names that are shared, as well (in JSON always)
    #[arg(long = "names", conflicts_with = "sizes")]
    pub(crate) show_names: bool,
    #[command(flatten)]
    pub(crate) names: Names,
    /// A picture of the table as well: .svg, .png or .pdf
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) look: PictureLook,
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
    /// What is asked beside how surprising an overlap is.
    pub(crate) fn asking(&self) -> Asking {
        Asking {
            alternative: self.testing.alternative.unwrap_or_default(),
            confidence: self.testing.confidence.clone(),
            given: self.given,
            names: self.show_names,
        }
    }

    /// Options that mean nothing without another one.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let options = OverlapOptions {
            population: self.whole.population,
            restrict: self.restrict,
            sizes: Some(self.sizes.clone()).filter(|sizes| !sizes.is_empty()),
            observed: self.observed,
            ..OverlapOptions::default()
        };
        options.check(self.whole.universe.is_some())?;
        if self.force && self.plot.is_none() {
            let sentence = "--force overwrites a picture; add --plot with its name";
            return Err(Refusal::Typed(sentence.into()));
        }
        Ok(())
    }
}
