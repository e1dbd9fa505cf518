//! Where values are, seen from the mean.

use crate::occupancy::law::rough::{occupied_share, rough};
use crate::occupancy::law::{Department, Occupancy, Shape};
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Error, Rational};

/// Doubles know a mean at least this well, relatively.
const DOUBT: f64 = 1e-12;

/// Where x is, seen from the mean: by doubles, and by the certified mean where they cannot
/// tell. Beyond 2^53 a value may be many deviations from a mean that is the same double.
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
pub(crate) fn sharp_mean(law: &Occupancy) -> Result<Enclosure, Error> {
    law.clone().precision(law.precision + 64).mean()
}

/// The whole number at or below the mean; where the mean cannot be told from a whole number,
/// that one.
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

/// The mean in doubles, for guesses.
pub(crate) fn rough_mean(law: &Occupancy) -> f64 {
    let m = law.urns as f64;
    let share = |d: &Department| occupied_share(m, rough(&d.committees));
    match &law.shape {
        Shape::Certain(x) => *x as f64,
        Shape::Union(d) => m * share(d),
        Shape::Lists(lists) => m * lists.iter().map(|&k| k as f64 / m).product::<f64>(),
        Shape::General(ds) => m * ds.iter().map(share).product::<f64>(),
    }
}

/// Values among which the modes are: the law is a sum of independent indicators, so its
/// modes lie within 1 of its mean.
pub(crate) fn mode_candidates(law: &Occupancy) -> Result<Vec<u64>, Error> {
    let (least, most) = law.support();
    let mean = floor_of_mean(law)?;
    let low = mean.saturating_sub(1).max(least);
    let high = mean.saturating_add(1).min(most);
    Ok((low..=high).collect())
}
