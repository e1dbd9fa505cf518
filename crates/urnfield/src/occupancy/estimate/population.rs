//! [`Population`]: how many urns there are, from committees whose members are known.

use crate::error::Error;
use crate::occupancy::estimate::normal::{crossing, excess_and_deviation};
use crate::occupancy::estimate::tails::{Growing, beyond_upper_end, lower_end};
use crate::occupancy::estimate::{Estimate, Interval, Likeliest, Point, half_of_doubt};
use crate::occupancy::law::occupancy::{DEFAULT_PRECISION, MOST_PRECISION};
use crate::occupancy::law::rough::{log_vacant, rough};
use crate::occupancy::law::{Committees, Department, Occupancy};
use crate::occupancy::questions::search::{Tried, least};
use std::cmp::Ordering;
use std::iter::successors;
use urnfield_num::powers::equal_products;
use urnfield_num::{Rate, Real, until_decided};

/// The longest mantissas, in words, that a comparison of two likelihoods is given.
const LONGEST: usize = 1 << 10;

/// The most urns that are looked at: one more is still a count.
pub(crate) const MOST_URNS: u64 = u64::MAX - 1;

/// An estimate of the number of urns, from committees and the number of their distinct members: the
/// size of a population from repeated captures, or of a library from its reads.
///
/// ```
/// use urnfield::occupancy::{Interval, Likeliest, Population};
/// use urnfield::Committees;
/// // 50 fish caught and marked, then 40 caught of which 8 are marked: 82 different ones.
/// let caught = [Committees { count: 1, size: 50 }, Committees { count: 1, size: 40 }];
/// let fish = Population::new(&caught, 82)?;
/// assert_eq!(fish.likeliest()?, Likeliest::At(vec![249, 250])); // 50·40/8
/// // The unbiased estimate, 51·41/9 − 1.
/// assert_eq!(fish.unbiased()?.exact().unwrap().to_string(), "694/3");
/// assert_eq!(fish.interval(&"95%".parse()?)?, Interval::Closed { lo: 150, hi: 532 });
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Population {
    pub(crate) department: Department,
    pub(crate) distinct: u64,
    pub(crate) precision: u64,
}

impl Population {
    /// Committees that together have `distinct` different members.
    ///
    /// ```
    /// use urnfield::{Committees, occupancy::Population};
    /// let error = Population::new(&[Committees { count: 2, size: 4 }], 9).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the distinct members are at least the largest committee and at most all members, \
    ///      got distinct = 9 with 4 to 8"
    /// );
    /// ```
    pub fn new(committees: &[Committees], distinct: u64) -> Result<Population, Error> {
        let department = Department::new(committees, u64::MAX)?;
        if department.members == 0 {
            return Err(Error::domain(
                "urns can be counted by committees with members only",
                "no members",
            ));
        }
        let (least, most) = (department.largest(), department.members);
        if distinct < least || distinct > most {
            return Err(Error::domain(
                "the distinct members are at least the largest committee and at most all members",
                format!("distinct = {distinct} with {least} to {most}"),
            ));
        }
        Ok(Population { department, distinct, precision: DEFAULT_PRECISION })
    }

    /// Balls that occupy `distinct` urns.
    pub fn balls(balls: u64, distinct: u64) -> Result<Population, Error> {
        Population::new(&[Committees { count: balls, size: 1 }], distinct)
    }

    /// Asks for answers with at least `bits` certain bits, within the
    /// limits of [`Occupancy::precision`].
    pub fn precision(mut self, bits: u64) -> Population {
        self.precision = bits.clamp(DEFAULT_PRECISION, MOST_PRECISION);
        self
    }

    /// Whether there is only one committee, which looks alike among any number of urns.
    pub(crate) fn says_nothing(&self) -> bool {
        self.department.single().is_some()
    }

    /// Whether no two committees were seen to share a member.
    pub(crate) fn all_distinct(&self) -> bool {
        self.distinct == self.department.members
    }

    /// The sizes of two committees and how many members they share, where there are two.
    pub(crate) fn two(&self) -> Option<[u64; 3]> {
        let [first, second] = match self.department.committees[..] {
            [Committees { count: 2, size }] => [size, size],
            [one, other] if one.count == 1 && other.count == 1 => [one.size, other.size],
            _ => return None,
        };
        Some([first, second, self.department.members - self.distinct])
    }

