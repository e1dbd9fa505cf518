//! The choice of the two circles and of their nodes, in f64, because any choice is valid and only
//! the work depends on it.
//!
//! With x = m·p urns occupied under the law of (A, B), p = (e^R − 1)e^S/z(R,S), an occupied urn
//! holds R/(1 − e^-R) balls of the first kind and S of the second in the mean. So both means are
//! right for x = N(1 − e^-R)/R, S = k/x and p = x/m, which is one equation for R with a rising left
//! side:
//!
//! ln(e^R − 1) + k/x − ln(x/(m − x)) = 0.

use std::f64::consts::{LN_2, PI};

/// Radii, nodes, and where the bounds of the errors are taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Saddle {
    /// The first circle, |u| = R.
    pub(crate) first: Circle,
    /// The second circle, |v| = S.
    pub(crate) second: Circle,
    /// Nodes of relative modulus (1 − δ)^m are left out.
    pub(crate) delta: f64,
    /// An estimate of how many nodes are raised to their powers.
    pub(crate) powers: f64,
}

/// One of the circles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Circle {
    pub(crate) radius: f64,
    /// The nodes on the whole circle, an odd number.
    pub(crate) nodes: u64,
    /// The radii that bound the aliases from above and from below.
    pub(crate) larger: f64,
    pub(crate) smaller: f64,
}

impl Saddle {
    /// Finds the saddle of z^m/(u^N v^k), with nodes for so many bits; `None` where it does not
    /// exist.
    pub(crate) fn of(m: u64, balls: u64, hashes: u64, bits: f64) -> Option<Saddle> {
        let (m, balls, hashes) = (m as f64, balls as f64, hashes as f64);
        let occupied = |r: f64| balls * -(-r).exp_m1() / r;
        let excess = |r: f64| {
            let x = occupied(r);
            ln_exp_m1(r) + hashes / x - (x / (m - x)).ln()
        };
        // Where x is not below m, R is too small, and the logarithm is a NaN.
        let rises = |r: f64| excess(r) > 0.0;
        let (mut low, mut high) = (1e-18_f64, 1e6_f64);
        if rises(low) || !rises(high) {
            return None;
        }
        while high / low > 1.0 + 1e-15 {
            let middle = (low * high).sqrt();
            if middle <= low || middle >= high {
                break;
            }
            *(if rises(middle) { &mut high } else { &mut low }) = middle;
        }
        let r = high;
        let x = occupied(r);
        let (p, s, mean) = (x / m, hashes / x, balls / x);
        // The balls of both kinds in an urn that is occupied with probability p.
        let both = x * (1.0 - p) * mean * s;
        let first = x * mean * (1.0 + r - mean).max(0.0) + x * (1.0 - p) * mean * mean;
        let second = x * s + x * (1.0 - p) * s * s;
        let determinant = (first * second - both * both).max(1.0);
        // P(A = N, B = k) is about 1/(2π·√det); errors are to be so much smaller.
        let depth = (bits + 4.0) * LN_2 + (2.0 * PI * determinant.sqrt()).ln();
        let share = (s + ln_exp_m1(r)).exp();
        // ln of the growth of z^m with a radius: z′ − z = e^S·(e^R′ − e^R), (e^R − 1)(e^S′ − e^S).
        let share = share / (1.0 + share);
        let by_u = |tau: f64| {
            let more = (r * tau.exp_m1()).exp_m1() / -(-r).exp_m1();
            m * (share * more).ln_1p()
        };
        let by_v = |tau: f64| m * (share * (s * tau.exp_m1()).exp_m1()).ln_1p();
        let first = Circle::with_nodes(r, balls, first, depth, by_u)?;
        let second = Circle::with_nodes(s, hashes, second, depth, by_v)?;
        let delta = -(-depth / m).exp_m1();
        // The bump is above e^-depth on an ellipse; half of its nodes are conjugates.
        let density = first.nodes as f64 * second.nodes as f64 / (4.0 * PI * PI);
        let powers = density * PI * depth / determinant.sqrt();
        Some(Saddle { first, second, delta, powers })
    }
}

impl Circle {
    /// Finds the fewest nodes M for which both Chernoff bounds, e^(growth(τ) − τ(mean + M)) and its
    /// mirror, are below e^-depth/4; and the radii for which they are.
    fn with_nodes(
        radius: f64,
        mean: f64,
        variance: f64,
        depth: f64,
        growth: impl Fn(f64) -> f64,
    ) -> Option<Circle> {
        let depth = depth + 4.0_f64.ln();
        // With τ > 0 outwards and τ < 0 inwards: M·|τ| = growth − τ·mean + depth, and the quotient
        // has one valley.
        let needed = |tau: f64| (growth(tau) - tau * mean + depth) / tau.abs();
        let start = (2.0 * depth / variance.max(1e-9)).sqrt().min(50.0);
        let best = |sign: f64| {
            let mut low = (start / 50.0).ln();
            let mut high = (start * 20.0).min(100.0).ln();
            for _ in 0..40 {
                let third = (high - low) / 3.0;
                let at = |x: f64| {
                    let value = needed(sign * x.exp());
                    if value.is_nan() { f64::INFINITY } else { value }
                };
                if at(low + third) <= at(high - third) { high -= third } else { low += third }
            }
            let tau = sign * ((low + high) / 2.0).exp();
            (radius * tau.exp(), needed(tau))
        };
        let ((larger, above), (smaller, below)) = (best(1.0), best(-1.0));
        // Beyond the mean nothing lies below.
        let nodes = above.max(below.min(mean + 1.0)).ceil();
        let usable = [larger, smaller, radius].iter().all(|r| r.is_normal());
        (usable && nodes < 1e15).then_some(Circle {
            radius,
            nodes: (nodes.max(1.0) as u64) | 1,
            larger,
            smaller,
        })
    }
}

/// Returns ln(e^x − 1) for x > 0.
fn ln_exp_m1(x: f64) -> f64 {
    if x < 1.0 { x.exp_m1().ln() } else { x + (-(-x).exp()).ln_1p() }
}
