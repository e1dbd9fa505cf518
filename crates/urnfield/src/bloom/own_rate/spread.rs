//! [`Spread`]: a filter is one draw. The law of one filter's own rate, through the law of the
//! number of bits it has set.

use crate::bloom::Load;
use crate::bloom::own_rate::promise_guess::likely_bits_set;
use crate::bloom::plan::size_search::decide;
use crate::design::plain::{Design, Kind};
use crate::occupancy::Occupancy;
use urnfield_num::Error;
use urnfield_num::combinatorics::ratio_of_powers;
use urnfield_num::{Enclosure, Rate, Rational, until_decided};

/// The law of the rate over all filters that hold n random items.
///
/// ```
/// use urnfield::{Design, Kind};
/// // One filter in a thousand of 10^4 bits is 12 % worse than the mean.
/// let load = Design::new(Kind::Standard, 10_000, 7)?.holding(1000)?;
/// let worse = load.spread()?.quantile(&"0.999".parse()?)?;
/// assert_eq!(format!("{:.4}", worse.hi_f64() / load.fpr()?.hi_f64()), "1.1247");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spread {
    design: Design,
    law: Occupancy,
    precision: u64,
}

impl Design {
    /// The most bits that may be set while the filter's own rate is at most p < 1. Rates rise with
    /// the bits set, from 0 for none to 1 for all: up or down from a guess in growing steps, then
    /// bisection.
    pub(crate) fn most_bits_set(&self, p: &Rational) -> Result<u64, Error> {
        let m = self.bits();
        let ln_fpr = Enclosure::from_rational(p, 64).log10().map_or(-1e6, |log| log.lo_f64())
            * std::f64::consts::LN_10;
        let guess = likely_bits_set(self.kind(), m as f64, self.hashes() as f64, ln_fpr);
        // At most p at `low`, above at `high`.
        let (mut low, mut high) = (0, m);
        let (mut at, mut step) = ((guess as u64).clamp(0, m - 1), 1u64);
        while high - low > 1 {
            at = at.clamp(low + 1, high - 1);
            if self.given_at_most(at, p)? {
                low = at
            } else {
                high = at
            }
            at = match (low, high) {
                (0, _) => high.saturating_sub(step),
                (_, top) if top == m => low.saturating_add(step),
                _ => low + (high - low) / 2,
            };
            step = step.saturating_mul(2);
        }
        Ok(low)
    }

    fn given_at_most(&self, bits_set: u64, p: &Rational) -> Result<bool, Error> {
        let decided = until_decided([64, 256, 1024], |bits| {
            Ok::<_, Error>(decide(&self.fpr_given_to(bits_set, bits)?, p))
        })?;
        if let Some(at_most) = decided {
            return Ok(at_most);
        }
        if self.hashes() > 20_000 {
            return Err(Error::Precision {
                what: "whether a filter's own rate is at most the target",
                bits: 1024,
                remedy: "ask with another target",
            });
        }
        let classic = self.kind() == Kind::Classic;
        Ok(ratio_of_powers(bits_set, self.bits(), self.hashes(), classic) <= *p)
    }
}

impl Load {
    /// The law of the filter's own rate. Its answers reach as far as the law of the bits set does:
    /// `TooCostly` beyond.
    pub fn spread(&self) -> Result<Spread, Error> {
        let law = self.occupancy()?.precision(self.precision);
        Ok(Spread { design: self.design, law, precision: self.precision.max(64) })
    }
}

impl Spread {
    /// P(the filter's own rate exceeds p).
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 64, 9)?.holding(4)?;
    /// let p = load.spread()?.above(&"1/1000".parse()?)?;
    /// assert_eq!(format!("{p:.5}"), "0.093745");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn above(&self, p: &Rate) -> Result<Enclosure, Error> {
        self.law.at_least(self.design.most_bits_set(p.value())? + 1)
    }

    /// P(the filter's own rate is at most p).
    pub fn at_most(&self, p: &Rate) -> Result<Enclosure, Error> {
        self.law.at_most(self.design.most_bits_set(p.value())?)
    }

    /// The least rate that a share `p` of all filters does not exceed.
    pub fn quantile(&self, p: &Rate) -> Result<Enclosure, Error> {
        self.design.fpr_given_to(self.law.quantile(p)?, self.precision)
    }

    /// The rate that half of all filters do not exceed.
    pub fn median(&self) -> Result<Enclosure, Error> {
        self.quantile(&Rate::new(Rational::new(1, 2)?)?)
    }

    /// About how many cell updates a question takes: for callers who ask only when it is cheap.
    pub fn cost(&self) -> f64 {
        self.law.cost()
    }
}
