//! The nodes that may be left out, and a bound of them.
//!
//! Two bounds hold for the nodes beyond θ_J, relative to F(W):
//!
//! - |H̃(w_J)|/H̃(W), as K is largest at W and H̃ falls in |θ|;
//! - for θ_J ≤ π/2: up to π/2 |F(w_J)|/F(W), as K falls there: the poles lie in pairs c0 ± d, and
//!   |(re^{iθ})² − d²|² = r⁴ − 2r²d²·cos 2θ + d⁴ rises from 0 to π/2; and beyond π/2 the first
//!   bound, |H̃(π/2)|/H̃(W).
//!
//! The additional poles of integrands of a shared circle lie right of c0, and |w − l| rises with θ
//! there too: both bounds hold for each of them.
//!
//! A mixture among the poles is not at most 1, but each of its terms times K has poles only, in
//! pairs about c0 and right of it. So Q·K is largest at W and the first bound holds; the second
//! would need the terms' moduli, and is not used.
//!
//! Where nearly all urns are occupied H̃ falls slowly, and K makes the bound small.

use crate::occupancy::routes::contour::nodes::{Geometry, Logs, Trapezoid};
use std::cell::OnceCell;
use std::f64::consts::LN_2;
use urnfield_num::Real;

/// The nodes of one circle that are left out.
pub(crate) struct LeftOut<'a> {
    trapezoid: &'a Trapezoid<'a>,
    geometry: &'a Geometry,
    top: &'a Logs,
    count: u64,
    /// Relative logarithms below this do not matter.
    enough: f64,
    /// ln |H̃(π/2)|/H̃(W).
    quarter: OnceCell<Real>,
}

impl<'a> LeftOut<'a> {
    pub(crate) fn of(
        trapezoid: &'a Trapezoid<'a>,
        geometry: &'a Geometry,
        top: &'a Logs,
        count: u64,
    ) -> LeftOut<'a> {
        let bits = trapezoid.target as f64 + 8.0;
        let enough = -bits * LN_2 - (count as f64).ln();
        LeftOut { trapezoid, geometry, top, count, enough, quarter: OnceCell::new() }
    }

    /// The bound of every node beyond the j-th, once it does not matter. `here` is ln
    /// |F(w_j)|/F(W), or the most that is over all integrands that share the circle.
    pub(crate) fn beyond(&self, j: u64, logs: &Logs, here: &Real) -> Option<Real> {
        let by_zeros = logs.zeros.re.sub(&self.top.zeros.re);
        if by_zeros.seed() < self.enough {
            return Some(by_zeros.exp());
        }
        let among_poles = self.trapezoid.integral.family.among_poles.is_some();
        if among_poles || here.seed() >= self.enough || u128::from(j) * 4 > u128::from(self.count) {
            return None;
        }
        let quarter = self.beyond_quarter();
        (quarter.seed() < self.enough).then(|| here.exp().add(&quarter.exp()))
    }

    /// The bound of every node beyond the j-th by the second bound alone, where `most` is at least
    /// |F(w_j)|/F(W) itself.
    pub(crate) fn beyond_close(&self, j: u64, most: &Real) -> Option<Real> {
        let matters =
            |most: &Real| most.magnitude().is_some_and(|size| size as f64 * LN_2 > self.enough);
        let among_poles = self.trapezoid.integral.family.among_poles.is_some();
        if among_poles || matters(most) || u128::from(j) * 4 > u128::from(self.count) {
            return None;
        }
        let quarter = self.beyond_quarter();
        (quarter.seed() < self.enough).then(|| most.add(&quarter.exp().resized(most.words())))
    }

    fn beyond_quarter(&self) -> &Real {
        self.quarter.get_or_init(|| {
            let angle = Real::pi(self.geometry.radius.words()).shift(-1);
            let logs = self.trapezoid.logs(&self.geometry.node(&angle));
            logs.zeros.re.sub(&self.top.zeros.re)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Committees;
    use crate::occupancy::routes::contour::integral::{Family, Integral, IntegralOf};
    use crate::occupancy::routes::contour::nodes::Circle;

    /// Every node that is left out is below its bound, and some are above half of it.
    #[test]
    fn nodes_left_out_are_below_their_bound_and_a_smaller_one_is_caught() {
        let (mut by_second, mut caught) = (0, 0);
        // Nearly full houses, half full ones, and few balls more than there are poles.
        let cases = [(200, 1600, 199), (60, 900, 50), (90, 100, 60), (5000, 34, 31), (30, 36, 29)];
        for (m, n, i) in cases {
            let balls = [Committees { count: n, size: 1 }];
            let family = Family::of(&balls);
            let integral = Integral { m, family, of: IntegralOf::Point, from: 0, poles_end: i + 1 };
            let circle = Circle::of(&integral, 10.0).expect("a saddle");
            let geometry = Geometry::of(&integral, &circle, 3);
            let count = circle.nodes * 2 + 1;
            let step = Real::pi(3).shift(1).div_word(count);
            for target in [1, 8] {
                let sum = Trapezoid { integral: &integral, circle, target };
                let at = |angle: &Real| sum.logs(&geometry.node(angle));
                let top = at(&Real::zero(3));
                let logs: Vec<Logs> = (1..=count / 2).map(|j| at(&step.mul_word(j))).collect();
                let size = |logs: &Logs| logs.value().re.sub(&top.value().re);
                let left_out = LeftOut::of(&sum, &geometry, &top, count);
                for j in 1..=logs.len() {
                    let here = size(&logs[j - 1]);
                    let beyond = left_out.beyond(j as u64, &logs[j - 1], &here);
                    let Some(bound) = beyond.map(|bound| bound.ln().seed()) else { continue };
                    let largest =
                        logs[j..].iter().map(|later| size(later).seed()).fold(f64::MIN, f64::max);
                    assert!(largest <= bound + 1e-9, "{m} {n} {i}: {j} of {count}");
                    by_second += u32::from(left_out.quarter.get().is_some());
                    caught += u32::from(largest > bound - std::f64::consts::LN_2);
                }
            }
        }
        assert!(by_second > 0 && caught > 0, "{by_second} {caught}");
    }
}
