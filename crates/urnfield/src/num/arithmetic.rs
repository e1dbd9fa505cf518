//! The four operations and integer powers of [`Real`], each in a form that names its error rules.

use super::limbs::{self, Limbs};
use super::real::Real;
use super::rules::{Proved, Rules};
use std::cmp::Ordering;

impl<M: Limbs> Real<M> {
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
        let guard = limbs::multiply(a, b, out.words_mut());
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
        let guard = limbs::multiply_lower(a, b, out.words_mut(), lower);
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
        self.add_by::<Proved>(&other.clone().negated())
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
        let bits = |n: u64| 64 - n.leading_zeros();
        let mut divisor = other.mantissa.clone();
        let zeros = limbs::leading_zeros(divisor.words(), 0);
        // The rule needs the divisor's error below a word less than its length.
        if zeros + bits(other.ulps) >= 64 * (other.words() as u32 - 1) {
            return Self::unknown(self.words());
        }
        if self.is_zero() {
            return self.clone();
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

    /// `self^n` by squaring; 1 for n = 0.
    pub fn pow(&self, n: u64) -> Self {
        self.pow_by::<Proved>(n)
    }

    /// [`Real::pow`] with the error rules named.
    pub fn pow_by<R: Rules>(&self, n: u64) -> Self {
        if n == 0 {
            return Self::from_u64(1, self.words());
        }
        let room = (n as u128) * (self.ulps as u128 + 2) < 1 << 61;
        if n > 2 && room && self.top() >> 63 == 1 && !self.negative {
            return self.pow_at_once::<R>(n);
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
    fn pow_at_once<R: Rules>(&self, n: u64) -> Self {
        let words = self.words();
        let bits = 64 * words as i128;
        let (mut power, mut exponent) = (self.mantissa.clone(), self.exponent);
        let mut out = M::zeroed(words);
        let mut times = |power: &mut M, exponent: &mut i128, b: Option<&Self>| {
            let (other, other_exponent) = match b {
                Some(b) => (b.mantissa.words(), b.exponent),
                None => (power.words(), *exponent),
            };
            let mut guard = limbs::multiply(power.words(), other, out.words_mut());
            *exponent += other_exponent + bits;
            if out.words()[words - 1] >> 63 == 0 {
                limbs::shift_left(out.words_mut(), &mut guard, 1);
                *exponent -= 1;
            }
            std::mem::swap(power, &mut out);
        };
        for bit in (0..n.ilog2()).rev() {
            times(&mut power, &mut exponent, None);
            if n >> bit & 1 == 1 {
                times(&mut power, &mut exponent, Some(self));
            }
        }
        let error = R::power(n, self.ulps) << 64;
        Self::settle::<R>(false, power, 0, false, exponent - 64, error)
    }

    /// `−self`.
    pub fn negated(mut self) -> Self {
        self.negative = !self.negative;
        self
    }
}
