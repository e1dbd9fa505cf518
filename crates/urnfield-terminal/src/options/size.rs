//! The options of every command that makes a filter.

use crate::options::offering::Offering;
use clap::Args;
use std::path::PathBuf;
use urnfield::{Error, Kind, Rate};
use urnfield_answers::read::{self, FilterKind, Kinds, words_of};
use urnfield_answers::{PlanQuestion, usual_promise};

/// The size of a new filter, and how it hashes.
#[derive(Args)]
pub struct SizeOptions {
    /// How many items to plan for [default: all keys]
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub items: Option<u64>,
    /// The highest false-positive rate allowed
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub fpr: Option<Rate>,
    /// The size in bits, or in bytes with a final B
    #[arg(long, value_name = "M", value_parser = read::size_in_bits, allow_negative_numbers = true)]
    pub bits: Option<u64>,
    /// How surely this filter keeps P [default: 0.999999]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    #[arg(requires = "fpr")]
    pub confidence: Option<Rate>,
    /// Only the mean over filters keeps P; half are worse
    #[arg(long, requires = "fpr", conflicts_with = "confidence")]
    pub mean: bool,
    /// Exactly this number of hashes
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub hashes: Option<u64>,
    /// standard (the default), classic, line, line-classic
    #[arg(long, hide_possible_values = true)]
    #[arg(value_parser = Offering::new(read::filter_file_kind, words_of("filter_file_kind")))]
    pub kind: Option<FilterKind>,
    /// Other positions for the same keys [default: 0]
    #[arg(long, value_name = "S", value_parser = read::count, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// A secret instead of a seed: 16 bytes or 32 hex digits
    #[arg(long, value_name = "PATH", conflicts_with = "seed")]
    pub key_file: Option<PathBuf>,
}

impl SizeOptions {
    /// Returns the kind that was typed, or the default.
    pub fn kind(&self) -> FilterKind {
        self.kind.unwrap_or(FilterKind::Plain(Kind::Standard))
    }

    /// Returns the probability that the filter keeps its rate, or `None` for the mean over filters.
    pub fn promise(&self) -> Result<Option<Rate>, Error> {
        if self.mean {
            return Ok(None);
        }
        self.confidence.clone().map_or_else(usual_promise, Ok).map(Some)
    }

    /// Whether bits and hashes are given and nothing else, so that nothing is left to choose.
    pub fn is_chosen(&self) -> bool {
        matches!((self.items, &self.fpr, self.bits, self.hashes), (None, None, Some(_), Some(_)))
    }

    /// Returns the question for the sizes that are left to find, for this number of items.
    pub fn question(&self, items: Option<u64>) -> Result<PlanQuestion, Error> {
        Ok(PlanQuestion {
            // Where nothing is left to choose, any number of items gives the same filter.
            items: items.or(self.is_chosen().then_some(1)),
            fpr: self.fpr.clone(),
            bits: self.bits,
            hashes: self.hashes,
            max_hashes: None,
            kind: Some(Kinds::Only(self.kind())),
            confidence: self.promise()?.filter(|_| self.fpr.is_some()),
            no_per_filter: true,
        })
    }
}
