//! Events by the positive recursion: the run is tilted to where the event is, and closed by the
//! certificate of [`chain`].
//!
//! | file | idea |
//! |---|---|
//! | `mod` | one event, or a window: how deep to go, and what came of it |
//! | `chain` | the cells of a law, and the certificate of what they are short of |
//! | `steps` | one committee more |
//! | `running` | committees one after another, departments one inside another |
//! | `tilt` | a deep tail as the centre of another law |
//! | `work` | what a run costs, foreseen |

pub(crate) mod chain;
pub(crate) mod running;
pub(crate) mod steps;
pub(crate) mod tilt;
pub(crate) mod work;

pub(crate) use crate::occupancy::routes::recursion::chain::Chain;
pub(crate) use crate::occupancy::routes::recursion::work::WorkEstimate;

use crate::error::Error;
use crate::occupancy::law::chernoff::log10_upper;
use crate::occupancy::law::rough::{rough, union_mean};
use crate::occupancy::law::{Committees, Department, Event, Occupancy, Shape, not_enough};
use crate::occupancy::routes::contour;
use crate::occupancy::routes::recursion::running::LARGEST_WORK;
use crate::occupancy::routes::recursion::tilt::{Tilt, urns_with_mean, urns_with_overlap};
use crate::occupancy::routes::rounded_down::{LOWEST, RoundedDown};
use crate::refine::until_certain;
use urnfield_num::{Enclosure, Real};

/// The most certain bits of an answer by this route.
pub(crate) const MOST_BITS: u64 = 90;

/// Spare bits between the precision asked for and what may be lost.
const SPARE: f64 = 10.0;

/// Returns the cut for an event of probability 2^log2: the loss of about `updates` products at or
/// below 2^cut does not show.
fn cut_for(precision: u64, log2: f64, updates: f64) -> i32 {
    let cut = log2 - precision as f64 - SPARE - updates.max(2.0).log2();
    cut.max(LOWEST as f64) as i32
}

/// A run that answers one event: at which m′, on which states, and what it will cost.
struct Run<'a> {
    law: &'a Occupancy,
    event: Event,
    /// The committees of a union; for lists, their complements.
    committees: Vec<Committees>,
    /// m′ − m.
    shift: i128,
}

impl Run<'_> {
    /// The point of the union count at which the event begins, and whether it lies above.
    fn edge(law: &Occupancy, event: Event) -> (u64, bool) {
        let mirrored = matches!(law.shape, Shape::Lists(_));
        let flip = |x: u64| if mirrored { law.urns - x } else { x };
        match event {
            Event::Point(i) => (flip(i), false),
            Event::AtLeast(x) => (flip(x), !mirrored),
            Event::AtMost(x) => (flip(x), mirrored),
        }
    }
}

/// A cell update of the recursion costs about as much as this many word operations.
pub(crate) const UPDATE: f64 = 3.0;

/// From this many cell updates on, a sharper bound of the event is worth its cost.
const SOME_WORK: f64 = 1e7;

/// P(event) for an event on the smaller side of the law, or a point.
pub(crate) fn event(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    if let Shape::General(_) = law.shape {
        return general(law, event);
    }
    let complement = |&k: &u64| Committees { count: 1, size: law.urns - k };
    let committees: Vec<Committees> = match &law.shape {
        Shape::Union(d) => d.committees.clone(),
        Shape::Lists(lists) => lists.iter().map(complement).collect(),
        _ => Vec::new(),
    };
    let (at, above) = Run::edge(law, event);
    let m = law.urns;
    let least = committees.iter().map(|c| c.size).max().unwrap_or(1).max(at);
    let mean = union_mean(m as f64, rough(&committees));
    let up = match event {
        Event::Point(_) => at as f64 > mean,
        _ => above,
    };
    let other = match &law.shape {
        Shape::Lists(lists) => urns_with_overlap(m, lists, m - at, up),
        _ => urns_with_mean(m, least, &committees, at, up),
    };
    let run = Run { law, event, committees, shift: other as i128 - m as i128 };
    let estimate = run.estimate();
    let updates = estimate.work(-110.0);
    if updates > LARGEST_WORK {
        return Err(too_costly(updates));
    }
    // The event holds about 1/(2.5σ) of the tilted law.
    let log2 = -(estimate.deviation() * 2.5 + 2.0).log2();
    let first = cut_for(law.precision, log2, updates);
    let tilt = Tilt::new(m, other, &run.committees, at);
    let efforts = [first, first - 40, first - 200];
    let answer = until_certain(law.precision, efforts, |cut| Ok(run.at(cut, &tilt)))?;
    answer.ok_or(not_enough(law.precision))
}

