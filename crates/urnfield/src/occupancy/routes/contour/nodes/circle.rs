//! The choice of a circle and of the number of nodes, in f64: any circle that keeps the poles on
//! their sides is valid, and only the work depends on the choice.
//!
//! The circle goes through the saddle of the integrand on the real axis. Sums of reciprocals are
//! taken from the distances of their nearest term, which are exact integers plus one small
//! number, so nothing cancels at m = 2^64.

use crate::occupancy::routes::contour::integral::{Integral, IntegralOf, MOST_NODES};
use std::iter::successors;
use urnfield_num::Real;

/// A circle: its rightmost point is `base + beyond`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Circle {
    /// An integer that W is right of: m, x − 1 or i.
    pub(crate) base: u64,
    /// W − base > 0.
    pub(crate) beyond: f64,
    /// Nodes all the way round, an odd number.
    pub(crate) nodes: u64,
    /// How narrow the bump is: 1/width in the angle, r·√(ln F)″ at W.
    pub(crate) spread: f64,
}

impl Circle {
    /// The circle through the saddle; `None` where there is none.
    pub(crate) fn of(integral: &Integral, target: f64) -> Option<Circle> {
        let base = match integral.of {
            IntegralOf::AtLeast => integral.m,
            IntegralOf::Below | IntegralOf::Point | IntegralOf::Joint => integral.poles_end - 1,
        };
        let slope = |beyond: f64| integral.slope(base, beyond);
        // The slope rises from −∞; find where it passes zero.
        let most = match integral.of {
            IntegralOf::Below => (integral.m - base) as f64,
            _ => 1e40,
        };
        let (mut low, mut high) = (1e-12_f64, most * (1.0 - 1e-12));
        if !(slope(low) < 0.0 && slope(high) > 0.0) {
            return None;
        }
        for _ in 0..200 {
            let middle = (low * high).sqrt();
            *(if slope(middle) < 0.0 { &mut low } else { &mut high }) = middle;
            if high / low < 1.0 + 1e-6 {
                break;
            }
        }
        // Towards the far end of a bounded range the geometric mean is coarse.
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            *(if slope(middle) < 0.0 { &mut low } else { &mut high }) = middle;
        }
        let beyond = low;
        let curvature = integral.curvature(base, beyond);
        let radius = integral.radius(base, beyond);
        let spread = (radius * radius * curvature).max(1.0).sqrt();
        let circle = Circle { base, beyond, nodes: 0, spread };
        let nodes = (1.8 * circle.depth(target) * spread + 12.0).min(1e15) as u64 | 1;
        Some(Circle { nodes, ..circle })
    }

    /// Numbers of nodes to try one after another, each half as many again.
    pub(crate) fn node_counts(&self) -> impl Iterator<Item = u64> + use<> {
        let most = MOST_NODES.max((self.spread * 400.0) as u64);
        let more = |count: &u64| Some((count * 3 / 2) | 1);
        successors(Some(self.nodes), more).take(6).take_while(move |count| *count <= most)
    }

    /// Whether aliases do not matter, relative to r·F(W), for an answer of `target` bits: the sum
    /// of M nodes is about M/(spread·√2π).
    pub(crate) fn hides(&self, aliases: &Real, target: u64) -> bool {
        let wanted = -i128::from(target) - 8 - (self.spread.log2() as i128);
        aliases.magnitude().is_none_or(|size| size < wanted)
    }

    /// How many bits ln Γ has at the nearest of its arguments, about: it knows 60 terms of
    /// Stirling's series, the last about 2^330/z^119, and goes up by 4096 at most to have them
    /// small.
    pub(crate) fn most_bits(&self, poles_end: u64) -> f64 {
        let nearest = beyond_last(self.base, poles_end) + self.beyond;
        119.0 * nearest.max(4096.0).log2() - 330.0
    }

    /// The distance, in widths of the bump, at which the integrand has lost `target` bits.
    pub(crate) fn depth(&self, target: f64) -> f64 {
        (2.0 * std::f64::consts::LN_2 * (target + 12.0 + self.spread.log2())).sqrt()
    }
}

