//! Sums, products and quotients of [`Real`], each in a form that names its error rules.
//!
//! Every operation is written once for all lengths (`…_at`, with the length as an argument) and
//! compiled for each of the common ones (`at_length`). Operands of different lengths are brought
//! to the longer one first: a longer mantissa holds the same number, with zeros above it.

use crate::real::Real;
use crate::real::limbs;
use crate::real::mantissa::{Mantissa, Working, at_length};
use crate::real::rules::{Proved, Rules};
use std::cmp::Ordering;

impl Real {
    /// `self · other`.
    pub fn mul(&self, other: &Self) -> Self {
        self.mul_by::<Proved>(other)
    }

    /// [`Real::mul`] with the error rules named.
    #[inline(always)]
    pub fn mul_by<R: Rules>(&self, other: &Self) -> Self {
        if self.words() != other.words() {
            return self.mul_unequal::<R>(other);
        }
        at_length!(self.words(), |len: W| self.mul_at::<R, W>(other, len))
    }

    #[cold]
    fn mul_unequal<R: Rules>(&self, other: &Self) -> Self {
        let [a, b] = self.equally_long(other);
        a.mul_at::<R, Mantissa>(&b, a.words())
    }

    #[inline(always)]
    fn mul_at<R: Rules, W: Working>(&self, other: &Self, len: usize) -> Self {
        let a = self.mantissa.first(len);
        let b = other.mantissa.first(len);
        if a[len - 1] == 0 || b[len - 1] == 0 {
            return self.mul_vague::<R>(other);
        }
        let mut out = W::zeros(len);
        let guard = limbs::multiply(a, b, out.words_mut());
        let error = R::multiply(a[len - 1], self.ulps, b[len - 1], other.ulps);
        let exponent = self.exponent + other.exponent + 64 * (len as i128 - 1);
        let negative = self.negative != other.negative;
        Self::settle::<R, W>(len, negative, out, guard, false, exponent, error)
    }

    /// The product where cancellation has left a top word of zeros: cut as many words lower as
    /// the product has zero words above it and the errors leave room for
    /// ([`Rules::multiply_vague`]).
    #[cold]
    fn mul_vague<R: Rules>(&self, other: &Self) -> Self {
        let len = self.words();
        if self.is_zero() || other.is_zero() {
            return Self::zero(len);
        }
        let a = self.mantissa.words();
        let b = other.mantissa.words();
        let bits = |n: u64| 64 - n.leading_zeros();
        let za = limbs::leading_zeros(a, 0);
        let zb = limbs::leading_zeros(b, 0);
        let room = (za + zb).min(56 + za - bits(other.ulps)).min(56 + zb - bits(self.ulps));
        let lower = ((room / 64) as usize).min(len - 1);
        let mut out = Mantissa::zeroed(len);
        let guard = limbs::multiply_lower(a, b, out.words_mut(), lower);
        let whole = lower + 1 == len;
        let error = R::multiply_vague((self.ulps, za), (other.ulps, zb), lower as u32, whole);
        let below = 64 * (len as i128 - 1 - lower as i128);
        let exponent = self.exponent + other.exponent + below;
        let negative = self.negative != other.negative;
        Self::settle::<R, _>(len, negative, out, guard, false, exponent, error)
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
        at_length!(self.words(), |len: W| {
            let mut out = W::zeros(len);
            let guard = limbs::multiply_word(self.mantissa.first(len), w, out.words_mut());
            let error = R::multiply_word(self.ulps, w);
            Self::settle::<R, W>(len, self.negative, out, guard, false, self.exponent, error)
        })
    }

    /// `self / w` for w > 0.
    pub fn div_word(&self, w: u64) -> Self {
        self.div_word_by::<Proved>(w)
    }

    /// [`Real::div_word`] with the error rules named.
    #[inline(always)]
    pub fn div_word_by<R: Rules>(&self, w: u64) -> Self {
        at_length!(self.words(), |len: W| {
            let mut out = W::zeros(len);
            let (guard, rem) = limbs::divide_word(self.mantissa.first(len), w, out.words_mut());
            let error = R::divide_word(self.ulps, w, rem != 0);
            Self::settle::<R, W>(len, self.negative, out, guard, false, self.exponent - 64, error)
        })
    }

