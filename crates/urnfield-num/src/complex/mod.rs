//! [`Complex`]: two reals, whose error rules are those of its parts.
//!
//! | file | idea |
//! |---|---|
//! | `gamma` | ln Γ |
//! | `newton` | polynomials in Newton's form at a complex point |
//! | `fixed_complex` | polynomials and exponentials of complex fixed point |

pub mod fixed_complex;
mod gamma;
pub(crate) mod newton;

use crate::real::Real;
use crate::real::rules::{Proved, Rules};
use crate::series::logarithm::{exp_by_series, ln_by_table, twice_atanh};
use crate::series::trigonometry::atan2_by;

/// A complex number that knows its own error, on storage `M`: a rectangle around the truth.
///
/// ```
/// use urnfield_num::{Complex, Real};
/// let one = Real::from_u64(1, 4);
/// let z = Complex::new(one.clone(), one); // 1 + i
/// let angle = z.ln().im.mul_word(4).enclosure();
/// assert_eq!(angle.digits(20).as_deref(), Some("3.1415926535897932385"));
/// assert_eq!(z.pow(20).re.enclosure().digits(9).as_deref(), Some("-1024.00000"));
/// ```
#[derive(Debug, Clone)]
pub struct Complex {
    /// The real part.
    pub re: Real,
    /// The imaginary part.
    pub im: Real,
}

/// Powers up to this are multiplied out; each product may widen a rectangle by √2, so beyond it a
/// logarithm is narrower, and soon faster.
const MULTIPLIED_OUT: u64 = 16;

impl Complex {
    /// re + i·im.
    pub fn new(re: Real, im: Real) -> Self {
        Complex { re, im }
    }

    /// A real number.
    pub fn real(re: Real) -> Self {
        let im = Real::zero(re.words());
        Complex { re, im }
    }

    /// How many words the mantissas have.
    pub fn words(&self) -> usize {
        self.re.words()
    }

    pub(crate) fn unknown(words: usize) -> Self {
        Complex { re: Real::unknown(words), im: Real::unknown(words) }
    }

    /// `self + other`.
    pub fn add(&self, other: &Self) -> Self {
        Complex { re: self.re.add(&other.re), im: self.im.add(&other.im) }
    }

    /// `self − other`.
    pub fn sub(&self, other: &Self) -> Self {
        Complex { re: self.re.sub(&other.re), im: self.im.sub(&other.im) }
    }

    /// `self · other`.
    pub fn mul(&self, other: &Self) -> Self {
        let re = self.re.mul(&other.re).sub(&self.im.mul(&other.im));
        let im = self.re.mul(&other.im).add(&self.im.mul(&other.re));
        Complex { re, im }
    }

    /// `self · other` for a real factor.
    pub fn mul_real(&self, other: &Real) -> Self {
        Complex { re: self.re.mul(other), im: self.im.mul(other) }
    }

    /// `self · w`.
    pub fn mul_word(&self, w: u64) -> Self {
        Complex { re: self.re.mul_word(w), im: self.im.mul_word(w) }
    }

    /// `self²`, as (x + y)(x − y) + 2xy·i: a product less, and no cancellation of squares.
    pub fn square(&self) -> Self {
        let re = self.re.add(&self.im).mul(&self.re.sub(&self.im));
        Complex { re, im: self.re.mul(&self.im).shift(1) }
    }

    /// The conjugate.
    pub fn conj(&self) -> Self {
        Complex { re: self.re.clone(), im: self.im.clone().negated() }
    }

    /// `−self`.
    pub fn negated(self) -> Self {
        Complex { re: self.re.negated(), im: self.im.negated() }
    }

    /// |self|².
    pub fn norm_sqr(&self) -> Real {
        self.re.mul(&self.re).add(&self.im.mul(&self.im))
    }

    /// |self|. √n lies between s and n/s for every s > 0; the guess s is improved by Newton's
    /// method and what is still between the two becomes the error.
    pub fn abs(&self) -> Real {
        let n = self.norm_sqr();
        let words = self.words();
        let Some(size) = n.magnitude() else {
            return n;
        };
        let half = size.div_euclid(2);
        let root = n.clone().shift(-2 * half).seed().sqrt();
        // A guess with 32 fraction bits; it is at least 1/4, or n is vague.
        let mut s = Real::from_u64((root * 4_294_967_296.0) as u64, words).shift(half - 32);
        let mut good = 30;
        while good < 64 * words {
            let mut next = s.add(&n.div(&s)).shift(-1);
            next.ulps = 0;
            (s, good) = (next, 2 * good - 2);
        }
        let other = n.div(&s);
        s.add(&s.sub(&other).uncertainty())
    }

    /// `1 / self`; where `self` might be zero, a value about which nothing is known.
    pub fn recip(&self) -> Self {
        let n = self.norm_sqr();
        Complex { re: self.re.div(&n), im: self.im.div(&n).negated() }
    }

    /// `self / other`; where the divisor might be zero, a value about which nothing is known.
    pub fn div(&self, other: &Self) -> Self {
        let n = other.norm_sqr();
        let product = self.mul(&other.conj());
        Complex { re: product.re.div(&n), im: product.im.div(&n) }
    }

    /// e^self. The real part has to be below 2^61 for anything to be known.
    pub fn exp(&self) -> Self {
        let (sin, cos) = self.im.sin_cos();
        let size = exp_by_series::<Proved>(&self.re);
        Complex { re: cos.mul(&size), im: sin.mul(&size) }
    }

    /// The argument, from −π to π ([`Real::atan2`]).
    pub fn arg(&self) -> Real {
        self.im.atan2(&self.re)
    }

    /// The logarithm: ln |self| + i·arg.
    pub fn ln(&self) -> Self {
        self.ln_by::<Proved>()
    }

    /// [`Complex::ln`] with the error rules named.
    pub fn ln_by<R: Rules>(&self) -> Self {
        Complex { re: self.ln_abs_by::<R>(), im: atan2_by::<R>(&self.im, &self.re) }
    }

    /// `self^n`; 1 for n = 0.
    pub fn pow(&self, n: u64) -> Self {
        if n == 0 {
            return Self::real(Real::from_u64(1, self.words()));
        }
        if n > MULTIPLIED_OUT && self.norm_sqr().certain_bits() > 32 {
            return self.ln().mul_word(n).exp();
        }
        let mut result = self.clone();
        for bit in (0..n.ilog2()).rev() {
            result = result.square();
            if n >> bit & 1 == 1 {
                result = result.mul(self);
            }
        }
        result
    }

    /// ½ ln(x² + y²), and close to the unit circle ½ ln(1 + s) with s = (|x| − 1)(|x| + 1) + y².
    fn ln_abs_by<R: Rules>(&self) -> Real {
        let n = self.norm_sqr();
        if (n.seed() - 1.0).abs() < 1.0 / 64.0 {
            let one = Real::from_u64(1, self.words());
            let x = if self.re.negative { self.re.clone().negated() } else { self.re.clone() };
            let s = x.sub(&one).mul(&x.add(&one)).add(&self.im.mul(&self.im));
            let u = s.div(&s.add(&one.shift(1)));
            return twice_atanh::<R>(&u).shift(-1);
        }
        ln_by_table::<R>(&n).shift(-1)
    }
}
