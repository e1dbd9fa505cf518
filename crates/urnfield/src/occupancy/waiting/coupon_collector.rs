//! [`Waiting`]: how many balls it takes until so many urns are occupied, the coupon collector's
//! question.
//!
//! After n balls at least x urns are occupied if and only if it took at most n balls until x were:
//! P(W ≤ n) = P(X_n ≥ x). So every probability here is one of the occupancy law.

use crate::error::Error;
use crate::occupancy::law::exact;
use crate::occupancy::law::occupancy::{DEFAULT_PRECISION, MOST_PRECISION};
use crate::occupancy::law::{Event, Occupancy};
use crate::occupancy::questions::compared::decided;
use crate::occupancy::questions::search::{Tried, least};
use crate::occupancy::waiting::harmonic;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rate, Rational};

/// Bits that a product of two enclosures may cost, one of which is sharp.
const PRODUCT_BITS: u64 = 2;

/// The number W of balls until x of m urns are occupied.
///
/// ```
/// use urnfield::occupancy::Waiting;
/// // Six faces of a die: 6·(1/6 + 1/5 + … + 1) = 14.7 throws on average.
/// let faces = Waiting::new(6, 6)?;
/// assert_eq!(faces.mean()?.to_string(), "14.7");
/// assert_eq!(faces.quantile(&"1/2".parse()?)?, 13);
/// // All six in six throws: 6!/6^6.
/// assert_eq!(faces.at_most(6)?.exact().unwrap().to_string(), "5/324");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    urns: u64,
    occupied: u64,
    precision: u64,
}

impl Waiting {
    /// Asks for the number of balls until `occupied` of `urns` urns are occupied.
    pub fn new(urns: u64, occupied: u64) -> Result<Waiting, Error> {
        Occupancy::check_urns(urns)?;
        if occupied > urns {
            return Err(Error::domain(
                "at most all urns are ever occupied",
                format!("occupied = {occupied} with urns = {urns}"),
            ));
        }
        Ok(Waiting { urns, occupied, precision: DEFAULT_PRECISION })
    }

    /// Asks for answers with at least `bits` certain bits.
    pub fn precision(mut self, bits: u64) -> Waiting {
        self.precision = bits.clamp(DEFAULT_PRECISION, MOST_PRECISION - PRODUCT_BITS);
        self
    }

    fn law(&self, balls: u64) -> Result<Occupancy, Error> {
        Ok(Occupancy::balls(self.urns, balls)?.precision(self.precision))
    }

    /// P(W ≤ n). Formula: P(X_n ≥ x). Cost: that of [`Occupancy::at_least`].
    pub fn at_most(&self, balls: u64) -> Result<Enclosure, Error> {
        self.law(balls)?.at_least(self.occupied)
    }

    /// P(W ≥ n). Formula: P(X_(n−1) ≤ x − 1), and 1 for n = 0.
    pub fn at_least(&self, balls: u64) -> Result<Enclosure, Error> {
        match (balls.checked_sub(1), self.occupied.checked_sub(1)) {
            (None, _) => Ok(Enclosure::one()),
            // Nothing is waited for.
            (Some(_), None) => Ok(Enclosure::zero()),
            (Some(before), Some(fewer)) => self.law(before)?.at_most(fewer),
        }
    }

    /// P(W = n). Formula: P(X_(n−1) = x − 1)·(m − x + 1)/m: the last ball falls into a new urn.
    pub fn pmf(&self, balls: u64) -> Result<Enclosure, Error> {
        let (before, fewer) = match (balls.checked_sub(1), self.occupied.checked_sub(1)) {
            (None, None) => return Ok(Enclosure::one()),
            (None, _) | (_, None) => return Ok(Enclosure::zero()),
            (Some(before), Some(fewer)) => (before, fewer),
        };
        let law = self.law(before)?.precision(self.precision + PRODUCT_BITS);
        let before = law.pmf(fewer)?;
        let new = Rational::from(self.urns - fewer).checked_div(&Rational::from(self.urns));
        let new = new.unwrap_or_else(Rational::one);
        Ok(&before * &Enclosure::from_rational(&new, self.precision + 16))
    }

