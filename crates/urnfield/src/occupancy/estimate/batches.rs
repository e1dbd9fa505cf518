//! [`Batches`]: how many committees there were, from the number of urns that they occupy.

use crate::error::Error;
use crate::occupancy::estimate::normal::excess_and_deviation;
use crate::occupancy::estimate::tails::{Growing, beyond_upper_end, lower_end};
use crate::occupancy::estimate::{Estimate, Interval, Point, half_of_doubt};
use crate::occupancy::law::occupancy::{DEFAULT_PRECISION, MOST_PRECISION};
use crate::occupancy::law::rough::RoughCommittees;
use crate::occupancy::law::{Committees, Occupancy};
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Rate, Rational, Real};

/// An estimate of how many equal batches of committees there were, from the number of occupied
/// urns. A batch is one committee, one ball, or the bits of one item of a filter.
///
/// ```
/// use urnfield::occupancy::{Batches, Interval, Likeliest, Point};
/// // 700 of 1000 urns are occupied. How many balls were thrown?
/// let balls = Batches::balls(1000, 700)?;
/// let Point::Value(moments) = balls.moments()? else { unreachable!() };
/// assert_eq!(format!("{moments:.7}"), "1203.371"); // ln(1 − 0.7)/ln(1 − 1/1000)
/// assert_eq!(balls.likeliest()?, Likeliest::At(vec![1203]));
/// assert_eq!(balls.interval(&"95%".parse()?)?, Interval::Closed { lo: 1139, hi: 1273 });
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batches {
    pub(crate) urns: u64,
    pub(crate) batch: Committees,
    pub(crate) occupied: u64,
    pub(crate) precision: u64,
}

/// ln(1 − x/m) / (c·ln(1 − k/m)).
struct Moments<'a>(&'a Batches);

impl Computation for Moments<'_> {
    fn at(&self, words: usize) -> Real {
        let Batches { urns, batch, occupied, .. } = *self.0;
        let log = |k: u64| Real::from_ratio(k, urns, words).negated().log1p();
        log(occupied).div(&log(batch.size)).div_word(batch.count)
    }
}

impl Batches {
    /// Asks how many committees of `size` members occupied `occupied` of `urns` urns.
    pub fn committees(urns: u64, size: u64, occupied: u64) -> Result<Batches, Error> {
        Batches::of(urns, Committees { count: 1, size }, occupied)
    }

    /// Asks how many balls occupied `occupied` of `urns` urns.
    pub fn balls(urns: u64, occupied: u64) -> Result<Batches, Error> {
        Batches::committees(urns, 1, occupied)
    }

    /// Asks how many batches of these committees occupied `occupied` of `urns` urns.
    ///
    /// ```
    /// use urnfield::{Committees, occupancy::Batches};
    /// let error = Batches::of(10, Committees { count: 1, size: 4 }, 3).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "committees occupy no urn or at least as many as one of them has members, \
    ///      got occupied = 3 with size = 4"
    /// );
    /// ```
    pub fn of(urns: u64, batch: Committees, occupied: u64) -> Result<Batches, Error> {
        let Committees { count, size } = batch;
        Occupancy::union(urns, &[batch])?;
        if count == 0 || size == 0 {
            return Err(Error::domain(
                "only committees with members can be counted by what they occupy",
                format!("count = {count} with size = {size}"),
            ));
        }
        if occupied > urns {
            return Err(Error::domain(
                "at most all urns are occupied",
                format!("occupied = {occupied} with urns = {urns}"),
            ));
        }
        if occupied != 0 && occupied < size {
            return Err(Error::domain(
                "committees occupy no urn or at least as many as one of them has members",
                format!("occupied = {occupied} with size = {size}"),
            ));
        }
        Ok(Batches { urns, batch, occupied, precision: DEFAULT_PRECISION })
    }

    /// Asks for answers with at least `bits` certain bits, within the
    /// limits of [`Occupancy::precision`].
    pub fn precision(mut self, bits: u64) -> Batches {
        self.precision = bits.clamp(DEFAULT_PRECISION, MOST_PRECISION);
        self
    }

    /// Whether the observation says nothing: one committee occupies everything.
    pub(crate) fn says_nothing(&self) -> bool {
        self.batch.size == self.urns
    }

