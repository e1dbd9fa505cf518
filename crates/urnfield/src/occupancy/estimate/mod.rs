//! From an occupancy number back to what it came from (paper, `subsec:estimators`): how many
//! committees there were, or how many urns.
//!
//! X grows, stochastically, with the number of committees, as one more can only add urns; and with
//! the number of urns, as P(X = b | m+1)/P(X = b | m) is (m+1)/(m+1−b) but for a factor without b,
//! and so rises with b. So the exact law can be inverted: the values that an observation does not
//! contradict are an interval.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | what an estimate is: [`Point`], [`Likeliest`], [`Interval`], [`Estimate`] |
//! | `batches` | [`Batches`]: how many committees, balls or items there were |
//! | `likelihood` | the likeliest number of them, with the proof that it is one stretch |
//! | `population` | [`Population`]: how many urns there are |
//! | `unbiased` | the one unbiased estimate of the urns |
//! | `mean_root` | the urns whose mean is what was observed |
//! | `tails` | an end of the interval: where a tail passes a level |
//! | `normal` | where to look first, in f64 |

pub(crate) mod batches;
pub(crate) mod likelihood;
pub(crate) mod mean_root;
pub(crate) mod normal;
pub(crate) mod population;
pub(crate) mod tails;
pub(crate) mod unbiased;

use urnfield_num::{Enclosure, Rate, Rational};

/// An estimate that is a single number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Point {
    /// The value of the formula, enclosed.
    Value(Enclosure),
    /// The formula has no finite value: every larger number fits better.
    Infinite,
    /// The observation says nothing: every number fits equally well.
    Undefined,
}

/// The whole numbers under which what was observed is most likely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Likeliest {
    /// All of them, ascending: more than one where they tie.
    At(Vec<u64>),
    /// The likelihood rises without end.
    Infinite,
    /// The likelihood is the same everywhere.
    Undefined,
}

/// A confidence set: the whole numbers that an observation does not contradict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interval {
    /// The empty set. Where one more committee moves the law far, an observation may be too large
    /// for n committees and too small for n + 1.
    Empty,
    /// From `lo` to `hi`, both included.
    Closed {
        /// The least.
        lo: u64,
        /// The greatest.
        hi: u64,
    },
    /// Everything from `lo` on.
    From {
        /// The least.
        lo: u64,
    },
}

/// A point, an interval that holds the truth with a stated confidence, and that confidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// By the method of moments: the number whose mean is what was observed.
    pub point: Point,
    /// The exact confidence set.
    pub interval: Interval,
    /// The interval holds the true number with at least this probability.
    pub confidence: Rate,
}

impl Interval {
    /// The two ends found separately: a set whose ends have passed each other is empty.
    pub(crate) fn between(lo: u64, hi: Option<u64>) -> Interval {
        match hi {
            None => Interval::From { lo },
            Some(hi) if lo <= hi => Interval::Closed { lo, hi },
            Some(_) => Interval::Empty,
        }
    }

    /// Whether `value` is in the set.
    ///
    /// ```
    /// use urnfield::Interval;
    /// assert!(Interval::Closed { lo: 3, hi: 5 }.contains(5));
    /// assert!(!Interval::From { lo: 3 }.contains(2) && !Interval::Empty.contains(0));
    /// ```
    pub fn contains(&self, value: u64) -> bool {
        match *self {
            Interval::Empty => false,
            Interval::Closed { lo, hi } => (lo..=hi).contains(&value),
            Interval::From { lo } => lo <= value,
        }
    }

    /// Returns the least value and the greatest, which is `None` for an unbounded set; `None` for
    /// an empty set.
    ///
    /// ```
    /// use urnfield::Interval;
    /// assert_eq!(Interval::From { lo: 3 }.ends(), Some((3, None)));
    /// assert_eq!(Interval::Empty.ends(), None);
    /// ```
    pub fn ends(&self) -> Option<(u64, Option<u64>)> {
        match *self {
            Interval::Empty => None,
            Interval::Closed { lo, hi } => Some((lo, Some(hi))),
            Interval::From { lo } => Some((lo, None)),
        }
    }
}

/// α/2 for confidence 1 − α.
fn half_of_doubt(confidence: &Rate) -> Rational {
    confidence.value().complement().shift(-1)
}
