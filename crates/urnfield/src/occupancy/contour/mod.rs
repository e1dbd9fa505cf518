//! One probability at any size: a circle integral with a few dozen nodes.
//!
//! With H(w) = ∏_d (w^(k_d)/m^(k_d))^(n_d), a polynomial, Newton interpolation at 0, …, x − 1
//! evaluated at m gives (falling factorials w^(x) = w(w−1)…(w−x+1))
//!
//! P(X ≥ x) = m^(x)/2πi ∮ H(w) dw / [w^(x) (w − m)],  round 0, …, x − 1 and m
//! P(X < x) = m^(x)/2πi ∮ H(w) dw / [w^(x) (m − w)],  round 0, …, x − 1, m outside
//! P(X = i) = m^(i)/2πi ∮ H(w) dw / w^(i+1)
//! P(r given urns are occupied) = r!/2πi ∮ H(w) dw / [(w − m)(w − m + 1)…(w − m + r)]
//!
//! The alternating sums of the paper are the residues of these; the last is f_C, for n committees
//! of k = r. H cancels the poles below the largest committee's size κ, so in the first three
//! κ, …, x − 1 remain. On a circle about their midpoint
//! c0 = (κ + x − 1)/2 the integrand is a bump without cancellation, and **its modulus is largest
//! at the real point** W = c0 + r, for every radius beyond the poles:
//!
//! - K = 1/∏_{κ≤l<x} (w − l): the poles lie in pairs c0 ± d, and |(re^{iθ})² − d²| ≥ r² − d²;
//! - H̃ = H/w^(κ)·1/(w − m) falls in |θ|: its zeros lie left of c0 (they are below κ ≤ c0), and
//!   m lies right of it.
//!
//! This one fact bounds both errors of the trapezoidal rule with M nodes: nodes beyond θ_J are
//! each at most K(W)·|H̃(w_J)|; and aliases, the Laurent coefficients of order ±M, ±2M, …, are at
//! most the real point of a larger or smaller circle times the M-th power of the radii's ratio.
//! Where that circle has crossed m, the residue there, which is 1, adds exactly
//! p^M + p^{2M} + … = p^M/(1 − p^M), p the smaller of |m − c0|/r and its inverse; it is taken
//! off again.
//!
//! Source: the p.m.f.s below `eqn:binom-moment` in integral form; `docs/design.md` has a picture.

mod block;
mod circle;
mod departments;
mod falling;
mod geometry;
mod integrand;
mod mixture;
mod nodes;
mod turning;

use super::law::Event;
use super::{Occupancy, Shape};
use crate::num::Enclosure;
use crate::refine::{LARGEST_PRECISION, on_words};
use block::Block;
use circle::Circle;
use mixture::Mixture;

/// What is integrated round which poles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// P(X ≥ x): m is inside.
    AtLeast,
    /// P(X < x): m is outside.
    Below,
    /// P(X = i): m is no pole.
    Point,
    /// P(the first r urns are all occupied): the poles are m − r, …, m.
    Joint,
}

/// An integral for a union of committees, (size, count), the largest first.
struct Integral<'a> {
    m: u64,
    sizes: &'a [(u64, u64)],
    /// What committees of random size have beyond their least one, which is among the sizes.
    mixed: &'a [Mixture],
    side: Side,
    /// The denominator is ∏ (w − l) from this l on: 0, or m − r.
    from: u64,
    /// And ends before this: x, i + 1, or m + 1.
    poles_end: u64,
}

impl Integral<'_> {
    /// κ.
    fn largest(&self) -> u64 {
        self.sizes[0].0
    }

    /// The first pole that H does not cancel.
    fn first_pole(&self) -> u64 {
        self.largest().max(self.from)
    }

    fn committees(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.sizes.iter().copied()
    }

    /// What stands in front: m^(x) or m^(i), or r!, as a falling factorial (n, k).
    fn front(&self) -> (u64, u64) {
        match self.side {
            Side::Point => (self.m, self.poles_end - 1),
            Side::Joint => (self.m - self.from, self.m - self.from),
            _ => (self.m, self.poles_end),
        }
    }
}

/// Fewer poles than this leave the inner circle no room, and other routes are quick.
const FEWEST_POLES: u64 = 24;

