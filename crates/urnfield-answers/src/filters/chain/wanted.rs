//! [`WantedChain`]: the options that were typed of a chain, and whether a chain that is there was
//! made with them.

use crate::read::FilterKind;
use crate::{Unanswered, usual_promise};
use urnfield::chain::{Chain, Period};
use urnfield::filter::{Hashed, Key};
use urnfield::{ChainOptions, FilterOptions, Guarantee, Kind, Rate};

/// What was typed of a chain; what was left out is `None`.
#[derive(Debug, Clone, Default)]
pub struct WantedChain {
    /// How many keys fill a generation.
    pub items: Option<u64>,
    /// The highest rate of all generations together.
    pub fpr: Option<Rate>,
    /// The kind of the filters.
    pub kind: Option<FilterKind>,
    /// How many generations there are at most.
    pub keep: Option<u64>,
    /// Whether a generation begins when the date changes.
    pub every: Option<Period>,
    /// The seed that those of the generations follow from.
    pub seed: Option<u64>,
    /// The secret key, in place of a seed.
    pub key: Option<Key>,
    /// The probability with which this chain keeps the rate.
    pub confidence: Option<Rate>,
    /// Whether the mean over chains keeps the rate instead.
    pub mean: bool,
}

impl WantedChain {
    /// Returns the options of a new chain in this folder.
    pub fn options(&self, folder: &str) -> Result<ChainOptions, Unanswered> {
        let (Some(items), Some(fpr)) = (self.items, self.fpr.clone()) else {
            return Err(Unanswered::Unclear(format!(
                "{folder} is a new chain, which is planned by how many keys fill a generation and \
                 the rate of all of them together; add --items and --fpr"
            )));
        };
        if self.every.is_some() && self.keep.is_none() {
            return Err(
                "a chain that begins a generation every day or week would grow without end; \
                        add --keep with how many there are to be"
                    .into(),
            );
        }
        let (kind, lines) = within_lines(self.kind.unwrap_or(FilterKind::Plain(Kind::Standard)));
        let hashing = self.key.clone().map_or(self.seed.unwrap_or(0).into(), Into::into);
        let guarantee = match &self.confidence {
            _ if self.mean => Guarantee::Mean,
            Some(confidence) => Guarantee::ThisFilter { confidence: confidence.clone() },
            None => Guarantee::ThisFilter { confidence: usual_promise()? },
        };
        let filter = FilterOptions { kind, lines, hashing, guarantee };
        Ok(ChainOptions { items, fpr, filter, keep: self.keep, every: self.every })
    }

    /// Refuses options that are not those that the chain was made with.
    pub fn refuse_others(&self, folder: &str, chain: &Chain) -> Result<(), Unanswered> {
        let made = chain.options();
        let same = |option, typed: Option<String>, made: String| match typed {
            Some(typed) if typed != made => Err(Unanswered::Unclear(format!(
                "{folder} was made with {option} {made}, which {option} {typed} cannot change; leave \
                 it out, or begin another chain"
            ))),
            _ => Ok(()),
        };
        let or_none = |made: Option<String>| made.unwrap_or_else(|| "none".into());
        let made_every = or_none(text(&made.every));
        same("--items", text(&self.items), made.items.to_string())?;
        same("--fpr", text(&self.fpr), made.fpr.to_string())?;
        same("--kind", text(&self.kind), chain.summary().kind.into())?;
        same("--keep", text(&self.keep), or_none(text(&made.keep)))?;
        same("--every", text(&self.every), made_every)?;
        let seed = match chain.hashed() {
            Hashed::Seed(seed) => seed.to_string(),
            Hashed::KeyCheck(_) => "none, as it has a secret key".into(),
        };
        same("--seed", text(&self.seed), seed)?;
        let confidence = match &made.filter.guarantee {
            Guarantee::ThisFilter { confidence } => confidence.to_string(),
            Guarantee::Mean => "none, as it was made with --mean".into(),
        };
        if self.mean && made.filter.guarantee != Guarantee::Mean {
            return Err(Unanswered::Unclear(format!(
                "{folder} was made with --confidence {confidence}, which --mean cannot change; leave \
                 it out, or begin another chain"
            )));
        }
        same("--confidence", text(&self.confidence), confidence)
    }
}

fn within_lines(kind: FilterKind) -> (Kind, bool) {
    match kind {
        FilterKind::Plain(kind) => (kind, false),
        FilterKind::LineClassic => (Kind::Classic, true),
        FilterKind::Line | FilterKind::Parquet => (Kind::Standard, true),
    }
}

fn text<T: ToString>(value: &Option<T>) -> Option<String> {
    value.as_ref().map(T::to_string)
}
