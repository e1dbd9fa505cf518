//! The functions of a [`Real`]: exp, expm1, ln, log1p, ln n! and the constants ln 2 and π, each
//! with an explicit remainder; and as thin calls those of `trigonometry` and `logarithm`.
//!
//! Arguments are reduced with f64 guesses, which cost accuracy when they are bad and never truth:
//! every step after the guess is certified arithmetic on what the guess really was.

use crate::enclosure::Enclosure;
use crate::real::Real;
use crate::real::rules::{Proved, Rules};
use crate::series::constants;
use crate::series::logarithm::{self, LARGEST_POWER};
use crate::series::trigonometry;

/// Extra bits carried below the mantissa when the number of terms of a series is chosen.
const SPARE: i128 = 8;

/// Up to so many words exp and ln go by tables. To fill longer ones takes longer than they save,
/// for most callers.
const TABULATED: usize = 16;

impl Real {
    fn one(&self) -> Self {
        Self::from_u64(1, self.words())
    }

    fn bits(&self) -> i128 {
        64 * self.words() as i128
    }

    /// e^self: [`Real::exp_by_series`] where the error is small. Otherwise x = i·ln 2 + r, then
    /// [`Real::expm1`] of r, which bears any error.
    pub fn exp(&self) -> Self {
        if self.is_zero() {
            return self.one();
        }
        // Certainly at most −2^78: next to nothing, which is more than nothing known.
        let beyond = self.magnitude().is_some_and(|g| g > LARGEST_POWER);
        if self.negative && self.certain_bits() > 2 && beyond {
            return Self::from_u128(1, -(1 << (LARGEST_POWER - 2)), self.words()).uncertainty();
        }
        let (_, doubt) = self.middle_and_doubt::<Proved>();
        if doubt.is_below(-5) && self.words() <= TABULATED {
            return logarithm::exp_by_series::<Proved>(self);
        }
        if beyond {
            return Self::unknown(self.words());
        }
        let ln2 = Self::ln2(self.words());
        let (mut r, mut total) = (self.clone(), 0);
        // Several rounds, as i has only 53 bits.
        while r.magnitude().is_some_and(|g| g > 0) {
            let (rest, i) = logarithm::less_multiple_of(&r, &ln2);
            if i == 0 {
                return Self::unknown(self.words());
            }
            r = rest;
            total += i;
        }
        r.expm1_reduced().add(&self.one()).shift(total)
    }

    /// e^self − 1, as accurate relative to itself as `self` is.
    pub fn expm1(&self) -> Self {
        match self.magnitude() {
            None => self.clone(),
            Some(g) if g <= -1 => self.expm1_reduced(),
            _ => self.exp().sub(&self.one()),
        }
    }

    /// e^self − 1 for |self| ≤ 1: halve the argument, sum, and double back by e ← e(2 + e).
    fn expm1_reduced(&self) -> Self {
        let Some(magnitude) = self.magnitude() else {
            return self.clone();
        };
        if magnitude > 0 {
            return Self::unknown(self.words());
        }
        let halvings = (magnitude + 8).max(0);
        let x = self.clone().shift(-halvings);
        let (mut terms, mut bits) = (1, 0);
        while bits < self.bits() + SPARE {
            terms += 1;
            bits += -(magnitude - halvings) + u64::ilog2(terms) as i128;
        }
        let mut e = x.expm1_series::<Proved>(terms);
        let two = Self::from_u64(2, self.words());
        for _ in 0..halvings {
            e = e.mul(&e.add(&two));
        }
        e
    }

    /// Σ x^i/i! for 1 ≤ i < terms, with its remainder; |x| ≤ 1, terms ≥ 2.
    pub fn expm1_series<R: Rules>(&self, terms: u64) -> Self {
        let mut sum = self.one();
        for i in (2..terms).rev() {
            sum = sum.mul(self).div_word(i).add(&self.one());
        }
        let mut omitted = self.pow(terms);
        for i in 2..=terms {
            omitted = omitted.div_word(i);
        }
        let (n, d) = R::exp_remainder(terms);
        let remainder = omitted.mul_word(n).div_word(d);
        sum.mul(self).add(&remainder.uncertainty())
    }

