//! Occupancy laws (paper, section 2): how many of m urns are occupied.
//!
//! The urns are exchangeable, so every law here follows from one kernel, the probability that the
//! first s urns are all occupied (`joint`). Balls are committees of one; a committee problem is a
//! union with one kind of committee; the overlap of lists is an intersection with one committee
//! a department.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Occupancy`]: stating a problem |
//! | `shape` | what a problem is once the degenerate cases are taken out |
//! | `joint` | the kernel, as certified reals |
//! | `moments`, `standardized`, `bounds`, `generating`, `chernoff` | what needs the kernel only: any u64 size |
//! | `probability` | one probability: its side of the mean, and the bits it promises |
//! | `route` | chooses among the routes below |
//! | `windows`, `quantile` | many: windows; quantiles and modes |
//! | `tabulated` | a law with a window beside it, for whoever has many questions |
//! | `exact` | exact integers |
//! | `alternating`, `integer_powers` | binomial moments, summed with adaptive precision; powers of all numbers |
//! | `contour` | a circle integral: one probability at any size |
//! | `recursion` | events by the positive recursion, which never cancels |
//! | `two_lists` | the hypergeometric law at any size |
//! | `collisions`, `birthday` | the upper edge of a union, where few or no members meet |
//! | `upper_edge` | the upper edge of an intersection of departments: few moments |
//! | `many_urns` | the birthday problem beyond counts of 64 bits |
//! | `waiting`, `harmonic` | how many balls until so many urns are occupied; sums of inverses |
//! | `critical`, `fisher` | from where on an occupancy number is rare; rare on both sides |
//! | `pair` | two lists that are not independent: odds ratios, intervals, power |
//! | `adjust` | p-values that are some of many: Holm, Benjamini and Hochberg |
//! | `sample` | draws, with the feature `rand` |
//! | `estimate` | from an occupancy number back to committees or urns |
//! | `compared` | a value against a level, decided with certainty |
//! | `rounded_down`, `rough` | numbers that are never too large; means in doubles, for guesses |

mod adjust;
mod alternating;
mod birthday;
mod bounds;
mod budget;
mod chernoff;
mod collisions;
mod compared;
mod contour;
mod critical;
mod estimate;
mod exact;
mod fisher;
mod generating;
mod harmonic;
mod integer_powers;
mod joint;
mod log_concave;
mod many_urns;
mod moments;
mod pair;
mod probability;
mod quantile;
mod recursion;
pub(crate) mod rough;
mod rounded_down;
mod route;
#[cfg(feature = "rand")]
mod sample;
mod shape;
mod standardized;
mod tabulated;
mod two_lists;
mod upper_edge;
mod waiting;
mod windows;

pub use adjust::{AdjustedP, Adjustment, PValue};
pub use bounds::MomentBounds;
pub(crate) use estimate::normal;
pub use estimate::{Batches, Estimate, Interval, Likeliest, Point, Population};
pub use many_urns::Collisions;
pub use pair::{Effect, PairOfLists, Range};
#[doc(hidden)]
pub use route::LawRoute;
pub(crate) use shape::{Department, Shape};
pub use tabulated::Tabulated;
pub use waiting::Waiting;

use crate::num::Error;

/// `count` committees of `size` members each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Committees {
    /// How many committees.
    pub count: u64,
    /// How many members each of them has; all distinct.
    pub size: u64,
}

/// How a law was stated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Model {
    /// Balls fall into urns independently (paper, `sec:classic-occupancy`).
    Balls(u64),
    /// Urns in at least one committee (paper, `sec:committee-union-problem`).
    Union(Vec<Committees>),
    /// Urns in at least one committee of every department (paper,
    /// `subsubsec:general-committee-intersection`).
    Intersection(Vec<Vec<Committees>>),
}

/// The law of an occupancy number X.
///
/// ```
/// use urnfield::Occupancy;
/// // Seven gene lists of 5000 out of 20000: how likely is it that they share ten genes or more?
/// let law = Occupancy::lists(20_000, &[5000; 7])?;
/// assert_eq!(format!("{:.10}", law.at_least(10)?), "6.458957379e-7");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupancy {
    urns: u64,
    model: Model,
    shape: Shape,
    /// Certain bits asked for.
    precision: u64,
}

/// Certain bits of every answer unless [`Occupancy::precision`] asks for more.
const DEFAULT_PRECISION: u64 = 53;

/// More certain bits than this are never asked for: exact fractions would be written out to as
/// many.
const MOST_PRECISION: u64 = 1 << 24;

impl Occupancy {
    fn new(urns: u64, model: Model, departments: Vec<Department>) -> Occupancy {
        let shape = Shape::of(urns, departments);
        Occupancy { urns, model, shape, precision: DEFAULT_PRECISION }
    }

