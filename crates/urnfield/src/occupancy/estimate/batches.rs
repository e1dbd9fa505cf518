//! [`Batches`]: how many committees there were, from the number of urns that they occupy.

use super::normal::excess_and_deviation;
use super::population::{MOST_URNS, Population};
use super::search::{Asked, least};
use super::tails::{Growing, beyond_upper_end, lower_end, probability};
use super::{Estimate, Interval, Likeliest, Point};
use crate::error::Error;
use crate::num::refine::{Computation, refine};
use crate::num::{Enclosure, Limbs, Long, Rate, Rational, Real};
use crate::occupancy::law::Event;
use crate::occupancy::{Committees, Occupancy, collisions, exact};
use std::cmp::Ordering;

/// How many equal batches of committees there were, given how many urns are occupied. A batch is
/// one committee, or one ball, or what one item does to a filter.
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
    urns: u64,
    batch: Committees,
    occupied: u64,
    precision: u64,
}

/// ln(1 − x/m) / (c·ln(1 − k/m)).
struct Moments<'a>(&'a Batches);

impl Computation for Moments<'_> {
    fn at<M: Limbs>(&self, words: usize) -> Real<M> {
        let Batches { urns, batch, occupied, .. } = *self.0;
        let log = |k: u64| Real::<M>::from_ratio(k, urns, words).negated().log1p();
        log(occupied).div(&log(batch.size)).div_word(batch.count)
    }
}

impl Batches {
    /// How many committees of `size` members occupied `occupied` of `urns` urns?
    pub fn committees(urns: u64, size: u64, occupied: u64) -> Result<Batches, Error> {
        Batches::of(urns, Committees { count: 1, size }, occupied)
    }

    /// How many balls?
    pub fn balls(urns: u64, occupied: u64) -> Result<Batches, Error> {
        Batches::committees(urns, 1, occupied)
    }

