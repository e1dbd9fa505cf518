//! The exact false-positive rates f_S and f_C, and 1 − f as accurately: which sum answers.
//!
//! In order: closed forms; the complement where the rate is near 1 (there the alternating sum
//! hardly cancels and few terms serve); and then whichever route is the cheapest (`route`).

use crate::bloom::Load;
use crate::bloom::rate::direct::FEW_TERMS;
use crate::bloom::rate::route::{Direct, Patience};
use crate::design::plain::Kind;
use crate::refine::{refine, until_certain};
use dashu_int::UBig;
use urnfield_num::Error;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Rational};

/// With more hashes than this a nearly full filter is not left to the alternating sum.
const MOST_STEPS: u64 = 300;

/// The two sides of one rate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RateOrComplement {
    Rate,
    Complement,
}

impl Load {
    /// [`Load::fpr`], refused where it would take longer than that.
    pub(crate) fn fpr_within(&self, patience: Patience) -> Result<Enclosure, Error> {
        self.side(RateOrComplement::Rate, patience)
    }

    /// [`Load::fpr`] for searches, refused where it would take too long for them.
    pub(crate) fn quick_fpr(&self) -> Result<Enclosure, Error> {
        self.fpr_within(Patience::Search)
    }

    /// The rate where it is a simple number.
    fn closed_form(&self) -> Option<Rational> {
        let (m, k, n) = (self.design.bits(), self.design.hashes(), self.items);
        let classic = self.design.kind() == Kind::Classic;
        if n == 0 {
            return Some(Rational::zero());
        }
        if m == 1 || classic && k == m {
            return Some(Rational::one());
        }
        if classic && n == 1 && k.min(m - k) <= 4096 {
            return Some(Rational::from_integers(1.into(), binomial(m, k)));
        }
        // One hash: f = 1 − (1 − 1/m)^n for both kinds, worth writing out while it is short.
        if k == 1 && n.saturating_mul(u64::from(m.ilog2()) + 1) <= 320 {
            let clear = Rational::from_integers((m - 1).into(), UBig::from(m));
            return Some(clear.pow(n as u32).complement());
        }
        None
    }

    /// Whether the rate is a simple number, or that of one item in a classic filter.
    pub(crate) fn is_closed(&self) -> bool {
        self.items == 1 && self.design.kind() == Kind::Classic || self.closed_form().is_some()
    }

    fn side(&self, side: RateOrComplement, patience: Patience) -> Result<Enclosure, Error> {
        if let Some(exact) = self.closed_form() {
            let value = if side == RateOrComplement::Rate { exact } else { exact.complement() };
            return Ok(Enclosure::from_rational(&value, self.precision));
        }
        let k = self.design.hashes();
        if self.items == 1 && self.design.kind() == Kind::Classic {
            // One item sets k bits for certain.
            let rate = self.design.fpr_given_to(k, self.precision)?;
            return Ok(if side == RateOrComplement::Rate { rate } else { rate.complement() });
        }
        // Two words are enough to choose with while n·k is below 2^50.
        let chances = self.chances(if self.items * k < 1 << 50 { 2 } else { 4 });
        let (q_rough, bounds) = (chances.rough, self.expansion_bounds(&chances));
        let log2_power =
            if q_rough < 0.5 { k as f64 * (-q_rough).ln_1p() } else { f64::NEG_INFINITY }
                / std::f64::consts::LN_2;
        // A standard filter's coefficients take a step a hash, unless few are needed.
        let steps = self.design.kind() == Kind::Standard && k > MOST_STEPS;
        if log2_power > -1.0 && !(steps && self.log2_expected_clear() > FEW_TERMS) {
            let start = self.precision + 64 + self.precision / 4;
            let complement = Direct { load: self, complement: true };
            let less = refine("this rate", self.precision + 2, start, &complement)?;
            return Ok(if side == RateOrComplement::Rate { less.complement() } else { less });
        }
        if side == RateOrComplement::Rate {
            return self.routed(&chances, bounds, patience);
        }
        // Where f is close to 1 its bits are not those of 1 − f: every attempt says how many more.
        let mut load = *self;
        let less = until_certain(self.precision, 0..8, |_| {
            let less = load.routed(&chances, bounds, patience)?.complement();
            load.precision += self.precision.saturating_sub(less.certain_bits()) + 2;
            Ok(less)
        })?;
        less.ok_or(Error::Precision {
            what: "one minus this rate",
            bits: load.precision,
            remedy: "ask for the rate itself, or with fewer digits",
        })
    }

    /// The exact false-positive rate, averaged over all filters that hold n random items.
    ///
    /// Formula: standard E X^k/m^k (`eq:bloom-false-positive`, `eqn:standard-bloom-fp`), classic
    /// E C(X,k)/C(m,k) (`eqn:classic-fp-factorial-moments`, `eqn:classic-bloom-fp`), X the bits set.
    /// Cost: microseconds up to a hundred hashes, and where the expansion round the mean converges;
    /// else a millisecond or two at any size and any number of hashes. With many digits more:
    /// `TooCostly` beyond some ten seconds.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// // m = 64, n = 4: the paper's example.
    /// let rate = |kind, k| Design::new(kind, 64, k)?.holding(4)?.fpr();
    /// assert_eq!(format!("{:.6}", rate(Kind::Standard, 10)?), "0.000615409");
    /// assert_eq!(format!("{:.6}", rate(Kind::Classic, 9)?), "0.000455012");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr(&self) -> Result<Enclosure, Error> {
        self.side(RateOrComplement::Rate, Patience::Answer)
    }

    /// 1 − [`Load::fpr`], as accurate relative to itself: what is left of a saturated filter.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let full = Design::new(Kind::Standard, 64, 1)?.holding(2000)?;
    /// assert_eq!(format!("{:.5}", full.one_minus_fpr()?), "2.0948e-14"); // (63/64)^2000
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr(&self) -> Result<Enclosure, Error> {
        self.side(RateOrComplement::Complement, Patience::Answer)
    }
}