impl Run<'_> {
    fn estimate(&self) -> WorkEstimate {
        let urns = (self.law.urns as i128 + self.shift) as u64;
        match &self.law.shape {
            Shape::Union(d) => WorkEstimate::union(urns, d),
            Shape::Lists(lists) => WorkEstimate::lists(urns, &self.moved(lists)),
            _ => WorkEstimate::union(urns, &Department { committees: vec![], members: 0 }),
        }
    }

    fn moved(&self, lists: &[u64]) -> Vec<u64> {
        lists.iter().map(|&k| (k as i128 + self.shift) as u64).collect()
    }

    /// Runs at the tilted urns and weighs the cells of the event back.
    fn at(&self, cut: i32, tilt: &Tilt) -> Enclosure {
        let (m, other) = (self.law.urns, tilt.urns);
        match &self.law.shape {
            Shape::Union(d) => {
                let (asked, step): ((u64, u64), i64) = match self.event {
                    Event::Point(i) => ((i, i), 1),
                    Event::AtLeast(x) => ((x, u64::MAX), 1),
                    Event::AtMost(x) => ((0, x), -1),
                };
                let chain = running::union(other, d, cut, asked);
                let start = if step > 0 { asked.0 } else { asked.1 };
                weigh(&chain, start, step, |b| (m, other, b), tilt)
            }
            Shape::Lists(lists) => {
                let move_up = |x: u64| (x as i128 + self.shift) as u64;
                let (asked, step): ((u64, u64), i64) = match self.event {
                    Event::Point(i) => ((move_up(i), move_up(i)), 1),
                    Event::AtLeast(x) => ((move_up(x), u64::MAX), 1),
                    Event::AtMost(x) => ((0, move_up(x)), -1),
                };
                let chain = running::lists(other, &self.moved(lists), cut, asked);
                let start = if step > 0 { asked.0 } else { asked.1 };
                weigh(&chain, start, step, |y| (m, other, other - y), tilt)
            }
            _ => Enclosure::zero(),
        }
    }
}

/// Σ cell·τ over the states from `start` in direction `step`, enclosed.
///
/// τ(b+1)/τ(b) = (m−b)/(m′−b); walking away from the edge it never grows, so dropped mass weighs
/// at most τ(edge). Weights are rounded down, two roundings a state.
fn weigh(
    chain: &Chain,
    start: u64,
    step: i64,
    count_of: impl Fn(u64) -> (u64, u64, u64),
    tilt: &Tilt,
) -> Enclosure {
    let mut weight = RoundedDown::ONE;
    let mut sum = Real::zero(4);
    let mut state = start;
    let mut walked = 0u128;
    let end = if step > 0 { chain.last() } else { chain.first };
    loop {
        let past = if step > 0 { state > end } else { state < end };
        if past || weight.mantissa == 0 {
            break;
        }
        sum = sum.add(&chain.cell(state).times(weight).real(4));
        let next = match step {
            1 => state.checked_add(1),
            _ => state.checked_sub(1),
        };
        let Some(next) = next else { break };
        // The union count at this state and the next; for lists it runs the other way.
        let (m, other, b) = count_of(state);
        let (_, _, b_next) = count_of(next.min(other));
        if next > other {
            break;
        }
        weight = if b_next > b {
            weight.times_ratio(m.saturating_sub(b), other - b)
        } else {
            weight.times_ratio(other - b_next, m - b_next)
        };
        walked += 2;
        state = next;
    }
    let mut chain = chain.clone();
    chain.loss.units += walked + 1;
    chain.enclose(&sum.mul(&tilt.scale), &tilt.scale)
}

