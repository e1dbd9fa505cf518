//! The choice of the bound of the own rate's tail, and of its t and y, in doubles, which decide
//! nothing.
//!
//! For one t, A_N = E(e^(t(r−p)) − 1 | N) serves every number of blocks. The logarithms of the two
//! bounds are
//!
//! ```text
//! b·ln(1 + Σ P(N = i) A_i),   N binomial(n, 1/b);
//! ½ ln(2πn) + b·(ln(1 + Σ P(N = i) A_i) + (n/b)(e^v − 1 − v)),
//!     N Poisson with the mean y = (n/b)·e^v.
//! ```
//!
//! Both are convex in t, the second in (t, v). So with t fixed the fewest blocks are found without
//! a new A, and t is chosen again for these blocks: from the second time on their number only
//! falls.

use crate::bloom::blocked::own_rate::rough_block::RoughBlock;
use crate::bloom::plan::size_search::least_from;
use std::cell::RefCell;
use std::rc::Rc;

/// The step of ln t where t is a guess, and where t was good for another size.
const FAR: f64 = 0.4;
const NEAR: f64 = 0.1;

/// Smaller gains of an exponent are ignored.
const ENOUGH: f64 = 1e-5;

/// How many A are kept.
const REMEMBERED: usize = 16;

/// A bound with its parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// The logarithm of the bound, roughly.
    pub(crate) exponent: f64,
    pub(crate) t: f64,
    /// The parameter y of the second bound; `None` for the first bound.
    pub(crate) y: Option<f64>,
}

/// The two bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Apart,
    Coefficient,
}

/// The question in doubles.
pub(crate) struct Guide<'a> {
    block: &'a RoughBlock,
    /// The greatest t.
    largest: f64,
    items: u64,
    /// The last A that were computed, because searches return to them.
    known: RefCell<Vec<Rc<Excess>>>,
}

/// A_N of one t.
#[derive(Debug)]
struct Excess {
    t: f64,
    given: Vec<f64>,
    beyond: f64,
}

