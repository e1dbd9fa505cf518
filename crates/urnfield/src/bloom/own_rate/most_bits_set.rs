//! The most bits that may be set while a filter's own rate is at most p.

use crate::bloom::rate::fpr::decide;
use crate::bloom::rate::rate_given_bits::fpr_given;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use urnfield_num::combinatorics::ratio_of_powers;
use urnfield_num::{Enclosure, Rational, until_decided};

/// Returns the most bits that may be set while the filter's own rate is at most p < 1.
///
/// Rates rise with the bits set, from 0 for none to 1 for all: growing steps up or down from a
/// guess, then bisection.
pub(crate) fn most_bits_set(design: Design, p: &Rational) -> Result<u64, Error> {
    let m = design.bits();
    let guess = likely_bits_set(design.kind(), m as f64, design.hashes() as f64, ln(p));
    // At most p at `low`, above at `high`.
    let (mut low, mut high) = (0, m);
    let mut at = (guess as u64).min(m - 1);
    let mut step = 1u64;
    while high - low > 1 {
        at = at.clamp(low + 1, high - 1);
        if is_at_most(design, at, p)? {
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

/// Returns whether the rate with so many bits set is at most p.
fn is_at_most(design: Design, bits_set: u64, p: &Rational) -> Result<bool, Error> {
    let decided = until_decided([64, 256, 1024], |bits| {
        Ok::<_, Error>(decide(&fpr_given(design, bits_set, bits)?, p))
    })?;
    if let Some(at_most) = decided {
        return Ok(at_most);
    }
    if design.hashes() > 20_000 {
        return Err(Error::Precision {
            what: "whether a filter's own rate is at most the target",
            bits: 1024,
            remedy: "ask with another target",
        });
    }
    let classic = design.kind() == Kind::Classic;
    Ok(ratio_of_powers(bits_set, design.bits(), design.hashes(), classic) <= *p)
}

/// Returns ln p, roughly: for guesses.
pub(crate) fn ln(p: &Rational) -> f64 {
    let log = Enclosure::from_rational(p, 64).log10();
    log.map_or(-1e6, |log| log.lo_f64()) * std::f64::consts::LN_10
}

/// Returns a guess of the most bits set in m at which k given positions are all set with
/// probability e^ln_fpr.
pub(crate) fn likely_bits_set(kind: Kind, m: f64, k: f64, ln_fpr: f64) -> f64 {
    let share = (ln_fpr / k).exp();
    match kind {
        Kind::Standard => m * share,
        // The middle of the factors (x − i)/(m − i).
        Kind::Classic => {
            let middle = (k - 1.0) / 2.0;
            (middle + (m - middle) * share).clamp(k.min(m), m)
        }
    }
}
