//! Departments as committees of random size.
//!
//! Given how many urns each department covers, X_d, what all of them share has the law of lists of
//! those sizes: the union of complements of sizes m − X_d, counted from the other side. So every
//! probability is a mean over the X_d, and the integral, linear in H, takes it inside: a department
//! is a committee of random size ([`Mixture`]), whose probabilities are a window of its own law.
//! The cost is a pass over the windows for every node, whatever the number of departments.
//!
//! The windows are where the sizes lie *when the event happens* ([`Tilted`]): at any depth they are
//! as wide as at the mean. What is outside is bounded ([`Outside`]) and added above: the truth is
//! between the integral and the integral plus that bound, and the windows are widened until it does
//! not matter beside the answer.
//!
//! Source: `subsubsec:general-committee-intersection`, conditioned on the departments' unions.

use crate::occupancy::law::moments::variance;
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Committees, Department, Event, Occupancy};
use crate::occupancy::routes::contour::departments::outside::{Outside, SizeWindow};
use crate::occupancy::routes::contour::departments::tilted::{Tilted, possible};
use crate::occupancy::routes::contour::integral::{Family, Integral, grouped, posed, turned};
use crate::occupancy::routes::contour::mixture::Mixture;
use crate::occupancy::routes::contour::nodes::SharedCircle;
use crate::occupancy::routes::contour::nodes::blocks;
use crate::occupancy::routes::contour::nodes::certain::certain;
use crate::occupancy::routes::contour::nodes::shared_circle::MOST_BITS;
use urnfield_num::{Enclosure, Real, until_decided};

/// The most work, in word operations: about ten seconds.
const MOST_WORK: f64 = 1e10;

/// Whole numbers that doubles tell apart, and how many sizes are tried beyond them.
const DOUBLES: u64 = 1 << 53;
const MOST_COARSE: u64 = 256;

/// About how many nodes matter.
const NODES: f64 = 80.0;

/// The estimated share of a window whose values have no block and take a circle each. Measured, it
/// is none to all of a few deviations, and a third to nine tenths of a whole support. So the work
/// is at most twice the estimate.
const WITHOUT_BLOCK: f64 = 0.5;

/// The number of values of a window from which its cost is estimated.
const SAMPLED: u64 = 6;

/// Bits beyond those asked for.
const SPARE: u64 = 15;

/// Bits by which the bound of what is outside is too large, about, and a few more.
fn slack(law: &Occupancy) -> f64 {
    4.0 + (rough_mean(law) + 2.0).log2() / 2.0
}

/// Words of the mixtures' coefficients.
fn words(law: &Occupancy) -> usize {
    (law.precision + SPARE + 40).div_ceil(64).max(2) as usize
}

/// Whether blocks serve the departments' laws.
fn by_blocks(law: &Occupancy) -> bool {
    law.precision + SPARE <= MOST_BITS
}

/// About how many word operations it takes to find the probabilities of sizes, and to integrate
/// over them on so many circles.
fn work(law: &Occupancy, sizes: &[(u64, u64)], circles: f64) -> f64 {
    // Doubles do not tell such sizes apart, so that windows in them are wide by accident.
    let coarse = law.urns > DOUBLES;
    if coarse && sizes.iter().any(|(from, to)| to - from > MOST_COARSE) {
        return f64::INFINITY;
    }
    let count: f64 = sizes.iter().map(|(from, to)| (to - from) as f64).sum();
    let bits = (law.precision + SPARE) as f64;
    // Blocks serve many sizes at once; beyond their bits every size is an integral.
    let each = if by_blocks(law) { 5e3 } else { 4e5 * (bits / 72.0).powf(2.6) };
    let step = 150.0 * (words(law) as f64 / 2.0).powf(1.7);
    count * (each + circles * NODES * step) + circles * 3e6
}

/// About how many word operations one event takes; `None` where it is out of reach.
pub(crate) fn cost(law: &Occupancy, departments: &[Department], event: Event) -> Option<f64> {
    let bits = (law.precision + SPARE) as f64 + slack(law);
    let sizes = Tilted::of(law.urns, departments, event, bits).sizes;
    Some(work(law, &sizes, 1.0)).filter(|work| *work <= MOST_WORK)
}

