//! [`Real`]: a mantissa, an exponent, and the number of units it may be off.
//!
//! The value is within `ulps` units of ±mantissa·2^exponent. The mantissa is shifted up as far as
//! that is meaningful: until its top bit is set, or until `ulps` would pass 2^32. So cancellation
//! leaves leading zeros instead of inflating the count, the count never overflows, and a value
//! about which nothing is known is a zero mantissa with a large exponent: a wide enclosure, which
//! makes [`refine`](super::refine) ask again with more bits. Nothing here can fail.

use super::enclosure::Enclosure;
use super::limbs::{self, Limbs};
use super::rules::{Proved, Rules};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;

/// A real number that knows its own error, on storage `M`.
#[derive(Debug, Clone)]
pub struct Real<M> {
    negative: bool,
    mantissa: M,
    /// i128, because 0.75^(2^64) is a legitimate rate.
    exponent: i128,
    ulps: u64,
}

/// A [`Real`] of 64·L bits without allocation.
pub type Fixed<const L: usize> = Real<[u64; L]>;

/// A [`Real`] of any length.
pub type Long = Real<Vec<u64>>;

/// Error counts are kept below this many bits by dropping mantissa bits that mean nothing.
const ULP_BITS: i32 = 32;

impl<M: Limbs> Real<M> {
    /// Zero, exactly, with room for `words` words (arrays know their own length).
    pub fn zero(words: usize) -> Self {
        Real { negative: false, mantissa: M::zeroed(words), exponent: 0, ulps: 0 }
    }

    /// An integer, exactly (mantissas have at least two words).
    pub fn from_u64(value: u64, words: usize) -> Self {
        Self::from_u128(value as u128, 0, words)
    }

    /// `value·2^exponent`, exactly.
    pub fn from_u128(value: u128, exponent: i128, words: usize) -> Self {
        let mut r = Self::zero(words);
        if value != 0 {
            let zeros = value.leading_zeros();
            let value = value << zeros;
            let w = r.mantissa.words_mut();
            let len = w.len();
            w[len - 1] = (value >> 64) as u64;
            w[len - 2] = value as u64;
            r.exponent = exponent - zeros as i128 - 64 * (len as i128 - 2);
        }
        r
    }

    /// `a / b` for b > 0.
    pub fn from_ratio(a: u64, b: u64, words: usize) -> Self {
        Self::from_u64(a, words).div_word(b)
    }

    /// `±mantissa·2^exponent`, off by up to `ulps` (below 2^32) units of the mantissa.
    pub fn from_parts(negative: bool, mantissa: M, exponent: i128, ulps: u32) -> Self {
        Real { negative, mantissa, exponent, ulps: ulps as u64 }
    }

    /// The two ends as an enclosure.
    pub fn enclosure(&self) -> Enclosure {
        Enclosure::from_real(self)
    }

