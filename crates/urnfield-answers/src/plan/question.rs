//! What two of items, rate and bits leave open.

use self::Wanted::{BestHashes, Fits, LeastBits, MostItems, Nothing};
use super::promise::{Allowed, Promise};
use super::proposal::Chosen;
use crate::read::Kinds;
use crate::{RateQuestion, Unanswered, Value};
use urnfield::{Design, Error, Kind, Plan, Rate};

/// What is known of a filter; the rest is to be found.
#[derive(Debug, Clone, Default)]
pub struct PlanQuestion {
    /// How many items it is to hold.
    pub items: Option<u64>,
    /// The highest false-positive rate allowed.
    pub fpr: Option<Rate>,
    /// The size.
    pub bits: Option<u64>,
    /// Exactly this number of hashes.
    pub hashes: Option<u64>,
    /// At most this number of hashes.
    pub max_hashes: Option<u64>,
    /// Both where nothing is said.
    pub kind: Option<Kinds>,
    /// How surely one filter's own rate is to keep to the rate allowed.
    pub confidence: Option<Rate>,
    /// What it takes that each single filter keeps the rate is left out.
    pub no_per_filter: bool,
}

/// What is to be found.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
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

impl PlanQuestion {
    pub(super) fn kinds(&self) -> Kinds {
        self.kind.unwrap_or(Kinds::Both)
    }

    /// The filter that a plan comes to, and for how many items: for whoever is about to build it.
    pub fn design(&self, kind: Kind) -> Result<(Design, u64), Unanswered> {
        if let Nothing(filter) = self.wanted()? {
            let load = filter.load()?;
            return Ok((load.design(), load.items()));
        }
        let chosen = self.plan(&self.wanted()?, kind)?;
        Ok((chosen.design, chosen.items))
    }

    /// Which hashes are left to choose from.
    pub(super) fn allowed(&self) -> Allowed {
        match self.hashes {
            Some(hashes) => Allowed::Only(hashes),
            None => Allowed::UpTo(self.max_hashes.unwrap_or(u64::MAX)),
        }
    }

    pub(super) fn plan(&self, wanted: &Wanted, kind: Kind) -> Result<Chosen, Error> {
        let allowed = self.allowed();
        let found = match (wanted, allowed, &self.confidence) {
            (LeastBits { items, fpr }, _, Some(confidence)) => {
                return Promise { kind, fpr, confidence }.smallest(*items, allowed);
            }
            (MostItems { bits, fpr }, _, Some(confidence)) => {
                return Promise { kind, fpr, confidence }.most_items(*bits, allowed);
            }
            (LeastBits { items, fpr }, Allowed::Only(hashes), None) => {
                Plan::smallest_with(kind, *items, fpr, hashes)
            }
            (LeastBits { items, fpr }, Allowed::UpTo(most), None) => {
                Plan::smallest_up_to(kind, *items, fpr, most)
            }
            (MostItems { bits, fpr }, Allowed::Only(hashes), None) => {
                Plan::most_items_with(kind, *bits, fpr, hashes)
            }
            (MostItems { bits, fpr }, Allowed::UpTo(most), None) => {
                Plan::most_items_up_to(kind, *bits, fpr, most)
            }
            (
                BestHashes { bits, items }
                | Fits { bits, items, .. }
                | Nothing(RateQuestion { bits, items, .. }),
                ..,
            ) => match allowed {
                Allowed::UpTo(most) => Plan::best_hashes_up_to(kind, *bits, *items, most),
                Allowed::Only(hashes) => {
                    let design = Design::new(kind, *bits, hashes)?;
                    return Ok(Chosen { design, items: *items, ties: vec![hashes] });
                }
            },
        };
        found.map(Chosen::from)
    }

    /// What is known, in numbers.
    pub(super) fn asked(&self) -> Value {
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

    pub(super) fn wanted(&self) -> Result<Wanted, Unanswered> {
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
                (Some(_), Some(Kinds::Both)) => {
                    "--bits, --items and --hashes make one filter of one kind; ask with --kind \
                     standard or --kind classic"
                }
                (Some(hashes), kind) => {
                    let kind = kind.and_then(Kinds::only);
                    let filter = RateQuestion { kind, bits, items, hashes, spread: false };
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