/// Windows that hold those of both events.
fn hull(a: Tilted, b: &Tilted) -> Vec<(u64, u64)> {
    let both = a.sizes.into_iter().zip(&b.sizes);
    both.map(|((from, to), b)| (from.min(b.0), to.max(b.1))).collect()
}

fn sizes_between(law: &Occupancy, departments: &[Department], ends: (u64, u64)) -> Vec<(u64, u64)> {
    // A value that shares another's W is a bit or two less likely than its own would say.
    let bits = (law.precision + SPARE) as f64 + slack(law) + 3.0;
    let tilted = |i| Tilted::of(law.urns, departments, Event::Point(i), bits);
    hull(tilted(ends.0), &tilted(ends.1))
}

/// About how many word operations a window of values takes; infinitely many where it is out of
/// reach.
pub(crate) fn window_cost(
    law: &Occupancy,
    departments: &[Department],
    (low, high): (u64, u64),
) -> f64 {
    if !by_blocks(law) {
        return f64::INFINITY;
    }
    let sizes = sizes_between(law, departments, (low, high));
    if work(law, &sizes, 1.0) > MOST_WORK {
        return f64::INFINITY;
    }
    // A block serves about as many values as the deviation of the law is wide.
    let rows = (high - low) as f64 + 1.0;
    let blocks = work(law, &sizes, (rows / deviation(law)).ceil()) + 5_000.0 * rows;
    blocks + rows * WITHOUT_BLOCK * single_cost(law, departments, (low, high))
}

/// Estimates the word operations of one value by a circle of its own: the mean over a sample of the
/// window.
fn single_cost(law: &Occupancy, departments: &[Department], (low, high): (u64, u64)) -> f64 {
    let places = SAMPLED.min(high - low + 1);
    let bits = (law.precision + SPARE) as f64 + slack(law);
    let cost = |part: u64| {
        let i = low + ((high - low) as f64 * (part as f64 + 0.5) / places as f64) as u64;
        work(law, &Tilted::of(law.urns, departments, Event::Point(i), bits).sizes, 1.0)
    };
    (0..places).map(cost).sum::<f64>() / places as f64
}

fn deviation(law: &Occupancy) -> f64 {
    variance(law).map_or(1.0, |variance| variance.hi_f64().sqrt().max(1.0))
}

/// The departments' own laws on these sizes, and the sizes of those with one committee.
fn size_windows(
    law: &Occupancy,
    departments: &[Department],
    sizes: &[(u64, u64)],
    event: Event,
) -> Option<(Vec<SizeWindow>, Vec<u64>)> {
    #[cfg(test)]
    tests::MADE.with(|made| made.set(made.get() + 1));
    let m = law.urns;
    let (mut windows, mut single) = (Vec::new(), Vec::new());
    for (d, &(from, to)) in departments.iter().zip(sizes) {
        if let Some(size) = d.single() {
            single.push(size);
            continue;
        }
        // Blocks give more bits than asked for; single integrals do not.
        let precision =
            if by_blocks(law) { law.precision + SPARE } else { law.precision + 2 * SPARE };
        // A department alone is a union, which never comes back to this route.
        let union = Occupancy::of_department(m, d, precision);
        let probabilities = union.pmf_window(from, to).ok()?.into_iter().map(|(_, p)| p).collect();
        let (first, last) = possible(m, d, event);
        let complete = [from <= first, last <= to];
        windows.push(SizeWindow { from, probabilities, complete });
    }
    Some((windows, single))
}

/// A bound of an event, as sharp as Chernoff's with the law itself; `None` where it is out of
/// reach.
pub(crate) fn bound(law: &Occupancy, departments: &[Department], event: Event) -> Option<Real> {
    let Tilted { urns, sizes } = Tilted::of(law.urns, departments, event, 8.0 + slack(law));
    if work(law, &sizes, 1.0) > MOST_WORK {
        return None;
    }
    let (windows, single) = size_windows(law, departments, &sizes, event)?;
    let (Event::Point(x) | Event::AtLeast(x) | Event::AtMost(x)) = event;
    Some(Outside::of(law.urns, urns, &windows, &single)?.with_inside(law.urns - x))
}

