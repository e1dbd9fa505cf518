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
//! each at most K(W)·|H̃(w_J)| ([`left_out`] has a better bound); and aliases, the Laurent coefficients of order ±M, ±2M, …, are at
//! most the real point of a larger or smaller circle times the M-th power of the radii's ratio.
//! Where that circle has crossed m, the residue there, which is 1, adds exactly
//! p^M + p^{2M} + … = p^M/(1 − p^M), p the smaller of |m − c0|/r and its inverse; it is taken
//! off again.
//!
//! Source: the p.m.f.s below `eqn:binom-moment` in integral form; `docs/internals/design.md` has a picture.

pub(crate) mod circle;
pub(crate) mod close_nodes;
pub(crate) mod departments;
pub(crate) mod falling;
pub(crate) mod geometry;
pub(crate) mod integrand;
pub(crate) mod left_out;
pub(crate) mod local;
pub(crate) mod mixture;
pub(crate) mod nodes;
pub(crate) mod outside;
pub(crate) mod shared_circle;
pub(crate) mod tilted;
pub(crate) mod turning;

use crate::occupancy::law::shape::{Department, Shape};
use crate::occupancy::questions::probability::Event;
use crate::occupancy::routes::contour::circle::Circle;
use crate::occupancy::routes::contour::mixture::Mixture;
use crate::occupancy::routes::contour::shared_circle::SharedCircle;
use crate::occupancy::{Committees, Occupancy};
use crate::refine::{LARGEST_PRECISION, on_words, until_certain};
use urnfield_num::{Enclosure, Error};

/// What an integral is, and so which poles its circle goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IntegralOf {
    /// P(X ≥ x): m is inside.
    AtLeast,
    /// P(X < x): m is outside.
    Below,
    /// P(X = i): m is no pole.
    Point,
    /// P(the first r urns are all occupied): the poles are m − r, …, m.
    Joint,
}

/// Whose union is integrated.
#[derive(Clone, Copy)]
pub(crate) struct Family<'a> {
    /// Committees of fixed size, the largest first; those of random size with their least one.
    fixed: &'a [Committees],
    /// What committees of random size have beyond that.
    random: &'a [Mixture],
    /// Which of `random` has zeros right of the centre, if one has: the one of the largest least size,
    /// whose zeros there are poles.
    among_poles: Option<usize>,
}

impl<'a> Family<'a> {
    fn of(fixed: &'a [Committees]) -> Family<'a> {
        Family { fixed, random: &[], among_poles: None }
    }
}

/// An integral for a union of committees.
pub(crate) struct Integral<'a> {
    m: u64,
    family: Family<'a>,
    of: IntegralOf,
    /// The denominator is ∏ (w − l) from this l on: 0, or m − r.
    from: u64,
    /// And ends before this: x, i + 1, or m + 1.
    poles_end: u64,
}

impl Integral<'_> {
    /// κ.
    fn largest(&self) -> u64 {
        self.family.fixed[0].size
    }

    /// The first pole that H does not cancel.
    fn first_pole(&self) -> u64 {
        self.largest().max(self.from)
    }

    /// What stands in front: m^(x) or m^(i), or r!, as a falling factorial (n, k).
    fn front(&self) -> (u64, u64) {
        match self.of {
            IntegralOf::Point => (self.m, self.poles_end - 1),
            IntegralOf::Joint => (self.m - self.from, self.m - self.from),
            _ => (self.m, self.poles_end),
        }
    }
}

/// Fewer poles than this leave the inner circle no room, and other routes are quick.
const FEWEST_POLES: u64 = 24;

/// More nodes than this are never needed where the method is meant for.
const MOST_NODES: u64 = 4_000;