    /// The number of batches whose mean occupancy is what was observed.
    ///
    /// Formula: ln(1 − x/m) / ln(1 − k/m), divided by the committees of a batch. Infinite for x =
    /// m; undefined for k = m. **Biased**: at least the truth on average, as ln is concave, and
    /// infinite on average as soon as all urns can be occupied. Source: `eq:moments-n`. DIFFERENCE:
    /// it is not the maximum of the likelihood, as printed (`docs/paper/ledger.md`, E10). Cost: two
    /// logarithms.
    ///
    /// ```
    /// use urnfield::occupancy::{Batches, Point};
    /// // Two committees of half of all urns leave a quarter vacant.
    /// let Point::Value(two) = Batches::committees(8, 4, 6)?.moments()? else { unreachable!() };
    /// assert!(two.contains(&2.into()) && two.certain_bits() >= 53);
    /// assert_eq!(Batches::balls(8, 8)?.moments()?, Point::Infinite);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn moments(&self) -> Result<Point, Error> {
        let exactly =
            |value: &Rational| Ok(Point::Value(Enclosure::from_rational(value, self.precision)));
        if self.says_nothing() {
            return Ok(Point::Undefined);
        }
        match self.occupied {
            x if x == self.urns => Ok(Point::Infinite),
            0 => exactly(&Rational::zero()),
            x if x == self.batch.size => {
                let whole = Rational::from(self.batch.count);
                exactly(&Rational::one().checked_div(&whole).unwrap_or_else(Rational::one))
            }
            _ => {
                let start = self.precision + 64;
                refine("an estimate by moments", self.precision, start, &Moments(self))
                    .map(Point::Value)
            }
        }
    }

    /// The exact confidence set: all n with P(X ≥ x) > α/2 and P(X ≤ x) > α/2, where
    /// α = 1 − confidence.
    ///
    /// Both tails are monotone in n, so this is an interval. It holds the true n with probability
    /// at least `confidence`, whatever that n is: X is among the smallest or the largest values of
    /// total probability at most α/2 otherwise. Without an upper end for x = m. It may be empty.
    /// Source: `subsec:estimators`. Cost: about eight tails.
    ///
    /// ```
    /// use urnfield::occupancy::{Batches, Interval};
    /// // Six of 14 urns: too many for one committee of 5, and nearly always too few for two.
    /// assert_eq!(Batches::committees(14, 5, 6)?.interval(&"95%".parse()?)?, Interval::Empty);
    /// assert_eq!(Batches::balls(9, 9)?.interval(&"95%".parse()?)?, Interval::From { lo: 12 });
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn interval(&self, confidence: &Rate) -> Result<Interval, Error> {
        if self.occupied == 0 {
            return Ok(Interval::Closed { lo: 0, hi: 0 });
        }
        let level = half_of_doubt(confidence);
        let lo = lower_end(self, self.occupied, &level)?.ok_or_else(|| self.too_many())?;
        let hi = if self.occupied == self.urns {
            None
        } else {
            let beyond = beyond_upper_end(self, self.occupied, &level)?;
            Some(beyond.ok_or_else(|| self.too_many())? - 1)
        };
        Ok(Interval::between(lo, hi))
    }

    /// [`Batches::moments`] and [`Batches::interval`] together.
    pub fn estimate(&self, confidence: &Rate) -> Result<Estimate, Error> {
        Ok(Estimate {
            point: self.moments()?,
            interval: self.interval(confidence)?,
            confidence: confidence.clone(),
        })
    }

    pub(crate) fn too_many(&self) -> Error {
        Error::Unreachable {
            what: "the committees that fit have more than 2^64 - 1 members",
            got: format!("occupied = {} with urns = {}", self.occupied, self.urns),
        }
    }
}

impl Growing for Batches {
    fn law(&self, n: u64) -> Result<Occupancy, Error> {
        let Committees { count, size } = self.batch;
        let count = count.checked_mul(n).ok_or_else(|| self.too_many())?;
        Occupancy::union(self.urns, &[Committees { count, size }])
    }

    /// From the least n with members enough to the greatest whose members fit.
    fn range(&self) -> (u64, u64) {
        let members = self.batch.count * self.batch.size;
        (self.occupied.div_ceil(members), u64::MAX / members)
    }

    fn rough(&self, n: f64) -> (f64, f64) {
        let Committees { count, size } = self.batch;
        let committees = [RoughCommittees { count: n * count as f64, size: size as f64 }];
        let (x, vacant) = (self.occupied, self.urns - self.occupied);
        excess_and_deviation(self.urns as f64, committees, (x as f64, vacant as f64))
    }
}
