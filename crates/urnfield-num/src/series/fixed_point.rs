//! Fixed point for the inner loops of series: a mantissa and its guard word as a fraction below
//! one.
//!
//! A [`Real`] is rounded and counted after every operation, which a series of twenty terms does not
//! need: all its partial sums are below one, so one unit means the same in all of them, and the
//! loss of the whole sum is known before it starts ([`Rules::series`]). A *unit* here is
//! 2^-64(L+1): the guard word keeps it far below the mantissa that the sum is rounded to.

use crate::real::Real;
use crate::real::limbs;
use crate::real::mantissa::{Mantissa, Working, at_length};
use crate::real::rules::Rules;

/// (words·2^64 + guard) / 2^(64(L + 1)).
#[derive(Debug, Clone)]
pub(crate) struct Fraction {
    words: Mantissa,
    guard: u64,
}

/// A coefficient below one, cut: its L + 1 words, the guard first.
pub(crate) type Coefficient = Vec<u64>;

impl Fraction {
    /// |midpoint| of a real below one: less than one unit too small.
    pub(crate) fn of(real: &Real) -> Self {
        let (mut words, mut guard) = (real.mantissa.clone(), 0);
        let bits = 64 * real.words() as i128;
        match -(real.exponent + bits) {
            down @ 0.. => {
                let down = down.min(bits + 128) as u32;
                limbs::shift_right(words.words_mut(), &mut guard, down);
            }
            // Leading zeros, as the value is below one.
            up => limbs::shift_left(words.words_mut(), &mut guard, -up as u32),
        }
        Fraction { words, guard }
    }

    /// `self · other`, at most [`Rules::fraction_product`] units too small.
    pub(crate) fn mul(&self, other: &Self) -> Self {
        at_length!(self.words.len(), |len: W| self.mul_at::<W>(other, len))
    }

    #[inline(always)]
    fn mul_at<W: Working>(&self, other: &Self, len: usize) -> Self {
        let mut out = W::zeros(len);
        let b = (other.words.first(len), other.guard);
        let guard = product((self.words.first(len), self.guard), b, out.words_mut());
        Fraction { words: out.store(), guard }
    }

    /// c₀ ± y(c₁ ± y(c₂ ± …)), where `self` is y: at most [`Rules::series`] units off.
    ///
    /// Every partial sum is below one and, where signs alternate, not below zero: the coefficients
    /// are at most 1/2 and each is at most 3/4 of the one before, or y is small.
    pub(crate) fn series(&self, coefficients: &[Coefficient], alternating: bool) -> Self {
        at_length!(self.words.len(), |len: W| {
            self.series_at::<W>(coefficients, alternating, len)
        })
    }

    #[inline(always)]
    fn series_at<W: Working>(
        &self,
        coefficients: &[Coefficient],
        alternating: bool,
        len: usize,
    ) -> Self {
        let Some((last, rest)) = coefficients.split_last() else {
            return Fraction { words: Mantissa::zeroed(len), guard: 0 };
        };
        let y = (self.words.first(len), self.guard);
        let (mut sum, mut guard) = (W::load(&last[1..=len]), last[0]);
        let mut part = W::zeros(len);
        for coefficient in rest.iter().rev() {
            let below = product(y, (sum.words_mut(), guard), part.words_mut());
            (sum, guard) = (W::load(&coefficient[1..=len]), coefficient[0]);
            if alternating {
                limbs::subtract(sum.words_mut(), &mut guard, part.words_mut(), below);
            } else {
                limbs::add(sum.words_mut(), &mut guard, part.words_mut(), below);
            }
        }
        Fraction { words: sum.store(), guard }
    }

    /// As a real, `error` units off.
    pub(crate) fn real<R: Rules>(self, error: u128) -> Real {
        let len = self.words.len();
        let exponent = -64 * (len as i128 + 1);
        Real::settle::<R, _>(len, false, self.words, self.guard, false, exponent, error)
    }
}

/// The product of two fractions, each words and guard, into `out`; its guard is returned.
#[inline(always)]
fn product((a, a_guard): (&[u64], u64), (b, b_guard): (&[u64], u64), out: &mut [u64]) -> u64 {
    let len = out.len();
    let mut guard = limbs::multiply(a, b, out);
    let cross = |top: u64, guard: u64| ((top as u128 * guard as u128) >> 64) as u64;
    for part in [cross(a[len - 1], b_guard), cross(b[len - 1], a_guard)] {
        let (sum, mut carry) = guard.overflowing_add(part);
        guard = sum;
        for word in out.iter_mut() {
            (*word, carry) = word.overflowing_add(carry as u64);
        }
    }
    guard
}

