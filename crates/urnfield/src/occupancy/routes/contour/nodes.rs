//! The trapezoidal rule on a circle, and the bounds of its two errors.

use crate::occupancy::routes::contour::circle::{Circle, beyond_last};
use crate::occupancy::routes::contour::falling::{Falling, MULTIPLIED};
use crate::occupancy::routes::contour::geometry::{Geometry, Node, Sign, sign};
use crate::occupancy::routes::contour::integrand::Logs;
use crate::occupancy::routes::contour::left_out::LeftOut;
use crate::occupancy::routes::contour::{Integral, IntegralOf, MOST_NODES};
use crate::refine::Computation;
use std::convert::Infallible;
use urnfield_num::{Complex, Real, until_decided};

/// The integral by nodes at θ_j = 2πj/M.
pub(crate) struct Trapezoid<'a> {
    pub(crate) integral: &'a Integral<'a>,
    pub(crate) circle: Circle,
    /// Bits asked for.
    pub(crate) target: u64,
}

/// Nodes enough that aliases do not matter.
pub(crate) struct Enough {
    pub(crate) count: u64,
    /// The bound of the aliases, relative to r·F(W).
    pub(crate) aliases: Real,
    /// What the pole m adds to the sum, where it was crossed.
    pub(crate) residue: Option<Real>,
}

impl Computation for Trapezoid<'_> {
    fn at(&self, words: usize) -> Real {
        match self.parts(words) {
            Some((sum, Some(residue))) => sum.sub(&residue),
            Some((sum, None)) => sum,
            None => Real::unknown(words),
        }
    }
}

impl Trapezoid<'_> {
    /// What the nodes add up to, with its errors, and what the pole m has added to that; `None`
    /// where the circle is no good.
    fn parts(&self, words: usize) -> Option<(Real, Option<Real>)> {
        let geometry = Geometry::of(self.integral, &self.circle, words);
        // On the wrong side of m the integral would be that of the other tail, and look as good.
        let on_its_side = match self.integral.of {
            IntegralOf::AtLeast => sign(&geometry.beyond_m) == Some(Sign::Positive),
            IntegralOf::Below => sign(&geometry.beyond_m) == Some(Sign::Negative),
            IntegralOf::Point | IntegralOf::Joint => true,
        };
        if !on_its_side {
            return None;
        }
        let top = self.logs(&geometry.node(&Real::zero(words)));
        // r·F(W)·(what stands in front of the integral).
        let height = self.front(words).add(&top.ln_real()).add(&geometry.radius.ln());
        if let Some((mean, residue)) = self.close_mean(&geometry, &top) {
            return Some((height.exp().mul(&mean), residue));
        }
        let Enough { count, aliases, residue } = self.enough_nodes(&geometry, &top)?;
        let (sum, dropped) = self.sum(&geometry, &top, count)?;
        let mean = sum.div_word(count).add(&dropped.add(&aliases).uncertainty());
        Some((height.exp().mul(&mean), residue))
    }
}

