//! The trapezoidal rule on a circle, and the bounds of its two errors.

use super::circle::Circle;
use super::falling::{Falling, MULTIPLIED};
use super::{Integral, MOST_NODES, Side};
use crate::num::refine::Computation;
use crate::num::{Complex, Limbs, Real};

/// The integral by nodes at θ_j = 2πj/M.
pub(super) struct Trapezoid<'a> {
    pub(super) integral: &'a Integral<'a>,
    pub(super) circle: Circle,
    /// Bits asked for.
    pub(super) target: u64,
}

/// The integrand at one point, as logarithms: F = H̃·K.
struct Logs<M> {
    /// ln H̃.
    zeros: Complex<M>,
    /// −ln K = ln ∏_{κ≤l<x} (w − l).
    poles: Complex<M>,
}

impl<M: Limbs> Logs<M> {
    fn value(&self) -> Complex<M> {
        self.zeros.sub(&self.poles)
    }
}

impl Computation for Trapezoid<'_> {
    fn at<M: Limbs>(&self, words: usize) -> Real<M> {
        let geometry = Geometry::<M>::of(self.integral, &self.circle, words);
        let top = self.logs(&geometry.node(&Real::zero(words)));
        // r·F(W)·(what stands in front of the integral).
        let height = self.front::<M>(words).add(&top.value().re).add(&geometry.radius.ln());
        let Some((count, aliases, poles)) = self.enough_nodes(&geometry, &top) else {
            return Real::unknown(words);
        };
        let Some((sum, dropped)) = self.sum(&geometry, &top, count) else {
            return Real::unknown(words);
        };
        let mean = sum.div_word(count);
        let errors = dropped.add(&aliases);
        let scaled = height.exp().mul(&mean.add(&errors.uncertainty()));
        match poles {
            Some(known) => scaled.sub(&known),
            None => scaled,
        }
    }
}

/// The circle in numbers that know their error; centre and radius are exact.
struct Geometry<M> {
    centre: Real<M>,
    radius: Real<M>,
    /// W − m: stored, as the difference of two large numbers would lose it.
    beyond_m: Real<M>,
}

impl<M: Limbs> Geometry<M> {
    fn of(integral: &Integral, circle: &Circle, words: usize) -> Geometry<M> {
        let integer = |n: u64| Real::<M>::from_u64(n, words);
        let beyond = dyadic::<M>(circle.beyond, words);
        let twice = integer(integral.first_pole()).add(&integer(integral.poles_end - 1));
        let centre = twice.shift(-1);
        let radius = integer(circle.base).sub(&centre).add(&beyond);
        let beyond_m = integer(circle.base).sub(&integer(integral.m)).add(&beyond);
        Geometry { centre, radius, beyond_m }
    }

    /// A real point of a circle of another radius.
    fn at_radius(&self, radius: &Real<M>, words: usize) -> Node<M> {
        let real = |re: Real<M>| Complex::new(re, Real::zero(words));
        let change = radius.sub(&self.radius);
        Node { w: real(self.centre.add(radius)), from_m: real(self.beyond_m.add(&change)) }
    }

    /// The point at an angle.
    fn node(&self, angle: &Real<M>) -> Node<M> {
        let words = angle.words();
        if angle.is_zero() {
            return self.at_radius(&self.radius, words);
        }
        // cos θ − 1 = −2·sin²(θ/2) loses nothing.
        let (half_sin, half_cos) = angle.clone().shift(-1).sin_cos();
        let fall = half_sin.mul(&half_sin).shift(1).mul(&self.radius);
        let rise = half_sin.mul(&half_cos).shift(1).mul(&self.radius);
        let w = self.centre.add(&self.radius).sub(&fall);
        Node {
            w: Complex::new(w, rise.clone()),
            from_m: Complex::new(self.beyond_m.sub(&fall), rise),
        }
    }
}

/// A point of a circle, and its distance from m.
#[derive(Clone)]
struct Node<M> {
    w: Complex<M>,
    from_m: Complex<M>,
}

/// A double that is an exact number of few bits.
fn dyadic<M: Limbs>(x: f64, words: usize) -> Real<M> {
    let bits = x.to_bits();
    let exponent = i128::from(bits >> 52 & 0x7ff) - 1075;
    Real::from_u128(u128::from(bits & ((1 << 52) - 1) | 1 << 52), exponent, words)
}

