//! Chains: when a generation begins, and how many are kept.

use clap::Args;
use std::path::Path;
use urnfield::chain::{Day, Period};
use urnfield_answers::read;
use urnfield_terminal::{Offering, Refusal};

/// What is wanted of a new chain.
#[derive(Args)]
pub(crate) struct Rotation {
    /// Chain: drop the oldest of more than K generations
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) keep: Option<u64>,
    /// Chain: begin a generation every day or week (UTC)
    #[arg(long, value_name = "PERIOD", hide_possible_values = true)]
    #[arg(value_parser = Offering::new(period, &["day", "week"]))]
    pub(crate) every: Option<Period>,
    #[command(flatten)]
    pub(crate) date: Date,
}

/// The day that a chain goes by.
#[derive(Args)]
pub(crate) struct Date {
    /// Chain: go by this day [default: today in UTC]
    #[arg(long, value_name = "DATE")]
    date: Option<Day>,
}

impl Date {
    pub(crate) fn day(&self) -> Day {
        self.date.unwrap_or_else(Day::today)
    }
}

impl Rotation {
    /// Refuses options of chains for a single filter, and says how to make a chain.
    pub(crate) fn refuse_without(&self, chain: &str) -> Result<(), Refusal> {
        if self.is_typed() {
            let sentence = format!(
                "--keep, --every and --date are for the chain of filters in a folder; add {chain}"
            );
            return Err(Refusal::Typed(sentence));
        }
        Ok(())
    }

    /// Whether anything was typed that only a chain has.
    pub(crate) fn is_typed(&self) -> bool {
        self.keep.is_some() || self.every.is_some() || self.date.is_typed()
    }
}

impl Date {
    /// Whether a day was typed.
    fn is_typed(&self) -> bool {
        self.date.is_some()
    }

    /// Refuses a day where there is a single filter.
    pub(crate) fn refuse(&self, path: &Path) -> Result<(), Refusal> {
        if self.is_typed() {
            let sentence = format!(
                "{} is a single filter, which goes by no date; leave out --date",
                path.display()
            );
            return Err(Refusal::Typed(sentence));
        }
        Ok(())
    }
}

fn period(text: &str) -> Result<Period, urnfield::Error> {
    text.parse()
}