/// More nodes than this are never needed where the method is meant for.
const MOST_NODES: u64 = 4_000;

/// The union that an event is about, (size, count) with the largest first, and the event there.
///
/// Lists are the urns that no complement of a list has: a union, counted from the other side.
fn as_union(law: &Occupancy, event: Event) -> Option<(Vec<(u64, u64)>, Event)> {
    let m = law.urns;
    match &law.shape {
        Shape::Union(d) => Some((d.committees.iter().map(|c| (c.size, c.count)).collect(), event)),
        Shape::Lists(lists) => Some((grouped(lists.iter().map(|&k| m - k)), turned(m, event))),
        _ => None,
    }
}

/// The event of a union's complement: so many urns that are not in it.
fn turned(m: u64, event: Event) -> Event {
    match event {
        Event::Point(i) => Event::Point(m - i),
        Event::AtLeast(x) => Event::AtMost(m - x),
        Event::AtMost(x) => Event::AtLeast(m - x),
    }
}

/// Falling sizes as (size, count).
fn grouped(falling: impl Iterator<Item = u64>) -> Vec<(u64, u64)> {
    let mut sizes: Vec<(u64, u64)> = Vec::new();
    for size in falling {
        match sizes.last_mut() {
            Some(last) if last.0 == size => last.1 += 1,
            _ => sizes.push((size, 1)),
        }
    }
    sizes
}

/// The side and the end of the poles, where there are enough of them and members enough for a
/// saddle.
fn posed(m: u64, sizes: &[(u64, u64)], event: Event) -> Option<(Side, u64)> {
    let (side, poles_end) = match event {
        Event::Point(i) => (Side::Point, i.checked_add(1)?),
        Event::AtLeast(x) => (Side::AtLeast, x),
        Event::AtMost(x) => (Side::Below, x.checked_add(1)?),
    };
    let front = if side == Side::Point { poles_end - 1 } else { poles_end };
    let members = sizes.iter().map(|(k, n)| u128::from(*k) * u128::from(*n)).sum::<u128>();
    let inside = front <= m && !(side == Side::Below && front == m);
    let poles = poles_end.checked_sub(sizes[0].0)?;
    // The circle's own base plus one must be a number.
    let sized = m < u64::MAX;
    (sized && inside && poles >= FEWEST_POLES && members > u128::from(front) + 1)
        .then_some((side, poles_end))
}

/// About how many word operations the integral takes: infinitely many where it is not made for
/// the event. Measured at 53 bits: 0.3 ms and 0.25 ms for every size of committee.
pub(super) fn cost(law: &Occupancy, event: Event) -> f64 {
    if let Shape::General(departments) = &law.shape {
        return departments::cost(law, departments);
    }
    let Some((sizes, event)) = as_union(law, event) else { return f64::INFINITY };
    if posed(law.urns, &sizes, event).is_none() || law.precision > LARGEST_PRECISION {
        return f64::INFINITY;
    }
    let bits = (law.precision + 20 + u64::from(law.urns.ilog2())) as f64;
    (300_000.0 + 250_000.0 * sizes.len() as f64) * (bits / 100.0).powf(2.6).max(1.0)
}

/// P(event) by the integral; `None` where it is not made for that.
pub(super) fn event(law: &Occupancy, event: Event) -> Option<Enclosure> {
    let m = law.urns;
    if let Shape::General(departments) = &law.shape {
        return departments::event(law, departments, event);
    }
    let (sizes, event) = as_union(law, event)?;
    let (side, poles_end) = posed(m, &sizes, event)?;
    let members = sizes.iter().map(|(k, n)| u128::from(*k) * u128::from(*n)).sum();
    Integral { m, sizes: &sizes, mixed: &[], side, from: 0, poles_end }
        .certain(law.precision, members)
}

/// Whether there is an integral for P(X = i).
pub(super) fn reaches(law: &Occupancy, i: u64) -> bool {
    cost(law, Event::Point(i)).is_finite()
}

