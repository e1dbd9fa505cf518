//! Polynomials in Newton's form with positive coefficients, at a complex point.
//!
//! S(w) = Σ_t c_t ∏_{l<first+t, l≥first} (w − l), by Horner's rule s ← c_t + (w − l)·s. A rectangle
//! would grow by up to √2 with every one of thousands of products. So midpoints are computed, and
//! the error is counted relative to S(W), for a real W with |w − l| ≤ W − l for all l: if s is off
//! by at most e·S_t(W), the next one is off by e·(W − l)·S_t(W), which is at most e·S_{t−1}(W), and
//! by what this step adds ([`Rules::newton_step`]).

use crate::complex::Complex;
use crate::real::Real;
use crate::real::rules::{Proved, Rules};

/// A polynomial in Newton's form.
pub struct Newton {
    first: u64,
    coefficients: Vec<Real>,
}

impl Newton {
    /// With the coefficients of 1, (w − first), (w − first)(w − first − 1), …, all positive and of
    /// one length; there is at least one.
    pub fn new(first: u64, coefficients: Vec<Real>) -> Newton {
        Newton { first, coefficients }
    }

    /// How many words the coefficients have: it is evaluated on as many.
    pub fn words(&self) -> usize {
        self.coefficients.first().map_or(2, Real::words)
    }

    /// The first l.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The last l, and one more.
    pub fn last(&self) -> u64 {
        self.first + self.coefficients.len() as u64 - 1
    }

    /// S(W) for a real W beyond all l: everything is positive, and errors keep to themselves.
    pub fn at_real(&self, w: &Real) -> Real {
        let words = self.words();
        let w = w.resized(words);
        let mut sum = Real::zero(words);
        for (t, coefficient) in self.coefficients.iter().enumerate().rev() {
            let factor = w.sub(&Real::from_u64(self.first + t as u64, words));
            sum = sum.mul(&factor).add(coefficient);
        }
        sum
    }

    /// S(w)/S(W), given a real W with |w − l| ≤ W − l for all l, and S(W).
    pub fn relative(&self, w: &Complex, beyond: (&Real, &Real)) -> Complex {
        let least = beyond.0.sub(&Real::from_u64(self.last(), beyond.0.words()));
        let (value, doubt) = self.relative_by::<Proved>(w, beyond.1, &least);
        let doubt = doubt.uncertainty();
        Complex::new(value.re.add(&doubt), value.im.add(&doubt))
    }

    /// S(w)/S(W) for a factor of S(w)·K(w), where K has poles that S may cancel: as computed, and
    /// by how much S(w)·K(w)/(S(W)·K(W)) is off by that.
    ///
    /// All of the above holds for every partial product times K if those are largest at W, as with
    /// poles that lie in pairs about a circle's centre or right of it. `least` is at most the
    /// distance of w, and of W, from every l.
    pub fn relative_with_poles(&self, w: &Complex, most: &Real, least: &Real) -> (Complex, Real) {
        self.relative_by::<Proved>(w, most, least)
    }

    /// The quotient of what is computed, and the error with the rules named.
    fn relative_by<R: Rules>(&self, w: &Complex, most: &Real, least: &Real) -> (Complex, Real) {
        let words = self.words();
        let short = |part: &Real| part.resized(words);
        let re = short(&w.re);
        let im = short(&w.im);
        let off = re.doubt().add(&im.doubt());
        let re = re.middle();
        let im = im.middle();
        let mut sum = Complex::real(Real::zero(words));
        for (t, coefficient) in self.coefficients.iter().enumerate().rev() {
            let l = Real::from_u64(self.first + t as u64, words);
            sum = sum.mul(&Complex::new(re.sub(&l).middle(), im.clone()));
            sum = Complex::new(sum.re.add(coefficient).middle(), sum.im.middle());
        }
        // The point itself: each factor is off by `off` in W − l or more.
        let steps = self.coefficients.len() as u64;
        let share = off.div(&short(least)).mul_word(steps);
        let rounded = Real::from_u128(R::newton_step(steps), -64 * words as i128, words);
        // What the coefficients are off by is in S(W) with larger factors.
        let given = most.doubt().div(most);
        let doubt = share.add(&rounded).add(&given);
        (Complex::new(sum.re.div(most), sum.im.div(most)), doubt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;
    use dashu_int::IBig;

    const WORDS: usize = 2;

    struct NoSteps;
    impl Rules for NoSteps {
        fn newton_step(_: u64) -> u128 {
            0
        }
    }

    /// S(w) in exact Gaussian integers, for w = (x + iy)/2^20 and integer coefficients.
    fn exact(first: u64, coefficients: &[u64], (x, y): (i64, i64)) -> (Rational, Rational) {
        let scale = IBig::from(1) << 20usize;
        let (mut re, mut im, mut power) = (IBig::ZERO, IBig::ZERO, IBig::ONE);
        for (t, &c) in coefficients.iter().enumerate().rev() {
            let real = IBig::from(x) - IBig::from(first + t as u64) * &scale;
            // Both parts carry 2^20 once more with every factor.
            let next = (&re * &real - &im * y, &re * y + &im * &real);
            power *= &scale;
            (re, im) = (next.0 + IBig::from(c) * &power, next.1);
        }
        let over = |v: IBig| Rational::from_integers(v, power.clone().into_parts().1);
        (over(re), over(im))
    }

    fn misses<R: Rules>() -> u32 {
        let mut state = 11u64;
        let mut draw = move |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            (state >> 33) % n
        };
        let mut misses = 0;
        for _ in 0..200 {
            let first = draw(1000);
            let count = 1 + draw(60);
            let coefficients: Vec<u64> = (0..count).map(|_| 1 + draw(1 << 30)).collect();
            // On the circle of radius r about first + count: all l are left of its centre.
            let centre = (first + count) as f64;
            let r = 20.0 + draw(1000) as f64;
            let angle = draw(3000) as f64 / 1000.0;
            let x = centre + r * angle.cos();
            let y = r * angle.sin();
            let (x, y) = ((x * 1048576.0) as i64, (y * 1048576.0) as i64);
            let part = |v: i64| {
                let size = Real::from_u64(v.unsigned_abs(), 3).shift(-20);
                if v < 0 { size.negated() } else { size }
            };
            let w = Complex::new(part(x), part(y));
            let newton = Newton::new(
                first,
                coefficients.iter().map(|&c| Real::from_u64(c, WORDS)).collect(),
            );
            let real_point = Real::from_u64((centre + r) as u64 + 1, 3);
            // Without the doubt that it has by itself, which would hide a step or two.
            let most = newton.at_real(&real_point).middle();
            let least = real_point.sub(&Real::from_u64(newton.last(), 3));
            let (found, doubt) = newton.relative_by::<R>(&w, &most, &least);
            let doubt = doubt.uncertainty();
            let found = [found.re, found.im].map(|part| part.add(&doubt).mul(&most).enclosure());
            let (re, im) = exact(first, &coefficients, (x, y));
            misses += u32::from(!(found[0].contains(&re) && found[1].contains(&im)));
        }
        misses
    }

    #[test]
    fn the_exact_value_is_enclosed_and_steps_that_are_not_counted_are_missed() {
        assert_eq!(misses::<Proved>(), 0);
        assert!(misses::<NoSteps>() > 0);
    }
}