impl Trapezoid<'_> {
    /// ln [m^(x) / ∏ (m^(k_d))^(n_d)], or with r! instead of m^(x).
    fn front<M: Limbs>(&self, words: usize) -> Real<M> {
        let ln_falling = |m: u64, k: u64| {
            if k <= MULTIPLIED {
                let product = (0..k).fold(Real::<M>::from_u64(1, words), |p, l| p.mul_word(m - l));
                return product.ln();
            }
            Real::ln_factorial(m, words).sub(&Real::ln_factorial(m - k, words))
        };
        let (of, factors) = self.integral.front();
        let front = ln_falling(of, factors);
        let m = self.integral.m;
        let committees = self.integral.committees();
        committees.fold(front, |sum, (k, n)| sum.sub(&ln_falling(m, k).mul_word(n)))
    }

    fn logs<M: Limbs>(&self, node: &Node<M>) -> Logs<M> {
        let integral = self.integral;
        let words = node.w.words();
        let mut falling = Falling::at(&node.w);
        let mut zeros = Complex::real(Real::zero(words));
        for (at, (k, n)) in integral.committees().enumerate() {
            // One committee of the largest size is cancelled by poles, wholly or from an l on.
            let n = if at == 0 && integral.from == 0 { n - 1 } else { n };
            if n > 0 {
                zeros = zeros.add(&falling.ln(0, k).mul_word(n));
            }
        }
        if 0 < integral.from && integral.from < integral.largest() {
            zeros = zeros.sub(&falling.ln(integral.from, integral.largest()));
        }
        let pole = match integral.side {
            Side::AtLeast => node.from_m.ln(),
            Side::Below => node.from_m.clone().negated().ln(),
            Side::Point | Side::Joint => Complex::real(Real::zero(words)),
        };
        let poles = falling.ln(integral.first_pole(), integral.poles_end);
        Logs { zeros: zeros.sub(&pole), poles }
    }

    /// Nodes enough that aliases do not matter: their number, the bound of the aliases relative
    /// to r·F(W), and what the pole m adds to the sum where it was crossed.
    #[allow(clippy::type_complexity)]
    fn enough_nodes<M: Limbs>(
        &self,
        geometry: &Geometry<M>,
        top: &Logs<M>,
    ) -> Option<(u64, Real<M>, Option<Real<M>>)> {
        let words = geometry.radius.words();
        let spread = self.circle.spread;
        // The sum of the nodes is about M/(spread·√2π).
        let wanted = -(self.target as i128) - 8 - (spread.log2() as i128);
        let mut count = self.circle.nodes;
        for _ in 0..6 {
            if count > MOST_NODES.max((spread * 400.0) as u64) {
                return None;
            }
            let outer = self.outer(geometry, top, count);
            let inner = self.inner(geometry, top, count);
            if let (Some((outer, outer_pole)), Some((inner, inner_pole))) = (outer, inner) {
                let bound = outer.add(&inner);
                if bound.magnitude().is_none_or(|size| size < wanted) {
                    let crossed = outer_pole || inner_pole;
                    let pole = crossed.then(|| self.residue(geometry, count, words));
                    return Some((count, bound, pole));
                }
            }
            count = (count * 3 / 2) | 1;
        }
        None
    }

    /// p^M/(1 − p^M).
    fn residue<M: Limbs>(&self, geometry: &Geometry<M>, count: u64, words: usize) -> Real<M> {
        let distance = geometry.radius.sub(&geometry.beyond_m); // m − c0
        let p = match self.integral.side {
            Side::AtLeast => distance.div(&geometry.radius),
            _ => geometry.radius.div(&distance),
        };
        let power = p.ln().mul_word(count).exp();
        power.div(&Real::from_u64(1, words).sub(&power))
    }

    /// The alias bound from one circle: |f(ρ)|·q^M/(1 − q^M) relative to f(r), q < 1 the ratio
    /// of the radii.
    fn alias<M: Limbs>(
        &self,
        geometry: &Geometry<M>,
        top: &Logs<M>,
        count: u64,
        radius: &Real<M>,
        outward: bool,
    ) -> Real<M> {
        let words = radius.words();
        let node = geometry.at_radius(radius, words);
        // |w − m|, on whichever side of m.
        let node = match (self.integral.side, node.from_m.re.is_negative()) {
            (Side::AtLeast, true) | (Side::Below, false) => {
                Node { from_m: Complex::new(node.from_m.re.negated(), node.from_m.im), ..node }
            }
            _ => node,
        };
        let logs = self.logs(&node);
        let growth = logs.value().re.sub(&top.value().re);
        let ratio = radius.ln().sub(&geometry.radius.ln());
        let decay = if outward { ratio.clone().negated() } else { ratio.clone() };
        let decay = decay.mul_word(count);
        let power = decay.exp();
        let series = Real::from_u64(1, words).sub(&power);
        growth.add(&ratio).add(&decay).exp().div(&series)
    }

    fn outer<M: Limbs>(
        &self,
        geometry: &Geometry<M>,
        top: &Logs<M>,
        count: u64,
    ) -> Option<(Real<M>, bool)> {
        let words = geometry.radius.words();
        let radius = geometry.radius.seed();
        let tau = (count as f64 / self.circle.spread.powi(2)).min(1.5);
        let distance = geometry.radius.sub(&geometry.beyond_m).seed();
        let mut best: Option<(Real<M>, bool)> = None;
        for share in [1.0, 0.5] {
            let beyond = radius * (tau * share).exp_m1();
            let mut consider = |beyond: f64, crossed: bool| {
                if beyond <= 0.0 || !beyond.is_finite() {
                    return;
                }
                let at = geometry.radius.add(&dyadic(beyond, words));
                let found = self.alias(geometry, top, count, &at, true);
                best = smaller(best.take(), (found, crossed));
            };
            if self.integral.side != Side::Below {
                consider(beyond, false);
                continue;
            }
            // m lies outside: before it, or well beyond.
            let gap = distance - radius;
            if beyond < 0.9 * gap {
                consider(beyond, false);
            } else {
                consider(gap / 2.0, false);
                consider(beyond.max(1.5 * gap), true);
            }
        }
        best
    }

    fn inner<M: Limbs>(
        &self,
        geometry: &Geometry<M>,
        top: &Logs<M>,
        count: u64,
    ) -> Option<(Real<M>, bool)> {
        let words = geometry.radius.words();
        let radius = geometry.radius.seed();
        let tau = (count as f64 / self.circle.spread.powi(2)).min(1.5);
        // The outermost pole, and m, as distances inwards from W.
        let to_pole =
            self.circle.base as f64 + self.circle.beyond - (self.integral.poles_end - 1) as f64;
        let to_pole = match self.integral.side {
            Side::AtLeast => {
                (self.circle.base - (self.integral.poles_end - 1)) as f64 + self.circle.beyond
            }
            _ => to_pole.min(self.circle.beyond),
        };
        let to_m = self.circle.beyond;
        let mut best: Option<(Real<M>, bool)> = None;
        for share in [1.0, 0.5] {
            let inward = -radius * (-tau * share).exp_m1();
            let mut consider = |inward: f64, crossed: bool| {
                if inward <= 0.0 || inward >= to_pole * 0.999 {
                    return;
                }
                let at = geometry.radius.sub(&dyadic(inward, words));
                let found = self.alias(geometry, top, count, &at, false);
                best = smaller(best.take(), (found, crossed));
            };
            if self.integral.side != Side::AtLeast {
                consider(inward.min(to_pole * 0.9), false);
                continue;
            }
            if inward < 0.9 * to_m {
                consider(inward, false);
            } else {
                consider(to_m / 2.0, false);
                let crossed = inward.max(1.5 * to_m);
                let last = to_m + 0.9 * (to_pole - to_m);
                consider(crossed.min(last), true);
            }
        }
        best
    }

    /// The sum over all nodes relative to F(W), each times e^{iθ}, and the bound of those that
    /// were left out.
    fn sum<M: Limbs>(
        &self,
        geometry: &Geometry<M>,
        top: &Logs<M>,
        count: u64,
    ) -> Option<(Real<M>, Real<M>)> {
        let words = geometry.radius.words();
        let step = Real::<M>::pi(words).shift(1).div_word(count);
        let mut sum = Real::from_u64(1, words);
        let peak = top.value();
        let enough = -(self.target as f64 + 8.0) * std::f64::consts::LN_2 - (count as f64).ln();
        for j in 1..=count / 2 {
            if j > MOST_NODES {
                return None;
            }
            let angle = step.mul_word(j);
            let logs = self.logs(&geometry.node(&angle));
            let value = logs.value().sub(&peak);
            let turned = Complex::new(value.re, value.im.add(&angle));
            sum = sum.add(&turned.exp().re.shift(1));
            // |F| ≤ K(W)·|H̃(w_J)| from here on.
            let beyond = logs.zeros.re.sub(&top.zeros.re);
            if beyond.seed() < enough {
                // Fewer than M nodes, of M in the mean.
                return Some((sum, beyond.exp()));
            }
        }
        Some((sum, Real::zero(words)))
    }
}

fn smaller<M: Limbs>(
    best: Option<(Real<M>, bool)>,
    found: (Real<M>, bool),
) -> Option<(Real<M>, bool)> {
    match best {
        Some(best) if best.0.magnitude() <= found.0.magnitude() => Some(best),
        _ => Some(found),
    }
}