/// About how many word operations a window of so many values round `middle` takes by blocks:
/// infinitely many where they are not made for it. Measured: 2 µs a value.
pub(super) fn window_cost(law: &Occupancy, (low, high): (u64, u64)) -> f64 {
    let rows = (high - low) as f64 + 1.0;
    let each = cost(law, Event::Point(low + (high - low) / 2));
    if law.precision > block::MOST_BITS { each * rows } else { each * 8.0 + 2_000.0 * rows }
}

/// P(X = i) for i = low, …, high by circles that serve a block of values each. `None` stands for
/// the values that have no such circle, or do not come out certain enough.
pub(super) fn window(law: &Occupancy, (low, high): (u64, u64)) -> Vec<Option<Enclosure>> {
    if let Shape::General(departments) = &law.shape {
        return departments::window(law, departments, (low, high));
    }
    let count = (high - low) as usize + 1;
    let ends = [Event::Point(low), Event::Point(high)].map(|end| as_union(law, end));
    let [Some((sizes, Event::Point(first))), Some((_, Event::Point(last)))] = ends else {
        return vec![None; count];
    };
    let turned = first > last;
    let range = if turned { (last, first) } else { (first, last) };
    let members = sizes.iter().map(|(k, n)| u128::from(*k) * u128::from(*n)).sum();
    let mut values = by_blocks(range, members, |(next, end)| {
        posed(law.urns, &sizes, Event::Point(next))?;
        Block::starting(law.urns, (&sizes, &[]), (next, end), law.precision)
    });
    if turned {
        values.reverse();
    }
    let certain = |value: &Enclosure| value.certain_bits() >= law.precision;
    values.into_iter().map(|value| value.filter(certain)).collect()
}

/// The values of one block after another from `first` to `last`, each made by `block` from its first
/// value on.
fn by_blocks<'a>(
    (first, last): (u64, u64),
    members: u128,
    block: impl Fn((u64, u64)) -> Option<Block<'a>>,
) -> Vec<Option<Enclosure>> {
    let count = (last - first) as usize + 1;
    let mut values = Vec::with_capacity(count);
    let (mut next, mut failures) = (first, 0);
    while values.len() < count {
        let found =
            block((next, last)).and_then(|block| Some((block.high, block.values(members)?)));
        match found {
            Some((end, block)) => {
                values.extend(block.into_iter().rev().map(Some));
                (next, failures) = (end.saturating_add(1), 0);
            }
            None => {
                // Trying costs as much as a value or two; where it fails it fails again.
                failures = (failures + 1).min(16);
                let left = (count - values.len()).min(failures);
                values.extend((0..left).map(|_| None));
                next = next.saturating_add(left as u64);
            }
        }
    }
    values
}

/// P(r given urns are all occupied) in a union, by the integral; `None` where it is not made for
/// that.
pub(super) fn joint(law: &Occupancy, r: u64) -> Option<Enclosure> {
    let m = law.urns;
    let Shape::Union(d) = &law.shape else { return None };
    let sizes: Vec<(u64, u64)> = d.committees.iter().map(|c| (c.size, c.count)).collect();
    let from = m.checked_sub(r)?;
    m.checked_add(2)?;
    let integral = Integral {
        m,
        sizes: &sizes,
        mixed: &[],
        side: Side::Joint,
        from,
        poles_end: m.checked_add(1)?,
    };
    let poles = integral.poles_end - integral.first_pole();
    let members = u128::from(d.members);
    if poles < FEWEST_POLES || members <= u128::from(r) + 1 {
        return None;
    }
    integral.certain(law.precision, members)
}

impl Integral<'_> {
    /// The value with so many certain bits, if a few lengths of mantissas are enough: more would
    /// not mend a circle that is no good.
    fn certain(&self, precision: u64, members: u128) -> Option<Enclosure> {
        let circle = Circle::of(self, precision as f64)?;
        // Logarithms of the size members·ln m lose as many bits as their integer part has.
        let lost = u64::from((members | u128::from(self.m)).ilog2()) + 6;
        let first = (precision + lost + 24).div_ceil(64);
        let sum = nodes::Trapezoid { integral: self, circle, target: precision };
        [first, first + 1, 2 * first + 2]
            .into_iter()
            .map(|words| on_words(&sum, words))
            .find(|value| value.certain_bits() >= precision)
    }
}