    /// ln self; where `self` might not be positive, a value about which nothing is known.
    pub fn ln(&self) -> Self {
        let less_one = self.sub(&self.one());
        match less_one.magnitude() {
            None => return less_one,
            Some(g) if g <= -2 => return less_one.log1p_reduced(),
            _ => {}
        }
        let certain = self.certain_bits();
        if self.is_negative() || certain < 4 {
            return Self::unknown(self.words());
        }
        if certain >= 8 && self.words() <= TABULATED {
            return logarithm::ln_by_table::<Proved>(self);
        }
        let scale = self.magnitude().unwrap_or(0);
        let x = self.clone().shift(-scale);
        // A guess with 32 fraction bits, so that it is a short dyadic number.
        let guess = (x.seed().ln() * 4_294_967_296.0).round().min(0.0);
        if !(-4e10..=0.0).contains(&guess) {
            return Self::unknown(self.words());
        }
        let guess = Self::from_u64(-guess as u64, self.words()).shift(-32);
        let rest = x.mul(&guess.exp()).sub(&self.one());
        if rest.magnitude().is_some_and(|g| g > -2) {
            return Self::unknown(self.words());
        }
        let scale_size = Self::from_u128(scale.unsigned_abs(), 0, self.words());
        let scale_part = Self::ln2(self.words()).mul(&scale_size);
        let scale_part = if scale < 0 { scale_part.negated() } else { scale_part };
        scale_part.sub(&guess).add(&rest.log1p_reduced())
    }

    /// ln(1 + self), as accurate relative to itself as `self` is.
    pub fn log1p(&self) -> Self {
        match self.magnitude() {
            None => self.clone(),
            Some(g) if g <= -2 => self.log1p_reduced(),
            _ => self.add(&self.one()).ln(),
        }
    }

    /// ln(1 + y) = 2 atanh(y/(2 + y)) for |y| ≤ 1/4.
    fn log1p_reduced(&self) -> Self {
        let z = self.div(&self.add(&Self::from_u64(2, self.words())));
        let Some(magnitude) = z.magnitude() else {
            return z;
        };
        if magnitude > -1 {
            return Self::unknown(self.words());
        }
        let terms = ((self.bits() + SPARE) / (-2 * magnitude).max(1) + 1).max(1) as u64;
        z.atanh_series::<Proved>(terms).shift(1)
    }

    /// Σ z^(2i+1)/(2i+1) for i < terms, with its remainder; |z| ≤ 1/2.
    pub fn atanh_series<R: Rules>(&self, terms: u64) -> Self {
        let square = self.mul(self);
        let mut sum = Self::zero(self.words());
        for i in (0..terms).rev() {
            sum = sum.mul(&square).add(&Self::from_ratio(1, 2 * i + 1, self.words()));
        }
        let (n, d) = R::atanh_remainder();
        let omitted = self.pow(2 * terms + 1).div_word(2 * terms + 1);
        sum.mul(self).add(&omitted.mul_word(n).div_word(d).uncertainty())
    }

    /// ln 2.
    pub fn ln2(words: usize) -> Self {
        constants::ln2(words)
    }

    /// π.
    pub fn pi(words: usize) -> Self {
        constants::pi(words)
    }

    /// ln n!: a product for small n, else Stirling's series.
    pub fn ln_factorial(n: u64, words: usize) -> Self {
        if n < 256 {
            let product = (2..=n).fold(Self::from_u64(1, words), |p, i| p.mul_word(i));
            return product.ln();
        }
        // Terms fall by about (k/(πn))² each: enough of them, but no more than are tabulated.
        let per_term = 2 * (n.ilog2() as usize) - 6;
        let terms = (64 * words / per_term + 2).min(constants::stirling(words).len() - 1);
        Self::stirling::<Proved>(n, terms, words)
    }

