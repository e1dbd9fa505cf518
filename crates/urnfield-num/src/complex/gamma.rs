//! ln Γ of a complex number in the right half plane: shifted up until Stirling's series is
//! accurate, then summed with an explicit remainder ([`Rules::stirling_sector`]).
//!
//! The branch is the one that is real on the positive half axis and continuous: Im ln Γ grows
//! beyond π as it must. The shift costs one logarithm, of z(z + 1)…(z + n − 1), and not n of them:
//! the product is followed round the origin and its turns are counted.

use crate::complex::Complex;
use crate::real::Real;
use crate::real::rules::{Proved, Rules};
use crate::series::constants;

/// The longest shift that is tried; what is then still missing shows as a wide enclosure.
const LONGEST_SHIFT: f64 = 4096.0;

impl Complex {
    /// ln Γ(self) for Re self > 0; where that is not certain, a value about which nothing is known.
    ///
    /// Certified at any length; up to 16 words (1024 bits) it is also as accurate as its argument,
    /// beyond that only where |self| is large, as 60 Bernoulli numbers are tabulated.
    ///
    /// ```
    /// use urnfield_num::{Complex, Real};
    /// let at = |n| Real::from_u64(n, 4);
    /// let log = Complex::new(at(3), at(4)).ln_gamma();
    /// assert_eq!(log.re.enclosure().digits(20).as_deref(), Some("-1.7566267846037841105"));
    /// assert_eq!(log.im.enclosure().digits(20).as_deref(), Some("4.7426644380346579282"));
    /// ```
    pub fn ln_gamma(&self) -> Self {
        self.ln_gamma_by::<Proved>()
    }

    /// [`Complex::ln_gamma`] with the error rules named.
    pub fn ln_gamma_by<R: Rules>(&self) -> Self {
        let words = self.words();
        if !self.is_right_of_the_axis() {
            return Self::unknown(words);
        }
        // Guesses, which cost accuracy when they are bad and never truth.
        let x = self.re.seed();
        let y = self.im.seed();
        let far = radius(words);
        let shift = ((far * far - y * y / 2.0).max(0.0).sqrt() - x).ceil();
        let shift = shift.clamp(0.0, LONGEST_SHIFT);
        if shift == 0.0 {
            let terms = enough_terms(x, y, self.re.magnitude().unwrap_or(0).max(0) as f64, words);
            return self.stirling::<R>(terms);
        }
        let terms = enough_terms(x + shift, y, 0.0, words);
        let up = self.add_word(shift as u64).stirling::<R>(terms);
        up.sub(&self.ln_rising_by::<R>(shift as u64))
    }

    /// ln Γ(self + n) − ln Γ(self) = ln z + ln(z + 1) + … + ln(z + n − 1), for Re self > 0: by one
    /// logarithm of the product, so n should be small.
    pub fn ln_rising(&self, n: u64) -> Self {
        self.ln_rising_by::<Proved>(n)
    }

    /// [`Complex::ln_rising`] with the error rules named.
    ///
    /// Midpoints are multiplied. A rectangle would grow by up to √2 with every product; here the
    /// error of each factor and of each product is counted relative to its absolute value, and in
    /// the logarithm these add up ([`Rules::factors`]).
    ///
    /// The turns: with every argument in (−π/2, π/2), a factor turns the product by less than a
    /// quarter. So where the imaginary part of the midpoint changes sign, it has crossed the
    /// positive half axis if both midpoints lie right of the imaginary axis, and the negative one
    /// otherwise. Errors, below 2^-8 of a radian all together, do not change that, also where they
    /// make the midpoint cross back.
    pub fn ln_rising_by<R: Rules>(&self, n: u64) -> Self {
        let words = self.words();
        if n == 0 {
            return Self::real(Real::zero(words));
        }
        if !self.is_right_of_the_axis() {
            return Self::unknown(words);
        }
        let (mut factor, mut turns) = (self.clone(), 0i64);
        let (mut product, mut units) = factor.clone().middle_and_units();
        let one = Real::from_u64(1, words);
        for _ in 1..n {
            factor.re = factor.re.add(&one);
            let (middle, of_factor) = factor.clone().middle_and_units();
            let (next, of_product) = product.mul(&middle).middle_and_units();
            units = units.saturating_add(of_factor).saturating_add(of_product);
            let sides = (product.im.is_negative(), next.im.is_negative());
            if sides.0 != sides.1 && (product.re.is_negative() || next.re.is_negative()) {
                turns += if sides.1 { 1 } else { -1 };
            }
            product = next;
        }
        if units >> 120 != 0 {
            return Self::unknown(words);
        }
        let mut log = product.ln();
        if turns != 0 {
            let pi = constants::pi(words);
            let circles = pi.shift(1).mul_word(turns.unsigned_abs());
            log.im = if turns < 0 { log.im.sub(&circles) } else { log.im.add(&circles) };
        }
        let doubt = Real::from_u128(R::factors(units), -64 * words as i128, words).uncertainty();
        let im = if self.im.is_zero() { log.im } else { log.im.add(&doubt) };
        Complex { re: log.re.add(&doubt), im }
    }

