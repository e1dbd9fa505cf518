//! How many urns each department covers when an event happens: f64 throughout, as any windows are
//! valid and only the work depends on them
//! ([`crate::occupancy::routes::contour::departments::outside`] bounds the rest).
//!
//! Of departments that cover s_d of m urns the event's overlap x is the middle where lists of
//! s_d + δ names, of m + δ, share x + δ: ∏ (s_d + δ)/(m + δ) = (x + δ)/(m + δ). Such a δ weighs a
//! department's law p(s) with W^(m−s)/m^(m−s), W = m + δ, and p itself falls by about
//! (m − s)/(M − s) from s to s + 1, where M is the number of urns among which s would be the mean:
//! both are the exponential tilts of their integrals. So the size is likeliest where
//!
//! (m − s)/(M − s) · s/(s + δ) = 1,
//!
//! and what is far from it is less likely by the product of these quotients in between. All of it
//! is written in M, of which s is a simple function, and in y = x + δ, which is positive.

use crate::occupancy::law::rough::{RoughCommittees, log_vacant, rough};
use crate::occupancy::law::{Department, Event};

/// The sizes that matter to an event, and the tilt that puts them there.
pub(crate) struct Tilted {
    /// W, a whole number: at least m − x, at most m for X ≥ x and at least m for X ≤ x.
    pub(crate) urns: u64,
    /// The first and the last size, for every department.
    pub(crate) sizes: Vec<(u64, u64)>,
}

/// The x of an event, and what y may be.
fn overlap(event: Event) -> (u64, [f64; 2]) {
    match event {
        Event::Point(x) => (x, [0.0, f64::INFINITY]),
        Event::AtLeast(x) => (x, [0.0, x as f64]),
        Event::AtMost(x) => (x, [x as f64, f64::INFINITY]),
    }
}

/// The fewest urns that a department covers when the event happens, and the most.
pub(crate) fn possible(m: u64, department: &Department, event: Event) -> (u64, u64) {
    let needed = match event {
        Event::Point(x) | Event::AtLeast(x) => x,
        Event::AtMost(_) => 0,
    };
    let most = department.members.min(m);
    (department.largest().max(needed).min(most), most)
}

/// Where a positive number passes a condition from true to false.
fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        *(if holds(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

/// Logarithms of the smallest and the largest number that are looked at.
const SMALLEST: f64 = -25.0;
const LARGEST: f64 = 90.0;

/// Bits are lost evenly enough between so many points.
const POINTS: u32 = 24;

/// A department's law, tilted.
struct Sizes {
    m: f64,
    committees: Vec<RoughCommittees>,
    least: f64,
    /// δ.
    more: f64,
}

impl Sizes {
    /// s and the logarithm of the quotient at M = (the largest committee) + e^u; it falls in u.
    fn at(&self, u: f64) -> (f64, f64) {
        let urns = self.least + u.exp();
        let log = log_vacant(urns, self.committees.iter().copied());
        let covered = -urns * log.exp_m1();
        let left = urns * log.exp();
        let fall = ((self.m - covered).max(0.0) / left).ln();
        let rise = match covered + self.more {
            moved if moved > 0.0 => (covered / moved).ln(),
            _ => f64::INFINITY,
        };
        (covered, if fall == f64::NEG_INFINITY { fall } else { fall + rise })
    }

    fn likeliest(&self) -> f64 {
        bisect(SMALLEST, LARGEST, |u| self.at(u).1 > 0.0)
    }

    /// How much less likely the size at `u` is than the likeliest, as a logarithm.
    fn loss(&self, likeliest: f64, u: f64) -> f64 {
        let mut before = self.at(likeliest);
        let mut sum = 0.0;
        for j in 1..=POINTS {
            let next = self.at(likeliest + (u - likeliest) * f64::from(j) / f64::from(POINTS));
            let slope = (before.1 + next.1) / 2.0;
            sum -= slope.clamp(-1e6, 1e6) * (next.0 - before.0);
            before = next;
        }
        sum
    }

    /// The sizes that are less likely than the likeliest by `loss` at the most, of those possible.
    fn window(&self, loss: f64, (first, last): (u64, u64)) -> (u64, u64) {
        let middle = self.likeliest();
        let down = bisect(middle, SMALLEST, |u| self.loss(middle, u) < loss);
        let up = bisect(middle, LARGEST, |u| self.loss(middle, u) < loss);
        // Doubles, and a continuous law, are off by a little.
        let from = (self.at(down).0 - 4.0).max(0.0) as u64;
        let to = (self.at(up).0 + 5.0).min(1.8e19) as u64;
        let from = from.clamp(first, last);
        (from, to.clamp(from, last))
    }
}

impl Tilted {
    /// With all sizes that are more likely than 2^-bits of the likeliest.
    pub(crate) fn of(m: u64, departments: &[Department], event: Event, bits: f64) -> Tilted {
        let (x, [least_y, most_y]) = overlap(event);
        let (to_m, xf) = ((m - x) as f64, x as f64);
        let sizes = |d: &Department, y: f64| Sizes {
            m: m as f64,
            committees: rough(&d.committees).collect(),
            least: d.largest() as f64,
            more: y - xf,
        };
        // Whether lists of those sizes share more than y, the logarithms compared.
        let share_more = |y: f64| {
            let beyond: f64 = departments
                .iter()
                .map(|d| match d.single() {
                    Some(size) => size as f64 - xf,
                    None => {
                        let sizes = sizes(d, y);
                        sizes.at(sizes.likeliest()).0 - xf
                    }
                })
                .map(|names| ((names + y).max(f64::MIN_POSITIVE) / (to_m + y)).ln())
                .sum();
            beyond > (y / (to_m + y)).ln()
        };
        let y = bisect(SMALLEST, LARGEST, |u| share_more(u.exp())).exp().clamp(least_y, most_y);
        let loss = bits * std::f64::consts::LN_2 * 1.02;
        let window = |d: &Department| match d.single() {
            Some(size) => (size, size),
            None => sizes(d, y).window(loss, possible(m, d, event)),
        };
        let urns = (m - x).saturating_add(y.round() as u64);
        // Where doubles are coarser than 1 that may have crossed m.
        let urns = match event {
            Event::Point(_) => urns,
            Event::AtLeast(_) => urns.min(m),
            Event::AtMost(_) => urns.max(m),
        };
        Tilted { urns, sizes: departments.iter().map(window).collect() }
    }
}