    /// (n + ½) ln n − n + ½ ln 2π + Σ_{k=1}^{terms} B_2k / (2k(2k−1) n^(2k−1)), with its remainder.
    pub fn stirling<R: Rules>(n: u64, terms: usize, words: usize) -> Self {
        let real = Self::from_u64(n, words);
        let log = real.ln();
        let mut sum = log.mul(&real).add(&log.shift(-1)).sub(&real);
        sum = sum.add(&constants::half_ln_two_pi(words));
        let mut power = Self::from_ratio(1, n, words);
        let (num, den) = R::stirling_remainder();
        for (k, coefficient) in (1..).zip(constants::stirling(words).iter()).take(terms + 1) {
            let term = coefficient.mul(&power);
            if k > terms {
                return sum.add(&term.mul_word(num).div_word(den).uncertainty());
            }
            sum = if k % 2 == 0 { sum.sub(&term) } else { sum.add(&term) };
            power = power.div_word(n).div_word(n);
        }
        Self::unknown(words)
    }
    /// Sine and cosine.
    ///
    /// ```
    /// use urnfield_num::Real;
    /// let (sin, cos) = Real::from_u64(1, 4).sin_cos();
    /// assert_eq!(sin.enclosure().digits(25).as_deref(), Some("0.8414709848078965066525023"));
    /// assert_eq!(cos.enclosure().digits(25).as_deref(), Some("0.5403023058681397174009366"));
    /// ```
    pub fn sin_cos(&self) -> (Self, Self) {
        trigonometry::sin_cos_by::<Proved>(self)
    }

    /// The angle of the point (x, `self`), from −π to π; where that might be the origin, anything
    /// from −4 to 4. Where the point might lie on either side of the negative half axis, the angle
    /// is continued from the midpoint, past π or −π.
    ///
    /// ```
    /// use urnfield_num::Real;
    /// let at = |n| Real::from_u64(n, 4);
    /// let angle = at(1).atan2(&at(2).negated());
    /// assert_eq!(angle.enclosure().digits(20).as_deref(), Some("2.6779450445889871222"));
    /// ```
    pub fn atan2(&self, x: &Self) -> Self {
        trigonometry::atan2_by::<Proved>(self, x)
    }

    /// [`Real::sin_cos`] with the error rules named.
    pub fn sin_cos_by<R: Rules>(&self) -> (Self, Self) {
        trigonometry::sin_cos_by::<R>(self)
    }

    /// sin x = x − x·(x²/3! − x⁴/5! + …) with `terms` terms in brackets; from −1 to 1 where |x|
    /// might be 1 or more.
    pub fn sine_series<R: Rules>(&self, terms: usize) -> Self {
        trigonometry::sine_series::<R>(self, terms)
    }

    /// cos x = 1 − (x²/2! − x⁴/4! + …) with `terms` terms in brackets; from −1 to 1 where |x|
    /// might be 1 or more.
    pub fn cosine_series<R: Rules>(&self, terms: usize) -> Self {
        trigonometry::cosine_series::<R>(self, terms)
    }

    /// arctan x = x − x·(x²/3 − x⁴/5 + …) with `terms` terms in brackets; from −2 to 2 where the
    /// midpoint or the error reaches 1/16.
    pub fn arctan_series<R: Rules>(&self, terms: usize) -> Self {
        trigonometry::arctan_series::<R>(self, terms)
    }

    /// [`Real::atan2`] with the error rules named.
    pub fn atan2_by<R: Rules>(&self, x: &Self) -> Self {
        trigonometry::atan2_by::<R>(self, x)
    }

    /// e^self by the series of cosh and sinh; unknown where |self| may reach 2^80.
    pub fn exp_by_series<R: Rules>(&self) -> Self {
        logarithm::exp_by_series::<R>(self)
    }

    /// e^self with so many terms of cosh and sinh; unknown where |self| might be 1 or more, or is
    /// off by 1/16 or more.
    pub fn exp_series<R: Rules>(&self, even: usize, odd: usize) -> Self {
        logarithm::exp_series::<R>(self, even, odd)
    }

    /// The two ends as an enclosure.
    #[inline]
    pub fn enclosure(&self) -> Enclosure {
        Enclosure::from_real(self)
    }
}