impl Guide<'_> {
    pub(crate) fn new(block: &RoughBlock, largest: f64, items: u64) -> Guide<'_> {
        Guide { block, largest, items, known: RefCell::default() }
    }

    fn excess(&self, t: f64) -> Rc<Excess> {
        let mut known = self.known.borrow_mut();
        if let Some(excess) = known.iter().find(|excess| excess.t == t) {
            return excess.clone();
        }
        let (given, beyond) = self.block.excess(t);
        let excess = Rc::new(Excess { t, given, beyond });
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push(excess.clone());
        excess
    }

    /// Returns the bound at one t, with the best y.
    fn at(&self, excess: &Excess, bound: Bound, blocks: u64) -> Choice {
        let (b, n) = (blocks as f64, self.items as f64);
        let none = Choice { exponent: f64::INFINITY, t: excess.t, y: None };
        let mean = n / b;
        let choice = match bound {
            Bound::Apart if blocks == 1 => {
                let only = self.items.checked_sub(self.block.least);
                let only = only.and_then(|row| excess.given.get(row as usize));
                Choice { exponent: only.unwrap_or(&excess.beyond).ln_1p(), ..none }
            }
            Bound::Apart => {
                let ratio = |load: f64| (n - load).max(0.0) / ((load + 1.0) * (b - 1.0));
                let (sum, _) = self.mean(excess, mean, ratio);
                Choice { exponent: b * sum.ln_1p(), ..none }
            }
            Bound::Coefficient if blocks == 1 => none,
            Bound::Coefficient => self.best_coefficient(excess, blocks),
        };
        if choice.exponent.is_nan() { none } else { choice }
    }

    /// Returns the second bound with the best y, where the weighted mean load is n/b.
    fn best_coefficient(&self, excess: &Excess, blocks: u64) -> Choice {
        let (b, n) = (blocks as f64, self.items as f64);
        let mean = n / b;
        let stirling = 0.5 * (std::f64::consts::TAU * n).ln();
        let mut best = Choice { exponent: f64::INFINITY, t: excess.t, y: None };
        // The mean load rises with v, and its slope is the variance: Newton's steps, and bisection
        // where they leave the interval.
        let (mut v, mut low, mut high) = (0.0f64, -6.0, 3.0);
        for _ in 0..40 {
            let y = mean * v.exp();
            let (sum, (load, variance)) = self.mean(excess, y, |load| y / (load + 1.0));
            // e^v − 1 − v, without cancellation for small v.
            let bend = if v.abs() < 1e-3 { v * v * (0.5 + v / 6.0) } else { v.exp_m1() - v };
            let exponent = stirling + b * (sum.ln_1p() + mean * bend);
            if exponent < best.exponent {
                best = Choice { exponent, t: excess.t, y: Some(y) };
            }
            if load < mean {
                low = v
            } else {
                high = v
            }
            let next = v + (mean - load) / variance;
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            // The remaining gain is of the order of the square of the step.
            if n * (next - v).powi(2) < 1e-7 {
                break;
            }
            v = next;
        }
        best
    }

    /// Returns Σ w A over the loads, and mean and variance of loads weighted with w(1 + A). The
    /// weight w is given by the ratio of each weight to the weight before, and has its mode about
    /// `middle`.
    fn mean(&self, excess: &Excess, middle: f64, ratio: impl Fn(f64) -> f64) -> (f64, (f64, f64)) {
        let least = self.block.least;
        let most = self.block.most();
        let far = 12.0 * middle.sqrt() + 20.0;
        let low = ((middle - far).max(0.0) as u64).clamp(least, most);
        let start = (middle as u64).clamp(low, most);
        let (mut weights, mut sum, mut first, mut second) = (0.0, 0.0, 0.0, 0.0);
        let mut add = |load: u64, weight: f64| {
            let term = weight * excess.given[(load - least) as usize];
            weights += weight;
            sum += term;
            let away = load as f64 - middle;
            first += (weight + term) * away;
            second += (weight + term) * away * away;
        };
        let mut weight = 1.0;
        for load in start..=most {
            add(load, weight);
            weight *= ratio(load as f64);
        }
        let next = weight;
        let falls = ratio(most as f64 + 1.0);
        weight = 1.0;
        for load in (low..start).rev() {
            weight /= ratio(load as f64);
            add(load, weight);
        }
        // Greater loads weigh e^t each, so too great a t is never good.
        let rest = match (next > 0.0, falls < 1.0) {
            (true, true) => next / (1.0 - falls),
            (true, false) => f64::INFINITY,
            (false, _) => 0.0,
        };
        let (all, total) = (weights + rest, sum + rest * excess.beyond);
        // In the mean load they count as if all of them were the next load.
        let tilted = rest * (1.0 + excess.beyond);
        let away = (most + 1) as f64 - middle;
        let moment = (first + tilted * away) / (all + total);
        let variance = (second + tilted * away * away) / (all + total) - moment * moment;
        (total / all, (middle + moment, variance.max(1e-300)))
    }

    /// Finds the best t for one of the bounds, from a t that may be near, in steps of its
    /// logarithm.
    fn best(&self, bound: Bound, blocks: u64, near: f64, step: f64) -> Choice {
        let at = |log: f64| {
            let t = (near * log.exp()).min(self.largest);
            self.at(&self.excess(t), bound, blocks)
        };
        lowest((self.largest / near).ln(), step, at)
    }

    /// Finds the best bound of filters of so many blocks.
    pub(crate) fn choose(&self, blocks: u64) -> Option<Choice> {
        let [first, second] = self.both(blocks, [self.likely(blocks); 2], FAR);
        let best = if second.exponent < first.exponent { second } else { first };
        best.exponent.is_finite().then_some(best)
    }

    /// Finds the best of each of the two bounds.
    #[cfg(test)]
    pub(crate) fn both_at(&self, blocks: u64) -> [Choice; 2] {
        self.both(blocks, [self.likely(blocks); 2], FAR)
    }

    /// Finds the best of each of the two bounds, from values of t that may be near.
    fn both(&self, blocks: u64, near: [f64; 2], step: f64) -> [Choice; 2] {
        let first = self.best(Bound::Apart, blocks, near[0], step);
        [first, self.best(Bound::Coefficient, blocks, near[1], step)]
    }

    /// Guesses t: a few standard deviations.
    fn likely(&self, blocks: u64) -> f64 {
        let (p, rest) = self.block.rate();
        let t = 6.0 / (p * rest).max(1e-300) / (blocks as f64).sqrt();
        t.clamp(1e-12, self.largest)
    }

    /// Finds the fewest blocks from `from` to `most` with a bound of at most e^target, and that
    /// bound.
    pub(crate) fn fewest(&self, from: u64, most: u64, target: f64) -> Option<(u64, Choice)> {
        let reached = |choices: &[Choice; 2]| choices.iter().any(|c| c.exponent <= target);
        let start = from as f64 * (1.0 + 6.0 / (self.items as f64).sqrt().max(6.0));
        let mut blocks = (start as u64).clamp(from, most);
        let mut near = [self.likely(blocks); 2];
        let (mut found, mut step) = (None, FAR);
        for _ in 0..40 {
            let choices = self.both(blocks, near, step);
            step = NEAR;
            near = choices.map(|choice| choice.t);
            let done = reached(&choices);
            if done {
                let [first, second] = choices;
                let best = if second.exponent < first.exponent { second } else { first };
                found = Some((blocks, best));
            } else if found.is_some() {
                // No t is enough for one block fewer.
                break;
            }
            let fixed = near.map(|t| self.excess(t));
            let at = |blocks: u64| {
                reached(&[
                    self.at(&fixed[0], Bound::Apart, blocks),
                    self.at(&fixed[1], Bound::Coefficient, blocks),
                ])
            };
            let next = least_from(from, blocks, most, |blocks| Ok(at(blocks))).ok()??;
            blocks = if !done || next < blocks {
                next
            } else if blocks == from {
                break;
            } else {
                blocks - 1
            };
        }
        found
    }
}