impl Integral<'_> {
    /// W − c0.
    pub(crate) fn radius(&self, base: u64, beyond: f64) -> f64 {
        // 2(base − c0), from the distances of both ends.
        let twice = (base - self.first_pole()) as f64 + beyond_last(base, self.poles_end);
        twice / 2.0 + beyond
    }

    /// (ln F)′ at W.
    fn slope(&self, base: u64, beyond: f64) -> f64 {
        let product =
            |from: u64, to: u64| reciprocals(beyond_last(base, to) + beyond, (to - from) as f64);
        let zeros: f64 =
            self.family.fixed.iter().map(|c| c.count as f64 * product(0, c.size)).sum();
        let mixed: f64 =
            self.family.random.iter().map(|mixture| mixture.slopes(base, beyond).0).sum();
        zeros + mixed - product(self.from, self.poles_end) + self.pole_slope(base, beyond)
    }

    fn pole_slope(&self, base: u64, beyond: f64) -> f64 {
        match self.of {
            IntegralOf::AtLeast => -1.0 / beyond,
            IntegralOf::Below => 1.0 / ((self.m - base) as f64 - beyond),
            IntegralOf::Point | IntegralOf::Joint => 0.0,
        }
    }

    /// How far from W nodes matter, by a guess, where the bump is normal but for the pole m.
    pub(crate) fn reach(&self, circle: &Circle, target: f64) -> Option<f64> {
        let Circle { base, beyond, spread, .. } = *circle;
        let pole = self.pole_slope(base, beyond);
        let curvature = self.curvature(base, beyond) - pole * pole;
        // A node is compared with all of them, some spread·depth.
        let bits = target + 13.0 + spread.log2();
        (curvature > 0.0).then(|| (2.0 * std::f64::consts::LN_2 * bits / curvature).sqrt())
    }

    /// (ln F)″ at W.
    fn curvature(&self, base: u64, beyond: f64) -> f64 {
        let product = |from: u64, to: u64| {
            square_reciprocals(beyond_last(base, to) + beyond, (to - from) as f64)
        };
        let zeros: f64 =
            self.family.fixed.iter().map(|c| c.count as f64 * product(0, c.size)).sum();
        let pole = self.pole_slope(base, beyond);
        let mixed: f64 =
            self.family.random.iter().map(|mixture| mixture.slopes(base, beyond).1).sum();
        product(self.from, self.poles_end) - zeros + mixed + pole * pole
    }
}

/// base − (end − 1), which is never negative, where base + 1 may be 2^64.
pub(crate) fn beyond_last(base: u64, end: u64) -> f64 {
    base.wrapping_add(1).wrapping_sub(end) as f64
}

/// Terms summed one by one before the asymptotic series begins.
const DIRECT: f64 = 12.0;

/// Σ_{t<n} 1/(b + t).
fn reciprocals(mut b: f64, n: f64) -> f64 {
    let (mut sum, mut left) = (0.0, n);
    while left > 0.0 && (b < DIRECT || left <= 4.0) {
        sum += 1.0 / b;
        b += 1.0;
        left -= 1.0;
    }
    if left > 0.0 {
        let end = b + left;
        let tail = |z: f64| 1.0 / (2.0 * z) + 1.0 / (12.0 * z * z);
        sum += (left / b).ln_1p() + tail(b) - tail(end);
    }
    sum
}

/// Σ_{t<n} 1/(b + t)².
fn square_reciprocals(mut b: f64, n: f64) -> f64 {
    let (mut sum, mut left) = (0.0, n);
    while left > 0.0 && (b < DIRECT || left <= 4.0) {
        sum += 1.0 / (b * b);
        b += 1.0;
        left -= 1.0;
    }
    if left > 0.0 {
        let end = b + left;
        let tail = |z: f64| 1.0 / (2.0 * z * z) + 1.0 / (6.0 * z * z * z);
        sum += left / (b * end) + tail(b) - tail(end);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_reciprocals() {
        for (b, n) in [(0.5, 1.0), (0.001, 40.0), (3.25, 1000.0), (1e6 + 0.5, 20_000.0)] {
            let (mut one, mut two) = (0.0, 0.0);
            for t in (0..n as u64).rev() {
                let term = 1.0 / (b + t as f64);
                one += term;
                two += term * term;
            }
            assert!((reciprocals(b, n) / one - 1.0).abs() < 1e-6, "{b} {n}");
            assert!((square_reciprocals(b, n) / two - 1.0).abs() < 1e-6, "{b} {n}");
        }
    }
}
