//! Probabilities: what is asked, on which side of the mean it is computed, and the promise that
//! every answer keeps.
//!
//! A tail is computed on its own side of the mean; the larger side is one minus the smaller.

use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::mean::compare_with_mean;
use crate::occupancy::law::{
    Committees, Event, Occupancy, Shape, at_most_one, by_support, not_enough,
};
use crate::occupancy::routes::choice::by_best_route;
use crate::refine::until_certain;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Error};

/// Unions of two committees of up to so many members are not asked as two lists.
const SMALL_COMMITTEE: u64 = 4096;

/// Bits that a tail of more than one half is asked for beyond the others.
const NEAR_THE_MEAN: u64 = 8;

pub(crate) fn probability(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if let Some(answer) = by_support(law, event) {
        return Ok(answer);
    }
    if let Ok(exact) = exact::probability(law, event, QUICK) {
        return Ok(Enclosure::from_rational(&exact, law.precision));
    }
    let found = match event.opposite() {
        Some(other) if !on_own_side(law, event) => by_complement(law, event, other)?,
        _ => certain(law, event)?,
    };
    Ok(at_most_one(found))
}

/// One minus the other tail, which is the smaller one as far as the mean tells: near the mean it
/// may have to be a little more certain, and where it turns out to be nearly everything the
/// event is small and has to be computed itself.
fn by_complement(law: &Occupancy, event: Event, other: Event) -> Result<Enclosure, Error> {
    let found = until_certain(law.precision, [0, NEAR_THE_MEAN], |more| {
        let law = law.clone().precision(law.precision + more);
        Ok(certain(&law, other)?.complement())
    })?;
    found.map_or_else(|| certain(law, event), Ok)
}

/// By the best route, and never with fewer bits than asked for.
fn certain(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    let found = match as_overlap(law, event) {
        Some((lists, event)) => probability(&lists?, event)?,
        None => by_best_route(law, event)?,
    };
    if found.certain_bits() < law.precision {
        // Two lists beyond e^(−2^80), say: exponents end somewhere.
        return Err(not_enough(law.precision));
    }
    Ok(found)
}

/// Whether a tail lies beyond the mean: only efficiency rests on it, as every answer is checked.
fn on_own_side(law: &Occupancy, event: Event) -> bool {
    match event {
        Event::Point(_) => true,
        Event::AtLeast(x) => compare_with_mean(law, x) == Ordering::Greater,
        Event::AtMost(x) => compare_with_mean(law, x) == Ordering::Less,
    }
}

/// Computes [`Occupancy::pmf`].
pub(crate) fn pmf(law: &Occupancy, i: u64) -> Result<Enclosure, Error> {
    probability(law, Event::Point(i))
}

/// The event as one of what two lists share: a union of two committees has all their members but
/// those. Small ones have sums of their own, which are as short.
pub(crate) fn as_overlap(
    law: &Occupancy,
    event: Event,
) -> Option<(Result<Occupancy, Error>, Event)> {
    let Shape::Union(d) = &law.shape else { return None };
    let sizes = match d.committees[..] {
        [Committees { count: 2, size }] => [size, size],
        [one, other] if one.count == 1 && other.count == 1 => [one.size, other.size],
        _ => return None,
    };
    if sizes.iter().all(|&size| size <= SMALL_COMMITTEE) {
        return None;
    }
    let shared = |x: u64| d.members.checked_sub(x);
    let event = match event {
        Event::Point(x) => Event::Point(shared(x)?),
        Event::AtLeast(x) => Event::AtMost(shared(x)?),
        Event::AtMost(x) => Event::AtLeast(shared(x)?),
    };
    let lists = Occupancy::lists(law.urns, &sizes);
    Some((lists.map(|lists| lists.precision(law.precision)), event))
}
