//! [`Counted`]: a positive double whose roundings were counted.
//!
//! Sums, products and quotients of positive numbers never cancel: after d of them on the longest
//! path a result is off by a factor between (1−u)^d and (1+u)^d, u = 2^-53. What is below
//! [`FLOOR`] is dropped, so nothing ever underflows; drops only lower a result, and the code
//! that drops a number counts it apart.

use std::cmp::Ordering;
use urnfield_num::Real;

/// Terms smaller than this are dropped.
pub(super) const FLOOR: f64 = 1e-290;

/// A number near value·2^exponent: off by a factor of at most 1 + doubt, either way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    value: f64,
    exponent: i64,
    doubt: f64,
    /// Whether what was dropped is part of the doubt; if not, this is a lower bound only.
    pub(super) whole: bool,
}

impl Counted {
    /// A value after so many roundings, with so much dropped on the way.
    pub(super) fn new(value: f64, exponent: i64, roundings: u64, dropped: f64) -> Counted {
        // (1+u)^d − 1 ≤ 1.01·d·u while d·u < 0.01, and as much for what was dropped.
        let doubt = (roundings + 64) as f64 * 1.2e-16;
        let whole = dropped <= value * doubt;
        Counted { value, exponent, doubt: 2.1 * doubt, whole }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.value <= 0.0
    }

    /// How this compares with another one; `None` where the roundings may decide. A lower bound
    /// can be certainly greater, and nothing else.
    pub(super) fn compare(&self, other: &Counted) -> Option<Ordering> {
        let apart = self.doubt + other.doubt;
        // Only an order of magnitude is needed where the exponents differ much.
        let shift = (self.exponent - other.exponent).clamp(-900, 900);
        let ratio = self.value / other.value * power_of_two(shift);
        if ratio > 1.0 + 2.0 * apart && other.whole {
            return Some(Ordering::Greater);
        }
        if ratio < 1.0 - 2.0 * apart && self.whole {
            return Some(Ordering::Less);
        }
        None
    }

    /// Between which doubles −ln of the number lies; a lower bound has no lower end here.
    pub(super) fn minus_ln(&self) -> (f64, f64) {
        let bits = self.value.to_bits();
        // Never subnormal: those were dropped.
        let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
        let exponent = (bits >> 52) as i128 - 1075 + i128::from(self.exponent);
        let ln = Real::from_u128(mantissa.into(), exponent, 2).ln().negated().enclosure();
        let low = ln.lo_f64();
        let high = ln.hi_f64();
        // |ln(1 ± doubt)| ≤ 1.01·doubt.
        let low = (low - 2.0 * self.doubt).next_down();
        let high = (high + 2.0 * self.doubt).next_up();
        (if self.whole { low } else { f64::NEG_INFINITY }, high)
    }
}

#[cfg(test)]
impl Counted {
    /// By how much the number is off a fraction, in parts of the doubt that is claimed, and the
    /// doubt itself.
    pub(super) fn off(&self, truth: &urnfield::Rational) -> (f64, f64) {
        use urnfield::{Enclosure, Rational};
        let bits = self.value.to_bits();
        let mantissa = Rational::from((bits & ((1 << 52) - 1)) | 1 << 52);
        let mine = mantissa.shift((bits >> 52) as i64 - 1075 + self.exponent);
        let error = (&mine - truth).checked_div(truth).expect("a positive rate");
        let error = Enclosure::from_rational(&error, 64);
        (error.lo_f64().abs().max(error.hi_f64().abs()) / self.doubt, self.doubt)
    }
}

/// 2^e for |e| ≤ 1022, by its bits, because the digits of `powi` are not specified.
pub(super) fn power_of_two(e: i64) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

/// x^n for x in [0, 1], not above the truth.
pub(super) fn power_below(x: f64, n: u64) -> f64 {
    power(x, n, |p| if p > 0.0 { p.next_down().max(0.0) } else { 0.0 })
}

/// x^n for x in [0, 1], not below the truth.
pub(super) fn power_above(x: f64, n: u64) -> f64 {
    power(x, n, |p| p.next_up().min(1.0))
}

fn power(x: f64, n: u64, round: impl Fn(f64) -> f64) -> f64 {
    let mut result = 1.0;
    for bit in (0..64 - n.leading_zeros()).rev() {
        result = round(result * result);
        if n >> bit & 1 == 1 {
            result = round(result * x);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_leave_what_roundings_may_decide() {
        let at = |value| Counted::new(value, 0, 1000, 0.0);
        assert_eq!(at(1.0).compare(&at(1.0 + 1e-14)), None);
        assert_eq!(at(1.0).compare(&at(1.1)), Some(Ordering::Less));
        assert_eq!(at(1.1).compare(&at(1.0)), Some(Ordering::Greater));
        let far = Counted::new(1.0, -5000, 1000, 0.0);
        assert_eq!(far.compare(&at(1e-200)), Some(Ordering::Less));
        // A lower bound can only be greater.
        let bound = |value| Counted::new(value, 0, 1000, 0.5);
        assert_eq!(bound(0.1).compare(&at(0.2)), None);
        assert_eq!(bound(0.3).compare(&at(0.2)), Some(Ordering::Greater));
        assert_eq!(at(0.3).compare(&bound(0.2)), None);
    }

    #[test]
    fn logarithms_and_powers_enclose() {
        assert_eq!([-1022, -1, 0, 10].map(power_of_two), [f64::MIN_POSITIVE, 0.5, 1.0, 1024.0]);
        let (low, high) = Counted::new(0.5, -9, 10, 0.0).minus_ln();
        let truth = 10.0 * std::f64::consts::LN_2;
        assert!(low < truth && truth < high && high - low < 1e-12);
        assert!(power_below(0.3, 7) < 0.0002187 && power_above(0.3, 7) > 0.0002187);
        assert!(power_above(0.3, 7) - power_below(0.3, 7) < 1e-17);
    }
}
