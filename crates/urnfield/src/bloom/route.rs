//! Which sum or integral answers a rate: the cheapest, by estimates of their work.
//!
//! Work is counted in word operations, about a nanosecond each. The estimates are f64 and were fitted
//! to measured times (k from 60 to 10^4, m from 100 to 10^11, 53 to 400 bits); most are within a factor
//! of two. A bad one costs time and nothing else. At 53 bits the integrals, one or two milliseconds at
//! any size, take over from the alternating sums at about 100 hashes, and from the expansion at some
//! fifty terms.

use super::Load;
use super::double_integral::DoubleIntegral;
use super::expansion::{Chances, ExpansionBounds, MOST_TERMS};
use super::short_expansion::{MOST_SHORT_TERMS, places_for};
use crate::design::Kind;
use crate::num::Error;
use crate::num::{Enclosure, Real};
use crate::refine::{Computation, refine};

/// The least work of a double integral: below it, its circles are not looked for.
const LEAST_DOUBLE_INTEGRAL: f64 = 1.5e6;

/// What the quickest rate takes.
const LEAST_WORK: f64 = 2e3;

/// More work than this is refused: about ten seconds.
const MOST_WORK: f64 = 1e10;

/// The most hashes of a filter in a search, unless the expansion answers: a search asks for
/// hundreds of rates, and those of more hashes soon leave the range of its bounds.
const MOST_SEARCHED: u64 = 1 << 20;

/// The most certain bits that are looked for in fixed point.
const MOST_SHORT_BITS: u64 = 60;

/// How long a rate may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    Answer,
    Search,
}

/// A way to the rate.
pub(super) enum RateRoute {
    /// R terms round the mean, with a remainder of at most `rest`·(1−q)^k.
    Expansion { terms: u64, rest: f64, bits: f64 },
    /// The alternating sum.
    Direct { bits: f64 },
    /// f_S as a double integral.
    DoubleIntegral(Box<DoubleIntegral>),
    /// f_C as P(k given bits are all set), an integral.
    Joint,
}

/// f by the expansion, to R terms whose remainder is at most `rest`·(1−q)^k.
pub(super) struct Expanded<'a> {
    pub(super) load: &'a Load,
    pub(super) terms: u64,
    pub(super) rest: f64,
}

impl Computation for Expanded<'_> {
    fn at(&self, words: usize) -> Real {
        let (power, sum) = self.load.expansion(self.terms, words);
        let rest = Real::from_f64(self.rest, words);
        power.mul(&Real::from_u64(1, words).add(&sum).add(&rest.uncertainty()))
    }
}

/// 1 − f, or f, by the alternating sum.
pub(super) struct Direct<'a> {
    pub(super) load: &'a Load,
    pub(super) complement: bool,
}

impl Computation for Direct<'_> {
    fn at(&self, words: usize) -> Real {
        let complement = self.load.direct_complement(words);
        if self.complement { complement } else { Real::from_u64(1, words).sub(&complement) }
    }
}

impl Load {
    /// f by the cheapest route, from enclosures of q and 1 − q.
    pub(super) fn routed(
        &self,
        chances: &Chances,
        bounds: Option<ExpansionBounds>,
        patience: Patience,
    ) -> Result<Enclosure, Error> {
        let q = chances.rough;
        if let Some(rate) = self.by_short_expansion(chances, bounds) {
            return Ok(rate);
        }
        let (work, route) = self.cheapest(q, bounds);
        let k = self.design.hashes();
        let expanded = matches!(route, RateRoute::Expansion { .. });
        if patience == Patience::Search && k > MOST_SEARCHED && !expanded {
            return Err(Error::TooCostly {
                what: "a search among filters of so many hashes",
                needs: k as u128,
                unit: "hashes",
                limit: MOST_SEARCHED as u128,
                remedy: "ask for the rate of one filter, or with fewer hashes",
            });
        }
        if work <= MOST_WORK
            && let Some(rate) = self.by(&route)?
        {
            return Ok(rate);
        }
        // An integral that has found no circles; the sum always ends.
        let bits = self.direct_bits(q);
        let needs = self.direct_work(bits);
        if needs <= MOST_WORK
            && let Some(rate) = self.by(&RateRoute::Direct { bits })?
        {
            return Ok(rate);
        }
        Err(Error::TooCostly {
            what: "the rate of a filter with so many hashes at this load and precision",
            needs: if work > MOST_WORK { work } else { needs } as u128,
            unit: "word operations",
            limit: MOST_WORK as u128,
            remedy: "ask for its bounds, with fewer digits, or with fewer hashes",
        })
    }

