//! The trapezoidal rule where all nodes that count lie close to W: [`Local`] at every node, in
//! fixed point.
//!
//! With v = e^{iθ} − 1 the nodes are δ_j = r·v_j, and v_{j+1} = v_j + v₁ + v_j·v₁: a node takes a
//! product from the one before it. As |1 + v₁| = 1, what a step is off is added, and nothing else.

use crate::occupancy::routes::contour::integral::{IntegralOf, MOST_NODES};
use crate::occupancy::routes::contour::nodes::local::{Local, MOST_BITS, NodePlan};
use crate::occupancy::routes::contour::nodes::{
    Enough, Geometry, LeftOut, Logs, Sign, Trapezoid, sign,
};
use urnfield_num::fixed_complex::{
    EXP_UNITS, FRACTION, FractionComplex, PRODUCT_UNITS, Polynomial, UNIT, scaled_up,
};
use urnfield_num::{Complex, Real};

/// How much farther than a normal bump of the same curvature the nodes may reach, tried in turn.
const FARTHER: [f64; 2] = [1.1, 1.5];

/// Mantissas of the expansion.
const LENGTH: usize = 3;

/// Mantissas of bounds.
const SHORT: usize = 2;

/// The mean over all nodes relative to F(W), each times e^{iθ}, with its errors, and what the pole
/// m adds; `None` where the nodes do not lie close to W.
pub(crate) fn close_mean(
    rule: &Trapezoid,
    geometry: &Geometry,
    top: &Logs,
) -> Option<(Real, Option<Real>)> {
    if rule.target > MOST_BITS {
        return None;
    }
    let reach = rule.integral.reach(&rule.circle, rule.target as f64)?;
    let exact = Geometry::of(rule.integral, &rule.circle, LENGTH);
    FARTHER.into_iter().find_map(|farther| {
        let local = Local::of(rule, &exact, reach * farther)?;
        let plan = NodePlan::of(&local, rule, &exact)?;
        let enough = close_aliases(rule, &local, &exact, plan)?;
        let close = CloseNodes { trapezoid: rule, local: &local, geometry: &exact };
        let left_out = LeftOut::of(rule, geometry, top, enough.count);
        let (sum, dropped) = close.sum(enough.count, &left_out)?;
        let words = geometry.radius.words();
        let mean = sum.div_word(enough.count).add(&dropped.add(&enough.aliases).uncertainty());
        Some((mean.resized(words), enough.residue.map(|residue| residue.resized(words))))
    })
}

/// Nodes enough that aliases do not matter, as planned or a few more.
fn close_aliases(
    rule: &Trapezoid,
    local: &Local,
    geometry: &Geometry,
    plan: NodePlan,
) -> Option<Enough> {
    [0, 4, 2].into_iter().find_map(|share| {
        let more = plan.nodes.checked_div(share).unwrap_or(0);
        let count = plan.nodes.checked_add(more)? | 1;
        let (outer, outer_pole) = close_alias(rule, local, geometry, count, plan.outer, true)?;
        let (inner, inner_pole) = close_alias(rule, local, geometry, count, plan.inner, false)?;
        let aliases = outer.add(&inner);
        let crossed = outer_pole || inner_pole;
        rule.circle.hides(&aliases, rule.target).then(|| Enough {
            count,
            aliases,
            residue: crossed.then(|| rule.residue(geometry, count, LENGTH)),
        })
    })
}

/// The bound of the aliases from the circle whose real point is so far from W, and whether m lies
/// between the two, as [`Trapezoid::alias`].
fn close_alias(
    rule: &Trapezoid,
    local: &Local,
    geometry: &Geometry,
    count: u64,
    away: f64,
    outward: bool,
) -> Option<(Real, bool)> {
    if !away.is_normal() {
        return None;
    }
    let distance = Real::from_f64(away, SHORT);
    let one = Real::from_u64(1, SHORT);
    let part = |whole: &Real| {
        let part = distance.div(&whole.resized(SHORT));
        one.add(&if outward { part } else { part.negated() })
    };
    // Inside of all poles the expansion has no value: that is certified by its rest.
    let mut growth = local.growth(&distance, outward)?;
    let mut crossed = false;
    if rule.integral.has_pole() {
        let factor = part(&geometry.beyond_m);
        crossed = sign(&factor)? == Sign::Negative;
        let size = if crossed { factor.negated() } else { factor };
        growth = growth.sub(&size.ln());
    }
    let radius = part(&geometry.radius);
    if sign(&radius) != Some(Sign::Positive) {
        return None;
    }
    let ratio = radius.ln();
    let decay = if outward { ratio.negated() } else { ratio }.mul_word(count);
    Some((growth.add(&decay).exp().div(&one.sub(&decay.exp())), crossed))
}

/// The nodes of one circle.
struct CloseNodes<'a> {
    trapezoid: &'a Trapezoid<'a>,
    local: &'a Local,
    geometry: &'a Geometry,
}