/// General intersections: no tilt, but cells of any depth; the cut follows the event down.
fn general(law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
    let range = event.range();
    // As deep as the event is by Chernoff's bound, so that events out of reach are refused before
    // the work.
    let log2 = log10_upper(law, event).unwrap_or(0.0) * std::f64::consts::LOG2_10;
    let mut first = cut_for(law.precision, log2, 1e6);
    // Where that is much work, a sharper bound first tells whether it would be in vain.
    if estimate_to(law, first.into()) > SOME_WORK
        && let Some(sharper) = contour::log2_bound(law, event)
    {
        first = first.min(cut_for(law.precision, sharper - 20.0, 1e6));
    }
    // Each time twice as deep.
    let cuts = std::iter::successors(Some(first), |cut| Some(cut.saturating_mul(2)))
        .take_while(|&cut| cut > LOWEST);
    let answer =
        until_certain(law.precision, cuts, |cut| Ok(window(law, range, cut)?.probability(range)))?;
    answer.ok_or(not_enough(law.precision))
}

/// The chain of the law itself on the states `asked`.
pub(crate) fn window(law: &Occupancy, asked: (u64, u64), cut: i32) -> Result<Chain, Error> {
    let m = law.urns;
    let updates = estimate_to(law, cut as f64);
    if updates > LARGEST_WORK {
        return Err(too_costly(updates));
    }
    Ok(match &law.shape {
        Shape::Certain(x) => Chain::certain(*x, cut),
        Shape::Union(d) => running::union(m, d, cut, asked),
        Shape::Lists(lists) => running::lists(m, lists, cut, asked),
        Shape::General(departments) => running::general(m, departments, cut, asked),
    })
}

/// The chain of the law on the states `asked`, deep enough for probabilities of 10^depth.
pub(crate) fn window_to(law: &Occupancy, asked: (u64, u64), depth: f64) -> Result<Chain, Error> {
    window(law, asked, cut_of(law, depth))
}

fn cut_of(law: &Occupancy, depth: f64) -> i32 {
    let log2 = (depth * std::f64::consts::LOG2_10).floor();
    cut_for(law.precision, log2, estimate(law).max(1e6))
}

/// About how many cell updates [`window_to`] takes; infinitely many where it refuses.
pub(crate) fn window_estimate(law: &Occupancy, depth: f64) -> f64 {
    let updates = estimate_to(law, cut_of(law, depth).into());
    if updates > LARGEST_WORK { f64::INFINITY } else { updates }
}

/// About how many cell updates an event of the law takes by this route.
pub(crate) fn estimate(law: &Occupancy) -> f64 {
    estimate_to(law, -110.0)
}

/// About how many cell updates an event takes with cells down to 2^cut.
fn estimate_to(law: &Occupancy, cut: f64) -> f64 {
    match &law.shape {
        Shape::Certain(_) => 1.0,
        Shape::Union(d) => WorkEstimate::union(law.urns, d).work(cut),
        Shape::Lists(lists) => WorkEstimate::lists(law.urns, lists).work(cut),
        Shape::General(departments) => WorkEstimate::general(law.urns, departments).work(cut),
    }
}

fn too_costly(needs: f64) -> Error {
    Error::TooCostly {
        what: "this law",
        needs: needs as u128,
        unit: "cell updates".into(),
        limit: LARGEST_WORK as u128,
        remedy: "ask for moments, which work at any size, or for a smaller problem",
    }
}

/// What a run of the recursion costs, in word operations.
pub(crate) fn recursion_cost(law: &Occupancy) -> f64 {
    estimate(law) * UPDATE + 20_000.0
}

/// What the recursion costs for an event, in word operations. General intersections have no tilt,
/// so rare events take longer.
pub(crate) fn recursion_cost_of(law: &Occupancy, event: Event) -> f64 {
    match &law.shape {
        Shape::General(_) => {
            let depth = log10_upper(law, event).unwrap_or(0.0);
            window_estimate(law, depth) * UPDATE + 20_000.0
        }
        _ => recursion_cost(law),
    }
}
