//! `birthday` and `critical`: two questions that are asked often.

use super::Output;
use crate::read::{self, Sizes};
use clap::Args;
use urnfield::Rate;
use urnfield_answers::{BirthdayQuestion, CriticalQuestion};

pub(super) const BIRTHDAY_EXAMPLES: &str = "\
With --balls the probability that two of them share an urn; with --probability
the least number of balls for which it is as high as that.

Examples:
  urnfield birthday --urns 365 --balls 23
  urnfield birthday --urns 365 --probability 1/2
  urnfield birthday --urns 2^61 --balls 1e6 --digits 20
  urnfield birthday --urns 2^61 --probability 1e-9 --json";

/// Days of a year, or digests, and how many have one.
#[derive(Args)]
pub(crate) struct Birthday {
    /// How many urns there are
    #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) urns: u64,
    #[command(flatten)]
    pub(crate) known: Known,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// One of two is known, the other is found.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Known {
    /// How many balls are thrown
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) balls: Option<u64>,
    /// How likely a collision is to be
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) probability: Option<Rate>,
}

impl Birthday {
    /// What is asked, and how it is to be written.
    pub(crate) fn question(&self) -> (BirthdayQuestion, &Output) {
        let Known { balls, probability } = &self.known;
        (
            BirthdayQuestion { urns: self.urns, balls: *balls, probability: probability.clone() },
            &self.output,
        )
    }
}

pub(super) const CRITICAL_EXAMPLES: &str = "\
Lists are drawn at random from the population. critical is the least overlap of
all of them that chance reaches with at most the level's probability; at_least
is that probability.

Examples:
  urnfield critical --population 20000 --sizes 300,500 --level 0.01
  urnfield critical --population 1e6 --sizes 5000,5000,20k --level 1e-9 --json";

/// Random lists and how rare an overlap is to be.
#[derive(Args)]
pub(crate) struct Critical {
    /// How many there are to choose from
    #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) population: u64,
    /// The sizes of the lists, two or more
    #[arg(long, value_name = "A,B", value_parser = read::sizes, allow_hyphen_values = true)]
    pub(crate) sizes: Sizes,
    /// The probability that is not to be exceeded
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) level: Rate,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Critical {
    /// What is asked, and how it is to be written.
    pub(crate) fn question(&self) -> (CriticalQuestion, &Output) {
        let (sizes, level) = (self.sizes.0.clone(), self.level.clone());
        (CriticalQuestion { population: self.population, sizes, level }, &self.output)
    }
}