/// The union that an event is about, the largest committees first, and the event there.
///
/// Lists are the urns that no complement of a list has: a union, counted from the other side.
fn as_union(law: &Occupancy, event: Event) -> Option<(Vec<Committees>, Event)> {
    let m = law.urns;
    match &law.shape {
        Shape::Union(d) => Some((d.committees.clone(), event)),
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

/// Falling sizes, equal ones together.
fn grouped(falling: impl Iterator<Item = u64>) -> Vec<Committees> {
    let mut committees: Vec<Committees> = Vec::new();
    for size in falling {
        match committees.last_mut() {
            Some(last) if last.size == size => last.count += 1,
            _ => committees.push(Committees { count: 1, size }),
        }
    }
    committees
}

/// All members, with repetition.
fn members(committees: &[Committees]) -> u128 {
    committees.iter().map(|c| u128::from(c.count) * u128::from(c.size)).sum()
}

/// What is integrated and where the poles end, if there are enough of them and members enough for a
/// saddle.
fn posed(m: u64, committees: &[Committees], event: Event) -> Option<(IntegralOf, u64)> {
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

/// An event as an integral: posed once, when its cost is asked for, and then evaluated.
pub(crate) struct Pose<'a> {
    law: &'a Occupancy,
    posed: PosedAs<'a>,
    /// About how many word operations it takes.
    pub(crate) cost: f64,
}

enum PosedAs<'a> {
    Departments(&'a [Department], Event),
    Union { committees: Vec<Committees>, of: IntegralOf, poles_end: u64 },
}

/// The integral for an event; `None` where it is not made for that.
pub(crate) fn pose(law: &Occupancy, event: Event) -> Option<Pose<'_>> {
    if let Shape::General(departments) = &law.shape {
        let posed = PosedAs::Departments(departments, event);
        return Some(Pose { law, posed, cost: departments::cost(law, departments, event)? });
    }
    let (committees, event) = as_union(law, event)?;
    let (of, poles_end) = posed(law.urns, &committees, event)?;
    if law.precision > LARGEST_PRECISION {
        return None;
    }
    // Measured at 53 bits: 0.3 ms and 0.25 ms for every size of committee.
    let bits = (law.precision + 20 + u64::from(law.urns.ilog2())) as f64;
    let sizes = committees.len() as f64;
    let cost = (300_000.0 + 250_000.0 * sizes) * (bits / 100.0).powf(2.6).max(1.0);
    Some(Pose { law, posed: PosedAs::Union { committees, of, poles_end }, cost })
}

impl Pose<'_> {
    /// P(event); `None` where the circle is no good after all.
    pub(crate) fn value(&self) -> Option<Enclosure> {
        let law = self.law;
        match &self.posed {
            PosedAs::Departments(departments, event) => {
                departments::event(law, departments, *event)
            }
            PosedAs::Union { committees, of, poles_end } => Integral {
                m: law.urns,
                family: Family::of(committees),
                of: *of,
                from: 0,
                poles_end: *poles_end,
            }
            .certain(law.precision, members(committees)),
        }
    }
}

/// log2 of a bound of an event of a general intersection, where that is within reach.
pub(crate) fn log2_bound(law: &Occupancy, event: Event) -> Option<f64> {
    let Shape::General(departments) = &law.shape else { return None };
    // So much is read off exponents alone.
    departments::bound(law, departments, event)?.magnitude().map(|size| size as f64)
}

/// Whether there is an integral for P(X = i).
pub(crate) fn reaches(law: &Occupancy, i: u64) -> bool {
    pose(law, Event::Point(i)).is_some()
}

/// About how many word operations a window of so many values takes by blocks, as far as that matters: not
/// where it is above `limit`. Infinitely many where they are not made for it. Measured: 5 µs a value, and
/// 0.12 ms for one that has no block.
pub(crate) fn window_cost(law: &Occupancy, (low, high): (u64, u64), limit: f64) -> f64 {
    let rows = (high - low) as f64 + 1.0;
    if let Shape::General(departments) = &law.shape {
        return departments::window_cost(law, departments, (low, high));
    }
    let middle = pose(law, Event::Point(low + (high - low) / 2));
    let each = middle.map_or(f64::INFINITY, |pose| pose.cost);
    if law.precision > shared_circle::MOST_BITS {
        return each * rows;
    }
    let all_in_blocks = each * 8.0 + 5_000.0 * rows;
    if all_in_blocks > limit {
        return all_in_blocks;
    }
    let single = without_block(law, (low, high)).unwrap_or(high - low);
    all_in_blocks + 120_000.0 * single as f64
}

/// About how many values of a window of a union or of lists have no block: those at its ends.
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
/// the values that have no such circle, or do not come out certain enough.
pub(crate) fn window(law: &Occupancy, (low, high): (u64, u64)) -> Vec<Option<Enclosure>> {
    if let Shape::General(departments) = &law.shape {
        return departments::window(law, departments, (low, high));
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

/// Blocks are not halved below this.
const SHORT_BLOCK: u64 = 16;

/// The values of one block after another from `first` to `last`, each made by `block` from its first
/// value on.
fn by_blocks<'a>(
    (first, last): (u64, u64),
    members: u128,
    block: impl Fn((u64, u64)) -> Option<SharedCircle<'a>>,
) -> Vec<Option<Enclosure>> {
    let count = (last - first) as usize + 1;
    let mut values = Vec::with_capacity(count);
    let (mut next, mut failures) = (first, 0);
    while values.len() < count {
        let (mut found, mut end) = (None, last);
        // A block may be too long for its nodes: then half of it is tried.
        while let Some(tried) = block((next, end)) {
            found = tried.values(members).map(|values| (tried.high, values));
            if found.is_some() || tried.high - next < 2 * SHORT_BLOCK {
                break;
            }
            end = next + (tried.high - next) / 2;
        }
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
pub(crate) fn joint(law: &Occupancy, r: u64) -> Option<Enclosure> {
    let m = law.urns;
    let Shape::Union(d) = &law.shape else { return None };
    let from = m.checked_sub(r)?;
    m.checked_add(2)?;
    let family = Family::of(&d.committees);
    let poles_end = m.checked_add(1)?;
    let integral = Integral { m, family, of: IntegralOf::Joint, from, poles_end };
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
        if first as f64 * 64.0 > circle.most_bits(self.poles_end) {
            return None;
        }
        let sum = nodes::Trapezoid { integral: self, circle, target: precision };
        let lengths = [first, first + 1, 2 * first + 2];
        let value = |words| Ok::<_, Error>(on_words(&sum, words));
        until_certain(precision, lengths, value).ok().flatten()
    }
}
