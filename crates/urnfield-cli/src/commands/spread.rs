//! The law of one filter's own rate: asked for where it is cheap, or wanted.

use crate::asking::Form;
use urnfield::{Enclosure, Error, Load, Rate, Rational};

/// Two quantiles of a law of this many cell updates take about 50 ms.
const CHEAP: f64 = 2e6;

/// Rates that one half, and 999 in 1000, of all filters do not exceed.
pub(super) struct Spread {
    pub(super) median: Enclosure,
    pub(super) q999: Enclosure,
}

impl Spread {
    /// Whether it is there before anybody gets impatient.
    pub(super) fn is_cheap(load: &Load) -> Result<bool, Error> {
        Ok(load.spread()?.cost() <= CHEAP)
    }

    pub(super) fn of(load: &Load, form: Form) -> Result<Spread, Error> {
        let share = |numerator, denominator| Rate::new(Rational::new(numerator, denominator)?);
        Ok(Spread {
            median: quantile(load, &share(1, 2)?, form)?,
            q999: quantile(load, &share(999, 1000)?, form)?,
        })
    }
}

/// The rate that a share of all filters does not exceed.
pub(super) fn quantile(load: &Load, share: &Rate, form: Form) -> Result<Enclosure, Error> {
    let rate = load.spread()?.quantile(share)?;
    match form {
        Form::Json(_) if !form.suffices(&rate) => Err(Error::Precision {
            what: "the rate of one filter",
            bits: rate.certain_bits(),
            remedy: "ask for fewer digits with --digits",
        }),
        _ => Ok(rate),
    }
}