    /// About how many word operations [`Load::fpr`] takes, a nanosecond each: for callers who ask for many
    /// rates. It is an estimate, good to a factor of about two.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let cost = |bits, hashes| Some(Design::new(Kind::Standard, bits, hashes).ok()?.holding(100).ok()?.cost());
    /// assert!(cost(1000, 7) < Some(1e5) && cost(1000, 7) < cost(1 << 20, 5000));
    /// ```
    pub fn cost(&self) -> f64 {
        if self.is_closed() {
            return self.closed_work();
        }
        let chances = self.chances(4);
        let bounds = self.expansion_bounds(&chances);
        self.cheapest(chances.rough, bounds).0.max(LEAST_WORK)
    }

    /// What a closed form takes: of one item in a classic filter it is a binomial, as an integer
    /// for few hashes and by logarithms of factorials for many.
    fn closed_work(&self) -> f64 {
        let (m, k) = (self.design.bits(), self.design.hashes());
        if self.items != 1 || self.design.kind() == Kind::Standard {
            return LEAST_WORK;
        }
        let distinct = k.min(m - k) as f64;
        LEAST_WORK + (0.6 * distinct * distinct).min(2e7)
    }

    /// f by the expansion in fixed point, where that gives as many bits as are asked for.
    fn by_short_expansion(
        &self,
        chances: &Chances,
        bounds: Option<ExpansionBounds>,
    ) -> Option<Enclosure> {
        if self.precision > MOST_SHORT_BITS || chances.clear.words() != 2 {
            return None;
        }
        let q = chances.rough;
        let k = self.design.hashes();
        // All k + 1 terms leave no remainder.
        let (terms, rest) = match self.expansion_terms(q, bounds) {
            Some(found) => found,
            None if k < MOST_SHORT_TERMS => (k + 1, 0.0),
            None => return None,
        };
        let places = places_for(k, terms, q)?;
        let rate = self.short_expansion(chances, terms, rest, places)?;
        // Two more than the enclosure has to have: its width is twice the error, and its nearer end may
        // have a bit less than the midpoint.
        (u64::from(rate.certain_bits()) >= self.precision + 2).then(|| rate.enclosure())
    }

    /// f by a route; `None` where an integral has no good circles.
    fn by(&self, route: &RateRoute) -> Result<Option<Enclosure>, Error> {
        let refined = |by: &Direct, bits: f64| refine("this rate", self.precision, bits as u64, by);
        match route {
            &RateRoute::Expansion { terms, rest, bits } => {
                let by = Expanded { load: self, terms, rest };
                refine("this rate", self.precision, bits as u64, &by).map(Some)
            }
            &RateRoute::Direct { bits } => {
                refined(&Direct { load: self, complement: false }, bits).map(Some)
            }
            RateRoute::DoubleIntegral(integral) => Ok(integral.certain(self.precision)),
            RateRoute::Joint => {
                let law = self.occupancy()?.precision(self.precision);
                Ok(law.joint_integral(self.design.hashes()))
            }
        }
    }

    /// The route with the least estimated work.
    fn cheapest(&self, q: f64, bounds: Option<ExpansionBounds>) -> (f64, RateRoute) {
        let bits = self.direct_bits(q);
        let mut best = (self.direct_work(bits), RateRoute::Direct { bits });
        let mut offer = |work: f64, route: RateRoute| {
            if work < best.0 {
                best = (work, route);
            }
        };
        if let Some((terms, rest)) = self.expansion_terms(q, bounds) {
            let bits = self.expansion_bits(q, terms);
            offer(self.expansion_work(terms, bits), RateRoute::Expansion { terms, rest, bits });
        }
        if self.design.kind() == Kind::Classic {
            // Nodes and mantissas grow with the bits.
            let bits = self.precision as f64 + 20.0 + (self.design.bits() as f64).log2();
            offer(4e5 * (bits / 100.0).powf(2.2).max(1.0), RateRoute::Joint);
        } else if best.0 > LEAST_DOUBLE_INTEGRAL
            && let Some(integral) = self.double_integral()
        {
            let work = integral.work(self.precision);
            if work < best.0 {
                best = (work, RateRoute::DoubleIntegral(Box::new(integral)));
            }
        }
        best
    }

