//! The integrand near its largest value, as the exponential of a polynomial.
//!
//! All nodes that count lie close to W, at a distance δ of some ten standard deviations, while the
//! nearest pole is d away. With Z_k and P_k the sums of (W − l)^-k over the zeros and the poles l
//! of the integrand (m apart, and with the circle's centre among the zeros, for the e^{iθ} of dw),
//!
//! ln F(W + δ) − ln F(W) = Σ_{k≥1} (−1)^(k−1)/k·(Z_k − P_k)·δ^k,
//!
//! and what is left out after K terms is at most (Z_K + P_K)/K·|δ|^K·q/(1 − q) with q = |δ|/d < 1,
//! as each sum shrinks at least by 1/d from k to k + 1. At 10^9 urns nine terms do. So a node costs
//! a polynomial and an exponential in fixed point instead of ln Γ, and a bound of aliases costs the
//! same in real numbers.
//!
//! The pole m may be nearer to W than the nodes are, so its factor (W − m)/(w − m) = 1/(1 + δ/(W −
//! m)) is divided out at each node; it is at most 1 in absolute value, as m lies right of the
//! centre.

use crate::occupancy::routes::contour::integral::{Integral, IntegralOf};
use crate::occupancy::routes::contour::nodes::{Geometry, Sign, Trapezoid, sign};
use std::cmp::Ordering;
use urnfield_num::{PowerSums, Real};

/// The most bits that are asked of this expansion, because fixed point has 116.
pub(crate) const MOST_BITS: u64 = 80;

/// The most terms: more cost as much as ln Γ.
const MOST_TERMS: u64 = 64;

/// The least share of d that is left between a node and the nearest pole.
const NEAREST: f64 = 0.25;

/// Bits that what is left out lies below those asked for.
const SPARE: i128 = 22;

/// Mantissas of bounds.
const SHORT: usize = 2;

/// A factor (w − l)^count, or those of a whole range of l.
enum Factors {
    /// Its ratio scale/(W − l), and the next power of that.
    One(Box<[Real; 2]>),
    Range(Box<[PowerSums; 2]>),
}

impl Factors {
    /// scale^k·Σ (W − l)^-k for the next k.
    fn next(&mut self) -> Real {
        match self {
            Factors::One(parts) => {
                let [ratio, power] = &mut **parts;
                let next = power.mul(ratio);
                std::mem::replace(power, next)
            }
            Factors::Range(sums) => {
                let [near, far] = &mut **sums;
                near.next_sum().sub(&far.next_sum())
            }
        }
    }
}

/// ln F(W + δ) − ln F(W) but for the pole m, in powers of δ/scale.
pub(crate) struct Local {
    /// At least |δ| of every node that counts.
    pub(crate) scale: Real,
    /// Of (δ/scale)^k, k = 1, 2, …
    pub(crate) coefficients: Vec<Real>,
    /// The coefficients in doubles, for guesses.
    pub(crate) rough: Vec<f64>,
    /// (Z_K + P_K)/K·scale^K.
    last: Real,
    /// scale/d.
    nearness: Real,
}

