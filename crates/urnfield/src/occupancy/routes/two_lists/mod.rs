//! The overlap of two lists: the hypergeometric law, at any u64 size.
//!
//! P(X = x) = C(k₁,x)·C(m−k₁, k₂−x)/C(m,k₂) from ln n!; a tail is that times a sum of ratios
//! walked away from the mode, closed by a geometric bound. Source:
//! `eqn:committee-intersection-gh-pmf` with c = 2.

pub(crate) mod long;
pub(crate) mod rest;
pub(crate) mod short;
pub(crate) mod window;

use crate::occupancy::Occupancy;
use crate::occupancy::questions::probability::Event;
use crate::occupancy::routes::two_lists::rest::Proved;
use dashu_int::UBig;
use std::cmp::Ordering;
use urnfield_num::Error;
use urnfield_num::{Enclosure, Real};

/// The most word operations a tail may take: about a second.
const MOST_WORK: f64 = 1e9;

/// Mantissas of four words serve up to this many bits; beyond, they are as long as it takes.
const SHORT_BITS: u64 = 80;

/// Ratios of so many neighbours are multiplied; beyond, ln n! is as quick.
const MOST_FACTORS: u64 = 256;

/// Products of whole numbers are written out up to so many factors.
const MOST_WHOLE_FACTORS: u64 = 20_000;

/// A ratio of neighbours: two factors over two.
type Step = ((u64, u64), (u64, u64));

/// C(a,y)·C(m−a, k−y)/C(m,k): a committee of size k takes y of a given urns. Products where they
/// are short, else ln n!, whose differences are formed before the one exponential.
pub(crate) fn hypergeometric(m: u64, a: u64, k: u64, y: u64, words: usize) -> Real {
    let parts = [(a, y), (m - a, k - y), (m, k)].map(|(n, k)| (n, k.min(n - k)));
    // Stirling's series has an end: long mantissas of short products are multiplied out.
    let short = if words <= 8 { 256 } else { 4096 };
    if parts.iter().all(|&(_, k)| k <= short) {
        let [x, y, z] = parts.map(|(n, k)| {
            (0..k).fold(Real::from_u64(1, words), |c, i| c.mul_word(n - i).div_word(i + 1))
        });
        return x.mul(&y).div(&z);
    }
    let ln = |n: u64| Real::ln_factorial(n, words);
    let [x, y, z] = parts.map(|(n, k)| ln(n).sub(&ln(k)).sub(&ln(n - k)));
    x.add(&y).sub(&z).exp()
}

/// ln of C(a,y)·C(m−a, b−y), on mantissas long enough for what is left of a difference of two.
pub(crate) fn log_ways(m: u64, a: u64, b: u64, y: u64, words: usize) -> Real {
    let ln = |n: u64| Real::ln_factorial(n, words + 2);
    let choose = |n: u64, k: u64| ln(n).sub(&ln(k)).sub(&ln(n - k));
    choose(a, y).add(&choose(m - a, b - y))
}

/// The law of what two lists of a and b urns share, a ≤ b.
pub(crate) struct TwoLists {
    m: u64,
    a: u64,
    b: u64,
}

impl TwoLists {
    /// The law as that of two lists, if it is.
    pub(crate) fn of(law: &Occupancy) -> Option<TwoLists> {
        let [a, b] = law.shape.two_lists()?;
        Some(TwoLists { m: law.urns, a, b })
    }

    /// The most probable overlaps: P(x) ≥ P(x − 1) as long as x·(m + 2) ≤ (a + 1)·(b + 1), and
    /// they are equal where those are.
    pub(crate) fn modes(&self) -> Vec<u64> {
        let ways = (u128::from(self.a) + 1) * (u128::from(self.b) + 1);
        let last = (ways / (u128::from(self.m) + 2)) as u64;
        let tie = u128::from(last) * (u128::from(self.m) + 2) == ways;
        if tie { vec![last - 1, last] } else { vec![last] }
    }

    /// The c with X ~ c − X, if there is one: a list of half of all urns shares as many with the
    /// other list as the rest of the urns does.
    pub(crate) fn mirror(&self) -> Option<u64> {
        let half = |list: u64| list == self.m - list;
        if half(self.a) { Some(self.b) } else { half(self.b).then_some(self.a) }
    }