    /// The urns under which what was observed is most likely, all that tie.
    ///
    /// Formula: the m where P(X = x | m+1)/P(X = x | m) = M/(M−x)·∏(1 − k_d/M)^(n_d), M = m + 1,
    /// passes 1. Its logarithm is Σ_j (x^j − Σ n_d k_d^j)/(j·M^j), whose coefficients change sign
    /// once, so it passes 1 once. For two committees that share y members: ⌊k_1·k_2/y⌋.
    /// Infinite where all members are distinct; undefined for one committee. Biased.
    /// Source: `subsec:estimators`. Cost: some logarithms; ties are decided by the factors of M and
    /// M − k, at any size.
    ///
    /// ```
    /// use urnfield::occupancy::{Likeliest, Population};
    /// // Three balls in two urns: 3(m−1)/m² is 3/4 for m = 2, 2/3 for m = 3, and falls.
    /// assert_eq!(Population::balls(3, 2)?.likeliest()?, Likeliest::At(vec![2]));
    /// assert_eq!(Population::balls(3, 3)?.likeliest()?, Likeliest::Infinite);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn likeliest(&self) -> Result<Likeliest, Error> {
        if self.says_nothing() {
            return Ok(Likeliest::Undefined);
        }
        if self.all_distinct() {
            return Ok(Likeliest::Infinite);
        }
        let seen = [Committees { count: 1, size: self.distinct }];
        let fall = |m: f64| {
            let log = |committees| log_vacant(m + 1.0, rough(committees));
            log(&seen) - log(&self.department.committees)
        };
        let (low, high) = self.range();
        let start = crossing((low as f64, high as f64), fall);
        let ask = |m: u64| {
            let holds = self.one_more(m)? != Ordering::Greater;
            Ok(Tried { holds, height: fall(m as f64) })
        };
        let first = least((low, high), start, ask)?.ok_or_else(|| self.too_many())?;
        let mut ties = vec![first];
        if self.one_more(first)? == Ordering::Equal {
            ties.push(first + 1);
        }
        Ok(Likeliest::At(ties))
    }

    /// How P(X = x | m+1) compares with P(X = x | m).
    fn one_more(&self, m: u64) -> Result<Ordering, Error> {
        let (big, x) = (m + 1, self.distinct);
        let committees = &self.department.committees;
        let lengths = successors(Some(4), |words| Some(words * 2)).take_while(|&w| w <= LONGEST);
        let order = until_decided(lengths, |words| {
            let log = |k: u64| Real::from_ratio(k, big, words).negated().log1p();
            let sum = committees.iter().map(|c| log(c.size).mul_word(c.count));
            let log = sum.fold(log(x).negated(), |sum, term| sum.add(&term));
            if log.certain_bits() > 0 {
                let order = if log.is_negative() { Ordering::Less } else { Ordering::Greater };
                return Ok::<_, Error>(Some(order));
            }
            // M·∏(M−k)^n against (M−x)·∏M^n: a ratio of 1 is one of equal factors.
            let count: u64 = committees.iter().map(|c| c.count).sum();
            let mut over = vec![(big, 1)];
            over.extend(committees.iter().map(|c| (big - c.size, c.count)));
            let equal = words == 4 && equal_products(&over, &[(big - x, 1), (big, count)]);
            Ok(equal.then_some(Ordering::Equal))
        })?;
        order.ok_or(Error::Precision {
            what: "which number of urns is likelier",
            bits: 64 * LONGEST as u64,
            remedy: "ask for the interval",
        })
    }

    /// The exact confidence set: all m with P(X ≥ x) > α/2 and P(X ≤ x) > α/2, where
    /// α = 1 − confidence.
    ///
    /// X grows with m (stochastically), so this is an interval, and it holds the true m with
    /// probability at least `confidence`. Without an upper end where all members are distinct:
    /// nothing speaks against any larger population then.
    /// Source: `subsec:estimators`. Cost: about eight tails.
    ///
    /// ```
    /// use urnfield::occupancy::{Interval, Population};
    /// let two = Population::balls(2, 1)?;
    /// // Two balls in one urn: P(X ≤ 1) = 1/m exceeds 1/40 up to m = 39.
    /// assert_eq!(two.interval(&"95%".parse()?)?, Interval::Closed { lo: 1, hi: 39 });
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn interval(&self, confidence: &Rate) -> Result<Interval, Error> {
        let level = half_of_doubt(confidence);
        let lo = lower_end(self, self.distinct, &level)?.ok_or_else(|| self.too_many())?;
        let hi = if self.all_distinct() {
            None
        } else {
            let beyond = beyond_upper_end(self, self.distinct, &level)?;
            Some(beyond.ok_or_else(|| self.too_many())? - 1)
        };
        Ok(Interval::between(lo, hi))
    }

    /// [`Population::moments`] and [`Population::interval`] together.
    pub fn estimate(&self, confidence: &Rate) -> Result<Estimate, Error> {
        let (point, interval): (Point, Interval) = (self.moments()?, self.interval(confidence)?);
        Ok(Estimate { point, interval, confidence: confidence.clone() })
    }

    fn too_many(&self) -> Error {
        Error::Unreachable {
            what: "populations that fit have 2^64 - 1 urns or more",
            got: format!("distinct = {} with members = {}", self.distinct, self.department.members),
        }
    }
}

impl Growing for Population {
    fn law(&self, m: u64) -> Result<Occupancy, Error> {
        Occupancy::union(m, &self.department.committees)
    }

    /// There are at least as many urns as were seen.
    fn range(&self) -> (u64, u64) {
        (self.distinct.min(MOST_URNS), MOST_URNS)
    }

    fn rough(&self, m: f64) -> (f64, f64) {
        let x = self.distinct as f64;
        excess_and_deviation(m, rough(&self.department.committees), (x, m - x))
    }
}
