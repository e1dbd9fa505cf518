//! What lists share, and how surprising that is, as values.

use crate::{Combination, NamedList, OverlapQuestion};
use urnfield::occupancy::Range;
use urnfield::{Enclosure, Interval, Point};

/// One row; `None` where something is out of reach or has no meaning.
#[derive(Debug, Clone)]
pub struct OverlapRow {
    /// The lists, and what they share.
    pub combination: Combination,
    /// How many names random lists share on average.
    pub expected: Option<Enclosure>,
    /// What is observed for each that is expected.
    pub fold: Option<Enclosure>,
    /// The chance that random lists share at least as many names.
    pub at_least: Option<Enclosure>,
    /// The chance that they share at most as many.
    pub at_most: Option<Enclosure>,
    /// Twice the smaller of the two, at most 1.
    pub two_sided: Option<Enclosure>,
    /// All overlaps that are not likelier, as Fisher has it.
    pub fisher: Option<Enclosure>,
    /// log10 of `at_least`.
    pub log10_at_least: Option<Enclosure>,
    /// log10 of `at_most`.
    pub log10_at_most: Option<Enclosure>,
    /// What is tested: one of `at_least`, `at_most` and `fisher`.
    pub p: Option<Enclosure>,
    /// log10 of that.
    pub log10_p: Option<Enclosure>,
    /// `p` adjusted for all rows by Holm.
    pub holm: Option<Enclosure>,
    /// `p` adjusted for all rows by Benjamini and Hochberg.
    pub bh: Option<Enclosure>,
    /// What chance alone gives, with the confidence asked for.
    pub expected_interval: Option<Interval>,
    /// For two lists: how many times as many as by chance, with that confidence.
    pub fold_interval: Option<Range>,
    /// For two lists: the odds ratio under which the overlap is likeliest.
    pub odds_ratio: Option<Point>,
    /// For two lists: odds ratios with that confidence.
    pub odds_interval: Option<Range>,
    /// Where it was asked for: each list, given what the others share.
    pub given: Vec<Given>,
}

/// What lists share, and how surprising that is.
#[derive(Debug, Clone)]
pub struct OverlapAnswer {
    /// The question, with notes about what is out of reach; its combinations are in the rows.
    pub question: OverlapQuestion,
    /// Every combination, in the order asked for.
    pub rows: Vec<OverlapRow>,
}

/// One list of a combination, given what the others share.
#[derive(Debug, Clone)]
pub struct Given {
    /// The list.
    pub list: usize,
    /// The others.
    pub rest: Vec<usize>,
    /// How many names the others share.
    pub shared: u64,
    /// The p-value, in the direction that is tested.
    pub p: Option<Enclosure>,
    /// log10 of that.
    pub log10_p: Option<Enclosure>,
}

impl OverlapAnswer {
    /// The names of some lists.
    pub(crate) fn names(&self, lists: &[usize]) -> Vec<String> {
        names(&self.question.lists, lists)
    }
}

pub(super) fn names(all: &[NamedList], lists: &[usize]) -> Vec<String> {
    lists.iter().map(|&list| all[list].name.clone()).collect()
}
