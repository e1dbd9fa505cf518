//! `plan`, `rate` and `peak`: questions about Bloom filters.

use super::Output;
use crate::read::{self, Kinds};
use clap::Args;
use urnfield::Kind;
use urnfield_answers::{PeakQuestion, PlanQuestion, RateQuestion};

pub(super) const PLAN_EXAMPLES: &str = "\
Two of --items, --fpr and --bits are given, the third is found:
  items and fpr   the fewest bits
  bits and items  the best number of hashes
  bits and fpr    the most items
All three ask whether that goes together: status 0 for yes, 1 for no.
Bits, items and hashes together are one filter, shown as by `urnfield rate`.
The rate is the mean over such filters. The last lines say how many of them are
worse than that, and the size at which all but one in a million are not, which
is what `urnfield build` takes; --confidence asks for such a filter at once.

Examples:
  urnfield plan --items 1e6 --fpr 1%
  urnfield plan --items 1e6 --fpr 1% --confidence 0.999999
  urnfield plan --bits 2MiB --items 1e6 --fpr 1%
  urnfield plan --bits 64KiB --items 50k --max-hashes 8
  urnfield plan --bits 1MiB --fpr 1/500 --kind classic
  urnfield plan --items 1000 --fpr 1e-9 --hashes 10 --json";

/// What is known of a filter; the rest is to be found.
#[derive(Args)]
pub(crate) struct Plan {
    /// How many items the filter is to hold
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) items: Option<u64>,
    /// The highest false-positive rate allowed
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) fpr: Option<urnfield::Rate>,
    /// The size in bits, or in bytes with a final B
    #[arg(long, value_name = "M", value_parser = read::size_in_bits, allow_negative_numbers = true)]
    pub(crate) bits: Option<u64>,
    /// Exactly this number of hashes
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) hashes: Option<u64>,
    /// At most this number of hashes
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) max_hashes: Option<u64>,
    /// standard, classic or both [default: both]
    #[arg(long, value_parser = read::kinds)]
    pub(crate) kind: Option<Kinds>,
    /// How surely one filter's own rate is to keep to P
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) confidence: Option<urnfield::Rate>,
    /// Leave out what a promise for each single filter costs
    #[arg(long)]
    pub(crate) no_per_filter: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Plan {
    /// What is asked, and how it is to be written.
    pub(crate) fn question(&self) -> (PlanQuestion, &Output) {
        let question = PlanQuestion {
            items: self.items,
            fpr: self.fpr.clone(),
            bits: self.bits,
            hashes: self.hashes,
            max_hashes: self.max_hashes,
            kind: self.kind,
            confidence: self.confidence.clone(),
            no_per_filter: self.no_per_filter,
        };
        (question, &self.output)
    }
}

pub(super) const RATE_EXAMPLES: &str = "\
Examples:
  urnfield rate --bits 9585059 --items 1e6 --hashes 7
  urnfield rate --bits 64KiB --items 50k --hashes 7 --kind classic --json
  urnfield rate --bits 64 --items 4 --hashes 10 --digits 40";

/// One filter and what it holds.
#[derive(Args)]
pub(crate) struct Rate {
    /// The size in bits, or in bytes with a final B
    #[arg(long, value_name = "M", value_parser = read::size_in_bits, allow_negative_numbers = true)]
    pub(crate) bits: u64,
    /// How many items it holds
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) items: u64,
    /// How many positions an item has
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) hashes: u64,
    /// standard or classic [default: standard]
    #[arg(long, value_parser = read::kind)]
    pub(crate) kind: Option<Kind>,
    /// The spread of the rate over filters, whatever it takes
    #[arg(long)]
    pub(crate) spread: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Rate {
    /// What is asked, and how it is to be written.
    pub(crate) fn question(&self) -> (RateQuestion, &Output) {
        let &Rate { bits, items, hashes, kind, spread, .. } = self;
        (RateQuestion { kind, bits, items, hashes, spread }, &self.output)
    }
}

pub(super) const PEAK_EXAMPLES: &str = "\
Examples:
  urnfield peak --bits 1024 --hashes 7
  urnfield peak --bits 100 --kind classic
  urnfield peak --bits 64KiB --hashes 4 --json";

/// A filter whose load is left open.
#[derive(Args)]
pub(crate) struct Peak {
    /// The size in bits, or in bytes with a final B
    #[arg(long, value_name = "M", value_parser = read::size_in_bits, allow_negative_numbers = true)]
    pub(crate) bits: u64,
    /// Exactly this number of hashes; without it, the best
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) hashes: Option<u64>,
    /// standard or classic [default: standard]
    #[arg(long, value_parser = read::kind)]
    pub(crate) kind: Option<Kind>,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Peak {
    /// What is asked, and how it is to be written.
    pub(crate) fn question(&self) -> (PeakQuestion, &Output) {
        (PeakQuestion { kind: self.kind, bits: self.bits, hashes: self.hashes }, &self.output)
    }
}