    /// P(x)/P(y), and whether it is 1: enclosed, and where that does not tell in whole numbers.
    /// Overlaps that mirror each other are equally likely, however many there are.
    pub(crate) fn compare(&self, x: u64, y: u64) -> Result<(Ordering, f64), Error> {
        if x == y || self.mirror().is_some_and(|sum| x.checked_add(y) == Some(sum)) {
            return Ok((Ordering::Equal, 0.0));
        }
        let (from, to) = (x.min(y), x.max(y));
        let ratio = match to - from {
            ..=MOST_FACTORS => self.ratio(from, to),
            _ => {
                let log = |y| log_ways(self.m, self.a, self.b, y, 4);
                log(to).sub(&log(from)).exp()
            }
        };
        let log = ratio.ln();
        let (order, height) = match log.certain_bits() {
            0 => (self.compare_exactly(from, to)?, 0.0),
            _ => (log.seed().total_cmp(&0.0), log.seed()),
        };
        Ok(if to == x { (order, height) } else { (order.reverse(), -height) })
    }

    /// P(to)/P(from), factor by factor.
    fn ratio(&self, from: u64, to: u64) -> Real {
        (from..to).fold(Real::from_u64(1, 4), |ratio, x| {
            let (over, under) = self.up(x);
            ratio.mul_word(over.0).mul_word(over.1).div_word(under.0).div_word(under.1)
        })
    }

    /// P(to) against P(from) in whole numbers.
    fn compare_exactly(&self, from: u64, to: u64) -> Result<Ordering, Error> {
        if to - from > MOST_WHOLE_FACTORS {
            return Err(Error::Precision {
                what: "which of two overlaps is likelier",
                bits: 256,
                remedy: "ask for the tails instead",
            });
        }
        let product = |side: fn(Step) -> (u64, u64)| {
            (from..to).fold(UBig::ONE, |product, x| {
                let (one, other) = side(self.up(x));
                product * one * other
            })
        };
        Ok(product(|(over, _)| over).cmp(&product(|(_, under)| under)))
    }

    /// P(event), for an event on the smaller side of the law or a point inside the support.
    pub(crate) fn event(&self, law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
        self.event_within(law, event, MOST_WORK)
    }

    /// The same, but for what takes more than `most` word operations: of that no term is begun.
    fn event_within(&self, law: &Occupancy, event: Event, most: f64) -> Result<Enclosure, Error> {
        let needs = self.cost(event, law.precision);
        if needs > most {
            return Err(Error::TooCostly {
                what: "this tail of a two-list overlap",
                needs: needs as u128,
                unit: "word operations",
                limit: most as u128,
                remedy: "ask for a single probability or for moments",
            });
        }
        if law.precision > SHORT_BITS {
            return self.long_event(law.support(), event, law.precision);
        }
        let (low, high) = law.support();
        match event {
            Event::Point(i) => Ok(hypergeometric(self.m, self.a, self.b, i, 4).enclosure()),
            Event::AtLeast(x) => self.short_tail::<Proved>(x, high, true, law.precision),
            Event::AtMost(x) => self.short_tail::<Proved>(x, low, false, law.precision),
        }
    }

    /// Whether the law itself answers an event, and not only something cheaper.
    pub(crate) fn reaches(&self, event: Event, precision: u64) -> bool {
        self.cost(event, precision) <= MOST_WORK
    }

    /// About how many word operations an event takes.
    pub(crate) fn cost(&self, event: Event, precision: u64) -> f64 {
        let terms = match event {
            Event::Point(_) => 0.0,
            Event::AtLeast(x) => self.terms(x, true, precision),
            Event::AtMost(x) => self.terms(x, false, precision),
        };
        if precision <= SHORT_BITS {
            return 20_000.0 + 25.0 * terms;
        }
        let words = long::words(precision, self.m) as f64;
        2_000.0 * words * words + (60.0 + 30.0 * words) * terms
    }

    /// About how many terms a tail from `x` takes: until the ratio of neighbours has brought them
    /// down, or so many deviations from the mode (in f64: only the refusal rests on it).
    fn terms(&self, x: u64, up: bool, precision: u64) -> f64 {
        let (m, a, b) = (self.m as f64, self.a as f64, self.b as f64);
        let deviation = (a * (b / m) * (1.0 - a / m) * (1.0 - b / m)).sqrt();
        let distance = (x as f64 - a * b / m).abs();
        let nats = (precision as f64 + 16.0) * std::f64::consts::LN_2;
        // ln of the ratio of neighbours is about −distance/variance.
        let fall = distance / (deviation * deviation).max(1.0);
        let range = match up {
            true => self.a - x,
            false => x - self.a.saturating_sub(self.m - self.b),
        };
        ((2.0 * nats).sqrt() * deviation).min(nats / fall.max(1e-300)).min(range as f64)
    }

    /// Numerator and denominator of P(x+1)/P(x).
    fn up(&self, x: u64) -> Step {
        ((self.a - x, self.b - x), (x + 1, (self.m - self.a) - (self.b - x) + 1))
    }

    /// The same for the next value outward.
    fn outward(&self, x: u64, up: bool) -> Step {
        if up {
            return self.up(x);
        }
        let (over, under) = self.up(x - 1);
        (under, over)
    }
}