impl Local {
    /// The expansion for nodes up to `scale` from W; `None` where too many terms would be needed.
    pub(crate) fn of(trapezoid: &Trapezoid, geometry: &Geometry, scale: f64) -> Option<Local> {
        let integral = trapezoid.integral;
        if !scale.is_normal() || !integral.family.random.is_empty() {
            return None;
        }
        let words = geometry.radius.words();
        let integer = |n: u64| Real::from_u64(n, words);
        let w = geometry.centre.add(&geometry.radius);
        let scale = Real::from_f64(scale, words);
        let nearest = w.sub(&integer(integral.poles_end - 1));
        let nearness = scale.div(&nearest);
        let room = Real::from_u64(1, words).sub(&nearness).sub(&Real::from_f64(NEAREST, words));
        if sign(&nearest) != Some(Sign::Positive) || sign(&room) != Some(Sign::Positive) {
            return None;
        }
        // A guess of how many terms it will take, before any is made.
        let goal = -i128::from(trapezoid.target) - SPARE;
        if goal as f64 / nearness.seed().log2() > MOST_TERMS as f64 {
            return None;
        }
        // Many of one size make their terms matter more.
        let least = |count: u64| -116 - i128::from(count.ilog2());
        let range = |from: u64, to: u64, count: u64| {
            let sums = |z: Real| PowerSums::new(z, &scale, least(count));
            let far = w.sub(&integer(from)).add(&integer(1));
            Factors::Range(Box::new([sums(w.sub(&integer(to - 1))), sums(far)]))
        };
        let one = |distance: &Real| {
            let ratio = scale.div(distance);
            Factors::One(Box::new([ratio.clone(), ratio]))
        };
        let mut zeros = vec![(1, one(&geometry.radius))];
        for c in integral.family.fixed.iter().filter(|c| c.count > 0 && c.size > 0) {
            match c.size {
                ..=FEW => zeros.extend((0..c.size).map(|l| (c.count, one(&w.sub(&integer(l)))))),
                _ => zeros.push((c.count, range(0, c.size, c.count))),
            }
        }
        let mut poles = range(integral.from, integral.poles_end, 1);
        let mut coefficients = Vec::new();
        let mut last = Real::zero(words);
        for k in 1..=MOST_TERMS {
            let part = |(count, factors): &mut (u64, Factors)| factors.next().mul_word(*count);
            let zeros = zeros.iter_mut().map(part).reduce(|a, b| a.add(&b))?;
            let poles = poles.next();
            let difference = zeros.sub(&poles).div_word(k);
            coefficients.push(if k.is_multiple_of(2) { difference.negated() } else { difference });
            last = zeros.add(&poles).div_word(k);
            if k > 2 && last.magnitude().is_none_or(|size| size < goal) {
                break;
            }
        }
        let rough = coefficients.iter().map(Real::seed).collect();
        let local = Local { scale, coefficients, rough, last, nearness };
        let rest = local.rest(&Real::from_u64(1, words))?;
        rest.magnitude().is_none_or(|size| size < goal + 4).then_some(local)
    }

    /// At least what is left out at |δ| = share·scale; `None` where that may be as far as a pole.
    fn rest(&self, share: &Real) -> Option<Real> {
        let q = share.mul(&self.nearness.resized(share.words()));
        let room = Real::from_u64(1, q.words()).sub(&q);
        if sign(&room) != Some(Sign::Positive) {
            return None;
        }
        let power = share.pow(self.coefficients.len() as u64);
        Some(power.mul(&self.last.resized(share.words())).mul(&q).div(&room))
    }

    /// At least what is left out at every node.
    pub(crate) fn rest_of_nodes(&self) -> Option<Real> {
        self.rest(&Real::from_u64(1, SHORT))
    }

    /// ln F(W ± distance) − ln F(W) but for the pole m, on the real axis.
    pub(crate) fn growth(&self, distance: &Real, outward: bool) -> Option<Real> {
        let share = distance.div(&self.scale.resized(SHORT));
        let rest = self.rest(&share)?;
        let at = if outward { share } else { share.negated() };
        let zero = Real::zero(SHORT);
        let sum = self.coefficients.iter().rev();
        let sum = sum.fold(zero, |sum, c| sum.add(&c.resized(SHORT)).mul(&at));
        Some(sum.add(&rest.uncertainty()))
    }

    /// [`Local::growth`] in doubles, for guesses; infinite too close to a pole.
    fn rough_growth(&self, share: f64) -> f64 {
        if share.abs() * self.nearness.seed() > 0.95 {
            return f64::INFINITY;
        }
        self.rough.iter().rev().fold(0.0, |sum, c| (sum + c) * share)
    }
}

/// Committees of up to this many members have their zeros summed one by one.
const FEW: u64 = 12;

/// Where the bounds of aliases are taken, and how many nodes they need: guesses in doubles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodePlan {
    /// Distances of the real points of the outer and the inner circle from W.
    pub(crate) outer: f64,
    pub(crate) inner: f64,
    /// Nodes all the way round, an odd number.
    pub(crate) nodes: u64,
}