impl CloseNodes<'_> {
    /// The sum over all nodes relative to F(W), each times e^{iθ}, with its error, and the bound of
    /// those that were left out; `None` where the expansion ends before the nodes do.
    fn sum(&self, count: u64, left_out: &LeftOut) -> Option<(Real, Real)> {
        let polynomial = Polynomial::new(&self.local.coefficients)?;
        let steps = Steps::new(self, count)?;
        let rest = self.local.rest_of_nodes()?.to_fixed(UNIT)?;
        let rest = rest.0.unsigned_abs() + rest.1;
        let pole = self.pole()?;
        let (mut sum, mut off) = (1i128 << UNIT, 0u128);
        let mut node = steps.first;
        for j in 1..=steps.last {
            let stray = steps.units.checked_mul(u128::from(j))?;
            let power = polynomial.at(node).exp()?;
            // The exponent is off by this; below 2^-16, so that e^x is by 1 + 2^-16 as much at
            // most.
            let exponent = polynomial.units(stray)?.checked_add(rest)?;
            if exponent >> (UNIT - 16) != 0 {
                return None;
            }
            let size = power.most() + EXP_UNITS;
            let mut doubt = scaled_up(size, exponent + (exponent >> 15) + 1, UNIT) + EXP_UNITS;
            let mut value = power;
            if let Some(pole) = &pole {
                let (factor, units) = pole.factor(node, stray)?;
                doubt += PRODUCT_UNITS + scaled_up(size + doubt, units, FRACTION) + 1;
                value = power.times(factor);
            }
            sum += value.re << 1;
            off += doubt << 1;
            let most = Real::from_u128(value.most() + doubt, -UNIT, SHORT);
            if let Some(beyond) = left_out.beyond_close(j, &most) {
                // Fewer than M nodes, of M in the mean.
                return Some((signed(sum, off, -UNIT, LENGTH), beyond));
            }
            node = steps.next(node)?;
        }
        None
    }

    /// The pole m, where it is one.
    fn pole(&self) -> Option<Option<Pole>> {
        if !self.trapezoid.integral.has_pole() {
            return Some(None);
        }
        let side = match self.trapezoid.integral.of {
            IntegralOf::AtLeast => Sign::Positive,
            _ => Sign::Negative,
        };
        let ratio = self.local.scale.div(&self.geometry.beyond_m).resized(SHORT);
        (sign(&ratio) == Some(side)).then_some(Some(Pole { ratio }))
    }
}

/// The factor 1/(1 + δ/(W − m)).
struct Pole {
    /// scale/(W − m).
    ratio: Real,
}

impl Pole {
    /// The factor at a node that is off by `stray` units, and by how many units that is off.
    fn factor(&self, node: FractionComplex, stray: u128) -> Option<(FractionComplex, u128)> {
        let part = |part: i128| signed(part, stray, -FRACTION, SHORT).mul(&self.ratio);
        let below = Complex::new(part(node.re).add(&Real::from_u64(1, SHORT)), part(node.im));
        let factor = below.recip();
        FractionComplex::of(&factor.re, &factor.im).filter(|(_, off)| off >> 100 == 0)
    }
}

/// From node to node.
struct Steps {
    /// r·v₁/scale.
    first: FractionComplex,
    /// v₁.
    turn: FractionComplex,
    /// By how many units every step is off: what the first one is, what v₁ is, and the product.
    units: u128,
    /// The last node that the expansion reaches.
    last: u64,
}

impl Steps {
    fn new(nodes: &CloseNodes, count: u64) -> Option<Steps> {
        let angle = Real::pi(LENGTH).shift(1).div_word(count);
        // cos θ − 1 = −2·sin²(θ/2) loses nothing.
        let (half_sin, half_cos) = angle.clone().shift(-1).sin_cos();
        let fall = half_sin.mul(&half_sin).shift(1).negated();
        let rise = half_sin.mul(&half_cos).shift(1);
        let stretch = nodes.geometry.radius.div(&nodes.local.scale);
        let (turn, turn_off) = FractionComplex::of(&fall, &rise)?;
        let (first, first_off) = FractionComplex::of(&fall.mul(&stretch), &rise.mul(&stretch))?;
        // |δ_j| = 2r·sin(θ_j/2) ≤ r·θ_j, and a little less than the scale, for what a node is off.
        let chord = angle.mul(&nodes.geometry.radius);
        let scale = nodes.local.scale.sub(&nodes.local.scale.clone().shift(-40));
        let last = (scale.seed() / chord.seed() * (1.0 - 1e-9)) as u64;
        let room = scale.sub(&chord.mul_word(last.max(1)));
        let last = last.min(MOST_NODES).min(count / 2);
        (sign(&room) == Some(Sign::Positive)).then_some(Steps {
            first,
            turn,
            units: turn_off + first_off + PRODUCT_UNITS,
            last,
        })
    }

    fn next(&self, node: FractionComplex) -> Option<FractionComplex> {
        node.plus(self.first)?.plus(node.times(self.turn)?)
    }
}