/// An upper bound of log2 of a coefficient; `None` where all its words are zero.
pub(crate) fn magnitude(coefficient: &[u64]) -> Option<i128> {
    let zeros = limbs::leading_zeros(&coefficient[1..], coefficient[0]) as i128;
    // One more, as a cut coefficient may be a little less than a power of two.
    (zeros < 64 * coefficient.len() as i128).then_some(1 - zeros)
}

/// Zero, give or take (n/d)·coefficient·2^scale: the first term that a series leaves out.
pub(crate) fn omitted(coefficient: &[u64], scale: i128, (n, d): (u64, u64), words: usize) -> Real {
    let bits = 64 * coefficient.len() as u32;
    let down = (bits - limbs::leading_zeros(coefficient, 0).min(bits)).saturating_sub(28);
    // Its highest 28 bits, in at most two words.
    let (word, shift) = ((down / 64) as usize, down % 64);
    let above = coefficient.get(word + 1).copied().unwrap_or(0);
    let cut = coefficient[word] >> shift | above.checked_shl(64 - shift).unwrap_or(0);
    // One for the cut here, and one for the two units by which the table may be too small.
    let units = (cut + 2) * n;
    let exponent = scale + down as i128 - bits as i128;
    Real::around_zero(units.div_ceil(d) as u32, words).shift(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::rules::Proved;
    use crate::series::constants;
    use dashu_int::UBig;

    /// A fraction as an integer of units.
    fn units(words: &[u64], guard: u64) -> UBig {
        words.iter().rev().chain([&guard]).fold(UBig::ZERO, |sum, &w| (sum << 64) + UBig::from(w))
    }

    fn word(state: &mut u64) -> u64 {
        // SplitMix64, and corners.
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let z = z ^ (z >> 31);
        match z % 5 {
            0 => u64::MAX,
            1 => u64::MAX - (z >> 60),
            _ => z,
        }
    }

    /// Whether no product of two fractions is further below the truth than `rule` allows.
    fn products_hold(rule: u128) -> bool {
        let mut state = 1;
        (0..200_000).all(|_| {
            let mut draw = || Fraction {
                words: Mantissa::of(&[word(&mut state), word(&mut state)]),
                guard: word(&mut state),
            };
            let a = draw();
            let b = draw();
            let product = a.mul(&b);
            let truth = units(a.words.words(), a.guard) * units(b.words.words(), b.guard);
            let product = units(product.words.words(), product.guard) << 192;
            // In 2^-192 of a unit: nothing is lost here.
            product <= truth && truth - product <= UBig::from(rule) << 192
        })
    }

    #[test]
    fn products_are_never_too_large_and_hardly_too_small() {
        assert!(products_hold(Proved::fraction_product()));
    }

    /// Whether y(c₁ ± y(c₂ ± …)) with y = x², x cut, is nowhere further from the truth than `rule`
    /// allows. The truth is bracketed by the same sums in integers of 4 words more.
    fn series_hold(rule: impl Fn(usize) -> u128) -> bool {
        let coefficients = constants::sine(2);
        let longer = constants::sine(6);
        let mut state = 2;
        (0..20_000).all(|i| {
            let terms = 1 + i % 17;
            // Close to one, where nothing shrinks, and anywhere.
            let top = if i % 2 == 0 { u64::MAX } else { word(&mut state) };
            let x = [word(&mut state), top];
            let part = word(&mut state);
            let real = Real::from_parts(false, &x, -128, 0);
            let cut = Fraction::of(&real);
            let y = cut.mul(&cut);
            let sum = y.series(&coefficients[..terms], i % 3 == 0).mul(&y);
            // What was cut may have been anything below one unit.
            let exact = Fraction { words: Mantissa::of(&[0, 0, part, 0, x[0], x[1]]), guard: 0 };
            let y = exact.mul(&exact);
            let truth = y.series(&longer[..terms], i % 3 == 0).mul(&y);
            // 4 words more: their own loss is far below 2^-200 of a unit.
            let a = units(sum.words.words(), sum.guard) << 256;
            let b = units(truth.words.words(), truth.guard);
            let apart = if a > b { a - b } else { b - a };
            apart <= UBig::from(rule(terms)) << 256
        })
    }

    #[test]
    fn series_lose_no_more_than_their_rule() {
        assert!(series_hold(Proved::series));
    }

    // The rule takes every product, coefficient and argument at its worst at once, which no draw
    // does.
    #[test]
    fn series_need_an_eighth_of_their_rule() {
        assert!(!series_hold(|_| 0));
        assert!(!series_hold(|terms| Proved::series(terms) / 8));
    }

    #[test]
    fn products_need_every_unit() {
        assert!(!products_hold(Proved::fraction_product() - 1));
    }
}
