//! [`Places`]: fixed point in one machine integer, for short sums of numbers near one.
//!
//! A [`Real`] is shifted and rounded after every operation, which takes most of its time where
//! mantissas are short. Here the point stands still, 122 binary places from the right, so that sums
//! are one instruction or two and products eight; what does not fit becomes a number about which
//! nothing is known, and the caller asks `Real` instead.

use crate::real::Real;
use crate::real::rules::{Proved, Rules};
use std::ops::{Add, Mul, Sub};

/// Binary places; five bits and a sign are left for what stands before the point.
const PLACES: u32 = 122;

/// One.
const ONE: i128 = 1 << PLACES;

/// As many units off as this, or more, means that nothing is known.
const LOST: u64 = 1 << 57;

/// value·2^-122, off by up to `units`·2^-122.
///
/// ```
/// use urnfield_num::Places;
/// let third = Places::reciprocal(3);
/// let ninth = (third * third).real().expect("it fits");
/// assert_eq!(ninth.enclosure().digits(30).as_deref(), Some("0.111111111111111111111111111111"));
/// // Beyond 32 there is nothing.
/// assert!(Places::one().mul_word(32).real().is_none());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Places {
    value: i128,
    units: u64,
}

/// 1/i and 1/i!, cut.
const RECIPROCALS: [u128; 32] = reciprocals(false);
const FACTORIALS: [u128; 32] = reciprocals(true);

/// ⌊log2 i!⌋ at most.
const FACTORIAL_BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut i = 2;
    while i < 32 {
        // 2^122/i! < 2^b makes i! > 2^(122 − b).
        bits[i] = FACTORIALS[i].leading_zeros() + PLACES - 128;
        i += 1;
    }
    bits
};

const fn reciprocals(of_factorials: bool) -> [u128; 32] {
    let mut all = [ONE as u128; 32];
    let (mut i, mut divisor) = (1, 1u128);
    while i < 32 {
        divisor = if of_factorials { divisor * i as u128 } else { i as u128 };
        all[i] = ONE as u128 / divisor;
        i += 1;
    }
    all
}

impl Places {
    /// Something about which nothing is known.
    pub const fn unknown() -> Places {
        Places { value: 0, units: LOST }
    }

    /// Exactly zero.
    pub const fn zero() -> Places {
        Places { value: 0, units: 0 }
    }

    /// Exactly one.
    pub const fn one() -> Places {
        Places { value: ONE, units: 0 }
    }

    /// 1/w, for w > 0.
    #[inline]
    pub fn reciprocal(w: u64) -> Places {
        Places { value: (ONE as u128 / u128::from(w)) as i128, units: 1 }
    }

    /// a/b, for b > 0.
    #[inline]
    pub fn ratio(a: u64, b: u64) -> Places {
        let part = match a % b {
            0 => Places::zero(),
            rest => {
                // Two words of quotient, one after the other.
                let first = u128::from(rest) << 64;
                let b = u128::from(b);
                let second = (first % b) << (PLACES - 64);
                let value = ((first / b) << (PLACES - 64)) + second / b;
                Places { value: value as i128, units: 1 }
            }
        };
        Places::one().mul_word(a / b) + part
    }

    /// A real that is below 32.
    #[inline]
    pub fn from_real(real: &Real) -> Places {
        match real.to_fixed(i128::from(PLACES)) {
            Some((value, units)) if units < u128::from(LOST) => {
                Places { value, units: units as u64 }
            }
            _ => Places::unknown(),
        }
    }

    /// As a real of two words; `None` where nothing is known.
    #[inline]
    pub fn real(self) -> Option<Real> {
        self.real_within(0.0)
    }

    /// Widens the value by `rest`, which is not negative, on both sides.
    #[inline]
    pub fn real_within(self, rest: f64) -> Option<Real> {
        self.real_by::<Proved>(rest)
    }

