//! Complex numbers in fixed point: two integers that count units of 2^-116.
//!
//! An integrand relative to its largest value is at most 1, and what matters of it is its absolute
//! error. Near that largest value its logarithm is a polynomial. So both are computed on integers
//! of one scale, where a product is three machine products and no operation rounds on its own
//! account; how far a result can be off is counted once, by [`Polynomial::units`] and
//! [`EXP_UNITS`].

#[cfg(test)]
mod tests;

use crate::real::Real;
use crate::series::constants;
use std::sync::OnceLock;

/// A unit is 2^-UNIT.
pub const UNIT: i128 = 116;

/// Coefficients and sums are below two to this power.
const ROOM: i128 = 10;

/// re + i·im, in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedComplex {
    /// The real part.
    pub re: i128,
    /// The imaginary part.
    pub im: i128,
}

/// Both parts from −1 to 1, in units of 2^-127 ([`FRACTION`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FractionComplex {
    /// The real part.
    pub re: i128,
    /// The imaginary part.
    pub im: i128,
}

/// A unit of a fraction is 2^-FRACTION.
pub const FRACTION: i128 = 127;

/// By how many units a product of a number with a fraction is off, in absolute value: two real
/// products in each part, each cut by less than 2·3 units (`times`), and 12·√2 < 17.
pub const PRODUCT_UNITS: u128 = 17;

impl FractionComplex {
    /// re + i·im, and by how many units of it the truth may be off in absolute value; `None` where
    /// a part may not be below 1.
    pub fn of(re: &Real, im: &Real) -> Option<(FractionComplex, u128)> {
        let ((re, re_off), (im, im_off)) = (re.to_fixed(FRACTION)?, im.to_fixed(FRACTION)?);
        Some((FractionComplex { re, im }, re_off.checked_add(im_off)?))
    }

    /// self·other, off by at most [`PRODUCT_UNITS`] units of a fraction; `None` where a part may
    /// not be below 1.
    pub fn times(self, other: FractionComplex) -> Option<FractionComplex> {
        // Each of the two products of a part is below 1, and their sum may be below 2.
        let re = times(self.re, other.re).checked_sub(times(self.im, other.im))?;
        let im = times(self.re, other.im).checked_add(times(self.im, other.re))?;
        Some(FractionComplex { re, im })
    }

    /// Whether |self| ≤ 1 for certain, where it is off by so many units.
    pub fn is_within_one(self, off: u128) -> bool {
        // In units of 2^-126; each square is at most 3 too small.
        let square = |part: i128| multiply_high(part.unsigned_abs(), part.unsigned_abs());
        let norm = square(self.re) + square(self.im) + 6;
        off >> 100 == 0 && norm + 4 * off <= 1 << 126
    }

    /// self + other; `None` where a part is not below 1.
    pub fn plus(self, other: FractionComplex) -> Option<FractionComplex> {
        let re = self.re.checked_add(other.re)?;
        Some(FractionComplex { re, im: self.im.checked_add(other.im)? })
    }
}

impl FixedComplex {
    /// self·fraction for a fraction of at most 1 in absolute value, off by at most
    /// [`PRODUCT_UNITS`].
    pub fn times(self, fraction: FractionComplex) -> FixedComplex {
        FixedComplex {
            re: times(self.re, fraction.re) - times(self.im, fraction.im),
            im: times(self.re, fraction.im) + times(self.im, fraction.re),
        }
    }

    /// At least |self|.
    pub fn most(self) -> u128 {
        let re = self.re.unsigned_abs();
        let im = self.im.unsigned_abs();
        re.max(im) + re.min(im) / 2 + 1
    }