    /// E W. Formula: m·Σ 1/j over j = m − x + 1, …, m. Cost: at most a thousand terms and a short
    /// expansion.
    pub fn mean(&self) -> Result<Enclosure, Error> {
        if let Some(exact) = self.few(|m, j| (m, j)) {
            return Ok(Enclosure::from_rational(&exact, self.precision));
        }
        let bits = self.precision + 16;
        let sum = harmonic::sum(self.urns - self.occupied, self.urns, 1, bits)?;
        Ok(&Enclosure::from_rational(&Rational::from(self.urns), bits) * &sum)
    }

    /// Var W. Formula: m·Σ (m − j)/j² over the same j: the times between new urns are independent
    /// and geometric.
    pub fn variance(&self) -> Result<Enclosure, Error> {
        let term = |m: Rational, j: Rational| (&m * &(&m - &j), j.pow(2));
        if let Some(exact) = self.few(term) {
            return Ok(Enclosure::from_rational(&exact, self.precision));
        }
        // m²·Σ 1/j² − m·Σ 1/j: the two may agree in as many bits as m has, twice.
        let bits = self.precision + 160;
        let from = self.urns - self.occupied;
        let [first, second] = [1, 2].map(|power| harmonic::sum(from, self.urns, power, bits));
        let urns = Enclosure::from_rational(&Rational::from(self.urns), bits);
        Ok(&urns * &(&(&urns * &second?) - &first?))
    }

    /// The sum of a few quotients as a fraction; `None` of many.
    fn few(&self, term: impl Fn(Rational, Rational) -> (Rational, Rational)) -> Option<Rational> {
        const FEW: u64 = 48;
        if self.occupied > FEW {
            return None;
        }
        let urns = Rational::from(self.urns);
        (self.urns - self.occupied + 1..=self.urns).try_fold(Rational::zero(), |sum, j| {
            let (a, b) = term(urns.clone(), Rational::from(j));
            Some(&sum + &a.checked_div(&b)?)
        })
    }

