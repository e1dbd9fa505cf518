//! [`RoundedDown`]: a positive number of 128 bits that is never above the true one.
//!
//! Everything is rounded down, so a chain of them is a lower bound without any error analysis;
//! how far below it can be is counted in *units*: one rounding loses less than one unit, a
//! fraction 2^-127 of the value. Units of factors add (plus products of losses, which the
//! bound 1/(1 − u·2^-127) of the final step covers).

use urnfield_num::Real;

/// `mantissa/2^128 · 2^exponent`, top bit of the mantissa set; or zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RoundedDown {
    pub(crate) mantissa: u128,
    pub(crate) exponent: i32,
}

/// The exponent that stands for zero: far below any real one, and safe to add to.
pub(crate) const NOTHING: i32 = i32::MIN / 4;

/// Lengths of [`RoundedDown`]s are ±2^28 bits; cells further down than that are dropped.
pub(crate) const LOWEST: i32 = -(1 << 28);

impl RoundedDown {
    pub(crate) const ZERO: RoundedDown = RoundedDown { mantissa: 0, exponent: NOTHING };
    pub(crate) const ONE: RoundedDown = RoundedDown { mantissa: 1 << 127, exponent: 1 };

    pub(crate) fn normal(mantissa: u128, exponent: i32) -> RoundedDown {
        if mantissa == 0 {
            return RoundedDown::ZERO;
        }
        let zeros = mantissa.leading_zeros();
        RoundedDown { mantissa: mantissa << zeros, exponent: exponent - zeros as i32 }
    }

    /// Returns self·other after one rounding: the product is formed exactly and cut to 128 bits.
    ///
    /// Coq: `rounded_down.times_loses_one_unit`.
    pub(crate) fn times(self, other: RoundedDown) -> RoundedDown {
        let (high, next) = product(self.mantissa, other.mantissa);
        let exponent = self.exponent.saturating_add(other.exponent).max(NOTHING);
        if high >> 127 == 1 {
            return RoundedDown { mantissa: high, exponent };
        }
        if high == 0 {
            return RoundedDown::ZERO;
        }
        // Two mantissas of at least 2^127 give 2^254, so one bit is missing at most. Without the
        // bit from below, nearly two units could be lost.
        RoundedDown { mantissa: high << 1 | next, exponent: exponent - 1 }
    }

    /// self·a/b: one rounding, as product and quotient are formed exactly before they are cut.
    ///
    /// Coq: `rounded_down.cut_to_128_bits_loses_one_unit`.
    pub(crate) fn times_ratio(self, a: u64, b: u64) -> RoundedDown {
        if a == 0 || self.mantissa == 0 {
            return RoundedDown::ZERO;
        }
        // The 192-bit product a·mantissa, and 64 zero bits below it, divided by b.
        let low = (self.mantissa as u64) as u128 * a as u128;
        let high = (self.mantissa >> 64) * a as u128 + (low >> 64);
        let words = [(high >> 64) as u64, high as u64, low as u64, 0];
        let mut quotient = [0u64; 4];
        let mut rest = 0u64;
        for (q, &w) in quotient.iter_mut().zip(&words) {
            let n = ((rest as u128) << 64) | w as u128;
            *q = (n / b as u128) as u64;
            rest = (n % b as u128) as u64;
        }
        // The quotient has at least 127 bits below its top: cut it to 128.
        let zeros: u32 = if quotient[0] != 0 {
            quotient[0].leading_zeros()
        } else if quotient[1] != 0 {
            64 + quotient[1].leading_zeros()
        } else {
            128 + quotient[2].leading_zeros()
        };
        let upper = ((quotient[0] as u128) << 64) | quotient[1] as u128;
        let lower = ((quotient[2] as u128) << 64) | quotient[3] as u128;
        let mantissa = match zeros {
            0 => upper,
            1..128 => (upper << zeros) | (lower >> (128 - zeros)),
            _ => lower << (zeros - 128),
        };
        RoundedDown { mantissa, exponent: self.exponent + 64 - zeros as i32 }
    }

