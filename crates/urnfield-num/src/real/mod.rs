//! [`Real`]: a mantissa, an exponent, and the number of units it may be off.
//!
//! The value is within `ulps` units of ±mantissa·2^exponent. The mantissa is shifted up as far as
//! that is meaningful: until its top bit is set, or until `ulps` would pass 2^32. So cancellation
//! leaves leading zeros instead of inflating the count, the count never overflows, and a value
//! about which nothing is known is a zero mantissa with a large exponent: a wide enclosure, which
//! makes its caller ask again with more bits. Nothing here can fail.
//!
//! | file | idea |
//! |---|---|
//! | `limbs` | words as one long integer |
//! | `mantissa` | the words of a real, of a length chosen at run time |
//! | `rules` | how far each operation can be off, with proofs |
//! | `arithmetic` | operations and powers |
//! | `places` | [`Places`](places::Places): fixed point in one machine integer, for short sums |

mod arithmetic;
pub(crate) mod limbs;
pub(crate) mod mantissa;
pub(crate) mod places;
pub(crate) mod rules;

use crate::rational::Rational;
use crate::real::mantissa::{Mantissa, Working};
use crate::real::rules::Rules;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

/// A real number that knows its own error, on a mantissa of as many words as were asked for.
///
/// ```
/// use urnfield_num::Real;
/// let third = Real::from_ratio(1, 3, 4); // four words: 256 bits
/// assert_eq!(third.enclosure().digits(20).as_deref(), Some("0.33333333333333333333"));
/// ```
#[derive(Debug, Clone)]
pub struct Real {
    pub(crate) negative: bool,
    pub(crate) mantissa: Mantissa,
    /// i128, because 0.75^(2^64) is a legitimate rate.
    pub(crate) exponent: i128,
    pub(crate) ulps: u64,
}

/// Error counts are kept below this many bits by dropping mantissa bits that mean nothing.
const ULP_BITS: i32 = 32;

/// Exponents stay below this in size.
const LARGEST_EXPONENT: i128 = 1 << 125;

impl Real {
    /// Zero, exactly, on a mantissa of `words` words (two at least).
    #[inline]
    pub fn zero(words: usize) -> Self {
        Real { negative: false, mantissa: Mantissa::zeroed(words), exponent: 0, ulps: 0 }
    }