    /// The least n with P(W ≤ n) ≥ p.
    pub fn quantile(&self, p: &Rate) -> Result<u64, Error> {
        let (mean, deviation) = (self.mean()?.hi_f64(), self.variance()?.hi_f64().max(0.0).sqrt());
        let level = Enclosure::from_rational(p.value(), 64).hi_f64();
        let ask = |n: u64| {
            let law = self.law(n)?;
            let event = Event::AtLeast(self.occupied);
            let (order, value) = decided(
                p.value(),
                |bits| law.clone().precision(bits.max(self.precision)).at_least(self.occupied),
                || exact::probability(&law, event, exact::LARGEST_EXACT),
            )?;
            let height = value.nearest_f64() - level;
            Ok(Tried { holds: order != Ordering::Less, height })
        };
        let slope = 0.3 / deviation.max(1.0);
        let found = least((self.occupied, u64::MAX), (mean, slope), ask)?;
        found.ok_or_else(|| Error::Unreachable {
            what: "more than 2^64 - 1 balls are needed for this probability",
            got: format!("urns = {} with occupied = {}", self.urns, self.occupied),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P(W = n) for all n up to `most`, by the chain that moves to a new urn or stays.
    fn chain(urns: u64, occupied: u64, most: u64) -> Vec<Rational> {
        let share = |k: u64| Rational::new(k as i64, urns).expect("a fraction");
        let mut at = vec![Rational::zero(); occupied as usize + 1];
        at[0] = Rational::one();
        let mut arrived = vec![if occupied == 0 { Rational::one() } else { Rational::zero() }];
        for _ in 1..=most {
            let mut next = vec![Rational::zero(); at.len()];
            for (k, p) in at.iter().enumerate().take(occupied as usize) {
                next[k] = &next[k] + &(p * &share(k as u64));
                next[k + 1] = &next[k + 1] + &(p * &share(urns - k as u64));
            }
            arrived.push(next[occupied as usize].clone());
            at = next;
        }
        if occupied == 0 {
            arrived[1..].iter_mut().for_each(|p| *p = Rational::zero());
        }
        arrived
    }

    #[test]
    fn waiting_times_are_those_of_the_chain() {
        for (urns, occupied) in [(1, 0), (1, 1), (2, 2), (6, 1), (6, 4), (6, 6), (11, 9)] {
            let waiting = Waiting::new(urns, occupied).expect("urns");
            let arrived = chain(urns, occupied, 30);
            let mut upto = Rational::zero();
            for (n, p) in (0u64..).zip(&arrived) {
                let rest = upto.complement();
                upto = &upto + p;
                assert!(waiting.pmf(n).expect("a law").contains(p), "{urns} {occupied} {n}");
                assert!(
                    waiting.at_most(n).expect("a law").contains(&upto),
                    "{urns} {occupied} {n}"
                );
                assert!(
                    waiting.at_least(n).expect("a law").contains(&rest),
                    "{urns} {occupied} {n}"
                );
            }
            for level in ["1/100", "1/2", "9/10"] {
                let level: Rate = level.parse().expect("a rate");
                let mut sum = Rational::zero();
                let expected = arrived.iter().position(|p| {
                    sum = &sum + p;
                    sum >= *level.value()
                });
                if let Some(n) = expected {
                    assert_eq!(
                        waiting.quantile(&level).expect("a law"),
                        n as u64,
                        "{urns} {occupied}"
                    );
                }
            }
        }
    }

    /// A product of an enclosure of just the bits asked for would miss one now and then.
    #[test]
    fn every_point_has_the_bits_asked_for() {
        for (urns, occupied, from) in
            [(100, 60, 70), (1000, 700, 1150), (1 << 40, 1 << 39, 3 << 38)]
        {
            for bits in [53, 54, 60, 64, 71, 100, 128] {
                let waiting = Waiting::new(urns, occupied).expect("urns").precision(bits);
                for n in from..from + 12 {
                    let p = waiting.pmf(n).expect("a law");
                    assert!(
                        p.certain_bits() >= bits,
                        "{urns} {occupied} {n}: {}",
                        p.certain_bits()
                    );
                }
            }
        }
    }

    #[test]
    fn moments_are_those_of_geometric_times() {
        for (urns, occupied) in [(6, 6), (50, 49), (3000, 2999), (3000, 3000), (5000, 60)] {
            let waiting = Waiting::new(urns, occupied).expect("urns");
            let sum = |term: &dyn Fn(&Rational) -> Rational| {
                (urns - occupied + 1..=urns)
                    .fold(Rational::zero(), |sum, j| &sum + &term(&Rational::from(j)))
            };
            let m = Rational::from(urns);
            let mean = sum(&|j| m.checked_div(j).expect("not 0"));
            let variance = sum(&|j| (&m * &(&m - j)).checked_div(&j.pow(2)).expect("not 0"));
            let (found, spread) = (waiting.mean().expect("few"), waiting.variance().expect("few"));
            assert!(found.contains(&mean) && spread.contains(&variance), "{urns} {occupied}");
            assert!(found.certain_bits() >= 53 && spread.certain_bits() >= 53, "{urns} {occupied}");
        }
    }

    #[test]
    fn any_size_is_answered() {
        let waiting = Waiting::new(u64::MAX, 5000).expect("urns").precision(200);
        let variance = waiting.variance().expect("a sum");
        // About x²/2m.
        let rough = 5000f64 * 5000.0 / 2.0 / u64::MAX as f64;
        assert!((variance.lo_f64() / rough - 1.0).abs() < 1e-3 && variance.certain_bits() >= 150);
        let all = Waiting::new(1 << 40, 1 << 40).expect("urns");
        assert!(all.mean().expect("a sum").certain_bits() >= 53);
        let median = all.quantile(&"1/2".parse().expect("a rate")).expect("a law");
        let before = all.at_most(median - 1).expect("a law");
        let half = "1/2".parse().expect("a number");
        assert!(
            before.certainly_lt(&half) && all.at_most(median).expect("a law").certainly_ge(&half)
        );
        assert!(Waiting::new(5, 6).is_err() && Waiting::new(0, 0).is_err());
    }
}
