//! An event as a circle integral: what is integrated, and which poles the circle goes round.

use crate::occupancy::law::{Committees, Event, Occupancy, Shape};
use crate::occupancy::routes::contour::mixture::Mixture;

/// The quantity that an integral computes, which decides the poles inside its circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IntegralOf {
    /// P(X ≥ x): m is inside.
    AtLeast,
    /// P(X < x): m is outside.
    Below,
    /// P(X = i): m is no pole.
    Point,
    /// P(the first r urns are all occupied): the poles are m − r, …, m.
    Joint,
}

/// The committees whose union is integrated.
#[derive(Clone, Copy)]
pub(crate) struct Family<'a> {
    /// Committees of fixed size, the largest first; those of random size with their least one.
    pub(crate) fixed: &'a [Committees],
    /// The members beyond the least size, for committees of random size.
    pub(crate) random: &'a [Mixture],
    /// The place in `random` of the mixture with zeros right of the centre, if any. It is the
    /// mixture of the largest least size, whose zeros there are poles.
    pub(crate) among_poles: Option<usize>,
}

impl<'a> Family<'a> {
    pub(crate) fn of(fixed: &'a [Committees]) -> Family<'a> {
        Family { fixed, random: &[], among_poles: None }
    }
}

/// An integral for a union of committees.
pub(crate) struct Integral<'a> {
    pub(crate) m: u64,
    pub(crate) family: Family<'a>,
    pub(crate) of: IntegralOf,
    /// The denominator is ∏ (w − l) from this l on: 0, or m − r.
    pub(crate) from: u64,
    /// The denominator ends before this l: x, i + 1, or m + 1.
    pub(crate) poles_end: u64,
}

impl Integral<'_> {
    /// κ.
    pub(crate) fn largest(&self) -> u64 {
        self.family.fixed[0].size
    }

    /// The first pole that H does not cancel.
    pub(crate) fn first_pole(&self) -> u64 {
        self.largest().max(self.from)
    }

    /// The factor in front of the integral: m^(x) or m^(i), or r!, as a falling factorial (n, k).
    pub(crate) fn front(&self) -> (u64, u64) {
        match self.of {
            IntegralOf::Point => (self.m, self.poles_end - 1),
            IntegralOf::Joint => (self.m - self.from, self.m - self.from),
            _ => (self.m, self.poles_end),
        }
    }
}

/// The fewest poles: fewer leave the inner circle no room, and other routes are quick.
pub(crate) const FEWEST_POLES: u64 = 24;

/// The most nodes of one circle, more than the method needs where it is used.
pub(crate) const MOST_NODES: u64 = 4_000;

/// Returns the union that an event is about, the largest committees first, and the event there.
///
/// The overlap of lists is the set of urns in no complement of a list, so it is m less a union.
pub(crate) fn as_union(law: &Occupancy, event: Event) -> Option<(Vec<Committees>, Event)> {
    let m = law.urns;
    match &law.shape {
        Shape::Union(d) => Some((d.committees.clone(), event)),
        Shape::Lists(lists) => Some((grouped(lists.iter().map(|&k| m - k)), turned(m, event))),
        _ => None,
    }
}

/// Returns the event for the number m − X of urns.
pub(crate) fn turned(m: u64, event: Event) -> Event {
    match event {
        Event::Point(i) => Event::Point(m - i),
        Event::AtLeast(x) => Event::AtMost(m - x),
        Event::AtMost(x) => Event::AtLeast(m - x),
    }
}

/// Returns committees of these falling sizes, equal sizes together.
pub(crate) fn grouped(falling: impl Iterator<Item = u64>) -> Vec<Committees> {
    let mut committees: Vec<Committees> = Vec::new();
    for size in falling {
        match committees.last_mut() {
            Some(last) if last.size == size => last.count += 1,
            _ => committees.push(Committees { count: 1, size }),
        }
    }
    committees
}

/// Returns the number of members, with repetition.
pub(crate) fn members(committees: &[Committees]) -> u128 {
    committees.iter().map(|c| u128::from(c.count) * u128::from(c.size)).sum()
}

/// Returns the quantity and the end of the poles, if there are enough poles, and enough members for
/// a saddle.
pub(crate) fn posed(m: u64, committees: &[Committees], event: Event) -> Option<(IntegralOf, u64)> {
    let (of, poles_end) = match event {
        Event::Point(i) => (IntegralOf::Point, i.checked_add(1)?),
        Event::AtLeast(x) => (IntegralOf::AtLeast, x),
        Event::AtMost(x) => (IntegralOf::Below, x.checked_add(1)?),
    };
    let front = if of == IntegralOf::Point { poles_end - 1 } else { poles_end };
    let inside = front <= m && !(of == IntegralOf::Below && front == m);
    let poles = poles_end.checked_sub(committees[0].size)?;
    (inside && poles >= FEWEST_POLES && members(committees) > u128::from(front) + 1)
        .then_some((of, poles_end))
}
