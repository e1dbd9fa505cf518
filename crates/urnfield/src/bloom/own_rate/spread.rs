//! [`Spread`]: the law of one filter's own rate, from the law of the number of bits set.

use crate::bloom::load::Load;
use crate::bloom::own_rate::most_bits_set::most_bits_set;
use crate::bloom::rate::rate_given_bits::fpr_given;
use crate::design::plain::Design;
use crate::error::Error;
use crate::occupancy::Occupancy;
use urnfield_num::{Enclosure, Rate, Rational};

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

impl Spread {
    /// Returns the law of the own rate of filters of this load.
    pub(crate) fn of(load: &Load) -> Result<Spread, Error> {
        let law = load.occupancy()?.precision(load.precision);
        Ok(Spread { design: load.design, law, precision: load.precision.max(64) })
    }

    /// Returns P(the filter's own rate exceeds p).
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 64, 9)?.holding(4)?;
    /// let p = load.spread()?.above(&"1/1000".parse()?)?;
    /// assert_eq!(format!("{p:.5}"), "0.093745");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn above(&self, p: &Rate) -> Result<Enclosure, Error> {
        self.law.at_least(most_bits_set(self.design, p.value())? + 1)
    }

    /// Returns P(the filter's own rate is at most p).
    pub fn at_most(&self, p: &Rate) -> Result<Enclosure, Error> {
        self.law.at_most(most_bits_set(self.design, p.value())?)
    }

    /// Returns the least rate that a share `p` of all filters does not exceed.
    pub fn quantile(&self, p: &Rate) -> Result<Enclosure, Error> {
        fpr_given(self.design, self.law.quantile(p)?, self.precision)
    }

    /// Returns the rate that half of all filters do not exceed.
    pub fn median(&self) -> Result<Enclosure, Error> {
        self.quantile(&Rate::new(Rational::new(1, 2)?)?)
    }

    /// Estimates how many cell updates a question takes: for callers who ask only cheap questions.
    pub fn cost(&self) -> f64 {
        self.law.cost()
    }
}
