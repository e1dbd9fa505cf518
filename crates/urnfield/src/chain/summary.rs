//! [`ChainSummary`]: what a chain's files say of themselves, for which no key is needed.

use crate::chain::day::{Day, Period};
use crate::chain::generation::{Generation, kinds_of};
use crate::chain::manifest::{Manifest, kind_name};
use crate::chain::rate::{ChainRate, SPARE, kept};
use crate::error::Error;
use crate::filter::format::header::Summary;
use crate::filter::hash::digester::Hashed;
use crate::filter::hash::key_kinds::KeyKinds;
use crate::sizing::for_items::Guarantee;
use urnfield_num::Rate;

/// What the files of a chain say of themselves, every part of it checked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChainSummary {
    /// How many keys fill a generation; without `keep` the first one.
    pub items: u64,
    /// The highest rate of all generations together.
    pub fpr: Rate,
    /// What was promised of that rate.
    pub guarantee: Guarantee,
    /// `standard`, `classic`, `line` or `line-classic`.
    pub kind: &'static str,
    /// What may be told of its hashing, as [`Chain::hashed`](crate::chain::Chain::hashed).
    pub hashed: Hashed,
    /// How many generations there are at most; `None` for a chain that grows.
    pub keep: Option<u64>,
    /// Whether a generation begins when the date changes.
    pub every: Option<Period>,
    /// The generations, the oldest first.
    pub generations: Vec<GenerationSummary>,
}

/// What is known of one generation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenerationSummary {
    /// The name of its file, if it has one.
    pub file: Option<String>,
    /// Its number, counted from 0 over all that the chain ever began.
    pub number: u64,
    /// The day on which it began.
    pub begun: Day,
    /// How many keys went in.
    pub items: u64,
    /// How many keys fill it.
    pub capacity: u64,
    /// Its filter.
    pub filter: Summary,
}

impl GenerationSummary {
    /// Returns what is known of a generation in memory: one pass over its bits.
    pub(crate) fn of(generation: &Generation) -> GenerationSummary {
        GenerationSummary {
            file: generation.file_name(),
            number: generation.number(),
            begun: generation.begun(),
            items: generation.items(),
            capacity: generation.capacity(),
            filter: generation.filter().summary(),
        }
    }
}

impl ChainSummary {
    /// Returns which kinds of keys the generations hold, as
    /// [`Chain::key_kinds`](crate::chain::Chain::key_kinds).
    pub fn key_kinds(&self) -> KeyKinds {
        let generations = self.generations.iter();
        kinds_of(generations.map(|generation| (generation.items, generation.filter.key_kinds)))
    }

    /// The rate of the chain in these files, as [`Chain::own_fpr`](crate::chain::Chain::own_fpr).
    pub fn own_fpr(&self) -> Result<ChainRate, Error> {
        self.own_fpr_to(64)
    }

    /// [`ChainSummary::own_fpr`] with at least so many certain bits.
    pub fn own_fpr_to(&self, precision: u64) -> Result<ChainRate, Error> {
        let own = |generation: &GenerationSummary| generation.filter.own_fpr_to(precision + SPARE);
        let rates = self.generations.iter().map(own).collect::<Result<Vec<_>, _>>()?;
        Ok(ChainRate::of(&rates, self.hashed))
    }

    /// Returns whether the rate is at most what was asked, as
    /// [`Chain::keeps_promise`](crate::chain::Chain::keeps_promise).
    pub fn keeps_promise(&self) -> Result<Option<bool>, Error> {
        kept(&self.fpr, |bits| self.own_fpr_to(bits))
    }

    pub(crate) fn of(manifest: Manifest, generations: Vec<GenerationSummary>) -> ChainSummary {
        let Manifest { items, fpr, guarantee, lines, kind, hashed, keep, every, .. } = manifest;
        let kind = kind_name(lines, kind);
        ChainSummary { items, fpr, guarantee, kind, hashed, keep, every, generations }
    }
}