    /// self + other: at most two roundings (alignment, carry).
    pub(crate) fn plus(self, other: RoundedDown) -> RoundedDown {
        let (big, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        if small.mantissa == 0 {
            return big;
        }
        let gap = (big.exponent - small.exponent) as u32;
        let shifted = if gap < 128 { small.mantissa >> gap } else { 0 };
        match big.mantissa.checked_add(shifted) {
            Some(sum) => RoundedDown { mantissa: sum, exponent: big.exponent },
            None => {
                let sum = big.mantissa.wrapping_add(shifted);
                RoundedDown { mantissa: (sum >> 1) | (1 << 127), exponent: big.exponent + 1 }
            }
        }
    }

    /// Returns the number as a certified real, exactly.
    pub(crate) fn real(self, words: usize) -> Real {
        Real::from_u128(self.mantissa, self.exponent as i128 - 128, words)
    }

    /// The greatest `RoundedDown` that is certainly not above a positive real.
    pub(crate) fn of(value: &Real) -> RoundedDown {
        let (mid, ulps, exponent) = value.parts();
        let low = mid - ulps;
        let (sign, magnitude) = low.into_parts();
        let bits = dashu_int::ops::BitTest::bit_len(&magnitude);
        if sign == dashu_int::Sign::Negative || bits == 0 {
            return RoundedDown::ZERO;
        }
        let top = if bits > 128 { magnitude >> (bits - 128) } else { magnitude << (128 - bits) };
        let exponent = exponent + bits as i128;
        if exponent < LOWEST as i128 {
            return RoundedDown::ZERO;
        }
        RoundedDown {
            mantissa: u128::try_from(top).unwrap_or(u128::MAX),
            exponent: exponent as i32,
        }
    }
}

/// Returns ⌊a·b / 2^128⌋ and the bit below it.
fn product(a: u128, b: u128) -> (u128, u128) {
    let (a1, a0) = (a >> 64, a as u64 as u128);
    let (b1, b0) = (b >> 64, b as u64 as u128);
    let middle = a1 * b0 + ((a0 * b0) >> 64);
    let (middle, carry) = middle.overflowing_add(a0 * b1);
    (a1 * b1 + (middle >> 64) + ((carry as u128) << 64), middle >> 63 & 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;
    use proptest::prelude::*;

    /// Whether a product is at most the true one, and short of it by less than one unit, 2^-127 of
    /// it.
    fn loses_less_than_one_unit(a: u128, b: u128) -> bool {
        let one = |mantissa| RoundedDown { mantissa, exponent: 0 };
        let found = one(a).times(one(b));
        assert_eq!(found.mantissa >> 127, 1, "{a} {b}");
        let exact = UBig::from(a) * UBig::from(b);
        let shift = usize::try_from(128 + found.exponent).expect("at most one bit is missing");
        let found = UBig::from(found.mantissa) << shift;
        found <= exact && ((&exact - found) << 127) < exact
    }

    /// With the upper half of the product alone, these lose more than one unit:
    /// `rounded_down.times_needs_the_bit_below` in `research/proofs`.
    #[test]
    fn a_product_without_its_top_bit_loses_one_unit_at_most() {
        let top = 1 << 127;
        for (a, b) in [(top + (1 << 64) - 1, top + (1 << 63)), (top, top), (top + 1, top + 1)] {
            assert!(loses_less_than_one_unit(a, b));
        }
        assert!(loses_less_than_one_unit(u128::MAX, u128::MAX));
        assert_eq!(RoundedDown::ZERO.times(RoundedDown::ONE), RoundedDown::ZERO);
    }

    proptest! {
        #[test]
        fn products_lose_one_unit_at_most(a: u128, b: u128, keep in 0..128u32) {
            // Few bits below the top, so that products without a top bit are as frequent as others.
            let [a, b] = [a, b].map(|x| x >> keep | 1 << 127);
            prop_assert!(loses_less_than_one_unit(a, b));
        }
    }
}
