//! Whole numbers near the mean, and on which side of the mean a value lies.

use crate::error::Error;
use crate::occupancy::law::Occupancy;
use crate::occupancy::law::moments::mean;
use crate::occupancy::law::rough::rough_mean;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rational};

/// Doubles know a mean at least this well, relatively.
const DOUBT: f64 = 1e-12;

/// Compares x with the mean: by doubles, and by the certified mean where doubles cannot tell.
/// Beyond 2^53 a value may be many deviations from a mean that is the same double.
pub(crate) fn compare_with_mean(law: &Occupancy, x: u64) -> Ordering {
    let rough = rough_mean(law);
    let doubt = rough * DOUBT;
    if doubt < 1.0 || (x as f64 - rough).abs() > doubt {
        return (x as f64).total_cmp(&rough);
    }
    match sharp_mean(law) {
        Ok(mean) if mean.certainly_lt(&x.into()) => Ordering::Greater,
        Ok(mean) if mean.certainly_gt(&x.into()) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// The mean with its fraction, whatever the size.
fn sharp_mean(law: &Occupancy) -> Result<Enclosure, Error> {
    mean(&law.clone().precision(law.precision + 64))
}

/// Returns the whole number at or below the mean, or the whole number that the mean cannot be
/// told from.
pub(crate) fn floor_of_mean(law: &Occupancy) -> Result<u64, Error> {
    let mean = sharp_mean(law)?;
    let half = Enclosure::from(&Rational::one().shift(-1));
    let floor = mean.floor().or_else(|| (&mean + &half).floor());
    floor.ok_or(Error::Precision {
        what: "the whole number next to the mean",
        bits: law.precision + 64,
        remedy: "ask for single probabilities",
    })
}

/// Returns the values within 1 of the mean. All modes are among them, because the law is a sum of
/// independent indicators.
pub(crate) fn mode_candidates(law: &Occupancy) -> Result<Vec<u64>, Error> {
    let (least, most) = law.support();
    let mean = floor_of_mean(law)?;
    let low = mean.saturating_sub(1).max(least);
    let high = mean.saturating_add(1).min(most);
    Ok((low..=high).collect())
}