    /// [`Places::real_within`] with the error rules named.
    #[inline(always)]
    pub fn real_by<R: Rules>(self, rest: f64) -> Option<Real> {
        if self.units >= LOST || rest >= 1.0 {
            return None;
        }
        // A power of two is an exact factor, and one unit makes up for the fraction.
        let more = if rest > 0.0 { (rest * ONE as f64) as u128 + 1 } else { 0 };
        let units = u128::from(self.units) + more;
        // A real counts no more than 2^32 units: places that mean nothing are dropped.
        let cut = (128 - units.leading_zeros()).saturating_sub(31);
        let size = self.value.unsigned_abs() >> cut;
        let words = [size as u64, (size >> 64) as u64];
        let exponent = i128::from(cut) - i128::from(PLACES);
        let units = R::places_dropped(units, cut) as u32;
        Some(Real::from_parts(self.value < 0, &words, exponent, units))
    }

    /// `self · other` with the error rules named.
    #[inline(always)]
    pub fn mul_by<R: Rules>(self, other: Places) -> Places {
        if (self.units | other.units) >= LOST {
            return Places::unknown();
        }
        let a = self.value.unsigned_abs();
        let b = other.value.unsigned_abs();
        let (product, over) = product(a, b);
        let units = R::places_product((a, self.units), (b, other.units));
        let value = product as i128;
        let value =
            if (self.value < 0) != (other.value < 0) { value.wrapping_neg() } else { value };
        Places::unless(over, value, units)
    }

    /// `self · w`, exactly.
    #[inline]
    pub fn mul_word(self, w: u64) -> Places {
        let size = self.value.unsigned_abs();
        let (low, high) = (size as u64, (size >> 64) as u64);
        let low = u128::from(low) * u128::from(w);
        let high = u128::from(high) * u128::from(w) + (low >> 64);
        let value = (high << 64 | u128::from(low as u64)) as i128;
        let value = if self.value < 0 { value.wrapping_neg() } else { value };
        Places::unless(high >> 63 != 0, value, self.units.saturating_mul(w))
    }

    /// −ln (1 − t)^n, where `self` is n·t, not negative and below 1/2, and t below 1/16. What the
    /// series leaves out changes the power by less than 2^-places, for up to 121 of them.
    #[inline]
    pub fn log_of_power(self, t: Places, places: u32) -> Places {
        self.log_of_power_by::<Proved>(t, places)
    }

    /// [`Places::log_of_power`] with the error rules named: nt·(1 + t/2 + t²/3 + …).
    #[inline(always)]
    pub fn log_of_power_by<R: Rules>(self, t: Places, places: u32) -> Places {
        let (Some(zeros), Some(zeros_t)) = (self.zeros(1), t.zeros(4)) else {
            return Places::unknown();
        };
        // What the slope leaves out shrinks with x; more than 2^50 units of it are not let in, as
        // from 2^57 on nothing is known.
        let places = places.saturating_sub(zeros).max(PLACES - 50);
        // t^terms < 2^-(places + 1).
        let terms = ((places + 1).div_ceil(zeros_t) as usize).clamp(1, 31);
        let slope = series(t.value as u128, zeros_t, &RECIPROCALS[1..=terms], false, places);
        self.mul_by::<R>(Places { value: slope, units: R::places_series(t.units, places) })
    }

    /// e^(−x), where `self` is x, not negative and below 1/2. What the series leaves out is below
    /// 2^-places, for up to 121 of them.
    #[inline]
    pub fn exp_minus(self, places: u32) -> Places {
        self.exp_minus_by::<Proved>(places)
    }

    /// [`Places::exp_minus`] with the error rules named.
    #[inline(always)]
    pub fn exp_minus_by<R: Rules>(self, places: u32) -> Places {
        let Some(zeros) = self.zeros(1) else { return Places::unknown() };
        // x^terms/terms! < 2^-(places + 1).
        let mut terms = ((places + 1).div_ceil(zeros) as usize).clamp(1, 31);
        while terms > 1 && zeros * (terms as u32 - 1) + FACTORIAL_BITS[terms - 1] > places {
            terms -= 1;
        }
        let value = series(self.value as u128, zeros, &FACTORIALS[..terms], true, places);
        Places { value, units: R::places_series(self.units, places) }
    }