/// The departments as committees of random size.
struct RandomSizes {
    m: u64,
    /// With their least sizes, the largest first.
    least: Vec<Committees>,
    mixed: Vec<Mixture>,
    /// The sizes themselves, of which `mixed` has the complements.
    windows: Vec<SizeWindow>,
    single: Vec<u64>,
}

impl RandomSizes {
    /// With sizes in these windows, for this event or for points that need no others.
    fn of(
        law: &Occupancy,
        departments: &[Department],
        sizes: &[(u64, u64)],
        event: Event,
    ) -> Option<RandomSizes> {
        let m = law.urns;
        let (windows, single) = size_windows(law, departments, sizes, event)?;
        let mixture = |window: &SizeWindow| {
            Mixture::new(m, m - window.to(), window.probabilities.iter().rev(), words(law))
        };
        let mixed = windows.iter().map(mixture).collect();
        let most = windows.iter().map(SizeWindow::to).chain(single.iter().copied());
        let mut least: Vec<u64> = most.map(|size| m - size).collect();
        least.sort_unstable_by(|a, b| b.cmp(a));
        let least = grouped(least.into_iter());
        Some(RandomSizes { m, least, mixed, windows, single })
    }

    fn family(&self) -> Family<'_> {
        Family { fixed: &self.least, random: &self.mixed, among_poles: None }
    }

    /// Which mixtures have zeros right of the centre (κ + end)/2 of the poles, where the last pole
    /// is `end`.
    fn among_poles(&self, end: u64) -> Vec<usize> {
        let twice = u128::from(self.least[0].size) + u128::from(end);
        let right = |at: &usize| 2 * u128::from(self.mixed[*at].polynomial.last()) > twice + 2;
        (0..self.mixed.len()).filter(right).collect()
    }

    /// P(event, all sizes in their windows) for an event of the complements' union.
    ///
    /// One mixture may have zeros among the poles, up to the last of them, if it is the one whose
    /// least size is κ, with w^(κ) cancelled: its terms w^(t)/w^(x) are then 1/∏_{t≤l<x} (w − l),
    /// poles in pairs about the centre and right of it, largest at the real point like those of K.
    fn event(&self, event: Event, precision: u64) -> Option<Enclosure> {
        let (of, poles_end) = posed(self.m, &self.least, event)?;
        let mut family = self.family();
        match self.among_poles(poles_end - 1)[..] {
            [] => {}
            [one] => {
                let polynomial = &self.mixed[one].polynomial;
                let cancelled = polynomial.first() == self.least[0].size;
                if !cancelled || polynomial.last() > poles_end {
                    return None;
                }
                family.among_poles = Some(one);
            }
            _ => return None,
        }
        let integral = Integral { m: self.m, family, of, from: 0, poles_end };
        certain(&integral, precision, u128::from(self.m))
    }

    fn outside(&self, w: u64) -> Option<Outside> {
        Outside::of(self.m, w, &self.windows, &self.single)
    }
}

fn with_more(law: &Occupancy, value: &Enclosure, more: &Real) -> Enclosure {
    let [low, high] = value.reals(words(law) + 2);
    Enclosure::between(&low, &high.add(more))
}

/// Why no further window is tried.
struct NoCircle;

/// P(event) for an intersection of departments; `None` where the integral is not made for that.
pub(crate) fn event(
    law: &Occupancy,
    departments: &[Department],
    event: Event,
) -> Option<Enclosure> {
    let mut bits = (law.precision + SPARE) as f64 + slack(law);
    let (Event::Point(x) | Event::AtLeast(x) | Event::AtMost(x)) = event;
    until_decided(0..3, |_| {
        let Tilted { urns, sizes } = Tilted::of(law.urns, departments, event, bits);
        if work(law, &sizes, 1.0) > MOST_WORK {
            return Err(NoCircle);
        }
        let cover = RandomSizes::of(law, departments, &sizes, event).ok_or(NoCircle)?;
        let outside = cover.outside(urns);
        bits *= 1.5;
        let Some(outside) = outside else { return Ok(None) };
        let value = cover.event(turned(law.urns, event), law.precision + 4).ok_or(NoCircle)?;
        let value = with_more(law, &value, &outside.at(law.urns - x));
        Ok((value.certain_bits() >= law.precision).then_some(value))
    })
    .unwrap_or(None)
}

