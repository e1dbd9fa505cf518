//! Counting filters: the chance that a counter of b bits overflows.
//!
//! A counting filter adds 1 to the k counters of each item. With *independent* positions N = nk balls
//! fall into m urns, and some urn holds at least L = 2^b of them unless all hold fewer:
//!
//! ```text
//! P = 1 − A_N/m^N,    t·A_t = Σ_{j=1}^{L−1} ((m + 1)·j − t)·C(t, j)·A_{t−j},    A_0 = 1.
//! ```
//!
//! *Proof.* A_N counts the ways to put N balls into m urns with fewer than L in each, so A_N/N! is
//! the coefficient of z^N in Q = S^m, S = Σ_{j<L} z^j/j!. From S·Q′ = m·S′·Q the coefficients q_t of Q
//! have t·q_t = Σ_j ((m + 1)·j − t)·q_{t−j}/j!; multiply by t!. ∎
//!
//! Long sums are enclosed instead. With p₁ the chance of one counter,
//!
//! ```text
//! 1 − (1 − p₁)^m ≤ P ≤ m·p₁,
//! ```
//!
//! two bounds that differ by a factor of about 1 + m·p₁/2. *Proof.* The counters are negatively
//! associated (Joag-Dev and Proschan 1983; for k distinct positions of an item, because each item's
//! indicators are a permutation of one vector, and independent sums keep the property), so all are
//! small with at most the product of their probabilities; and the union bound. ∎
//!
//! Deleting items that are in never raises a counter above what insertions alone give. So P bounds
//! the overflow of any history with n insertions.

use crate::error::Error;
use crate::occupancy::binomial::Binomial;
use dashu_int::{IBig, UBig};
use urnfield_num::{Enclosure, Rational};

/// The counters of a counting filter and what they have counted.
///
/// ```
/// use urnfield::bloom::{Counters, Positions};
/// // A million items at 1 %: seven positions each, 9.6 counters of four bits an item.
/// let counters = Counters::new(Positions::Independent, 9_600_000, 7, 4)?;
/// let overflow = counters.overflow(1_000_000)?;
/// assert_eq!(format!("{:.4}", overflow.chance), "1.476e-9");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters {
    positions: Positions,
    counters: u64,
    hashes: u64,
    counter_bits: u64,
}

/// How the positions of one item are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Positions {
    /// Independently: an item may count twice at one place.
    Independent,
    /// Distinct, all sets of k positions equally likely.
    Distinct,
}

/// The chance that some counter overflows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Overflow {
    /// The chance, between its two ends.
    pub chance: Enclosure,
    /// The chance that a given counter overflows.
    pub of_one: Enclosure,
    /// Whether the chance was counted; else its ends are the two bounds.
    pub is_counted: bool,
}

/// Counts that take at most so many word operations are written out.
const MOST_OPERATIONS: f64 = 3e8;

impl Counters {
    /// Returns so many counters of `counter_bits` bits, with `hashes` positions an item.
    pub fn new(
        positions: Positions,
        counters: u64,
        hashes: u64,
        counter_bits: u64,
    ) -> Result<Counters, Error> {
        if counters == 0 || hashes == 0 {
            let got = format!("counters = {counters} with hashes = {hashes}");
            return Err(Error::domain("a counting filter has counters and hashes", got));
        }
        if positions == Positions::Distinct && hashes > counters {
            let got = format!("hashes = {hashes} of {counters}");
            return Err(Error::domain("distinct positions are at most as many as counters", got));
        }
        if !(1..=32).contains(&counter_bits) {
            let got = format!("counters of {counter_bits} bits");
            return Err(Error::domain("a counter has from 1 to 32 bits", got));
        }
        Ok(Counters { positions, counters, hashes, counter_bits })
    }

    /// Returns the count at which a counter overflows: 2^b.
    pub fn limit(&self) -> u64 {
        1 << self.counter_bits
    }

    /// Returns the chance that after `items` insertions some counter has overflowed.
    pub fn overflow(&self, items: u64) -> Result<Overflow, Error> {
        let (m, limit) = (self.counters, self.limit());
        let balls = items.checked_mul(self.hashes).ok_or_else(|| {
            let got = format!("items = {items} with hashes = {}", self.hashes);
            Error::domain("all positions of all items are fewer than 2^64", got)
        })?;
        let (draws, positions) = match self.positions {
            Positions::Independent => (balls, 1),
            Positions::Distinct => (items, self.hashes),
        };
        let chance = Rational::from_integers(positions.into(), m.into());
        let of_one = Binomial::new(draws, &chance)?.precision(128).at_least(limit)?;
        let balls_in_all = balls as f64;
        let words = balls_in_all * (m as f64).log2() / 64.0 + 1.0;
        let operations = 3.0 * balls_in_all * words * (limit as f64).min(balls_in_all);
        if self.positions == Positions::Independent && operations <= MOST_OPERATIONS {
            let chance = Enclosure::from_rational(&counted(balls, m, limit), 128);
            return Ok(Overflow { chance, of_one, is_counted: true });
        }
        let all = Enclosure::from(&Rational::from(m));
        let upper = (&all * &of_one).min(&Enclosure::one());
        // 1 − (1 − p)^m = 1 − e^(m·ln(1 − p)) ≥ mp − (mp)²/2, the same to the first two orders;
        // for larger mp the power itself.
        let lower = if upper.hi_f64() < 1e-6 {
            &upper - &(&(&upper * &upper) * &Enclosure::from(&Rational::new(1, 2)?))
        } else {
            let power = of_one.complement().ln().map(|ln| (&ln * &all).exp());
            power.map_or_else(Enclosure::one, |power| power.complement())
        };
        let chance = Enclosure::from_dyadics(lower.lo(), upper.hi())?;
        Ok(Overflow { chance, of_one, is_counted: false })
    }
}

/// Returns the chance that some of m urns holds at least `limit` of N balls.
fn counted(balls: u64, urns: u64, limit: u64) -> Rational {
    let mut ways = vec![IBig::ONE];
    for t in 1..=balls {
        let mut sum = IBig::ZERO;
        let mut choices = IBig::ONE;
        for j in 1..limit.min(t + 1) {
            choices = choices * IBig::from(t - j + 1) / IBig::from(j);
            let factor = IBig::from(urns + 1) * IBig::from(j) - IBig::from(t);
            sum += factor * &choices * &ways[(t - j) as usize];
        }
        ways.push(sum / IBig::from(t));
    }
    let small = ways.pop().unwrap_or(IBig::ZERO);
    Rational::from_integers(small, UBig::from(urns).pow(balls as usize)).complement()
}