    /// z ≥ `least` with |value| < 2^-z, for a midpoint that is not negative.
    #[inline]
    fn zeros(self, least: u32) -> Option<u32> {
        let most = (self.value as u128).checked_add(u128::from(self.units))?;
        let zeros = most.leading_zeros().saturating_sub(128 - PLACES);
        (zeros >= least && self.value >= 0 && self.units < LOST).then_some(zeros)
    }

    #[inline]
    fn unless(over: bool, value: i128, units: u64) -> Places {
        Places { value, units: if over { LOST } else { units } }
    }
}

impl Add for Places {
    type Output = Places;
    #[inline]
    fn add(self, other: Places) -> Places {
        let (value, over) = self.value.overflowing_add(other.value);
        Places::unless(over, value, self.units.saturating_add(other.units))
    }
}

impl Sub for Places {
    type Output = Places;
    #[inline]
    fn sub(self, other: Places) -> Places {
        let (value, over) = self.value.overflowing_sub(other.value);
        Places::unless(over, value, self.units.saturating_add(other.units))
    }
}

impl Mul for Places {
    type Output = Places;
    #[inline]
    fn mul(self, other: Places) -> Places {
        self.mul_by::<Proved>(other)
    }
}

/// c₀ ± y(c₁ ± y(c₂ ± …)) for y < 2^-zeros, at most 1/2: cut as [`Rules::places_series`] says.
///
/// What is lost in the sum behind y^i is multiplied by y^i, so from some i on the upper words are
/// enough. There a unit is 2^-58, and a coefficient, a product and y (times a sum of at most 1) are
/// cut by less than one each: in all less than 3(1 + y + …) ≤ 6 < 2^3 of them, which y^i makes less
/// than 2^-(places + 1).
#[inline(always)]
fn series(y: u128, zeros: u32, coefficients: &[u128], alternating: bool, places: u32) -> i128 {
    const UPPER: u32 = PLACES - 64;
    let long = (places + 1).saturating_sub(UPPER - 3).div_ceil(zeros) as usize;
    let (long, short) = coefficients.split_at(long.min(coefficients.len()));
    let [_, y_upper] = halves(y);
    let mut upper = 0;
    for &c in short.iter().rev() {
        let part = ((u128::from(y_upper) * u128::from(upper)) >> UPPER) as u64;
        let [_, c] = halves(c);
        upper = if alternating { c - part } else { c + part };
    }
    let mut sum = u128::from(upper) << 64;
    for &c in long.iter().rev() {
        let (part, _) = product(y, sum);
        sum = if alternating { c - part } else { c + part };
    }
    sum as i128
}

/// ⌊a·b/2^122⌋, and whether that is 2^127 or more; a and b are at most 2^127.
#[inline(always)]
fn product(a: u128, b: u128) -> (u128, bool) {
    let wide = |x: u64, y: u64| u128::from(x) * u128::from(y);
    let ([a, a_high], [b, b_high]) = (halves(a), halves(b));
    // Upper halves are at most 2^63, so this is at most 2·2^63·(2^64 − 1) + 2^64 − 2 < 2^128.
    let middle = wide(a_high, b) + wide(a, b_high) + (wide(a, b) >> 64);
    let high = wide(a_high, b_high) + (middle >> 64);
    // The product is high·2^128 + middle·2^64 + …, of which the places below are dropped.
    let below = u128::from(middle as u64) >> (PLACES - 64);
    (high << (128 - PLACES) | below, high >> (PLACES - 1) != 0)
}

#[inline(always)]
fn halves(x: u128) -> [u64; 2] {
    [x as u64, (x >> 64) as u64]
}
