//! The most probable values.

use crate::error::Error;
use crate::occupancy::law::exact;
use crate::occupancy::law::mean::mode_candidates;
use crate::occupancy::law::{Event, Occupancy};
use crate::occupancy::questions::probability::pmf;
use crate::occupancy::questions::windows::pmf_window;
use crate::occupancy::routes::two_lists::TwoLists;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, until_decided};

/// Compares P(X = i) with P(X = j): with more bits, because neighbours of a mode differ by one part
/// in the variance, then exactly.
pub(crate) fn compare_points(law: &Occupancy, i: u64, j: u64) -> Result<Ordering, Error> {
    let decided = until_decided([160, 512], |bits| {
        let law = law.clone().precision(bits.max(law.precision));
        Ok::<_, Error>(match (pmf(&law, i), pmf(&law, j)) {
            (Ok(one), Ok(other)) => one.compare(&other),
            _ => None,
        })
    })?;
    let exact = |i| exact::probability(law, Event::Point(i), exact::LARGEST_EXACT);
    decided.map_or_else(|| Ok(exact(i)?.cmp(&exact(j)?)), Ok)
}

/// Computes [`Occupancy::mode`].
pub(crate) fn mode(law: &Occupancy) -> Result<Vec<u64>, Error> {
    if let Some(two) = TwoLists::of(law) {
        return Ok(two.modes());
    }
    let mut best: Vec<(u64, Enclosure)> = Vec::new();
    let candidates = mode_candidates(law)?;
    for (i, p) in pmf_window(law, candidates[0], candidates[candidates.len() - 1])? {
        let order = match best.first() {
            None => Some(Ordering::Greater),
            Some((_, leader)) if leader.is_zero() && p.is_zero() => Some(Ordering::Equal),
            Some((j, leader)) => match p.compare(leader) {
                Some(order) => Some(order),
                None => Some(compare_points(law, i, *j)?),
            },
        };
        match order {
            Some(Ordering::Greater) => best = vec![(i, p)],
            Some(Ordering::Equal) => best.push((i, p)),
            _ => {}
        }
    }
    Ok(best.into_iter().map(|(i, _)| i).collect())
}