    /// An integer, exactly (mantissas have at least two words).
    #[inline]
    pub fn from_u64(value: u64, words: usize) -> Self {
        let mut r = Self::zero(words);
        if value != 0 {
            let zeros = value.leading_zeros();
            r.mantissa.set_top(value << zeros);
            r.exponent = -i128::from(zeros) - 64 * (r.words() as i128 - 1);
        }
        r
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

    /// A positive normal double, exactly (mantissas have at least two words).
    pub fn from_f64(value: f64, words: usize) -> Self {
        let bits = value.to_bits();
        let exponent = i128::from(bits >> 52 & 0x7ff) - 1075;
        Self::from_u128(u128::from(bits & ((1 << 52) - 1) | 1 << 52), exponent, words)
    }

    /// `a / b` for b > 0.
    pub fn from_ratio(a: u64, b: u64, words: usize) -> Self {
        Self::from_u64(a, words).div_word(b)
    }

    /// `±mantissa·2^exponent`, off by up to `ulps` (below 2^32) units of the mantissa.
    pub fn from_parts(negative: bool, words: &[u64], exponent: i128, ulps: u32) -> Self {
        Real { negative, mantissa: Mantissa::of(words), exponent, ulps: ulps as u64 }
    }

    /// A big integer times 2^exponent, cut to the mantissa's length.
    pub fn from_big(value: &UBig, exponent: i128, words: usize) -> Self {
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

    /// A rational, rounded once or twice.
    pub fn from_rational(value: &Rational, words: usize) -> Self {
        let (sign, numerator) = value.0.numerator().clone().into_parts();
        let n = Self::from_big(&numerator, 0, words);
        let n = n.div(&Self::from_big(value.0.denominator(), 0, words));
        if sign == dashu_int::Sign::Negative { n.negated() } else { n }
    }

    /// The value on a mantissa of another length: a longer one gains nothing, a shorter one
    /// loses its lowest words.
    pub fn resized(&self, words: usize) -> Real {
        let mut out = Real::zero(words);
        let from = self.mantissa.words();
        // Leading words of zeros mean that the others are vague; they go first.
        let used = from.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        let cut = used.saturating_sub(out.words());
        for (to, word) in out.mantissa.words_mut().iter_mut().zip(&from[cut..]) {
            *to = *word;
        }
        let lost = from[..cut].iter().any(|&word| word != 0);
        let units = if cut == 0 { self.ulps } else { u64::from(self.ulps != 0) };
        let exponent = self.exponent + 64 * cut as i128;
        Real { negative: self.negative, exponent, ulps: units + u64::from(lost), ..out }
    }

    /// The midpoint, exactly.
    #[inline]
    pub fn middle(mut self) -> Self {
        self.ulps = 0;
        self
    }

    /// How far the truth may be from the midpoint.
    pub fn doubt(&self) -> Self {
        Self::from_u128(u128::from(self.ulps), self.exponent, self.words())
    }

    /// How many words the mantissa has.
    #[inline]
    pub fn words(&self) -> usize {
        self.mantissa.len()
    }

    /// Whether this is exactly zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.ulps == 0 && self.mantissa.words().iter().all(|&w| w == 0)
    }

    /// The signed mantissa, the units it may be off, and the exponent of a unit.
    pub fn parts(&self) -> (IBig, u64, i128) {
        let magnitude = match *self.mantissa.words() {
            [low, high] => IBig::from(u128::from(high) << 64 | u128::from(low)),
            ref words => {
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
                IBig::from(UBig::from_le_bytes(&bytes))
            }
        };
        (if self.negative { -magnitude } else { magnitude }, self.ulps, self.exponent)
    }

    /// An upper bound of the absolute value, as a power of two: |value| < 2^result.
    /// `None` for an exact zero.
    pub fn magnitude(&self) -> Option<i128> {
        if self.is_zero() {
            return None;
        }
        let size = 64 - i128::from(self.ulps.leading_zeros());
        // Where the top bit is set, as it mostly is, no word below matters.
        let bits = match self.top() >> 63 {
            1 => 64 * self.words() as i128,
            _ => {
                64 * self.words() as i128
                    - i128::from(limbs::leading_zeros(self.mantissa.words(), 0))
            }
        };
        Some(self.exponent + bits.max(size) + 1)
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

    /// The midpoint as a double, from its highest two words that are not zero: within 2^-52 of it
    /// relatively where it is in range, else 0 or infinite. Powers of two are exact; no library
    /// function is asked.
    pub fn seed(&self) -> f64 {
        let words = self.mantissa.words();
        let highest = words.iter().rposition(|&w| w != 0).unwrap_or(0).max(1);
        let top = ((words[highest] as u128) << 64 | words[highest - 1] as u128) as f64;
        let scale = self.exponent + 64 * (highest as i128 - 1);
        let scale = scale.clamp(-2200, 2200) as i32;
        let power = |e: i32| f64::from_bits(((e + 1023) as u64) << 52);
        // Three factors, as one may leave the range while the product does not.
        let third = scale / 3;
        let value = top * power(third) * power(third) * power(scale - 2 * third);
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

    /// `self·2^scale` as an integer, and by how much the truth may differ from it; `None` where
    /// either is too long.
    pub fn to_fixed(&self, scale: i128) -> Option<(i128, u128)> {
        if self.is_zero() {
            return Some((0, 0));
        }
        let words = self.mantissa.words();
        let bits = 64 * words.len() as i128 - i128::from(limbs::leading_zeros(words, 0));
        let up = self.exponent.checked_add(scale)?;
        if bits + up > 127 || up > 94 {
            return None;
        }
        // Of a long mantissa the two words that are left, or what is left of three.
        let down = (-up).clamp(0, 64 * words.len() as i128) as u32;
        let (below, above) = words.split_at((down / 64) as usize);
        let word = |i: usize| above.get(i).copied().unwrap_or(0);
        let (size, bits) = (u128::from(word(1)) << 64 | u128::from(word(0)), down % 64);
        let next = u128::from(word(2)).checked_shl(128 - bits).unwrap_or(0);
        let lost = word(0) & ((1 << bits) - 1) != 0 || below.iter().any(|&w| w != 0);
        let size = (size >> bits | next) << up.max(0);
        let off = match up {
            0.. => u128::from(self.ulps) << up,
            _ => u128::from(self.ulps).div_ceil(1 << (-up).min(64)) + u128::from(lost),
        };
        let size = i128::try_from(size).ok()?;
        Some((if self.negative { -size } else { size }, off))
    }

    /// A value about which nothing is known.
    pub fn unknown(words: usize) -> Self {
        let mut r = Self::zero(words);
        r.exponent = (1 << 125) - 1;
        r.ulps = 1;
        r
    }

    #[inline(always)]
    pub(crate) fn top(&self) -> u64 {
        self.mantissa.top()
    }

    /// Exponents stay within ±2^125, so that sums of two never overflow: what is larger is
    /// unknown, what is smaller is zero, give or take one unit that covers it.
    #[cold]
    fn out_of_range(exponent: i128, words: usize) -> Self {
        if exponent > 0 {
            return Self::unknown(words);
        }
        let mut tiny = Self::zero(words);
        tiny.exponent = -LARGEST_EXPONENT + 64 * words as i128 + 64;
        tiny.ulps = 1;
        tiny
    }

    /// The one place where anything is rounded: the words, a guard word and a carry bit above them,
    /// `error` guard units off, become a number. `len` is their count, for the compiler to know.
    #[inline(always)]
    pub(crate) fn settle<R: Rules, W: Working>(
        len: usize,
        negative: bool,
        mut working: W,
        mut guard: u64,
        carry: bool,
        mut guard_exponent: i128,
        mut error: u128,
    ) -> Self {
        let words = working.words_mut();
        if carry {
            let lost = limbs::shift_right(words, &mut guard, 1);
            words[len - 1] |= 1 << 63;
            guard_exponent += 1;
            error = error.div_ceil(2) + lost as u128;
        }
        let zeros = limbs::leading_zeros(words, guard) as i32;
        let mut lost = false;
        // The usual case first: hardly anything to shift, and the error leaves room for it.
        let usual = zeros <= ULP_BITS && ((error >> 64) as u64) >> (ULP_BITS - zeros) == 0;
        let shift = if usual {
            limbs::shift_left_bits(words, &mut guard, zeros as u32);
            zeros
        } else {
            if error == 0 && zeros as usize == 64 * (len + 1) {
                return Real { negative: false, mantissa: working.store(), exponent: 0, ulps: 0 };
            }
            let limit = match error {
                0 => i32::MAX,
                _ => 64 + ULP_BITS - (128 - error.leading_zeros() as i32),
            };
            let shift = zeros.min(limit);
            if shift >= 0 {
                limbs::shift_left(words, &mut guard, shift as u32);
            } else {
                lost = limbs::shift_right(words, &mut guard, -shift as u32);
            }
            shift
        };
        let ulps = R::round(error, shift, lost || guard != 0);
        let exponent = guard_exponent + 64 - shift as i128;
        if exponent.unsigned_abs() >= LARGEST_EXPONENT as u128 {
            return Self::out_of_range(exponent, len);
        }
        Real { negative, mantissa: working.store(), exponent, ulps }
    }

    /// Whether the midpoint is below zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// `self·2^by`, exactly.
    #[inline]
    pub fn shift(mut self, by: i128) -> Self {
        self.exponent = self.exponent.saturating_add(by);
        if self.exponent.unsigned_abs() >= LARGEST_EXPONENT as u128 {
            return Self::out_of_range(self.exponent, self.words());
        }
        self
    }
    /// The midpoint, exactly, and zero give or take what |f′| ≤ 1 makes of the error.
    pub(crate) fn middle_and_doubt<R: Rules>(&self) -> (Self, Self) {
        let mut middle = self.clone();
        let mut doubt = Self::zero(self.words());
        middle.ulps = 0;
        doubt.ulps = R::argument(self.ulps);
        doubt.exponent = self.exponent;
        (middle, doubt)
    }

    /// |self| < 2^result, for a midpoint or a doubt ([`Real::middle_and_doubt`]): one less than
    /// [`Real::magnitude`], as one of mantissa and error is zero. `None` for zero.
    pub(crate) fn size(&self) -> Option<i128> {
        self.magnitude().map(|g| g - 1)
    }

    /// Whether |self| < 2^bound, for a midpoint or a doubt.
    pub(crate) fn is_below(&self, bound: i128) -> bool {
        self.size().is_none_or(|size| size <= bound)
    }

    /// Anything from −`most` to `most`.
    pub(crate) fn around_zero(most: u32, words: usize) -> Self {
        Real { ulps: u64::from(most), ..Self::zero(words) }
    }
}