/// P(X = i) for i = low, …, high; see [`crate::occupancy::routes::contour::window`].
pub(crate) fn window(
    law: &Occupancy,
    departments: &[Department],
    (low, high): (u64, u64),
) -> Vec<Option<Enclosure>> {
    let m = law.urns;
    let none = || vec![None; (high - low) as usize + 1];
    let sizes = sizes_between(law, departments, (low, high));
    let lowest = Event::Point(low);
    let Some(cover) = RandomSizes::of(law, departments, &sizes, lowest) else { return none() };
    let block = |range, precision| {
        SharedCircle::starting(m, cover.family(), range, precision)
            .filter(|block| cover.among_poles(block.low).is_empty())
    };
    let mut values = blocks::by_blocks((m - high, m - low), u128::from(m), |range| {
        posed(m, &cover.least, Event::Point(range.0))?;
        block(range, law.precision + 4)
    });
    values.reverse();
    // Neighbours share a bound of what is outside.
    let near = deviation(law) as u64 | 1;
    let mut found = Vec::with_capacity(values.len());
    for (first, values) in (low..).step_by(near as usize).zip(values.chunks(near as usize)) {
        let middle = Event::Point(first + values.len() as u64 / 2);
        let tilted = Tilted::of(m, departments, middle, 1.0);
        let w = tilted.urns.max(m - first);
        let outside = cover.outside(w);
        for (i, value) in (first..).zip(values) {
            let value = value.as_ref().zip(outside.as_ref());
            let value = value.map(|(value, outside)| with_more(law, value, &outside.at(m - i)));
            found.push(value.filter(|value| value.certain_bits() >= law.precision));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use std::cell::Cell;

    thread_local! {
        /// How often the departments' windows were made: what a value or a block costs most of.
        pub(crate) static MADE: Cell<u32> = const { Cell::new(0) };
    }

    fn made_by<T>(ask: impl FnOnce() -> T) -> (T, u32) {
        let before = MADE.get();
        let answer = ask();
        (answer, MADE.get() - before)
    }

    fn law(departments: &[(u64, u64)]) -> Occupancy {
        let each: Vec<[Committees; 1]> =
            departments.iter().map(|&(count, size)| [Committees { count, size }]).collect();
        let each: Vec<&[Committees]> = each.iter().map(|department| &department[..]).collect();
        Occupancy::intersection(20_000, &each).expect("a law")
    }

    /// A table of all of 5001 values has too many circles: it is refused, with the number, before a
    /// single window of a department is made.
    #[test]
    fn a_table_that_would_take_too_long_is_refused_before_it_is_begun() {
        for departments in [&[(50, 100), (30, 200), (20, 300)][..], &[(50, 100), (30, 200)]] {
            let law = law(departments);
            let (least, most) = law.support();
            let (table, made) = made_by(|| law.pmf_window(least, most));
            let refused = table.expect_err("too long");
            assert_eq!(made, 0, "{refused}");
            let Error::TooCostly { needs, limit, .. } = refused else { panic!("{refused}") };
            assert!(needs > 2 * limit && needs < 10 * limit, "{refused}");
            let said = refused.to_string();
            assert!(said.starts_with("a table of the law needs about "), "{said}");
            assert!(said.ends_with("; ask for a narrower window, or for values above a threshold"));
        }
    }

    /// Rows of a block share their windows, others have their own, with one more where the first
    /// was too narrow.
    #[test]
    fn a_table_that_is_begun_makes_two_windows_a_row_at_the_most() {
        let law = law(&[(50, 100), (30, 200), (20, 300)]);
        for (low, high) in [(280, 320), (1000, 1030), (3500, 3530)] {
            let (table, made) = made_by(|| law.pmf_window(low, high));
            let rows = (high - low + 1) as u32;
            assert_eq!(table.expect("few rows").len() as u32, rows);
            assert!((1..=2 * rows).contains(&made), "{low} to {high}: {made}");
        }
    }
}