    /// e^self, off by at most [`EXP_UNITS`]; `None` where the real part reaches one half or −2^7,
    /// or the imaginary part 2^6.
    ///
    /// With whole n and q, self − n·ln 2 − q·iπ/2 has parts of at most 0.35 and 0.79.
    pub fn exp(self) -> Option<FixedComplex> {
        if self.re.unsigned_abs() >> (UNIT + 7) != 0 || self.im.unsigned_abs() >> (UNIT + 6) != 0 {
            return None;
        }
        let constants = Reductions::get();
        // Guesses of the nearest whole numbers: a rest a little larger is allowed for.
        let scale = f64::from_bits(((1023 - UNIT) as u64) << 52);
        let n = (self.re as f64 * scale / std::f64::consts::LN_2).round() as i128;
        let q = (self.im as f64 * scale / std::f64::consts::FRAC_PI_2).round() as i128;
        if n > 0 {
            return None;
        }
        // In units of 2^-119 and 2^-120, whose integer parts fit.
        let x = (self.re << 3) - n * constants.ln_2;
        let y = (self.im << 4) - q * constants.half_pi;
        let (x, y) = (x << 8, y << 7);
        let size = real_exp(x);
        let (sin, cos) = sin_cos(y);
        let down = (4 - n).min(127) as u32;
        // a·b/2^248, in units of 2^-116.
        let part = |angle: i128| {
            let product = (multiply_high(size, angle.unsigned_abs()) >> down) as i128;
            if angle < 0 { -product } else { product }
        };
        let cos = part(cos);
        let sin = part(sin);
        Some(match q.rem_euclid(4) {
            0 => FixedComplex { re: cos, im: sin },
            1 => FixedComplex { re: -sin, im: cos },
            2 => FixedComplex { re: -cos, im: -sin },
            _ => FixedComplex { re: sin, im: -cos },
        })
    }
}

/// By how many units [`FixedComplex::exp`] is off, in absolute value.
///
/// π/2 is off by half a unit of 2^-120 at most and q is at most 41, so y by 1.3 units; n·2^n is at
/// most ½ in size, so that for x there are 0.04 of e^x ≤ √2·2^n: together below 1.9. The two series
/// are off by less than 32 units of 2^-124 each (`SERIES_UNITS`), so each part of the product by
/// (1 + √2)·32 + 3 of them, 0.4 units, and by 1 for the cut: below 1.4·√2 < 2.
pub const EXP_UNITS: u128 = 4;

/// Units of 2^-124 by which [`real_exp`] and each part of [`sin_cos`] are off.
///
/// A step s ← c ± y·s loses 6 units for its product (`times`), 2 for its coefficient, and for the
/// argument, where that is a square, 8·|s|/8 < 1; what was lost before shrinks by y < 0.63 each
/// time: below 9/(1 − 0.63) = 25. The first term that is left out is below 2^-121, 8 units, for
/// e^x, where y < 0.36 and 9/(1 − 0.36) < 15; and below 3 units for the others.
#[cfg(test)]
const SERIES_UNITS: u128 = 32;

/// ln 2 to the nearest unit of 2^-119, π/2 to the nearest of 2^-120.
struct Reductions {
    ln_2: i128,
    half_pi: i128,
}

impl Reductions {
    fn get() -> &'static Reductions {
        static KEPT: OnceLock<Reductions> = OnceLock::new();
        KEPT.get_or_init(|| {
            let nearest = |value: &Real, unit: i128| {
                let longer = value.to_fixed(unit + 4).map_or(0, |(units, _)| units);
                (longer + 8) >> 4
            };
            Reductions {
                ln_2: nearest(&constants::ln2(3), 119),
                half_pi: nearest(&constants::pi(3).shift(-1), 120),
            }
        })
    }
}

/// 1/k! in units of 2^-124, each cut from the one before: less than two units too small.
const FACTORIALS: [i128; 32] = {
    let mut all = [1i128 << 124; 32];
    let mut k = 1;
    while k < 32 {
        all[k] = all[k - 1] / k as i128;
        k += 1;
    }
    all
};

/// e^x for |x| < 0.36 in units of 2^-127, in units of 2^-124: to the 24th power.
fn real_exp(x: i128) -> u128 {
    let sum = FACTORIALS[..24].iter().rev().fold(FACTORIALS[24], |sum, c| c + times(sum, x));
    sum.unsigned_abs()
}

/// sin y and cos y for |y| < 0.79 in units of 2^-127, in units of 2^-124: to the 29th and 30th
/// power.
fn sin_cos(y: i128) -> (i128, i128) {
    let square = times(y, y);
    let series = |first: usize, last: usize| {
        let coefficients = (first..last).step_by(2).rev().map(|k| FACTORIALS[k]);
        coefficients.fold(FACTORIALS[last], |sum, c| c - times(sum, square))
    };
    (times(series(1, 29), y), series(0, 30))
}

