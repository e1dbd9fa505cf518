//! Intersections of departments with several committees each.
//!
//! Given how many urns each department covers, X_d, what all of them share has the law of lists of
//! those sizes: the union of complements of sizes m − X_d, counted from the other side. So every
//! probability is a mean over the X_d, and the integral, linear in H, takes it inside: a department
//! is a committee of random size ([`Mixture`]), whose probabilities are a window of its own law. The
//! cost is a pass over the windows for every node, whatever the number of departments.
//!
//! Outside the windows the X_d have some probability ε altogether; there the event has a probability
//! from 0 to 1. So the truth is between the integral and the integral plus ε, and the windows are
//! widened until ε does not matter beside the answer.
//!
//! Source: `subsubsec:general-committee-intersection`, conditioned on the departments' unions.

use super::mixture::Mixture;
use super::shared_circle::{MOST_BITS, SharedCircle};
use super::{Family, Integral, grouped, posed, turned};
use crate::num::{Enclosure, Real, until_decided};
use crate::occupancy::probability::Event;
use crate::occupancy::recursion::WorkEstimate;
use crate::occupancy::{Committees, Department, Model, Occupancy, Shape};

/// The most steps of Horner's rule, 150 ns each.
const MOST_STEPS: f64 = 1e8;

/// About how many nodes matter.
const NODES: f64 = 80.0;

/// Bits beyond those asked for.
const SPARE: u64 = 15;

/// How many values of a department's law are above 2^-bits, about, on each side of its mean.
fn half_window(deviation: f64, bits: f64) -> f64 {
    let z = (2.0 * std::f64::consts::LN_2 * bits).sqrt();
    z * deviation + z * z / 3.0 + 8.0
}

fn windows(m: u64, departments: &[Department], bits: f64) -> f64 {
    let width = |d: &Department| match d.single() {
        Some(_) => 0.0,
        None => 2.0 * half_window(WorkEstimate::union(m, d).deviation(), bits),
    };
    departments.iter().map(width).sum()
}

/// About how many word operations one event takes; `None` where it is out of reach.
pub(super) fn cost(law: &Occupancy, departments: &[Department]) -> Option<f64> {
    let bits = (law.precision + SPARE) as f64;
    let steps = windows(law.urns, departments, bits) * NODES;
    let out_of_reach = law.precision + SPARE > MOST_BITS || steps > MOST_STEPS;
    (!out_of_reach).then_some(150.0 * steps + 3e6)
}

/// The same for a window of so many values, the least of them 10^depth.
pub(super) fn window_cost(
    law: &Occupancy,
    departments: &[Department],
    rows: f64,
    depth: f64,
) -> f64 {
    let bits = (law.precision + SPARE) as f64 - depth * std::f64::consts::LOG2_10;
    let steps = windows(law.urns, departments, bits) * NODES;
    if law.precision + SPARE > MOST_BITS || steps > MOST_STEPS {
        return f64::INFINITY;
    }
    // A block serves about as many values as the deviation of the law is wide.
    let deviation = law.variance().map_or(1.0, |variance| variance.hi_f64().sqrt().max(1.0));
    (150.0 * steps + 3e6) * (rows / deviation).ceil() + 5_000.0 * rows
}

/// The departments as committees of random size.
struct RandomSizes {
    m: u64,
    /// With their least sizes, the largest first.
    least: Vec<Committees>,
    mixed: Vec<Mixture>,
    /// At least the probability of all other sizes.
    missing: Real,
}

