//! [`Filter::for_items`]: an empty filter from what people know, the number of items and the rate.
//!
//! The one room that knows both halves: a [`Plan`] chooses the design, a [`Filter`] holds the bits.

use crate::bloom::blocked::plan::BlockSizing;
use crate::bloom::plan::plans::Plan;
use crate::bloom::plan::sizing::Sizing;
use crate::design::any::AnyDesign;
use crate::design::blocked::Layout;
use crate::design::plain::Kind;
use crate::filter::Filter;
use crate::filter::hash::digester::Hashing;
use urnfield_num::Error;
use urnfield_num::Rate;

/// What [`Filter::for_items_with`] may be told besides items and rate.
///
/// ```
/// use urnfield::{Filter, FilterOptions, Guarantee, Kind, filter::Key};
/// let options = FilterOptions {
///     kind: Kind::Classic,
///     hashing: Key::new(*b"sixteen secrets!").into(),
///     ..FilterOptions::default()
/// };
/// let filter = Filter::for_items_with(1_000, "1 in 1000", &options)?;
/// assert_eq!((filter.design().kind_name(), filter.seed()), ("classic", None));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterOptions {
    /// How an item chooses its bits; the standard kind unless said otherwise.
    pub kind: Kind,
    /// Whether items keep to one cache line each: one wait for memory instead of k, for 3 % more
    /// memory at a rate of 1 % and 14 % at 0.01 %. Not so unless said otherwise.
    pub lines: bool,
    /// A seed, or a secret key against whoever chooses items to do harm; seed 0 unless said
    /// otherwise.
    pub hashing: Hashing,
    /// What keeps the rate; this filter itself unless said otherwise.
    pub guarantee: Guarantee,
}

/// What is promised of a rate.
///
/// Where an item's bits lie is chance, so of two filters with the same design and equally many
/// items one has a few more bits set than the other, and a higher rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guarantee {
    /// The filter that is made keeps the rate itself, with at least this probability.
    ThisFilter {
        /// From 1/2 on; the default is 0.999999.
        confidence: Rate,
    },
    /// The mean rate of all such filters is kept: what the formulas of textbooks approximate.
    /// About half of them then have a slightly higher one.
    Mean,
}

impl Default for Guarantee {
    fn default() -> Guarantee {
        Guarantee::ThisFilter { confidence: one_in_a_million().complement() }
    }
}

impl Default for FilterOptions {
    fn default() -> FilterOptions {
        FilterOptions {
            kind: Kind::Standard,
            lines: false,
            hashing: Hashing::default(),
            guarantee: Guarantee::default(),
        }
    }
}

fn one_in_a_million() -> Rate {
    "1e-6".parse().expect("it is between 0 and 1")
}

impl Filter {
    /// An empty filter, no larger than it must be, for so many items and at most this rate of
    /// false positives.
    ///
    /// A rate is a number like `1e-6`, a text like `"1%"` or `"1 in 500"`, or a [`Rate`]. An f64
    /// is taken as the decimal that it prints as, exactly: `0.01` is one in a hundred, although
    /// no double is.
    ///
    /// With all items in, this filter's own rate is at most what was asked with a probability of
    /// 0.999999 (over where their bits happen to lie). [`Filter::for_items_with`] can be told
    /// another probability, to keep the mean rate instead, the kind, and a seed or a key.
    ///
    /// ```
    /// use urnfield::Filter;
    /// let mut filter = Filter::for_items(1_000, 0.001)?;
    /// filter.insert("amphora");
    /// assert!(filter.contains("amphora"));
    /// assert!(!filter.contains("krater"));
    /// assert_eq!(filter.planned_items(), 1_000);
    /// assert_eq!(filter.design(), Filter::for_items(1_000, "0.1%")?.design());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn for_items(
        items: u64,
        fpr: impl TryInto<Rate, Error: Into<Error>>,
    ) -> Result<Filter, Error> {
        Filter::for_items_with(items, fpr, &FilterOptions::default())
    }

    /// The same, with a say in the rest.
    ///
    /// ```
    /// use urnfield::{Filter, FilterOptions, Guarantee};
    /// let mean = FilterOptions { guarantee: Guarantee::Mean, ..FilterOptions::default() };
    /// let (less, more) =
    ///     (Filter::for_items_with(1_000, 0.01, &mean)?, Filter::for_items(1_000, 0.01)?);
    /// assert_eq!((less.design().bits(), more.design().bits()), (9_595, 9_963));
    ///
    /// let lines = FilterOptions { lines: true, ..FilterOptions::default() };
    /// let fast = Filter::for_items_with(1_000_000, 0.01, &lines)?;
    /// assert_eq!(fast.design().kind_name(), "line");
    /// assert!(fast.design().bits() < 9_593_000 * 21 / 20);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn for_items_with(
        items: u64,
        fpr: impl TryInto<Rate, Error: Into<Error>>,
        options: &FilterOptions,
    ) -> Result<Filter, Error> {
        let fpr = fpr.try_into().map_err(Into::into)?;
        let FilterOptions { kind, lines, hashing, guarantee } = options;
        let design = match lines {
            true => lines_for(*kind, items, &fpr, guarantee)?,
            false => {
                let sizing = Sizing::of_items(*kind, items, &fpr);
                let plan = Plan::find(&match guarantee {
                    Guarantee::ThisFilter { confidence } => sizing.with_confidence(confidence),
                    Guarantee::Mean => sizing,
                })?;
                plan.design.into()
            }
        };
        Ok(Filter::new(design, hashing.clone())?.with_planned_items(items))
    }
}

/// The lines for so many items. That a filter keeps its rate itself is proved by a bound, so they may
/// be a few more than it takes.
fn lines_for(
    kind: Kind,
    items: u64,
    fpr: &Rate,
    guarantee: &Guarantee,
) -> Result<AnyDesign, Error> {
    let layout = match kind {
        Kind::Standard => Layout::Standard,
        Kind::Classic => Layout::Classic,
    };
    let sizing = BlockSizing::lines(layout);
    Ok(match guarantee {
        Guarantee::ThisFilter { confidence } => sizing.keeping(items, fpr, confidence)?.design,
        Guarantee::Mean => sizing.smallest(items, fpr)?.design,
    }
    .into())
}