    /// The midpoint, exactly, and how far the truth may be from it: in units of 2^-64L of its
    /// absolute value, which is at least 2^(s−1) if a part has s bits before the point.
    fn middle_and_units(mut self) -> (Self, u128) {
        let errors = [&self.re, &self.im].map(|part| (part.ulps, part.exponent));
        (self.re.ulps, self.im.ulps) = (0, 0);
        let bits = 64 * self.words() as i128;
        let Some(size) = self.re.size().max(self.im.size()) else {
            return (self, u128::MAX);
        };
        let units = errors.map(|(ulps, exponent)| match exponent + bits - (size - 1) {
            _ if ulps == 0 => 0,
            up @ 0..=90 => (ulps as u128) << up,
            91.. => u128::MAX,
            down => (ulps as u128).div_ceil(1 << (-down).min(127)),
        });
        (self, units[0].saturating_add(units[1]))
    }

    /// Whether Re self > 0 for certain.
    fn is_right_of_the_axis(&self) -> bool {
        !self.re.is_zero() && !self.re.is_negative() && self.re.certain_bits() > 0
    }

    fn add_word(&self, n: u64) -> Self {
        let re = self.re.add(&Real::from_u64(n, self.words()));
        Complex { re, im: self.im.clone() }
    }

    /// z(ln z − 1) − ½ ln z + ½ ln 2π + Σ_{k=1}^{terms} B_2k / (2k(2k−1) z^(2k−1)), with its
    /// remainder, for Re z ≥ 0.
    pub fn stirling<R: Rules>(&self, terms: usize) -> Self {
        let words = self.words();
        let coefficients = constants::stirling(words);
        let terms = terms.min(coefficients.len() - 1);
        let coefficient = |i: usize| coefficients[i].clone();
        let mut sum = self.ln();
        let half = Complex { re: sum.re.clone().shift(-1), im: sum.im.clone().shift(-1) };
        sum.re = sum.re.sub(&Real::from_u64(1, words));
        sum = sum.mul(self).sub(&half);
        sum.re = sum.re.add(&constants::half_ln_two_pi(words));

        let inverse = self.recip();
        let square = inverse.square();
        if terms > 0 {
            let mut series = Self::real(coefficient(terms - 1));
            for i in (0..terms - 1).rev() {
                // Signs alternate, beginning with plus: β₁ − w(β₂ − w(β₃ − …)).
                let product = series.mul(&square);
                series.re = coefficient(i).sub(&product.re);
                series.im = product.im.negated();
            }
            sum = sum.add(&series.mul(&inverse));
        }
        let remainder = self.stirling_omitted::<R>(&coefficient(terms), terms as u64 + 1);
        // On the real axis everything is real, the remainder too.
        let im = if self.im.is_zero() { sum.im } else { sum.im.add(&remainder) };
        Complex { re: sum.re.add(&remainder), im }
    }

    /// Zero, give or take β·|z|·a^-n with a = (g·x² + h·y²)/2 ([`Rules::stirling_sector`]), and
    /// |z| ≤ max + min/2 of |x| and |y|.
    fn stirling_omitted<R: Rules>(&self, beta: &Real, n: u64) -> Real {
        let absolute = |v: &Real| if v.negative { v.clone().negated() } else { v.clone() };
        let x = absolute(&self.re);
        let y = absolute(&self.im);
        let (g, h) = R::stirling_sector();
        let a = x.mul(&x).mul_word(g).add(&y.mul(&y).mul_word(h)).shift(-1);
        let (small, large) = if x.sub(&y).is_negative() { (x, y) } else { (y, x) };
        let (num, den) = R::stirling_remainder();
        let term = beta.mul(&large.add(&small.shift(-1))).div(&a.pow(n));
        term.mul_word(num).div_word(den).uncertainty()
    }
}

/// How far out the series is used with so many words: far enough that its terms, at most 59, fall
/// below the last bit. They are least about e^(−2π|z|), which needs 0.11 of a bit's length; a
/// little more saves terms. The other bound is 2^330·r^-120 < 2^-64L, as β_60 is about 2^330.
fn radius(words: usize) -> f64 {
    let bits = 64.0 * words as f64 + 16.0;
    (0.17 * bits).max(((bits + 330.0) / 120.0).exp2())
}

/// How many terms leave out less than 2^-(64L + 4 − spare), by a guess.
fn enough_terms(x: f64, y: f64, spare: f64, words: usize) -> usize {
    let goal = -64.0 * words as f64 - 4.0 + spare;
    let a = (x * x + y * y / 2.0).log2();
    let size = x.hypot(y).log2();
    let betas = constants::stirling_sizes();
    let small = |(i, beta): (usize, &f64)| beta + size - a * (i as f64 + 1.0) < goal;
    betas.iter().enumerate().position(small).unwrap_or(betas.len() - 1)
}
