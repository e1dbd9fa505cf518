//! Means in doubles, for guesses and estimates of cost: nothing certain rests on them.

use crate::occupancy::law::{Committees, Department, Occupancy, Shape};

/// Committees whose number may be anything between two whole numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RoughCommittees {
    pub(crate) count: f64,
    pub(crate) size: f64,
}

impl From<&Committees> for RoughCommittees {
    fn from(committees: &Committees) -> RoughCommittees {
        RoughCommittees { count: committees.count as f64, size: committees.size as f64 }
    }
}

/// Committees as doubles.
pub(crate) fn rough(committees: &[Committees]) -> impl Iterator<Item = RoughCommittees> + Clone {
    committees.iter().map(RoughCommittees::from)
}

/// ln of the probability that a given one of m urns is vacant: Σ n·ln(1 − k/m), and not of the
/// rounded 1 − k/m, which is 1 for one ball in 2^54 urns.
pub(crate) fn log_vacant(m: f64, committees: impl IntoIterator<Item = RoughCommittees>) -> f64 {
    committees.into_iter().map(|c| c.count * (-c.size / m).max(-1.0).ln_1p()).sum()
}

/// The probability that a given one of m urns is occupied.
pub(crate) fn occupied_share(m: f64, committees: impl IntoIterator<Item = RoughCommittees>) -> f64 {
    -log_vacant(m, committees).exp_m1()
}

/// The mean number of urns that a union of committees occupies, of m.
pub(crate) fn union_mean(m: f64, committees: impl IntoIterator<Item = RoughCommittees>) -> f64 {
    m * occupied_share(m, committees)
}

/// The mean of a law.
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