impl NodePlan {
    /// The two circles whose bounds of the aliases need the fewest nodes.
    pub(crate) fn of(
        local: &Local,
        trapezoid: &Trapezoid,
        geometry: &Geometry,
    ) -> Option<NodePlan> {
        let scale = local.scale.seed();
        let radius = geometry.radius.seed();
        let circle = &trapezoid.circle;
        let bits = trapezoid.target as f64 + 12.0 + circle.spread.log2();
        let beyond_m = geometry.beyond_m.seed();
        let has_pole = trapezoid.integral.has_pole();
        // M·|ln(ρ/r)| is to make up for the growth.
        let needed = |away: f64| {
            let pole = if has_pole { (1.0 + away / beyond_m).abs().ln() } else { 0.0 };
            let growth = local.rough_growth(away / scale) - pole;
            (growth + bits * std::f64::consts::LN_2) / (away / radius).ln_1p().abs()
        };
        let best = |sign: f64| {
            let grid = (2..=24).map(|step| f64::from(step) / 12.0 * scale);
            // Short of m, because its pole may be the nearest.
            let short = has_pole.then_some(beyond_m.abs() / 2.0);
            let tried = grid.chain(short).map(|away| (needed(sign * away), away));
            let usable = tried.filter(|(nodes, away)| *nodes > 0.0 && *away < radius);
            usable.min_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal))
        };
        let outer = best(1.0)?;
        let inner = best(-1.0)?;
        let nodes = outer.0.max(inner.0);
        (nodes < 1e15).then_some(NodePlan {
            outer: outer.1,
            inner: inner.1,
            nodes: (nodes.max(9.0) as u64 + 1) | 1,
        })
    }
}

impl Integral<'_> {
    /// Whether m is a pole beside the others.
    pub(crate) fn has_pole(&self) -> bool {
        matches!(self.of, IntegralOf::AtLeast | IntegralOf::Below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Committees;
    use crate::occupancy::routes::contour::integral::Family;
    use crate::occupancy::routes::contour::nodes::Circle;

    /// The expansion on the real axis against ln Γ there, with few terms: what is left out keeps to
    /// its bound, and an eighth of it would not do.
    #[test]
    fn what_is_left_out_is_within_its_bound_and_a_smaller_one_is_caught() {
        let group = |count, size| Committees { count, size };
        let cases = [
            (20_000, vec![group(20_000, 1)], 12_600),
            (20_000, vec![group(60, 300), group(900, 7)], 12_700),
            (1 << 34, vec![group(1 << 33, 1)], 6_700_000_000),
        ];
        let mut caught = 0;
        for (m, committees, i) in cases {
            let family = Family::of(&committees);
            let integral = Integral { m, family, of: IntegralOf::Point, from: 0, poles_end: i + 1 };
            let circle = Circle::of(&integral, 53.0).expect("a saddle");
            let geometry = Geometry::of(&integral, &circle, 4);
            let reach = integral.reach(&circle, 53.0).expect("a bump");
            for target in [0, 1, 5, 20, 53] {
                let sum = Trapezoid { integral: &integral, circle, target };
                let local = Local::of(&sum, &geometry, reach).expect("few terms");
                let top = sum.logs(&geometry.at_radius(&geometry.radius, 4));
                for share in [0.1, 0.5, 0.8, 1.0] {
                    for outward in [true, false] {
                        let away = Real::from_f64(reach * share, 4);
                        let change = if outward { away.clone() } else { away.clone().negated() };
                        let radius = geometry.radius.add(&change);
                        let there = sum.logs(&geometry.at_radius(&radius, 4));
                        let turn = radius.ln().sub(&geometry.radius.ln());
                        let truth = there.value().re.sub(&top.value().re).add(&turn);
                        let growth = local.growth(&away.resized(SHORT), outward).expect("near");
                        let what = format!("{m} urns, {target} bits, {share}");
                        assert!(growth.enclosure().overlaps(&truth.enclosure()), "{what}");
                        let part = away.div(&local.scale).resized(SHORT);
                        let rest = local.rest(&part).expect("near").seed();
                        let off = growth.middle().resized(4).sub(&truth).seed().abs();
                        caught += u32::from(off > rest / 8.0 && truth.certain_bits() > 100);
                    }
                }
            }
        }
        assert!(caught > 3, "{caught}");
    }
}