impl RandomSizes {
    fn of(law: &Occupancy, departments: &[Department], bits: f64) -> Option<RandomSizes> {
        let m = law.urns;
        if windows(m, departments, bits) * NODES > MOST_STEPS {
            return None;
        }
        let mut cover = RandomSizes { m, least: vec![], mixed: vec![], missing: Real::zero(4) };
        let mut least = Vec::new();
        for d in departments {
            if let Some(size) = d.single() {
                least.push(m - size);
                continue;
            }
            let shape = Shape::Union(d.clone());
            let model = Model::Union(d.committees.clone());
            let union = Occupancy { urns: m, model, shape, precision: law.precision + SPARE };
            let (low, high) = union.support();
            let (mean, deviation) = (union.mean().ok()?, union.variance().ok()?.hi_f64().sqrt());
            let half = half_window(deviation, bits);
            let from = ((mean.lo_f64() - half).max(0.0) as u64).clamp(low, high);
            let to = ((mean.hi_f64() + half).min(1.8e19) as u64).clamp(from, high);
            for (edge, tail) in [
                (from == low, from.checked_sub(1).map(|x| union.at_most(x))),
                (to == high, to.checked_add(1).map(|x| union.at_least(x))),
            ] {
                if !edge {
                    cover.missing = cover.missing.add(&tail?.ok()?.reals(4)[1]);
                }
            }
            let mut window: Vec<Enclosure> =
                union.pmf_window(from, to).ok()?.into_iter().map(|(_, p)| p).collect();
            window.reverse();
            least.push(m - to);
            cover.mixed.push(Mixture::new(m, m - to, &window));
        }
        least.sort_unstable_by(|a, b| b.cmp(a));
        cover.least = grouped(least.into_iter());
        Some(cover)
    }

    fn family(&self) -> Family<'_> {
        Family { fixed: &self.least, random: &self.mixed }
    }

    /// Whether all zeros of the mixtures lie left of the centre (κ + end)/2 of the poles, where the
    /// last pole is `end`.
    fn fits(&self, end: u64) -> bool {
        let twice = u128::from(self.least[0].size) + u128::from(end);
        self.mixed.iter().all(|mixture| 2 * u128::from(mixture.polynomial.last()) <= twice + 2)
    }

    fn event(&self, event: Event, precision: u64) -> Option<Enclosure> {
        let (of, poles_end) = posed(self.m, &self.least, event)?;
        let integral = Integral { m: self.m, family: self.family(), of, from: 0, poles_end };
        let value =
            self.fits(poles_end - 1).then(|| integral.certain(precision, u128::from(self.m)));
        Some(self.with_missing(&value??))
    }

    fn with_missing(&self, value: &Enclosure) -> Enclosure {
        let [low, high] = value.reals(4);
        Enclosure::between(&low, &high.add(&self.missing))
    }
}

/// How many bits below 1 a value is, about.
fn depth(value: &Enclosure) -> Option<f64> {
    Some(-value.log10()?.lo_f64() * std::f64::consts::LOG2_10)
}

/// Why no further window is tried.
struct NoCircle;

/// P(event) for an intersection of departments; `None` where the integral is not made for that.
pub(super) fn event(
    law: &Occupancy,
    departments: &[Department],
    event: Event,
) -> Option<Enclosure> {
    let event = turned(law.urns, event);
    let wanted = law.precision + SPARE;
    let mut bits = wanted as f64;
    until_decided(0..4, |_| {
        let sizes = RandomSizes::of(law, departments, bits).ok_or(NoCircle)?;
        let value = sizes.event(event, law.precision + 4).ok_or(NoCircle)?;
        if value.certain_bits() >= law.precision {
            return Ok(Some(value));
        }
        // A first window far from where the event happens may see too little of it.
        bits = (wanted as f64 + depth(&value).ok_or(NoCircle)?).max(bits * 1.5);
        Ok::<_, NoCircle>(None)
    })
    .unwrap_or(None)
}

/// P(X = i) for i = low, …, high; see [`super::window`].
pub(super) fn window(
    law: &Occupancy,
    departments: &[Department],
    (low, high): (u64, u64),
) -> Vec<Option<Enclosure>> {
    let m = law.urns;
    let none = || vec![None; (high - low) as usize + 1];
    let ends = [low, high].map(|end| {
        event(law, departments, Event::Point(end)).and_then(|value| depth(&value)).unwrap_or(0.0)
    });
    let bits = (law.precision + SPARE) as f64 + ends[0].max(ends[1]);
    let Some(cover) = RandomSizes::of(law, departments, bits) else { return none() };
    let blocks = |range, precision| {
        SharedCircle::starting(m, cover.family(), range, precision)
            .filter(|block| cover.fits(block.low))
    };
    let mut values = super::by_blocks((m - high, m - low), u128::from(m), |range| {
        posed(m, &cover.least, Event::Point(range.0))?;
        blocks(range, law.precision + 4)
    });
    values.reverse();
    let certain = |value: Enclosure| {
        let value = cover.with_missing(&value);
        (value.certain_bits() >= law.precision).then_some(value)
    };
    values.into_iter().map(|value| value.and_then(certain)).collect()
}
