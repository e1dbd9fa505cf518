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
//! | `joint` | the kernel, as certified reals |
//! | `moments`, `standardized`, `bounds`, `generating`, `chernoff` | what needs the kernel only: any u64 size |
//! | `law` | one probability: chooses among the routes below |
//! | `table`, `quantile` | many: windows; quantiles and modes |
//! | `exact` | exact integers |
//! | `alternating` | binomial moments, summed with adaptive precision |
//! | `contour` | a circle integral: one probability at any size |
//! | `recursion` | events by the positive recursion; `chain`, `rows`, `fold` run it, `floor` are its numbers, `tilt` moves it, `work` foresees its cost |
//! | `two_lists` | the hypergeometric law at any size |
//! | `collisions`, `birthday` | the upper edge of a union, where few or no members meet |
//! | `critical` | from where on an occupancy number is rare |
//! | `sample` | draws, with the feature `rand` |
//! | `estimate` | from an occupancy number back to committees or urns |

mod alternating;
mod birthday;
mod bounds;
mod chain;
mod chernoff;
mod collisions;
mod contour;
mod critical;
mod estimate;
mod exact;
mod floor;
mod fold;
mod generating;
mod joint;
mod law;
mod moments;
mod quantile;
mod recursion;
mod rows;
#[cfg(feature = "rand")]
mod sample;
mod standardized;
mod table;
mod tilt;
mod two_lists;
mod work;

pub use bounds::MomentBounds;
pub(crate) use estimate::normal;
pub use estimate::{Batches, Estimate, Interval, Likeliest, Point, Population};
#[doc(hidden)]
pub use law::Route;

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
/// use urnfield::{Committees, Occupancy};
/// // Seven gene lists of 5000 out of 20000: how likely is it that they share ten genes or more?
/// let list = [Committees { count: 1, size: 5000 }];
/// let law = Occupancy::intersection(20_000, &[&list[..]; 7])?;
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

/// One department after tidying up: no empty committees, one entry a size, largest size first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Department {
    pub(crate) committees: Vec<Committees>,
    /// Σ count·size: fits u64, the constructor saw to it.
    pub(crate) members: u64,
}

/// What a law really is, once the degenerate cases are taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// X has one value.
    Certain(u64),
    /// One department, at least two committees, none of size m.
    Union(Department),
    /// At least two lists of sizes strictly between 0 and m, ascending.
    Lists(Vec<u64>),
    /// At least two departments, one of them with two or more committees.
    General(Vec<Department>),
}

/// Certain bits of every answer unless [`Occupancy::precision`] asks for more.
const DEFAULT_PRECISION: u64 = 53;

/// More certain bits than this are never asked for: exact fractions would be written out to as
/// many.
const MOST_PRECISION: u64 = 1 << 24;

impl Department {
    fn new(committees: &[Committees], urns: u64) -> Result<Department, Error> {
        let mut members = 0u64;
        let mut tidy: Vec<Committees> = Vec::new();
        for &Committees { count, size } in committees {
            if size > urns {
                return Err(Error::domain(
                    "a committee needs 0 <= size <= urns",
                    format!("size = {size} with urns = {urns}"),
                ));
            }
            members = count
                .checked_mul(size)
                .and_then(|product| members.checked_add(product))
                .ok_or_else(|| {
                    Error::domain(
                        "the members of all committees of a department, counted with \
                         repetition, must stay below 2^64",
                        format!("{count} committees of {size}"),
                    )
                })?;
            if count == 0 || size == 0 {
                continue;
            }
            match tidy.iter_mut().find(|c| c.size == size) {
                Some(same) => same.count += count,
                None => tidy.push(Committees { count, size }),
            }
        }
        tidy.sort_by_key(|c| std::cmp::Reverse(c.size));
        Ok(Department { committees: tidy, members })
    }

    /// The largest committee; 0 where there is none.
    pub(crate) fn largest(&self) -> u64 {
        self.committees.first().map_or(0, |c| c.size)
    }

    /// The size of the only committee, if there is just one.
    pub(crate) fn single(&self) -> Option<u64> {
        match self.committees[..] {
            [Committees { count: 1, size }] => Some(size),
            _ => None,
        }
    }
}

impl Shape {
    fn of(urns: u64, departments: Vec<Department>) -> Shape {
        if departments.iter().any(|d| d.committees.is_empty()) {
            return Shape::Certain(0);
        }
        // A department that fills every urn decides nothing.
        let mut rest: Vec<Department> =
            departments.into_iter().filter(|d| d.largest() < urns).collect();
        if rest.is_empty() {
            return Shape::Certain(urns);
        }
        let singles: Option<Vec<u64>> = rest.iter().map(Department::single).collect();
        if let Some(mut lists) = singles {
            if let [size] = lists[..] {
                return Shape::Certain(size);
            }
            lists.sort_unstable();
            return Shape::Lists(lists);
        }
        if rest.len() == 1 {
            return Shape::Union(rest.remove(0));
        }
        Shape::General(rest)
    }
}

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

    /// The same law, whose answers have at least `bits` certain bits (never fewer than 53; more than
    /// 2^24 count as 2^24, which is beyond what anything but a fraction can be computed to).
    pub fn precision(mut self, bits: u64) -> Occupancy {
        self.precision = bits.clamp(DEFAULT_PRECISION, MOST_PRECISION);
        self
    }

    /// The number of urns, m.
    pub fn urns(&self) -> u64 {
        self.urns
    }

    /// How the law was stated.
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
