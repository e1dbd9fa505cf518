//! [`ChainSummary`]: what a chain's files say of themselves, for which no key is needed.

use crate::chain::Chain;
use crate::chain::day::{Day, Period};
use crate::chain::folder::{check_generation, retried};
use crate::chain::generation::{Generation, kinds_of};
use crate::chain::manifest::{Manifest, kind_name};
use crate::chain::options::ChainOptions;
use crate::filter::Filter;
use crate::filter::format::header::Summary;
use crate::filter::hash::digester::Hashed;
use crate::filter::hash::key_kinds::KeyKinds;
use crate::sizing::for_items::Guarantee;
use std::path::Path;
use urnfield_num::{Error, Rate};

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
    /// What may be told of its hashing, as [`Chain::hashed`].
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

impl Chain {
    /// What this chain says of itself: one pass over its bits.
    pub fn summary(&self) -> ChainSummary {
        let manifest = Manifest::of(&self.options, self.hashed());
        let generation = |generation: &Generation| GenerationSummary {
            file: generation.file_name(),
            number: generation.number(),
            begun: generation.begun(),
            items: generation.items(),
            capacity: generation.capacity(),
            filter: generation.filter().summary(),
        };
        ChainSummary::of(manifest, self.generations.iter().map(generation).collect())
    }

    /// Checks every file of a chain in a folder, keyed or not, and keeps nothing in memory.
    ///
    /// ```no_run
    /// use urnfield::chain::Chain;
    /// let summary = Chain::verify("seen.d")?;
    /// println!("{} generations, {:.7}", summary.generations.len(), summary.own_fpr()?.fpr);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn verify(folder: impl AsRef<Path>) -> Result<ChainSummary, Error> {
        let folder = folder.as_ref();
        retried(folder, |manifest| {
            let generations = manifest.generations.iter().map(|listed| {
                let filter = check_generation(folder, listed, |path| Filter::verify(path))?;
                Ok(GenerationSummary {
                    file: Some(listed.file_name()),
                    number: listed.number,
                    begun: listed.begun,
                    items: listed.items,
                    capacity: ChainOptions::capacity_of(
                        manifest.items,
                        manifest.keep,
                        listed.number,
                    )?,
                    filter,
                })
            });
            let generations = generations.collect::<Result<Vec<_>, Error>>()?;
            Ok(ChainSummary::of(manifest.clone(), generations))
        })
    }
}

impl ChainSummary {
    /// Which kinds of keys the generations hold, as [`Chain::key_kinds`].
    pub fn key_kinds(&self) -> KeyKinds {
        let generations = self.generations.iter();
        kinds_of(generations.map(|generation| (generation.items, generation.filter.key_kinds)))
    }

    fn of(manifest: Manifest, generations: Vec<GenerationSummary>) -> ChainSummary {
        let Manifest { items, fpr, guarantee, lines, kind, hashed, keep, every, .. } = manifest;
        let kind = kind_name(lines, kind);
        ChainSummary { items, fpr, guarantee, kind, hashed, keep, every, generations }
    }
}