impl Trapezoid<'_> {
    /// ln [m^(x) / ∏ (m^(k_d))^(n_d)], or with r! instead of m^(x).
    pub(crate) fn front(&self, words: usize) -> Real {
        let ln_falling = |m: u64, k: u64| {
            if k <= MULTIPLIED {
                let product = (0..k).fold(Real::from_u64(1, words), |p, l| p.mul_word(m - l));
                return product.ln();
            }
            Real::ln_factorial(m, words).sub(&Real::ln_factorial(m - k, words))
        };
        let (of, factors) = self.integral.front();
        let front = ln_falling(of, factors);
        let m = self.integral.m;
        let committees = self.integral.family.fixed.iter();
        committees.fold(front, |sum, c| sum.sub(&ln_falling(m, c.size).mul_word(c.count)))
    }

    pub(crate) fn logs(&self, node: &Node) -> Logs {
        let integral = self.integral;
        let words = node.w.words();
        let mut falling = Falling::at(&node.w);
        let mut zeros = Complex::real(Real::zero(words));
        for (at, c) in integral.family.fixed.iter().enumerate() {
            // One committee of the largest size is cancelled by poles, wholly or from an l on.
            let count = if at == 0 && integral.from == 0 { c.count - 1 } else { c.count };
            if count > 0 {
                zeros = zeros.add(&falling.ln(0, c.size).mul_word(count));
            }
        }
        if 0 < integral.from && integral.from < integral.largest() {
            zeros = zeros.sub(&falling.ln(integral.from, integral.largest()));
        }
        let pole = match integral.of {
            IntegralOf::AtLeast => node.from_m.ln(),
            IntegralOf::Below => node.from_m.clone().negated().ln(),
            IntegralOf::Point | IntegralOf::Joint => Complex::real(Real::zero(words)),
        };
        let poles = falling.ln(integral.first_pole(), integral.poles_end);
        let mut logs =
            Logs { zeros: zeros.sub(&pole), poles, mixed: None, doubt: None, at_real: None };
        let length = integral.family.random.first().map_or(1, |mixture| mixture.polynomial.words());
        let mut relative = Complex::real(Real::from_u64(1, length));
        for (at, mixture) in integral.family.random.iter().enumerate() {
            let (polynomial, real) = (&mixture.polynomial, &node.real);
            let most = polynomial.at_real(real);
            if !node.w.im.is_zero() {
                let here = if integral.family.among_poles == Some(at) {
                    // All zeros and poles are as far as the outermost from the circle, or farther.
                    let least = real.sub(&Real::from_u64(integral.poles_end - 1, words));
                    let (here, doubt) = polynomial.relative_with_poles(&node.w, &most, &least);
                    // The other factors are at most 1.
                    logs.doubt = Some(doubt);
                    here
                } else {
                    polynomial.relative(&node.w, (real, &most))
                };
                relative = relative.mul(&here);
                let [re, im] = [&relative.re, &relative.im].map(|part| part.resized(words));
                logs.mixed = Some(Complex::new(re, im));
            }
            logs.at_real = Some(logs.at_real.map_or(most.clone(), |at| at.mul(&most)));
        }
        logs
    }

    /// Nodes enough that aliases do not matter.
    fn enough_nodes(&self, geometry: &Geometry, top: &Logs) -> Option<Enough> {
        let words = geometry.radius.words();
        let found = until_decided(self.circle.node_counts(), |count| {
            let outer = self.best_alias(geometry, top, count, true);
            let inner = self.best_alias(geometry, top, count, false);
            let (Some((outer, outer_pole)), Some((inner, inner_pole))) = (outer, inner) else {
                return Ok::<_, Infallible>(None);
            };
            let aliases = outer.add(&inner);
            let crossed = outer_pole || inner_pole;
            Ok(self.circle.hides(&aliases, self.target).then(|| Enough {
                count,
                aliases,
                residue: crossed.then(|| self.residue(geometry, count, words)),
            }))
        });
        found.unwrap_or(None)
    }

    /// p^M/(1 − p^M).
    pub(crate) fn residue(&self, geometry: &Geometry, count: u64, words: usize) -> Real {
        let distance = geometry.radius.sub(&geometry.beyond_m); // m − c0
        let p = match self.integral.of {
            IntegralOf::AtLeast => distance.div(&geometry.radius),
            _ => geometry.radius.div(&distance),
        };
        let power = p.ln().mul_word(count).exp();
        let residue = power.div(&Real::from_u64(1, words).sub(&power));
        // The residue at m is H(m): 1, or what the mixtures hold.
        let m = Real::from_u64(self.integral.m, words);
        let held = self.integral.family.random.iter().map(|mixture| mixture.polynomial.at_real(&m));
        held.fold(residue, |product, held| product.mul(&held.resized(words)))
    }

    /// The bound of the aliases from one circle, |f(ρ)|·q^M/(1 − q^M) relative to f(r) with q < 1
    /// the ratio of the radii, and whether m lies between the circles. `None` unless it is certain
    /// that all poles are inside and on which side m is.
    fn alias(
        &self,
        geometry: &Geometry,
        top: &Logs,
        count: u64,
        radius: &Real,
        outward: bool,
    ) -> Option<(Real, bool)> {
        let words = radius.words();
        let mut node = geometry.at_radius(radius, words);
        let last_pole = Real::from_u64(self.integral.poles_end - 1, words);
        if sign(&node.w.re.sub(&last_pole)) != Some(Sign::Positive) {
            return None;
        }
        let crossed = match (self.integral.of, sign(&node.from_m.re)) {
            (IntegralOf::Point | IntegralOf::Joint, _) => false,
            (IntegralOf::AtLeast, side) => side? == Sign::Negative,
            (IntegralOf::Below, side) => side? == Sign::Positive,
        };
        if crossed {
            // |w − m|, seen from the other side.
            node.from_m = node.from_m.negated();
        }
        let logs = self.logs(&node);
        let growth = logs.ln_real().sub(&top.ln_real());
        let ratio = radius.ln().sub(&geometry.radius.ln());
        let decay = if outward { ratio.clone().negated() } else { ratio.clone() };
        let decay = decay.mul_word(count);
        let series = Real::from_u64(1, words).sub(&decay.exp());
        Some((growth.add(&ratio).add(&decay).exp().div(&series), crossed))
    }

    /// The best bound among circles whose real points lie so far outwards, or inwards, of W. Where
    /// they lie is found in f64; what it means is certified by [`Trapezoid::alias`].
    pub(crate) fn best_alias(
        &self,
        geometry: &Geometry,
        top: &Logs,
        count: u64,
        outward: bool,
    ) -> Option<(Real, bool)> {
        let words = geometry.radius.words();
        let radius = geometry.radius.seed();
        let tau = (count as f64 / self.circle.spread.powi(2)).min(1.5);
        // m and the outermost pole, as distances from W in this direction.
        let Circle { base, beyond, .. } = self.circle;
        let to_m = match (self.integral.of, outward) {
            (IntegralOf::AtLeast, false) => Some(beyond),
            (IntegralOf::Below, true) => Some((self.integral.m - base) as f64 - beyond),
            _ => None,
        };
        let to_pole = match outward {
            true => f64::INFINITY,
            false => beyond_last(base, self.integral.poles_end) + beyond,
        };
        let mut best: Option<(Real, bool)> = None;
        for share in [1.0, 0.5] {
            let ideal = match outward {
                true => radius * (tau * share).exp_m1(),
                false => -radius * (-tau * share).exp_m1(),
            };
            // Short of m, or well beyond it; and always short of the poles.
            let places = match to_m {
                Some(to_m) if ideal >= 0.9 * to_m => {
                    let last = if outward { f64::MAX } else { to_m + 0.9 * (to_pole - to_m) };
                    [Some(to_m / 2.0), Some(ideal.max(1.5 * to_m).min(last))]
                }
                _ => [Some(ideal.min(0.9 * to_pole)), None],
            };
            for place in places.into_iter().flatten().filter(|place| place.is_normal()) {
                let away = Real::from_f64(place, words);
                let at = match outward {
                    true => geometry.radius.add(&away),
                    false => geometry.radius.sub(&away),
                };
                if let Some(found) = self.alias(geometry, top, count, &at, outward) {
                    best = match best {
                        Some(best) if best.0.magnitude() <= found.0.magnitude() => Some(best),
                        _ => Some(found),
                    };
                }
            }
        }
        best
    }

    /// The sum over all nodes relative to F(W), each times e^{iθ}, and the bound of those that
    /// were left out.
    fn sum(&self, geometry: &Geometry, top: &Logs, count: u64) -> Option<(Real, Real)> {
        let words = geometry.radius.words();
        let step = Real::pi(words).shift(1).div_word(count);
        let mut sum = Real::from_u64(1, words);
        let left_out = LeftOut::of(self, geometry, top, count);
        for j in 1..=count / 2 {
            if j > MOST_NODES {
                return None;
            }
            let angle = step.mul_word(j);
            let logs = self.logs(&geometry.node(&angle));
            sum = sum.add(&top.relative(&logs, &angle).re.shift(1));
            let here = logs.value().re.sub(&top.value().re);
            if let Some(beyond) = left_out.beyond(j, &logs, &here) {
                // Fewer than M nodes, of M in the mean.
                return Some((sum, beyond));
            }
        }
        Some((sum, Real::zero(words)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::routes::contour::Family;
    use crate::occupancy::{Committees, Occupancy};

    /// The residue of m near the mean: without it, or with p^M instead of p^M/(1 − p^M), the
    /// exact value lies outside.
    #[test]
    fn a_smaller_residue_is_caught() {
        let (m, balls) = (60, [Committees { count: 60, size: 1 }]);
        let law = Occupancy::balls(m, 60).expect("a law");
        let (mut seen, mut second) = (0, 0);
        for x in 36..42 {
            let exact = (x..=m)
                .map(|i| law.pmf_exact(i).expect("small"))
                .reduce(|sum, p| &sum + &p)
                .expect("some values");
            let integral = Integral {
                m,
                family: Family::of(&balls),
                of: IntegralOf::AtLeast,
                from: 0,
                poles_end: x,
            };
            let circle = Circle::of(&integral, 53.0).expect("a saddle");
            let sum = Trapezoid { integral: &integral, circle, target: 53 };
            let (value, residue) = sum.parts(3).expect("a good circle");
            let Some(residue) = residue else { continue };
            let holds = |value: Real| value.enclosure().contains(&exact);
            assert!(holds(value.sub(&residue)), "x = {x}");
            seen += u32::from(!holds(value.clone()));
            // p^M = residue/(1 + residue).
            let one = Real::from_u64(1, 3);
            let first = residue.div(&one.add(&residue));
            second += u32::from(!holds(value.sub(&first)));
        }
        assert!(seen > 0 && second > 0, "{seen} {second}");
    }

    /// A circle on the wrong side of m is refused, not answered with the other tail.
    #[test]
    fn the_wrong_side_of_m_is_refused() {
        let integral = Integral {
            m: 60,
            family: Family::of(&[Committees { count: 60, size: 1 }]),
            of: IntegralOf::Below,
            from: 0,
            poles_end: 38,
        };
        let good = Circle::of(&integral, 53.0).expect("a saddle");
        let circle = Circle { beyond: 24.0, ..good };
        let sum = Trapezoid { integral: &integral, circle, target: 53 };
        assert!(sum.parts(3).is_none());
    }

    /// Too few nodes, so that aliases are the whole error; or a sum that ends early, so that the
    /// nodes left out are. With their bounds the exact value is inside, without them it is not.
    #[test]
    fn smaller_bounds_of_aliases_and_of_nodes_left_out_are_caught() {
        let (m, balls) = (90, [Committees { count: 100, size: 1 }]);
        let law = Occupancy::balls(m, 100).expect("a law");
        let (mut by_alias, mut by_dropped) = (0, 0);
        for i in 50..75 {
            let exact = law.pmf_exact(i).expect("small");
            let integral = Integral {
                m,
                family: Family::of(&balls),
                of: IntegralOf::Point,
                from: 0,
                poles_end: i + 1,
            };
            for (target, share) in [(53, 4.0), (3, 20.0)] {
                let circle = Circle::of(&integral, 53.0).expect("a saddle");
                let count = (circle.spread * share) as u64 | 1;
                let sum = Trapezoid { integral: &integral, circle, target };
                let geometry = Geometry::of(&integral, &circle, 3);
                let top = sum.logs(&geometry.node(&Real::zero(3)));
                let height = sum.front(3).add(&top.value().re).add(&geometry.radius.ln()).exp();
                let bound = |outward| sum.best_alias(&geometry, &top, count, outward);
                let (outer, inner) = (bound(true).expect("a circle").0, bound(false));
                let aliases = outer.add(&inner.expect("a circle").0);
                let (nodes, dropped) = sum.sum(&geometry, &top, count).expect("few nodes");
                let mean = nodes.div_word(count);
                let holds = |error: &Real| {
                    let value = height.mul(&mean.add(&error.uncertainty()));
                    value.enclosure().contains(&exact)
                };
                assert!(holds(&dropped.add(&aliases)), "{i} with {count} nodes");
                by_alias += u32::from(!holds(&dropped));
                by_dropped += u32::from(!holds(&aliases));
            }
        }
        assert!(by_alias > 0 && by_dropped > 0, "{by_alias} {by_dropped}");
    }
}
