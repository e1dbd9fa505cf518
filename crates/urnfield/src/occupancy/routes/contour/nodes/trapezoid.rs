//! The trapezoidal rule on a circle, and the bounds of its two errors.

use crate::occupancy::routes::contour::integral::{Integral, IntegralOf};
use crate::occupancy::routes::contour::nodes::circle::beyond_last;
use crate::occupancy::routes::contour::nodes::falling::{Falling, MULTIPLIED};
use crate::occupancy::routes::contour::nodes::{Circle, Geometry, Logs, Node, Sign, sign};
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
    pub(crate) fn enough_nodes(&self, geometry: &Geometry, top: &Logs) -> Option<Enough> {
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
        let to_pole = if outward {
            f64::INFINITY
        } else {
            beyond_last(base, self.integral.poles_end) + beyond
        };
        let mut best: Option<(Real, bool)> = None;
        for share in [1.0, 0.5] {
            let ideal = if outward {
                radius * (tau * share).exp_m1()
            } else {
                -radius * (-tau * share).exp_m1()
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
                let at =
                    if outward { geometry.radius.add(&away) } else { geometry.radius.sub(&away) };
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
}
