//! The question of a plan: two of items, rate and bits, and what they leave open.

use crate::ask::typed::question;
use crate::plan::wanted::Wanted::{BestHashes, Fits, LeastBits, MostItems, Nothing};
use crate::read::Kinds;
use crate::{RateQuestion, Unanswered, Value};
use urnfield::bloom::Sizing;
use urnfield::error::Unit;
use urnfield::{AnyDesign, Enclosure, Error, Rate};

question! {
    /// What is known of a filter; the rest is to be found.
    #[derive(Default)]
    PlanQuestion {
        /// How many items the filter is to hold
        items: Option<u64> = count("N"),
        /// The highest false-positive rate allowed
        fpr: Option<Rate> = rate("P"),
        /// The size in bits, or in bytes with a final B
        bits: Option<u64> = size_in_bits("M"),
        /// Exactly this number of hashes
        hashes: Option<u64> = count("K"),
        /// At most this number of hashes
        max_hashes: Option<u64> = count("K"),
        /// A kind, both or all (see below) [default: all]
        kind: Option<Kinds> = kinds("KIND"),
        /// How surely one filter's own rate is to keep to P
        confidence: Option<Rate> = rate("C"),
        /// Leave out what a promise for each single filter costs
        no_per_filter: bool = flag,
    }
}

/// What is to be found.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    LeastBits {
        items: u64,
        fpr: Rate,
    },
    BestHashes {
        bits: u64,
        items: u64,
    },
    MostItems {
        bits: u64,
        fpr: Rate,
    },
    /// Whether so many items fit into so many bits at that rate.
    Fits {
        bits: u64,
        items: u64,
        fpr: Rate,
    },
    /// The filter is complete.
    Nothing(RateQuestion),
}

/// A filter that was found.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    pub(crate) design: AnyDesign,
    pub(crate) items: u64,
    pub(crate) ties: Vec<u64>,
    /// Its rate, where the search has found it.
    pub(crate) fpr: Option<Enclosure>,
}

impl PlanQuestion {
    pub(crate) fn kinds(&self) -> Kinds {
        self.kind.unwrap_or(Kinds::All)
    }

    /// Names the option in an error where fewer hashes would help, because the library names no
    /// options.
    pub(crate) fn with_its_option(&self, error: Error) -> Error {
        match error {
            Error::TooCostly { unit: Unit::SearchedHashes(_), .. } if self.hashes.is_none() => {
                error.with_remedy("bound the number of hashes with --max-hashes")
            }
            error => error,
        }
    }

    /// Adds the hashes that are allowed.
    pub(crate) fn with_hashes(&self, sizing: Sizing) -> Sizing {
        match (self.hashes, self.max_hashes) {
            (Some(hashes), _) => sizing.exactly_hashes(hashes),
            (None, Some(most)) => sizing.at_most_hashes(most),
            (None, None) => sizing,
        }
    }

    /// Returns the known quantities for programs.
    pub(crate) fn asked(&self) -> Value {
        Value::known([
            ("items", self.items.into()),
            ("fpr", (&self.fpr).into()),
            ("bits", self.bits.into()),
            ("hashes", self.hashes.into()),
            ("max_hashes", self.max_hashes.into()),
            ("confidence", (&self.confidence).into()),
            ("kind", self.kinds().to_string().into()),
        ])
    }

    pub(crate) fn wanted(&self) -> Result<Wanted, Unanswered> {
        if self.hashes.is_some() && self.max_hashes.is_some() {
            return Err("--hashes fixes what --max-hashes bounds; leave out one of them".into());
        }
        if self.confidence.is_some() && self.fpr.is_none() {
            return Err(
                "--confidence says how surely a rate is kept; add the rate with --fpr".into()
            );
        }
        let sentence = match (self.items, self.fpr.clone(), self.bits) {
            (Some(items), Some(fpr), None) => return Ok(LeastBits { items, fpr }),
            (None, Some(fpr), Some(bits)) => return Ok(MostItems { bits, fpr }),
            (Some(items), None, Some(bits)) => match (self.hashes, self.kind) {
                (None, _) => return Ok(BestHashes { bits, items }),
                (Some(_), Some(Kinds::Both | Kinds::All)) => {
                    "--bits, --items and --hashes make one filter of one kind; ask with --kind \
                     standard or --kind classic"
                }
                (Some(hashes), kind) => {
                    let kind = kind.and_then(Kinds::of_rate);
                    let hashes = Some(hashes);
                    let filter = RateQuestion {
                        kind,
                        bits,
                        items,
                        hashes,
                        steps: None,
                        counters: None,
                        spread: false,
                    };
                    return Ok(Nothing(filter));
                }
            },
            (Some(items), Some(fpr), Some(bits)) => return Ok(Fits { bits, items, fpr }),
            (Some(_), None, None) => {
                "--items needs a second quantity: add --fpr for the smallest filter, or --bits for \
                 the best hashes"
            }
            (None, Some(_), None) => {
                "--fpr needs a second quantity: add --items for the smallest filter, or --bits for \
                 the most items"
            }
            (None, None, Some(_)) => {
                "--bits needs a second quantity: add --items for the best hashes, or --fpr for the \
                 most items"
            }
            (None, None, None) => {
                "a plan needs two of --items, --fpr and --bits; see `urnfield plan --help`"
            }
        };
        Err(sentence.into())
    }
}