    /// A big integer times 2^exponent, cut to the mantissa's length.
    pub(crate) fn from_big(value: &UBig, exponent: i128, words: usize) -> Self {
        let mut r = Self::zero(words);
        let bits = value.bit_len();
        if bits == 0 {
            return r;
        }
        let len = r.mantissa.words().len();
        let room = 64 * len;
        let (scaled, lost) = if bits > room {
            let cut = bits - room;
            (value >> cut, value.trailing_zeros().unwrap_or(0) < cut)
        } else {
            (value << (room - bits), false)
        };
        for (slot, chunk) in r.mantissa.words_mut().iter_mut().zip(scaled.to_le_bytes().chunks(8)) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            *slot = u64::from_le_bytes(bytes);
        }
        r.exponent = exponent + bits as i128 - room as i128;
        r.ulps = lost as u64;
        r
    }

    /// How many words the mantissa has.
    pub fn words(&self) -> usize {
        self.mantissa.words().len()
    }

    /// Whether this is exactly zero.
    pub fn is_zero(&self) -> bool {
        self.ulps == 0 && self.mantissa.words().iter().all(|&w| w == 0)
    }

    /// The signed mantissa, the units it may be off, and the exponent of a unit.
    pub(crate) fn parts(&self) -> (IBig, u64, i128) {
        let bytes: Vec<u8> = self.mantissa.words().iter().flat_map(|w| w.to_le_bytes()).collect();
        let magnitude = IBig::from(UBig::from_le_bytes(&bytes));
        (if self.negative { -magnitude } else { magnitude }, self.ulps, self.exponent)
    }

    /// An upper bound of the absolute value, as a power of two: |value| < 2^result.
    /// `None` for an exact zero.
    pub fn magnitude(&self) -> Option<i128> {
        if self.is_zero() {
            return None;
        }
        let zeros = limbs::leading_zeros(self.mantissa.words(), 0);
        let bits = (64 * self.words() as i128 - zeros as i128).max(0);
        Some(self.exponent + bits.max(64 - self.ulps.leading_zeros() as i128) + 1)
    }

    /// How many leading bits are certain: −log2 of the relative error, rounded down; 0 if the
    /// value might be zero, `u32::MAX` if it is exact.
    pub fn certain_bits(&self) -> u32 {
        if self.ulps == 0 {
            return u32::MAX;
        }
        let zeros = limbs::leading_zeros(self.mantissa.words(), 0);
        let bits = (64 * self.words() as u32).saturating_sub(zeros);
        bits.saturating_sub(1 + 64 - self.ulps.leading_zeros())
    }

    /// The best double to *choose* something with; never part of a certificate.
    pub fn seed(&self) -> f64 {
        let top = *self.mantissa.words().last().expect("a mantissa has words") as f64;
        let scale = self.exponent + 64 * (self.words() as i128 - 1);
        let value = top * (scale.clamp(-3000, 3000) as f64 / 2.0).exp2();
        let value = value * (scale.clamp(-3000, 3000) as f64 / 2.0).exp2();
        if self.negative { -value } else { value }
    }

    /// Zero, give or take |self|: a zero mantissa whose error covers everything `self` may be.
    /// Adding it to a sum is how a remainder enters the error.
    pub fn uncertainty(&self) -> Self {
        let mut r = Self::zero(self.words());
        let mut mantissa = self.mantissa.clone();
        let zeros = limbs::leading_zeros(mantissa.words(), 0);
        let cut = (64 * self.words() as u32).saturating_sub(zeros).saturating_sub(ULP_BITS as u32);
        limbs::shift_right(mantissa.words_mut(), &mut 0, cut);
        let units = if cut >= 64 { (self.ulps != 0) as u64 } else { self.ulps.div_ceil(1 << cut) };
        r.ulps = mantissa.words()[0] + (cut > 0) as u64 + units;
        r.exponent = self.exponent + cut as i128;
        r
    }

    /// A value about which nothing is known.
    pub(crate) fn unknown(words: usize) -> Self {
        let mut r = Self::zero(words);
        r.exponent = (1 << 125) - 1;
        r.ulps = 1;
        r
    }

    fn top(&self) -> u64 {
        *self.mantissa.words().last().expect("a mantissa has words")
    }

    /// Exponents stay within ±2^125, so that sums of two never overflow: what is larger is
    /// unknown, what is smaller is zero, give or take one unit that covers it.
    #[inline(always)]
    fn in_range(self) -> Self {
        if self.exponent.unsigned_abs() < 1 << 125 {
            return self;
        }
        if self.exponent > 0 {
            return Self::unknown(self.words());
        }
        let mut tiny = Self::zero(self.words());
        tiny.exponent = -(1 << 125) + 64 * self.words() as i128 + 64;
        tiny.ulps = 1;
        tiny
    }

    /// The one place where anything is rounded: L words, a guard word and a carry bit above them,
    /// `error` guard units off, become a mantissa.
    #[inline(always)]
    fn settle<R: Rules>(
        negative: bool,
        mut mantissa: M,
        mut guard: u64,
        carry: bool,
        guard_exponent: i128,
        mut error: u128,
    ) -> Self {
        let mut guard_exponent = guard_exponent;
        if carry {
            let lost = limbs::shift_right(mantissa.words_mut(), &mut guard, 1);
            let words = mantissa.words_mut();
            let len = words.len();
            words[len - 1] |= 1 << 63;
            guard_exponent += 1;
            error = error.div_ceil(2) + lost as u128;
        }
        let zeros = limbs::leading_zeros(mantissa.words(), guard) as i32;
        let limit = if error == 0 {
            i32::MAX
        } else {
            64 + ULP_BITS - (128 - error.leading_zeros() as i32)
        };
        let shift = zeros.min(limit);
        if error == 0 && zeros as usize == 64 * (mantissa.words().len() + 1) {
            return Real { negative: false, mantissa, exponent: 0, ulps: 0 };
        }
        let mut lost = false;
        if shift >= 0 {
            limbs::shift_left(mantissa.words_mut(), &mut guard, shift as u32);
        } else {
            lost = limbs::shift_right(mantissa.words_mut(), &mut guard, -shift as u32);
        }
        let ulps = R::round(error, shift, lost || guard != 0);
        Real { negative, mantissa, exponent: guard_exponent + 64 - shift as i128, ulps }.in_range()
    }

    /// `self · other`.
    pub fn mul(&self, other: &Self) -> Self {
        self.mul_by::<Proved>(other)
    }

    /// [`Real::mul`] with the error rules named.
    #[inline(always)]
    pub fn mul_by<R: Rules>(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero(self.words());
        }
        let mut out = M::zeroed(self.words());
        if self.top() == 0 || other.top() == 0 {
            return self.mul_vague::<R>(other, out);
        }
        let (a, b) = (self.mantissa.words(), other.mantissa.words());
        let guard = limbs::multiply(a, b, out.words_mut(), 0);
        let error = R::multiply(self.top(), self.ulps, other.top(), other.ulps);
        let below = 64 * (self.words() as i128 - 1);
        let exponent = self.exponent + other.exponent + below;
        Self::settle::<R>(self.negative != other.negative, out, guard, false, exponent, error)
    }

    /// The product where cancellation has left a top word of zeros: cut as many words lower as
    /// the product has zero words above it and the errors leave room for.
    ///
    /// With z leading zeros of A, A·b < b·2^(64L − z); a guard unit k words lower is
    /// 2^(64(L−1−k)), so A·b is below b·2^(64(k+1) − z) of them: at most 2^120 for
    /// 64k ≤ 56 + z − bits(b). Likewise B·a.
    fn mul_vague<R: Rules>(&self, other: &Self, mut out: M) -> Self {
        let (a, b) = (self.mantissa.words(), other.mantissa.words());
        let bits = |n: u64| 64 - n.leading_zeros();
        let (za, zb) = (limbs::leading_zeros(a, 0), limbs::leading_zeros(b, 0));
        let room = (za + zb).min(56 + za - bits(other.ulps)).min(56 + zb - bits(self.ulps));
        let lower = ((room / 64) as usize).min(self.words() - 1);
        let guard = limbs::multiply(a, b, out.words_mut(), lower);
        let shift = 64 * (lower as u32 + 1);
        let part = |ulps: u64, zeros: u32| match shift.checked_sub(zeros) {
            Some(up) => (ulps as u128) << up,
            None => (ulps as u128).div_ceil(1 << (zeros - shift).min(127)),
        };
        // ab, in guard units of 2^(64(L−1−k)); and what was dropped below the guard.
        let both = self.ulps as u128 * other.ulps as u128;
        let both = if lower + 1 == self.words() { both } else { both.div_ceil(1 << 64) };
        let error = part(other.ulps, za) + part(self.ulps, zb) + both + 1;
        let below = 64 * (self.words() as i128 - 1 - lower as i128);
        let exponent = self.exponent + other.exponent + below;
        Self::settle::<R>(self.negative != other.negative, out, guard, false, exponent, error)
    }

    /// `self · w`.
    pub fn mul_word(&self, w: u64) -> Self {
        self.mul_word_by::<Proved>(w)
    }

    /// [`Real::mul_word`] with the error rules named.
    #[inline(always)]
    pub fn mul_word_by<R: Rules>(&self, w: u64) -> Self {
        if w == 0 {
            return Self::zero(self.words());
        }
        let mut out = M::zeroed(self.words());
        let guard = limbs::multiply_word(self.mantissa.words(), w, out.words_mut());
        let error = R::multiply_word(self.ulps, w);
        Self::settle::<R>(self.negative, out, guard, false, self.exponent, error)
    }

    /// `self / w` for w > 0.
    pub fn div_word(&self, w: u64) -> Self {
        self.div_word_by::<Proved>(w)
    }

    /// [`Real::div_word`] with the error rules named.
    #[inline(always)]
    pub fn div_word_by<R: Rules>(&self, w: u64) -> Self {
        let mut out = M::zeroed(self.words());
        let (guard, rem) = limbs::divide_word(self.mantissa.words(), w, out.words_mut());
        let error = R::divide_word(self.ulps, w, rem != 0);
        Self::settle::<R>(self.negative, out, guard, false, self.exponent - 64, error)
    }

    /// `self + other`.
    pub fn add(&self, other: &Self) -> Self {
        self.add_by::<Proved>(other)
    }

    /// `self − other`.
    pub fn sub(&self, other: &Self) -> Self {
        self.add_by::<Proved>(&other.clone().neg())
    }

    /// [`Real::add`] with the error rules named.
    #[inline(always)]
    pub fn add_by<R: Rules>(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return other.clone();
        }
        // The operand with the higher exponent keeps its place. If its mantissa has leading
        // zeros, its error is large already, and bits of the other below our guard mean nothing.
        let (high, low) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let distance = (high.exponent - low.exponent).min(64 * (self.words() as i128 + 3)) as u32;
        let (mut mantissa, mut guard) = (low.mantissa.clone(), 0);
        let lost = limbs::shift_right(mantissa.words_mut(), &mut guard, distance);
        let error = R::add(high.ulps, low.ulps, distance, lost);
        let exponent = high.exponent - 64;
        if high.negative == low.negative {
            let carry = limbs::add(mantissa.words_mut(), &mut guard, high.mantissa.words(), 0);
            return Self::settle::<R>(high.negative, mantissa, guard, carry, exponent, error);
        }
        let order = limbs::compare(high.mantissa.words(), 0, mantissa.words(), guard);
        if order == Ordering::Less {
            limbs::subtract(mantissa.words_mut(), &mut guard, high.mantissa.words(), 0);
            return Self::settle::<R>(low.negative, mantissa, guard, false, exponent, error);
        }
        let mut difference = high.mantissa.clone();
        let mut above = 0;
        limbs::subtract(difference.words_mut(), &mut above, mantissa.words(), guard);
        Self::settle::<R>(high.negative, difference, above, false, exponent, error)
    }

    /// `self / other`; where the divisor might be zero, a value about which nothing is known.
    pub fn div(&self, other: &Self) -> Self {
        self.div_by::<Proved>(other)
    }

    /// [`Real::div`] with the error rules named.
    pub fn div_by<R: Rules>(&self, other: &Self) -> Self {
        if self.is_zero() {
            return self.clone();
        }
        let bits = |n: u64| 64 - n.leading_zeros();
        let mut divisor = other.mantissa.clone();
        let zeros = limbs::leading_zeros(divisor.words(), 0);
        // The rule needs the divisor's error below a word less than its length.
        if zeros + bits(other.ulps) >= 64 * (other.words() as u32 - 1) {
            return Self::unknown(self.words());
        }
        limbs::shift_left(divisor.words_mut(), &mut 0, zeros);
        // The divisor's error is ulps·2^zeros now; where that is long, the quotient is cut
        // `vague` bits short and both errors are counted in units so much larger.
        let vague = (zeros + bits(other.ulps)).saturating_sub(48).min(zeros);
        let divisor_ulps = other.ulps << (zeros - vague).min(63);
        let (mut dividend, mut below) = (self.mantissa.clone(), 0);
        let mut dividend_ulps = self.ulps;
        let mut exponent = self.exponent - other.exponent + zeros as i128;
        if limbs::compare(dividend.words(), 0, divisor.words(), 0) != Ordering::Less {
            // Halving once is enough, as the divisor's top bit is set.
            limbs::shift_right(dividend.words_mut(), &mut below, 1);
            dividend_ulps = dividend_ulps.div_ceil(2) + (below != 0) as u64;
            exponent += 1;
        }
        let mut out = M::zeroed(self.words());
        let (mut guard, inexact) =
            limbs::divide(dividend.words(), divisor.words(), out.words_mut());
        let lost = limbs::shift_right(out.words_mut(), &mut guard, vague);
        let top = *divisor.words().last().expect("a mantissa has words");
        let dividend_ulps = match vague {
            0..64 => dividend_ulps.div_ceil(1 << vague),
            _ => (dividend_ulps != 0) as u64,
        };
        let error = R::divide(dividend_ulps, divisor_ulps, top, inexact || lost);
        let exponent = exponent - 64 * (self.words() as i128 + 1) + vague as i128;
        Self::settle::<R>(self.negative != other.negative, out, guard, false, exponent, error)
    }

    /// `self^n` by squaring; 1 for n = 0. The error follows from the rule of `mul`: about
    /// 2n(ulps + 1) units for a mantissa near its top.
    pub fn pow(&self, n: u64) -> Self {
        self.pow_by::<Proved>(n)
    }

    /// [`Real::pow`] with the error rules named.
    pub fn pow_by<R: Rules>(&self, n: u64) -> Self {
        if n == 0 {
            return Self::from_u64(1, self.words());
        }
        let mut result = self.clone();
        for bit in (0..n.ilog2()).rev() {
            result = result.mul_by::<R>(&result);
            if n >> bit & 1 == 1 {
                result = result.mul_by::<R>(self);
            }
        }
        result
    }

    /// `−self`.
    pub fn neg(mut self) -> Self {
        self.negative = !self.negative;
        self
    }

    /// Whether the midpoint is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// `self·2^by`, exactly.
    pub fn shift(mut self, by: i128) -> Self {
        self.exponent = self.exponent.saturating_add(by);
        self.in_range()
    }
}
