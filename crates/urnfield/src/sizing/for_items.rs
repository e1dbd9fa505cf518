//! [`Filter::for_items`]: an empty filter for a number of items and a rate. A [`Plan`] chooses the
//! design, and the [`Filter`] holds the bits.

use crate::bloom::blocked::plan::BlockSizing;
use crate::bloom::plan::plans::Plan;
use crate::bloom::plan::sizing::Sizing;
use crate::design::any::AnyDesign;
use crate::design::blocked::Layout;
use crate::design::plain::Kind;
use crate::error::Error;
use crate::filter::Filter;
use crate::filter::hash::digester::Hashing;
use urnfield_num::Rate;

/// The options of [`Filter::for_items_with`]: kind, lines, seed or key, and the guarantee.
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
    /// How an item chooses its bits; the standard kind by default.
    pub kind: Kind,
    /// Whether items keep to one cache line each: one cache miss instead of k, for 3 % more memory
    /// at a rate of 1 % and 15 % at 0.01 %. False by default.
    pub lines: bool,
    /// A seed, or a secret key against items that are chosen to do harm; seed 0 by default.
    pub hashing: Hashing,
    /// Which rate meets the target: this filter's own rate by default, or the mean.
    pub guarantee: Guarantee,
}

/// The rate that meets the target: this filter's own rate, or the mean over all filters.
///
/// The positions of an item's bits are random, so two filters with the same design and equally many
/// items differ in the bits set, and in their own rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guarantee {
    /// The own rate of this filter meets the target, with at least this probability.
    ThisFilter {
        /// From 1/2 on; the default is 0.999999.
        confidence: Rate,
    },
    /// The mean rate of all such filters meets the target, as in textbook formulas. About half of
    /// the filters then have a slightly higher rate.
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
    /// Creates the smallest empty filter for so many items and at most this false-positive rate.
    ///
    /// A rate is a number like `1e-6`, a text like `"1%"` or `"1 in 500"`, or a [`Rate`]. An f64
    /// is taken as the decimal that it prints as, exactly: `0.01` is one in a hundred, although
    /// no double is.
    ///
    /// With all items inserted, this filter's own rate is at most the target with a probability of
    /// 0.999999 (over the random positions of their bits). [`Filter::for_items_with`] takes another
    /// probability, the mean rate instead, the kind, and a seed or a key.
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

    /// Creates a filter like [`Filter::for_items`], with options for kind, lines, seed or key, and
    /// guarantee.
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
        let design = if *lines {
            lines_for(*kind, items, &fpr, guarantee)?
        } else {
            let sizing = Sizing::of_items(*kind, items, &fpr);
            let plan = Plan::find(&match guarantee {
                Guarantee::ThisFilter { confidence } => sizing.with_confidence(confidence),
                Guarantee::Mean => sizing,
            })?;
            plan.design.into()
        };
        Ok(Filter::new(design, hashing.clone())?.with_planned_items(items))
    }
}

/// Returns the lines for so many items. An own rate is proved by a bound, so there may be a few
/// more lines than necessary.
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
