//! What two of items, rate and bits leave open.

use crate::args;
use crate::read::Kinds;
use crate::refusal::Refusal;
use crate::report::Object;
use urnfield::bloom::{Sizing, Textbook};
use urnfield::{Error, Kind, Plan, Rate};

/// What is to be found.
pub(super) enum Wanted<'a> {
    LeastBits {
        items: u64,
        fpr: &'a Rate,
    },
    BestHashes {
        bits: u64,
        items: u64,
    },
    MostItems {
        bits: u64,
        fpr: &'a Rate,
    },
    /// The filter is complete.
    Nothing {
        kind: Kind,
        bits: u64,
        items: u64,
        hashes: u64,
    },
}

pub(super) struct Question<'a> {
    typed: &'a args::Plan,
    pub(super) wanted: Wanted<'a>,
}

impl Question<'_> {
    pub(super) fn new(typed: &args::Plan) -> Result<Question<'_>, Refusal> {
        let wanted = wanted(typed).map_err(|sentence| Refusal::Typed(sentence.into()))?;
        Ok(Question { typed, wanted })
    }

    pub(super) fn kinds(&self) -> Vec<Kind> {
        self.typed.kind.unwrap_or(Kinds::Both).list()
    }

    /// The rate that must be kept, where there is one.
    pub(super) fn target(&self) -> Option<&Rate> {
        self.typed.fpr.as_ref()
    }

    /// How probable it must be that one filter keeps to that rate itself.
    pub(super) fn confidence(&self) -> Option<&Rate> {
        self.typed.confidence.as_ref()
    }

    /// The hashes if they are fixed, else the most of them.
    pub(super) fn hashes(&self) -> (Option<u64>, Option<u64>) {
        (self.typed.hashes, self.typed.max_hashes)
    }

    pub(super) fn plan(&self, kind: Kind) -> Result<Plan, Error> {
        let sizing = match self.wanted {
            Wanted::LeastBits { items, fpr } => Sizing::of_items(kind, items, fpr),
            Wanted::MostItems { bits, fpr } => Sizing::of_bits(kind, bits, fpr),
            Wanted::BestHashes { bits, items } | Wanted::Nothing { bits, items, .. } => {
                Sizing::of_bits_and_items(kind, bits, items)
            }
        };
        let sizing = match (self.typed.hashes, self.typed.max_hashes) {
            (Some(hashes), _) => sizing.exactly_hashes(hashes),
            (None, Some(most)) => sizing.at_most_hashes(most),
            (None, None) => sizing,
        };
        Plan::find(&match self.confidence() {
            Some(confidence) => sizing.with_confidence(confidence),
            None => sizing,
        })
    }

    pub(super) fn textbook(&self) -> Result<Textbook, Error> {
        match self.wanted {
            Wanted::LeastBits { items, fpr } => Textbook::sizing(items, fpr),
            Wanted::MostItems { bits, fpr } => Textbook::capacity(bits, fpr),
            Wanted::BestHashes { bits, items } | Wanted::Nothing { bits, items, .. } => {
                Textbook::tuning(bits, items)
            }
        }
    }

    /// What was typed, in numbers.
    pub(super) fn asked(&self) -> Object {
        let mut object = Object::new();
        let rate = |rate: &Rate| rate.to_string();
        for (key, value) in [
            ("items", self.typed.items.map(Into::into)),
            ("fpr", self.typed.fpr.as_ref().map(rate).map(Into::into)),
            ("bits", self.typed.bits.map(Into::into)),
            ("hashes", self.typed.hashes.map(Into::into)),
            ("max_hashes", self.typed.max_hashes.map(Into::into)),
            ("confidence", self.typed.confidence.as_ref().map(rate).map(Into::into)),
            ("kind", Some(self.typed.kind.unwrap_or(Kinds::Both).to_string().into())),
        ] {
            if let Some(value) = value {
                object.insert(key.into(), value);
            }
        }
        object
    }
}

fn wanted(typed: &args::Plan) -> Result<Wanted<'_>, &'static str> {
    if typed.hashes.is_some() && typed.max_hashes.is_some() {
        return Err("--hashes fixes what --max-hashes bounds; leave out one of them");
    }
    let sized = typed.items.is_some() && typed.fpr.is_some() && typed.bits.is_none();
    if typed.confidence.is_some() {
        if !sized {
            return Err("--confidence sizes a filter; ask with --items and --fpr alone");
        }
        if typed.hashes.is_some() || typed.max_hashes.is_some() {
            return Err("--confidence chooses the hashes; leave out --hashes and --max-hashes");
        }
    }
    match (typed.items, &typed.fpr, typed.bits) {
        (Some(items), Some(fpr), None) => Ok(Wanted::LeastBits { items, fpr }),
        (None, Some(fpr), Some(bits)) => Ok(Wanted::MostItems { bits, fpr }),
        (Some(items), None, Some(bits)) => match (typed.hashes, typed.kind) {
            (None, _) => Ok(Wanted::BestHashes { bits, items }),
            (Some(hashes), Some(Kinds::Only(kind))) => {
                Ok(Wanted::Nothing { kind, bits, items, hashes })
            }
            (Some(hashes), None) => {
                Ok(Wanted::Nothing { kind: Kind::Standard, bits, items, hashes })
            }
            (Some(_), Some(Kinds::Both)) => Err("--bits, --items and --hashes make one filter \
                 of one kind; ask with --kind standard or --kind classic"),
        },
        (Some(_), Some(_), Some(_)) => Err("--items, --fpr and --bits together leave nothing to \
             choose; leave one out, or ask `urnfield rate` for the rate of that filter"),
        (Some(_), None, None) => {
            Err("--items needs a second quantity: add --fpr for the smallest \
             filter, or --bits for the best hashes")
        }
        (None, Some(_), None) => {
            Err("--fpr needs a second quantity: add --items for the smallest \
             filter, or --bits for the most items")
        }
        (None, None, Some(_)) => Err("--bits needs a second quantity: add --items for the best \
             hashes, or --fpr for the most items"),
        (None, None, None) => Err("a plan needs two of --items, --fpr and --bits; \
             see `urnfield plan --help`"),
    }
}