/// value·2^exponent, `off` units off.
fn signed(value: i128, off: u128, exponent: i128, words: usize) -> Real {
    let size = Real::from_u128(value.unsigned_abs(), exponent, words);
    let off = Real::from_u128(off, exponent, words).uncertainty();
    if value < 0 { size.negated() } else { size }.add(&off)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::{Committees, Occupancy};
    use crate::occupancy::routes::contour::integral::{Family, Integral};
    use crate::occupancy::routes::contour::nodes::Circle;

    fn point(m: u64, family: Family<'_>, i: u64) -> Integral<'_> {
        Integral { m, family, of: IntegralOf::Point, from: 0, poles_end: i + 1 }
    }

    /// Too few nodes, so that aliases are the whole error; or a sum that ends early, so that the
    /// nodes left out are. With their bounds the value on longer mantissas, which takes ln Γ at
    /// every node, is inside, without them it is not.
    #[test]
    fn smaller_bounds_of_aliases_and_of_nodes_left_out_are_caught() {
        let (m, balls) = (20_000, [Committees { count: 20_000, size: 1 }]);
        let law = Occupancy::balls(m, 20_000).expect("a law").precision(150);
        let (mut by_alias, mut by_dropped) = (0, 0);
        for i in (12_500..12_800).step_by(13) {
            let truth = law.pmf(i).expect("a circle");
            let integral = point(m, Family::of(&balls), i);
            let circle = Circle::of(&integral, 53.0).expect("a saddle");
            for (target, share) in [(53, 4.0), (3, 20.0)] {
                let count = (circle.spread * share) as u64 | 1;
                let sum = Trapezoid { integral: &integral, circle, target: 53 };
                let careless = Trapezoid { integral: &integral, circle, target };
                let geometry = Geometry::of(&integral, &circle, LENGTH);
                let top = sum.logs(&geometry.node(&Real::zero(LENGTH)));
                let height = sum.front(LENGTH).add(&top.value().re).add(&geometry.radius.ln());
                let height = height.exp();
                let reach = integral.reach(&circle, 53.0).expect("a bump");
                let local = Local::of(&sum, &geometry, reach * 1.5).expect("close nodes");
                let plan = NodePlan::of(&local, &sum, &geometry).expect("circles");
                let alias = |outward: bool| {
                    let away = circle.spread.recip() * share * geometry.radius.seed();
                    let away = away.min(if outward { plan.outer } else { plan.inner });
                    close_alias(&sum, &local, &geometry, count, away, outward).expect("a circle").0
                };
                let aliases = alias(true).add(&alias(false));
                let close = CloseNodes { trapezoid: &sum, local: &local, geometry: &geometry };
                let left_out = LeftOut::of(&careless, &geometry, &top, count);
                let (nodes, dropped) = close.sum(count, &left_out).expect("few nodes");
                let mean = nodes.div_word(count);
                let holds = |error: &Real| {
                    let value = height.mul(&mean.add(&error.uncertainty()));
                    value.enclosure().overlaps(&truth)
                };
                assert!(holds(&dropped.add(&aliases)), "{i} with {count} nodes");
                by_alias += u32::from(!holds(&dropped));
                by_dropped += u32::from(!holds(&aliases));
            }
        }
        assert!(by_alias > 0 && by_dropped > 0, "{by_alias} {by_dropped}");
    }

    /// A node after many steps is where sines and cosines put it, and a step loses something.
    #[test]
    fn steps_keep_to_their_units_and_none_would_be_too_few() {
        let (m, balls) = (1 << 40, [Committees { count: 1 << 40, size: 1 }]);
        let integral = point(m, Family::of(&balls), 700_000_000_000);
        let circle = Circle::of(&integral, 53.0).expect("a saddle");
        let sum = Trapezoid { integral: &integral, circle, target: 53 };
        let geometry = Geometry::of(&integral, &circle, LENGTH);
        let reach = integral.reach(&circle, 53.0).expect("a bump");
        let local = Local::of(&sum, &geometry, reach).expect("close nodes");
        let close = CloseNodes { trapezoid: &sum, local: &local, geometry: &geometry };
        let count = NodePlan::of(&local, &sum, &geometry).expect("circles").nodes * 20;
        let steps = Steps::new(&close, count).expect("steps");
        let stretch = geometry.radius.div(&local.scale);
        let (mut node, mut seen) = (steps.first, 0.0f64);
        for j in 1..steps.last {
            let angle = Real::pi(LENGTH).mul_word(j).div_word(count);
            let (sin, cos) = angle.sin_cos();
            let truth = [sin.mul(&sin).shift(1).negated(), sin.mul(&cos).shift(1)];
            let off = [node.re, node.im].into_iter().zip(truth).map(|(part, truth)| {
                let part = signed(part, 0, -FRACTION, LENGTH);
                part.sub(&truth.mul(&stretch)).shift(FRACTION).seed()
            });
            let off = off.fold(0.0, f64::hypot);
            assert!(off <= (steps.units * u128::from(j)) as f64, "{off} at {j}");
            seen = seen.max(off);
            node = steps.next(node).expect("below 1");
        }
        assert!(seen > steps.units as f64, "{seen} after {} steps", steps.last);
    }
}
