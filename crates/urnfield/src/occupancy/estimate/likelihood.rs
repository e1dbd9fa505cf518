//! The likeliest number of committees: where one more makes the observation less likely.

use crate::error::Error;
use crate::occupancy::estimate::batches::Batches;
use crate::occupancy::estimate::population::{MOST_URNS, Population};
use crate::occupancy::estimate::tails::{Growing, probability};
use crate::occupancy::estimate::{Likeliest, Point};
use crate::occupancy::law::exact;
use crate::occupancy::law::{Committees, Event};
use crate::occupancy::questions::search::{Tried, least};
use crate::occupancy::routes::collisions;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Real, until_decided};

impl Batches {
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
        let mut equal = None;
        let ask = |n: u64| {
            let (order, height) = self.one_more(n)?;
            if order == Ordering::Equal {
                equal = Some(n);
            }
            Ok(Tried { holds: order != Ordering::Greater, height })
        };
        // One batch more must still be a law.
        let first = least((low, high.saturating_sub(1).max(low)), (guess, slope), ask)?;
        let first = first.ok_or_else(|| self.too_many())?;
        let (mut ties, mut last) = (vec![first], first);
        // Seen on the way, or else one more is less likely.
        while equal == Some(last) {
            last += 1;
            ties.push(last);
            equal = (self.one_more(last)?.0 == Ordering::Equal).then_some(last);
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
        let order = until_decided([start, 2 * start, 4 * start], |bits| {
            let (now, then) = match (at(n, bits), at(n + 1, bits)) {
                (Ok(now), Ok(then)) => (now, then),
                (Err(error), _) | (_, Err(error)) if bits == start => return Err(error),
                // More bits may cost too much; then the integers are asked.
                _ => return Ok(None),
            };
            let factor = self.other_urns(urns, (bits / 64 + 5) as usize).enclosure();
            let ratio = &(&then / &now) * &factor;
            height = ratio.ln().map_or(0.0, |log| -log.nearest_f64());
            Ok(ratio.compare(&Enclosure::one()))
        })?;
        if let Some(order) = order {
            return Ok((order, height));
        }
        let exact = |n: u64| {
            exact::probability(&among(self.urns, n)?, Event::Point(x), exact::LARGEST_EXACT)
        };
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
    fn other_urns(&self, urns: u64, words: usize) -> Real {
        const FEW: u64 = 64;
        let (m, Committees { count, size }) = (self.urns, self.batch);
        if size <= FEW {
            let one = Real::from_u64(1, words);
            let ratio = (0..size).fold(one, |ratio, l| ratio.mul_word(urns - l).div_word(m - l));
            return ratio.pow(count);
        }
        let log = |n: u64| Real::ln_factorial(n, words).sub(&Real::ln_factorial(n - size, words));
        log(urns).sub(&log(m)).mul_word(count).exp()
    }
}