/// a·b·2^-127: too small in size by less than 6.
#[inline(always)]
fn times(a: i128, b: i128) -> i128 {
    let product = (multiply_high(a.unsigned_abs(), b.unsigned_abs()) << 1) as i128;
    // Without a branch, as signs are random: −p is !p + 1.
    let sign = (a ^ b) >> 127;
    (product ^ sign) - sign
}

/// a·b/2^128, at most 3 too small: without the lowest product and the lower halves of the two in
/// the middle. For sums whose rule counts three.
///
/// Coq: `rounded_down.multiply_high_loses_three`.
#[inline(always)]
pub fn multiply_high(a: u128, b: u128) -> u128 {
    let (a1, a0) = ((a >> 64) as u64, a as u64);
    let (b1, b0) = ((b >> 64) as u64, b as u64);
    let cross = |x: u64, y: u64| (x as u128 * y as u128) >> 64;
    a1 as u128 * b1 as u128 + cross(a1, b0) + cross(a0, b1)
}

/// a·b/2^down, rounded up, for a and b below 2^120 and `down` from 116 on.
pub fn scaled_up(a: u128, b: u128, down: i128) -> u128 {
    let bits = |n: u128| 128 - n.leading_zeros();
    // Without its lowest bits the larger is a little too small: one more makes up for them.
    let cut = (bits(a) + bits(b)).saturating_sub(127);
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    ((((large >> cut) + 1) * small) >> (down as u32 - cut)) + 1
}

/// c₁·u + c₂·u² + … for a complex fraction u.
pub struct Polynomial {
    coefficients: Vec<i128>,
    /// By how many units all coefficients together may be off.
    off: u128,
    /// The sizes of all coefficients, in whole numbers, rounded up.
    size: u128,
}

impl Polynomial {
    /// With the coefficients of u, u², …; `None` where they are too large for fixed point.
    pub fn new(coefficients: &[Real]) -> Option<Polynomial> {
        let fixed: Option<Vec<(i128, u128)>> =
            coefficients.iter().map(|c| c.to_fixed(UNIT)).collect();
        let fixed = fixed?;
        let off = fixed.iter().try_fold(0u128, |sum, c| sum.checked_add(c.1))?;
        let size = fixed.iter().try_fold(0u128, |sum, c| sum.checked_add(c.0.unsigned_abs()))?;
        let coefficients = fixed.into_iter().map(|c| c.0).collect();
        // Errors included, far below the room there is.
        (size >> (UNIT + ROOM) == 0 && off >> UNIT == 0).then_some(Polynomial {
            coefficients,
            off,
            size: (size >> UNIT) + 2,
        })
    }

    /// The value at u, |u| ≤ 1, off by at most [`Polynomial::units`].
    pub fn at(&self, u: FractionComplex) -> FixedComplex {
        let mut sum = FixedComplex { re: 0, im: 0 };
        for c in self.coefficients.iter().rev() {
            let (re, im) = (sum.re + c, sum.im);
            sum.re = times(re, u.re) - times(im, u.im);
            sum.im = times(re, u.im) + times(im, u.re);
        }
        sum
    }

    /// By how many units the value is off in absolute value, where u is off by `fraction` units of
    /// a fraction and |u| ≤ 1.
    ///
    /// A step s ← (c + s)·u is off by what s was, times |u| ≤ 1, by what c is off, by a product,
    /// and by
    /// |c + s| times what u is off; all partial sums are below the sum of all sizes (a little
    /// more with their errors: `size` has 1 to spare). 2^(127 − 116) units of a fraction are a
    /// unit.
    pub fn units(&self, fraction: u128) -> Option<u128> {
        let by_point = self.size.checked_mul(fraction)?.div_ceil(1 << (FRACTION - UNIT));
        let step = by_point.checked_add(PRODUCT_UNITS)?;
        step.checked_mul(self.coefficients.len() as u128)?.checked_add(self.off)
    }
}
