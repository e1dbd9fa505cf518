//! The probability of an event, with at least as many certain bits as were asked for.
//!
//! A tail is computed on its own side of the mean; the larger side is one minus the smaller.

use crate::error::Error;
use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::mean::compare_with_mean;
use crate::occupancy::law::{
    Committees, Event, Occupancy, Shape, at_most_one, by_support, not_enough,
};
use crate::occupancy::routes::choice::by_best_route;
use crate::refine::until_certain;
use std::cmp::Ordering;
use urnfield_num::Enclosure;

/// Unions of two committees with at most this many members are not computed as two lists.
const SMALL_COMMITTEE: u64 = 4096;

/// Bits more that the smaller tail is asked for if the first attempt does not suffice.
const NEAR_THE_MEAN: u64 = 8;

/// Computes the probability of an event.
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

/// One minus the other tail, which is usually the smaller one. Near the mean it may need a few more
/// bits. If it turns out to be nearly 1, the event is small and is computed itself.
fn by_complement(law: &Occupancy, event: Event, other: Event) -> Result<Enclosure, Error> {
    let found = until_certain(law.precision, [0, NEAR_THE_MEAN], |more| {
        let law = law.clone().precision(law.precision + more);
        Ok(certain(&law, other)?.complement())
    })?;
    found.map_or_else(|| certain(law, event), Ok)
}

/// Computes an event by the best route; an error if the answer has fewer bits than asked for.
fn certain(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    let found = match as_overlap(law, event) {
        Some((lists, event)) => probability(&lists?, event)?,
        None => by_best_route(law, event)?,
    };
    if found.certain_bits() < law.precision {
        // For example two lists beyond e^(−2^80), because exponents have an end.
        return Err(not_enough(law.precision));
    }
    Ok(found)
}

/// Whether a tail lies beyond the mean. A wrong answer costs only time.
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

/// Returns the event as one of the overlap of two lists, because a union of two committees has all
/// their members less the overlap. Small committees have sums that are as short.
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