    /// `self + other`.
    pub fn add(&self, other: &Self) -> Self {
        self.add_signed::<Proved>(other, other.negative)
    }

    /// `self − other`.
    pub fn sub(&self, other: &Self) -> Self {
        self.add_signed::<Proved>(other, !other.negative)
    }

    /// [`Real::add`] with the error rules named.
    pub fn add_by<R: Rules>(&self, other: &Self) -> Self {
        self.add_signed::<R>(other, other.negative)
    }

    /// `self` and |other| with this sign.
    #[inline(always)]
    fn add_signed<R: Rules>(&self, other: &Self, negative: bool) -> Self {
        if self.words() != other.words() {
            return self.add_unequal::<R>(other, negative);
        }
        at_length!(self.words(), |len: W| self.add_at::<R, W>(other, negative, len))
    }

    #[cold]
    fn add_unequal<R: Rules>(&self, other: &Self, negative: bool) -> Self {
        let [a, b] = self.equally_long(other);
        a.add_at::<R, Mantissa>(&b, negative, a.words())
    }

    #[inline(always)]
    fn add_at<R: Rules, W: Working>(&self, other: &Self, other_negative: bool, len: usize) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return Real { negative: other_negative, ..other.clone() };
        }
        // The operand with the higher exponent keeps its place. If its mantissa has leading
        // zeros, its error is large already, and bits of the other below our guard mean nothing.
        let (high, low, high_negative, low_negative) = if self.exponent >= other.exponent {
            (self, other, self.negative, other_negative)
        } else {
            (other, self, other_negative, self.negative)
        };
        let distance = (high.exponent - low.exponent).min(64 * (len as i128 + 3)) as u32;
        let (mut out, mut guard) = (W::load(low.mantissa.first(len)), 0);
        let words = out.words_mut();
        let lost = limbs::shift_right(words, &mut guard, distance);
        let error = R::add(high.ulps, low.ulps, distance, lost);
        let above = high.mantissa.first(len);
        let (mut negative, mut carry) = (high_negative, false);
        if high_negative == low_negative {
            carry = limbs::add(words, &mut guard, above, 0);
        } else if limbs::compare(above, 0, words, guard) == Ordering::Less {
            negative = low_negative;
            limbs::subtract(words, &mut guard, above, 0);
        } else {
            limbs::subtract_from(above, words, &mut guard);
        }
        Self::settle::<R, W>(len, negative, out, guard, carry, high.exponent - 64, error)
    }

    /// `self / other`; where the divisor might be zero, a value about which nothing is known.
    pub fn div(&self, other: &Self) -> Self {
        self.div_by::<Proved>(other)
    }

    /// [`Real::div`] with the error rules named.
    pub fn div_by<R: Rules>(&self, other: &Self) -> Self {
        if self.words() != other.words() {
            let [a, b] = self.equally_long(other);
            return a.div_at::<R, Mantissa>(&b, a.words());
        }
        at_length!(self.words(), |len: W| self.div_at::<R, W>(other, len))
    }

    #[inline(always)]
    fn div_at<R: Rules, W: Working>(&self, other: &Self, len: usize) -> Self {
        let bits = |n: u64| 64 - n.leading_zeros();
        let mut divisor = W::load(other.mantissa.first(len));
        let divisor = divisor.words_mut();
        let zeros = limbs::leading_zeros(divisor, 0);
        // The rule needs the divisor's error below a word less than its length.
        if zeros + bits(other.ulps) >= 64 * (len as u32 - 1) {
            return Self::unknown(len);
        }
        if self.is_zero() {
            return self.clone();
        }
        limbs::shift_left(divisor, &mut 0, zeros);
        // The divisor's error is ulps·2^zeros now; where that is long, the quotient is cut
        // `vague` bits short and both errors are counted in units so much larger.
        let vague = (zeros + bits(other.ulps)).saturating_sub(48).min(zeros);
        let divisor_ulps = other.ulps << (zeros - vague).min(63);
        let (mut dividend, mut below) = (W::load(self.mantissa.first(len)), 0);
        let dividend = dividend.words_mut();
        let mut dividend_ulps = self.ulps;
        let mut exponent = self.exponent - other.exponent + zeros as i128;
        if limbs::compare(dividend, 0, divisor, 0) != Ordering::Less {
            // Halving once is enough, as the divisor's top bit is set.
            limbs::shift_right(dividend, &mut below, 1);
            dividend_ulps = dividend_ulps.div_ceil(2) + (below != 0) as u64;
            exponent += 1;
        }
        let mut out = W::zeros(len);
        let (mut guard, inexact) = limbs::divide(dividend, divisor, out.words_mut());
        let lost = limbs::shift_right(out.words_mut(), &mut guard, vague);
        let top = divisor[len - 1];
        let dividend_ulps = match vague {
            0..64 => dividend_ulps.div_ceil(1 << vague),
            _ => (dividend_ulps != 0) as u64,
        };
        let error = R::divide(dividend_ulps, divisor_ulps, top, inexact || lost);
        let exponent = exponent - 64 * (len as i128 + 1) + vague as i128;
        let negative = self.negative != other.negative;
        Self::settle::<R, W>(len, negative, out, guard, false, exponent, error)
    }

    /// `self^n` by squaring; 1 for n = 0.
    pub fn pow(&self, n: u64) -> Self {
        self.pow_by::<Proved>(n)
    }

    /// [`Real::pow`] with the error rules named.
    pub fn pow_by<R: Rules>(&self, n: u64) -> Self {
        if n == 0 {
            return Self::from_u64(1, self.words());
        }
        // Units stay below 2^61, and n times the exponent below 2^126.
        let room = (n as u128) * (self.ulps as u128 + 2) < 1 << 61
            && self.exponent.unsigned_abs() < 1 << 62;
        if n > 2 && room && self.top() >> 63 == 1 && !self.negative {
            return at_length!(self.words(), |len: W| self.pow_at_once::<R, W>(n, len));
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

    /// The power of a mantissa whose top bit is set: all products are formed on bare words and
    /// the error is counted once, by [`Rules::power`].
    #[inline(always)]
    fn pow_at_once<R: Rules, W: Working>(&self, n: u64, len: usize) -> Self {
        let mut power = W::load(self.mantissa.first(len));
        let mut out = W::zeros(len);
        let mut exponent = self.exponent;
        for bit in (0..n.ilog2()).rev() {
            let words = power.words_mut();
            let guard = limbs::multiply(words, words, out.words_mut());
            exponent = 2 * exponent + raised(out.words_mut(), guard);
            words.copy_from_slice(out.words_mut());
            if n >> bit & 1 == 1 {
                let guard = limbs::multiply(words, self.mantissa.first(len), out.words_mut());
                exponent += self.exponent + raised(out.words_mut(), guard);
                words.copy_from_slice(out.words_mut());
            }
        }
        let error = R::power(n, self.ulps) << 64;
        Self::settle::<R, W>(len, false, power, 0, false, exponent - 64, error)
    }

    /// `−self`.
    #[inline]
    pub fn negated(mut self) -> Self {
        self.negative = !self.negative;
        self
    }

    /// Both operands on the longer of their lengths.
    #[cold]
    fn equally_long(&self, other: &Self) -> [Self; 2] {
        let words = self.words().max(other.words());
        [self.resized(words), other.resized(words)]
    }
}

/// Shifts a product of two mantissas with their top bits set until its own is, and tells the
/// exponent that came with it.
#[inline(always)]
fn raised(product: &mut [u64], mut guard: u64) -> i128 {
    let len = product.len();
    let bits = 64 * len as i128;
    if product[len - 1] >> 63 == 1 {
        return bits;
    }
    limbs::shift_left(product, &mut guard, 1);
    bits - 1
}