/// Finds the minimum of a function that falls and then rises, at x ≤ most from 0 on: growing steps
/// until it rises, then parabolas.
fn lowest(most: f64, mut step: f64, mut at: impl FnMut(f64) -> Choice) -> Choice {
    let value = |point: &(f64, Choice)| point.1.exponent;
    let mut middle = (0.0, at(0.0));
    let mut behind = if most > 0.0 {
        let x = step.min(most);
        (x, at(x))
    } else if let Some(before) = before_the_end(middle, &mut at) {
        std::mem::replace(&mut middle, before)
    } else {
        return middle.1;
    };
    if value(&behind) < value(&middle) {
        std::mem::swap(&mut behind, &mut middle);
    }
    let direction = if behind.0 < middle.0 { 1.0 } else { -1.0 };
    let mut ahead;
    loop {
        let x = (middle.0 + direction * step).min(most);
        if x == middle.0 {
            ahead = middle;
            match before_the_end(middle, &mut at) {
                Some(before) if before.0 > behind.0 => middle = before,
                _ => return middle.1,
            }
            break;
        }
        ahead = (x, at(x));
        let gained = value(&middle) - value(&ahead);
        if gained < 0.0 || step > 60.0 || (gained.abs() < 1e-9 && middle.1.exponent.is_finite()) {
            break;
        }
        (behind, middle) = (middle, ahead);
        step *= 1.6;
    }
    for round in 0..40 {
        // The vertex of the parabola through three points; part of the longer side where it has no
        // vertex inside, and every third time, because one steep side keeps the vertex from moving.
        let (a, c) = (behind.0 - middle.0, ahead.0 - middle.0);
        let over_a = value(&behind) - value(&middle);
        let over_c = value(&ahead) - value(&middle);
        let vertex = 0.5 * (c * c * over_a - a * a * over_c) / (c * over_a - a * over_c);
        let gain = vertex * vertex * (over_a / (a * (a - c)) + over_c / (c * (c - a)));
        // Far from the minimum the curve is no parabola.
        let close = over_a.max(over_c) < 2.0;
        if close && gain < ENOUGH || (a - c).abs() < 1e-4 {
            break;
        }
        let inside = vertex.is_finite() && vertex > a.min(c) && vertex < a.max(c);
        let shift = if inside && (close || round % 3 < 2) && vertex.abs() > 1e-5 {
            vertex
        } else {
            0.4 * if a.abs() > c.abs() { a } else { c }
        };
        let point = (middle.0 + shift, at(middle.0 + shift));
        let same_side = (shift > 0.0) == (c > 0.0);
        match (value(&point) < value(&middle), same_side) {
            (true, true) => (behind, middle) = (middle, point),
            (true, false) => (ahead, middle) = (middle, point),
            (false, true) => ahead = point,
            (false, false) => behind = point,
        }
    }
    middle.1
}

/// Returns a point a little before the end, where it is lower than the end or the end is infinite.
fn before_the_end(end: (f64, Choice), at: &mut impl FnMut(f64) -> Choice) -> Option<(f64, Choice)> {
    let x = end.0 - 0.02;
    let before = (x, at(x));
    (end.1.exponent.is_infinite() || before.1.exponent < end.1.exponent).then_some(before)
}
