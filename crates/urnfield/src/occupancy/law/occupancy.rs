//! [`Occupancy`]: stating a problem.

use crate::error::Error;
use crate::occupancy::law::{Committees, Department, Shape};

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
    pub(crate) urns: u64,
    pub(crate) model: Model,
    pub(crate) shape: Shape,
    /// Certain bits asked for.
    pub(crate) precision: u64,
}

/// Certain bits of every answer unless [`Occupancy::precision`] asks for more.
pub(crate) const DEFAULT_PRECISION: u64 = 53;

/// The most certain bits that can be asked for, because exact fractions are written out to as many.
pub(crate) const MOST_PRECISION: u64 = 1 << 24;

impl Occupancy {
    fn new(urns: u64, model: Model, departments: Vec<Department>) -> Occupancy {
        let shape = Shape::of(urns, departments);
        Occupancy { urns, model, shape, precision: DEFAULT_PRECISION }
    }

    /// The law of one department alone, a union that the caller knows to be within the limits.
    pub(crate) fn of_department(urns: u64, department: &Department, precision: u64) -> Occupancy {
        let model = Model::Union(department.committees.clone());
        Occupancy { urns, model, shape: Shape::Union(department.clone()), precision }
    }

    pub(crate) fn check_urns(urns: u64) -> Result<(), Error> {
        if urns == 0 {
            return Err(Error::domain("a law needs at least one urn", "urns = 0"));
        }
        Ok(())
    }

    /// Creates the law of `balls` balls that fall independently into `urns` urns: the classic
    /// occupancy problem.
    ///
    /// Source: `sec:classic-occupancy`.
    pub fn balls(urns: u64, balls: u64) -> Result<Occupancy, Error> {
        Occupancy::check_urns(urns)?;
        let department = Department::new(&[Committees { count: balls, size: 1 }], urns)?;
        Ok(Occupancy::new(urns, Model::Balls(balls), vec![department]))
    }

    /// Creates the law of the number of urns in at least one committee. Without committees X = 0.
    ///
    /// Source: `subsec:committee-occupancy`, `sec:committee-union-problem`.
    pub fn union(urns: u64, committees: &[Committees]) -> Result<Occupancy, Error> {
        Occupancy::check_urns(urns)?;
        let department = Department::new(committees, urns)?;
        Ok(Occupancy::new(urns, Model::Union(committees.to_vec()), vec![department]))
    }

    /// Creates the law of the number of urns in at least one committee of *every* department.
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

    /// Creates the law of the overlap of lists of these sizes, for example gene lists. Each list is
    /// one committee, and a department of its own.
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

    /// Asks for answers with at least `bits` certain bits. Fewer than 53 count as 53, and more than
    /// 2^24 as 2^24, because only fractions can be computed that far.
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

    /// Returns the number of urns, occupied or not.
    pub fn urns(&self) -> u64 {
        self.urns
    }

    /// Returns how the law was stated.
    ///
    /// ```
    /// use urnfield::{Model, Occupancy};
    /// assert_eq!(Occupancy::balls(6, 3)?.model(), &Model::Balls(3));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the least and the greatest value of X; every value between them is possible.
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
