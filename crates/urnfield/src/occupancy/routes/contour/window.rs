//! Windows of probabilities, by circles that serve many values each.

use crate::occupancy::law::{Event, Occupancy, Shape};
use crate::occupancy::routes::contour::departments::random_sizes;
use crate::occupancy::routes::contour::integral::{Family, as_union, members, posed};
use crate::occupancy::routes::contour::nodes::SharedCircle;
use crate::occupancy::routes::contour::nodes::blocks::by_blocks;
use crate::occupancy::routes::contour::nodes::shared_circle::MOST_BITS;
use crate::occupancy::routes::contour::pose::pose;
use urnfield_num::Enclosure;

/// Estimates the word operations of a window by blocks, roughly if they are above `limit`; infinite
/// where the method does not apply. Measured: 5 µs a value, and 0.12 ms for a value without block.
pub(crate) fn window_cost(law: &Occupancy, (low, high): (u64, u64), limit: f64) -> f64 {
    let rows = (high - low) as f64 + 1.0;
    if let Shape::General(departments) = &law.shape {
        return random_sizes::window_cost(law, departments, (low, high));
    }
    let middle = pose(law, Event::Point(low + (high - low) / 2));
    let each = middle.map_or(f64::INFINITY, |pose| pose.cost);
    if law.precision > MOST_BITS {
        return each * rows;
    }
    let all_in_blocks = each * 8.0 + 5_000.0 * rows;
    if all_in_blocks > limit {
        return all_in_blocks;
    }
    let single = without_block(law, (low, high)).unwrap_or(high - low);
    all_in_blocks + 120_000.0 * single as f64
}

/// Estimates how many values of a window of a union or of lists have no block: those at its ends.
fn without_block(law: &Occupancy, (low, high): (u64, u64)) -> Option<u64> {
    let (committees, Event::Point(first)) = as_union(law, Event::Point(low))? else { return None };
    let (_, Event::Point(last)) = as_union(law, Event::Point(high))? else { return None };
    let (first, last) = (first.min(last), first.max(last));
    let family = Family::of(&committees);
    let serves = |i: u64| {
        posed(law.urns, &committees, Event::Point(i)).is_some()
            && SharedCircle::starting(law.urns, family, (i, last), law.precision).is_some()
    };
    // Somewhere between them, if anywhere; then bisection from both ends.
    let mut tries =
        (1..16).map(|part| first + ((last - first) as f64 * f64::from(part) / 16.0) as u64);
    let Some(middle) = tries.clone().find(|&i| serves(i)) else { return Some(last - first + 1) };
    let latest = tries.rfind(|&i| serves(i)).unwrap_or(middle);
    let edge = |mut outside: u64, mut inside: u64| {
        while outside.abs_diff(inside) > 1 {
            let between = outside.midpoint(inside);
            *(if serves(between) { &mut inside } else { &mut outside }) = between;
        }
        outside
    };
    Some((edge(first, middle) - first) + (last - edge(last, latest)))
}

/// P(X = i) for i = low, …, high by circles that serve a block of values each. `None` stands for
/// the values without such a circle, or with too few certain bits.
pub(crate) fn window(law: &Occupancy, (low, high): (u64, u64)) -> Vec<Option<Enclosure>> {
    if let Shape::General(departments) = &law.shape {
        return random_sizes::window(law, departments, (low, high));
    }
    let count = (high - low) as usize + 1;
    let ends = [Event::Point(low), Event::Point(high)].map(|end| as_union(law, end));
    let [Some((committees, Event::Point(first))), Some((_, Event::Point(last)))] = ends else {
        return vec![None; count];
    };
    let turned = first > last;
    let range = if turned { (last, first) } else { (first, last) };
    let mut values = by_blocks(range, members(&committees), |(next, end)| {
        posed(law.urns, &committees, Event::Point(next))?;
        SharedCircle::starting(law.urns, Family::of(&committees), (next, end), law.precision)
    });
    if turned {
        values.reverse();
    }
    let certain = |value: &Enclosure| value.certain_bits() >= law.precision;
    values.into_iter().map(|value| value.filter(certain)).collect()
}