    /// How many batches of these committees each?
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
        Ok(Batches { urns, batch, occupied, precision: 53 })
    }

    /// The same question, whose answers have at least `bits` certain bits (never fewer than 53).
    pub fn precision(mut self, bits: u64) -> Batches {
        self.precision = bits.max(53);
        self
    }

    /// Whether the observation says nothing: one committee occupies everything.
    fn says_nothing(&self) -> bool {
        self.batch.size == self.urns
    }

    /// The number of batches whose mean occupancy is what was observed.
    ///
    /// Formula: ln(1 − x/m) / ln(1 − k/m), divided by the committees of a batch. Infinite for
    /// x = m; undefined for k = m. **Biased**: at least the truth on average, as ln is concave, and
    /// infinite on average as soon as all urns can be occupied. Source: `eq:moments-n`.
    /// DIFFERENCE: it is not the maximum of the likelihood, as printed (`docs/paper.md`, E10).
    /// Cost: two logarithms.
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

    /// The numbers of batches under which what was observed is most likely, all that tie.
    ///
    /// Formula: the n where P(X = x | n+1)/P(X = x | n) passes 1. It passes only once: **the
    /// likelihood is log-concave in n.** The chance that a further committee takes y occupied urns
    /// to z, Q(y,z) = C(m−y, z−y)·C(y, k−z+y)/C(m,k), has ratios
    /// Q(y,z+1)/Q(y,z) = (m−z)(k−z+y)/((z−y+1)(z−k+1)) that rise with y; so it keeps the order
    /// "f_n(y)/f_{n−1}(y) rises with y", which n = 1 has. And as no committee takes urns away,
    /// f_{n+1}(x)·f_{n−1}(x) = Σ_{y≤x} f_n(y)·Q(y,x)·f_{n−1}(x) ≤ Σ_{y≤x} f_n(x)·f_{n−1}(y)·Q(y,x)
    /// = f_n(x)². A batch of several committees takes every c-th n, which changes nothing.
    ///
    /// Infinite for x = m; undefined for k = m. Biased like every function of x. Source:
    /// `subsec:estimators`. Cost: about three times two probabilities; exact integers for ties.
    ///
    /// ```
    /// use urnfield::occupancy::{Batches, Likeliest};
    /// // Two of three urns: 2 balls and 3 balls do that with probability 2/3 each.
    /// assert_eq!(Batches::balls(3, 2)?.likeliest()?, Likeliest::At(vec![2, 3]));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn likeliest(&self) -> Result<Likeliest, Error> {
        if self.says_nothing() {
            return Ok(Likeliest::Undefined);
        }
        if self.occupied == self.urns {
            return Ok(Likeliest::Infinite);
        }
        if self.occupied == 0 {
            return Ok(Likeliest::At(vec![0]));
        }
        let (low, high) = self.range();
        let guess = match self.moments()? {
            Point::Value(value) => value.lo_f64(),
            _ => low as f64,
        };
        if guess > high as f64 {
            return Err(Error::Unreachable {
                what: "the committees that moments suggest have more than 2^64 - 1 members",
                got: format!("occupied = {} with urns = {}", self.occupied, self.urns),
            });
        }
        // The logarithm of the likelihood is bent by one over the variance of the estimate.
        let ((here, deviation), (further, _)) = (self.rough(guess), self.rough(guess + 1.0));
        let slope = ((further - here) / deviation).powi(2);
        let ask = |n: u64| {
            let (order, height) = self.one_more(n)?;
            Ok(Asked { holds: order != Ordering::Greater, height })
        };
        // One batch more must still be a law.
        let first = least((low, high.saturating_sub(1).max(low)), (guess, slope), ask)?;
        let first = first.ok_or_else(|| self.too_many())?;
        let mut ties = vec![first];
        while self.one_more(ties[ties.len() - 1])?.0 == Ordering::Equal {
            ties.push(ties[ties.len() - 1] + 1);
        }
        Ok(Likeliest::At(ties))
    }

    /// How P(X = x | n+1) compares with P(X = x | n), and about ln of the latter over the former.
    ///
    /// a_x = P(X = x)·∏C(m,k)/C(m,x) does not depend on m, so the ratio can be had among any
    /// m′ ≥ x urns, for instance as many as make x nothing unusual; a batch of c committees has a
    /// factor (C(m′,k)/C(m,k))^c then.
    fn one_more(&self, n: u64) -> Result<(Ordering, f64), Error> {
        let x = self.occupied;
        let among = |urns: u64, n: u64| Batches { urns, ..self.clone() }.law(n);
        let urns = self.easy_urns(n)?;
        let at = |n: u64, bits: u64| probability(&among(urns, n)?.precision(bits), Event::Point(x));
        // Near the maximum the two differ by about one in n.
        let start = 64 + 2 * u64::from(n.max(2).ilog2());
        let mut height = 0.0;
        for bits in [start, 2 * start, 4 * start] {
            let (now, then) = match (at(n, bits), at(n + 1, bits)) {
                (Ok(now), Ok(then)) => (now, then),
                (Err(error), _) | (_, Err(error)) if bits == start => return Err(error),
                _ => break,
            };
            let words = (bits / 64 + 5) as usize;
            let factor = self.other_urns(urns, words);
            let ([now_low, now_high], [then_low, then_high]) = (now.ends(words), then.ends(words));
            let low = then_low.div(&now_high).mul(&factor);
            let high = then_high.div(&now_low).mul(&factor);
            height = -low.ln().seed();
            let ratio = Enclosure::between(&low, &high);
            if let Some(order) = ratio.compare(&Enclosure::one()) {
                return Ok((order, height));
            }
        }
        let exact = |n: u64| among(self.urns, n)?.exact(Event::Point(x), exact::LARGEST_EXACT);
        match (exact(n), exact(n + 1)) {
            (Ok(now), Ok(then)) => Ok((then.cmp(&now), height)),
            _ => Err(Error::Precision {
                what: "which number of committees is likelier",
                bits: 4 * start,
                remedy: "ask for the interval",
            }),
        }
    }

    /// So many urns that n batches occupy x of them on average, about.
    fn easy_urns(&self, n: u64) -> Result<u64, Error> {
        let Committees { count, size } = self.batch;
        let committees = [Committees { count: count * n, size }];
        // Without collisions no number is too large: then the least will do.
        if count * n * size - self.occupied <= collisions::FEW {
            return Ok(self.occupied);
        }
        let urns = Population::new(&committees, self.occupied)?.rough_urns() as u64;
        Ok(urns.clamp(self.occupied, MOST_URNS))
    }

    /// (C(m′,k)/C(m,k))^c for m′ = `urns`.
    fn other_urns(&self, urns: u64, words: usize) -> Long {
        const FEW: u64 = 64;
        let (m, Committees { count, size }) = (self.urns, self.batch);
        if size <= FEW {
            let one = Long::from_u64(1, words);
            let ratio = (0..size).fold(one, |ratio, l| ratio.mul_word(urns - l).div_word(m - l));
            return ratio.pow(count);
        }
        let log = |n: u64| Long::ln_factorial(n, words).sub(&Long::ln_factorial(n - size, words));
        log(urns).sub(&log(m)).mul_word(count).exp()
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
        let level = super::half_of_doubt(confidence);
        let lo = lower_end(self, self.occupied, &level)?.ok_or_else(|| self.too_many())?;
        let hi = match self.occupied == self.urns {
            true => None,
            false => {
                let beyond = beyond_upper_end(self, self.occupied, &level)?;
                Some(beyond.ok_or_else(|| self.too_many())? - 1)
            }
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

    fn too_many(&self) -> Error {
        Error::Unreachable {
            what: "the committees that fit have more than 2^64 - 1 members",
            got: format!("occupied = {} with urns = {}", self.occupied, self.urns),
        }
    }
}

impl Growing for Batches {
    fn law(&self, n: u64) -> Result<Occupancy, Error> {
        let Committees { count, size } = self.batch;
        Occupancy::union(self.urns, &[Committees { count: count * n, size }])
    }

    /// From the least n with members enough to the greatest whose members fit.
    fn range(&self) -> (u64, u64) {
        let members = self.batch.count * self.batch.size;
        (self.occupied.div_ceil(members), u64::MAX / members)
    }

    fn rough(&self, n: f64) -> (f64, f64) {
        let committees = (n * self.batch.count as f64, self.batch.size as f64);
        let (x, vacant) = (self.occupied, self.urns - self.occupied);
        excess_and_deviation(self.urns as f64, &[committees], (x as f64, vacant as f64))
    }
}