    /// The terms of the expansion and a bound of its remainder, where few are enough.
    fn expansion_terms(&self, q: f64, bounds: Option<ExpansionBounds>) -> Option<(u64, f64)> {
        let wanted = self.precision as f64 + 6.0 + self.below_mean(q);
        if wanted >= 900.0 {
            return None;
        }
        bounds?.terms(wanted, MOST_TERMS.min(self.design.hashes()))
    }

    /// Bits by which f_C may be below (1−q)^k.
    fn below_mean(&self, q: f64) -> f64 {
        let (m, k) = (self.design.bits() as f64, self.design.hashes() as f64);
        match self.design.kind() {
            Kind::Standard => 0.0,
            Kind::Classic => {
                let set = (1.0 - q).max(f64::MIN_POSITIVE);
                0.7214 * k * (k - 1.0) * q / (m * set - k + 1.0).max(0.5)
            }
        }
    }

    /// Bits that the expansion needs: an error in a c_j enters C(k,r)·(2w)^r times. The c_j of a
    /// classic filter lose nothing to powers.
    fn expansion_bits(&self, q: f64, terms: u64) -> f64 {
        let k = self.design.hashes() as f64;
        let twice_w = 2.0 * q / (1.0 - q).max(f64::MIN_POSITIVE);
        let (mut log, mut growth) = (0.0, 0.0_f64);
        for r in 0..terms {
            log += ((k - r as f64) / (r as f64 + 1.0) * twice_w).log2();
            growth = growth.max(log);
        }
        let terms = terms as f64;
        let spare = match self.design.kind() {
            Kind::Standard => self.spare_bits() + 0.7 * terms,
            Kind::Classic => 6.0 + 0.6 * terms + terms * terms / 180.0,
        };
        self.precision as f64 + self.below_mean(q) + growth + spare
    }

    fn expansion_work(&self, terms: u64, bits: f64) -> f64 {
        let (terms, words) = (terms as f64, (bits / 64.0).ceil().max(2.0));
        match self.design.kind() {
            Kind::Standard => terms * terms * (50.0 + 25.0 * words + 1.4 * words * words),
            Kind::Classic => terms * (terms * (40.0 + 2.0 * words) + 40.0 * words * words),
        }
    }

    /// Bits that the alternating sum needs.
    pub(super) fn direct_bits(&self, q: f64) -> f64 {
        let k = self.design.hashes() as f64;
        let lost = k * ((1.0 + q).log2() - self.log2_set(q));
        self.precision as f64 + lost + k.log2() + self.spare_bits()
    }

    fn direct_work(&self, bits: f64) -> f64 {
        let (m, k) = (self.design.bits() as f64, self.design.hashes() as f64);
        let words = (bits / 64.0).ceil().max(2.0);
        match self.design.kind() {
            Kind::Standard => k * k.min(m) * (30.0 + bits / 6.0),
            Kind::Classic => {
                let squarings = (self.items as f64).log2() + 1.0;
                k * (100.0 + 20.0 * words + 3.0 * squarings * words * words)
            }
        }
    }

    /// Bits lost by powers, and a margin: a power to nk costs log2(nk).
    fn spare_bits(&self) -> f64 {
        12.0 + ((self.items as f64) * (self.design.hashes() as f64)).log2()
    }

    /// log2(1−q), also where q is 1 in f64.
    fn log2_set(&self, q: f64) -> f64 {
        let (m, k, n) = (self.design.bits() as f64, self.design.hashes() as f64, self.items as f64);
        if q < 0.999 { (1.0 - q).log2() } else { (n * k / m).min(1.0).log2() }
    }

    /// The rate by the alternating sum alone, for tests that compare routes.
    #[doc(hidden)]
    pub fn fpr_direct(&self) -> Result<Enclosure, Error> {
        let bits = self.direct_bits(self.clear(4).seed());
        let by = Direct { load: self, complement: false };
        refine("this rate", self.precision, bits as u64, &by)
    }

    /// The rate by the expansion alone, where it is small enough a sum.
    #[doc(hidden)]
    pub fn fpr_expanded(&self) -> Option<Result<Enclosure, Error>> {
        let (terms, rest) = self
            .expansion_bounds(&self.chances(4))?
            .terms(200.0, self.design.hashes().min(MOST_TERMS))?;
        let by = Expanded { load: self, terms, rest };
        Some(refine("this rate", self.precision, self.precision + 80, &by))
    }

    /// The rate of a standard filter by the double integral alone, where it is made for that.
    #[doc(hidden)]
    pub fn fpr_integrated(&self) -> Option<Enclosure> {
        self.double_integral()?.certain(self.precision)
    }
}