    fn check_urns(urns: u64) -> Result<(), Error> {
        if urns == 0 {
            return Err(Error::domain("a law needs at least one urn", "urns = 0"));
        }
        Ok(())
    }

    /// `balls` balls, each into one of `urns` urns independently: the classic occupancy problem.
    ///
    /// Source: `sec:classic-occupancy`.
    pub fn balls(urns: u64, balls: u64) -> Result<Occupancy, Error> {
        Occupancy::check_urns(urns)?;
        let department = Department::new(&[Committees { count: balls, size: 1 }], urns)?;
        Ok(Occupancy::new(urns, Model::Balls(balls), vec![department]))
    }

    /// Urns that belong to at least one committee. No committee at all is allowed: then X = 0.
    ///
    /// Source: `subsec:committee-occupancy`, `sec:committee-union-problem`.
    pub fn union(urns: u64, committees: &[Committees]) -> Result<Occupancy, Error> {
        Occupancy::check_urns(urns)?;
        let department = Department::new(committees, urns)?;
        Ok(Occupancy::new(urns, Model::Union(committees.to_vec()), vec![department]))
    }

    /// Urns that belong to at least one committee of *every* department.
    ///
    /// Source: `subsubsec:single-committee-intersection`,
    /// `subsubsec:general-committee-intersection`.
    pub fn intersection(urns: u64, departments: &[&[Committees]]) -> Result<Occupancy, Error> {
        Occupancy::check_urns(urns)?;
        if departments.is_empty() {
            return Err(Error::domain("an intersection needs at least one department", "none"));
        }
        let tidy: Result<Vec<_>, _> =
            departments.iter().map(|d| Department::new(d, urns)).collect();
        let model = Model::Intersection(departments.iter().map(|d| d.to_vec()).collect());
        Ok(Occupancy::new(urns, model, tidy?))
    }

    /// The urns that lists of these sizes have in common: the overlap of gene lists, say. Each list
    /// is one committee, and a department of its own.
    ///
    /// Source: `subsubsec:single-committee-intersection`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// // Lists of 300 and of 500 out of 20000 genes share 7.5 on average, and at least 15 rarely.
    /// let law = Occupancy::lists(20_000, &[300, 500])?;
    /// assert_eq!(format!("{:.3}", law.mean()?), "7.50");
    /// assert_eq!(format!("{:.6}", law.at_least(15)?), "0.00884427");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn lists(urns: u64, sizes: &[u64]) -> Result<Occupancy, Error> {
        let lists: Vec<[Committees; 1]> =
            sizes.iter().map(|&size| [Committees { count: 1, size }]).collect();
        let departments: Vec<&[Committees]> = lists.iter().map(|list| &list[..]).collect();
        Occupancy::intersection(urns, &departments)
    }

    /// The same law, whose answers have at least `bits` certain bits (never fewer than 53; more than
    /// 2^24 count as 2^24, which is beyond what anything but a fraction can be computed to).
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(1_000_000_000, 1_000_000_000)?.precision(200);
    /// assert!(law.at_most(632_000_000)?.certain_bits() >= 200);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn precision(mut self, bits: u64) -> Occupancy {
        self.precision = bits.clamp(DEFAULT_PRECISION, MOST_PRECISION);
        self
    }

    /// How many urns there are, occupied or not.
    pub fn urns(&self) -> u64 {
        self.urns
    }

    /// How the law was stated.
    ///
    /// ```
    /// use urnfield::{Model, Occupancy};
    /// assert_eq!(Occupancy::balls(6, 3)?.model(), &Model::Balls(3));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The least and the greatest value that X can take; every value between them is possible.
    ///
    /// A union has at least its largest committee and at most all members; departments that hold
    /// at least l_d of m urns share at least Σ l_d − (c−1)·m.
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// let law = Occupancy::union(10, &[Committees { count: 2, size: 3 }])?;
    /// assert_eq!(law.support(), (3, 6));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn support(&self) -> (u64, u64) {
        let overlap = |least: &mut dyn Iterator<Item = u64>| {
            let missing = least.fold(0u64, |sum, l| sum.saturating_add(self.urns - l));
            self.urns.saturating_sub(missing)
        };
        match &self.shape {
            Shape::Certain(x) => (*x, *x),
            Shape::Union(d) => (d.largest(), d.members.min(self.urns)),
            Shape::Lists(sizes) => (overlap(&mut sizes.iter().copied()), sizes[0]),
            Shape::General(departments) => {
                let least = overlap(&mut departments.iter().map(Department::largest));
                let most = departments.iter().map(|d| d.members.min(self.urns)).min();
                (least, most.unwrap_or(0))
            }
        }
    }
}
