//! [`Enclosure`]: two endpoints that certainly surround the value.
//!
//! | file | idea |
//! |---|---|
//! | `calculate` | arithmetic with enclosures |
//! | `dyadic` | their exact ends |
//! | `decimal`, `powers_of_ten` | how they are printed |
//! | `plain_data` | how they are stored by serde |

mod calculate;
mod decimal;
pub(crate) mod dyadic;
#[cfg(feature = "serde")]
mod plain_data;
mod powers_of_ten;

use crate::enclosure::decimal::Decimal;
use crate::enclosure::dyadic::shift_of;
use crate::rational::Rational;
use crate::real::Real;
use dashu_int::ops::{BitTest, DivRem, DivRemEuclid};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::fmt;

/// Two binary numbers with the value between them, ends included; outlives the range of `f64`.
///
/// Comparisons have three outcomes, so there is no `PartialOrd`: `certainly_le` and
/// `certainly_gt` can both be false.
///
/// It is a number to calculate with: `+ − × ÷`, powers, `ln`, `exp`, `min`, `max`. Whatever the
/// operands are between their ends, the result is between its own.
///
/// ```
/// use urnfield_num::{Enclosure, Rational};
/// let half = Enclosure::from(&Rational::new(1, 2)?);
/// let log = half.ln().expect("above zero"); // −0.693…
/// assert!(log.certainly_lt(&Rational::zero()));
/// assert_eq!(format!("{log:.7}"), "-0.6931472");
/// let back = log.exp() * Enclosure::from(4);
/// assert_eq!(format!("{back:.7}"), "2.000000");
/// # Ok::<(), urnfield_num::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosure {
    lo: IBig,
    hi: IBig,
    exponent: i128,
    /// Carried only while it is short enough to print.
    exact: Option<Rational>,
}

/// Rationals longer than this are not carried along with their enclosure.
const EXACT_CHARACTERS: usize = 200;

impl Enclosure {
    /// The two ends of a real.
    pub fn from_real(value: &Real) -> Enclosure {
        let (mid, ulps, exponent) = value.parts();
        Enclosure { lo: &mid - ulps, hi: mid + ulps, exponent, exact: None }
    }

    /// From `lo·2^exponent` to `hi·2^exponent`, for lo ≤ hi.
    pub(crate) fn from_ends(lo: IBig, hi: IBig, exponent: i128) -> Enclosure {
        debug_assert!(lo <= hi, "ends in order");
        Enclosure { lo, hi, exponent, exact: None }
    }

    /// Adds the exact value.
    #[cfg(feature = "serde")]
    pub(crate) fn known_to_be(self, exact: Rational) -> Enclosure {
        Enclosure { exact: Some(exact), ..self }
    }

    /// The ends as whole numbers of a unit, and the unit's power of two.
    pub(crate) fn ends(&self) -> (&IBig, &IBig, i128) {
        (&self.lo, &self.hi, self.exponent)
    }

    /// From a lower end of one real to the upper end of another.
    pub fn between(low: &Real, high: &Real) -> Enclosure {
        let a = Enclosure::from_real(low);
        let b = Enclosure::from_real(high);
        // Ends of very different sizes (one of them unknown, say) meet at a coarser exponent.
        const WIDEST: i128 = 1 << 24;
        let coarse = a.exponent.max(b.exponent) - WIDEST;
        let exponent = a.exponent.min(b.exponent).max(coarse);
        let floor = |end: IBig, from: i128| match from - exponent {
            up @ 0.. => end << shift_of(up),
            down => end >> shift_of(-down),
        };
        let lo = floor(a.lo, a.exponent);
        let hi = -floor(-b.hi, b.exponent);
        Enclosure { lo, hi, exponent, exact: None }
    }

    /// The tightest enclosure of a rational with at least `bits` certain bits.
    pub fn from_rational(value: &Rational, bits: u64) -> Enclosure {
        let (numerator, denominator) = value.0.clone().into_parts();
        let exact = (value.digits_at_most() <= EXACT_CHARACTERS).then(|| value.clone());
        let shift = bits as i128 + 2 + denominator.bit_len() as i128 - numerator.bit_len() as i128;
        let (scaled, divisor) = if shift >= 0 {
            (numerator << shift as usize, IBig::from(denominator))
        } else {
            (numerator, IBig::from(denominator << (-shift) as usize))
        };
        let (lo, rem) = scaled.div_rem_euclid(&divisor);
        let hi = if rem == UBig::ZERO { lo.clone() } else { &lo + IBig::ONE };
        Enclosure { lo, hi, exponent: -shift, exact }
    }

    /// Exactly zero.
    pub fn zero() -> Enclosure {
        Enclosure::from_rational(&Rational::zero(), 64)
    }

    /// Exactly one.
    pub fn one() -> Enclosure {
        Enclosure::from_rational(&Rational::one(), 64)
    }

    /// The value as an exact rational, where it is known and short.
    pub fn exact(&self) -> Option<&Rational> {
        self.exact.as_ref()
    }

    /// Whether the value is exactly zero.
    pub fn is_zero(&self) -> bool {
        self.lo == IBig::ZERO && self.hi == IBig::ZERO
    }

    /// `1 − self`.
    pub fn complement(&self) -> Enclosure {
        // No answer needs more places than this: the ends move outward to it.
        const FINEST: i128 = -65_536;
        if self.exponent < FINEST {
            let cut = shift_of(FINEST - self.exponent);
            let (lo, hi) = (&self.lo >> cut, -(-&self.hi >> cut));
            return Enclosure { lo, hi, exponent: FINEST, exact: None }.complement();
        }
        if self.exponent > -FINEST {
            return Enclosure::unknown();
        }
        let exponent = self.exponent.min(0);
        let one = IBig::ONE << shift_of(-exponent);
        let scale = shift_of(self.exponent - exponent);
        let exact = self.exact.as_ref().map(Rational::complement);
        let (lo, hi) = (&one - (&self.hi << scale), one - (&self.lo << scale));
        Enclosure { lo, hi, exponent, exact }
    }

    /// How many leading bits are certain: −log2 of the relative width, rounded down.
    pub fn certain_bits(&self) -> u64 {
        let width = &self.hi - &self.lo;
        if width == IBig::ZERO {
            return u64::MAX;
        }
        if self.lo < IBig::ZERO && self.hi > IBig::ZERO {
            return 0;
        }
        let near = if self.lo < IBig::ZERO { -&self.hi } else { self.lo.clone() };
        (near.bit_len() as u64).saturating_sub(1 + width.bit_len() as u64)
    }

    /// The greatest double that is certainly not above the value.
    pub fn lo_f64(&self) -> f64 {
        to_f64_below(&self.lo, self.exponent)
    }

    /// The least double that is certainly not below the value.
    pub fn hi_f64(&self) -> f64 {
        0.0 - to_f64_below(&-&self.hi, self.exponent)
    }

    /// The two ends as reals of so many words; what is too long is cut, and says so.
    pub fn reals(&self, words: usize) -> [Real; 2] {
        [&self.lo, &self.hi].map(|end| {
            let (sign, magnitude) = end.clone().into_parts();
            let real = Real::from_big(&magnitude, self.exponent, words);
            if sign == dashu_int::Sign::Negative { real.negated() } else { real }
        })
    }

    /// ⌊value⌋ where both ends have the same one and it fits.
    pub fn floor(&self) -> Option<u64> {
        if self.magnitude() > 128 {
            return None;
        }
        let floor = |end: &IBig| match self.exponent {
            0.. => end << shift_of(self.exponent),
            e => end >> shift_of(-e),
        };
        let lo = floor(&self.lo);
        let hi = floor(&self.hi);
        if lo != hi {
            return None;
        }
        u64::try_from(lo).ok()
    }

    /// ⌈value⌉ where both ends have the same one and it fits.
    pub fn ceiling(&self) -> Option<u64> {
        if self.hi == self.lo && self.floor().is_some() {
            let (lo, down) = (&self.lo, self.floor()?);
            let exact = self.exponent >= 0
                || (lo >> (-self.exponent) as usize) << (-self.exponent) as usize == *lo;
            return if exact { Some(down) } else { down.checked_add(1) };
        }
        // A whole number strictly inside would make the floors differ.
        self.floor()?.checked_add(1)
    }

    /// An upper bound of the absolute value, as a power of two: |value| < 2^result.
    pub fn magnitude(&self) -> i128 {
        self.exponent + self.lo.bit_len().max(self.hi.bit_len()) as i128
    }

    /// log10 of the value, enclosed; `None` where the value might not be positive.
    pub fn log10(&self) -> Option<Enclosure> {
        if self.lo <= IBig::ZERO {
            return None;
        }
        let [low, high] = self.logarithms_near_one().unwrap_or_else(|| self.logarithms());
        let words = low.words().max(high.words());
        let ten = Real::from_u64(10, words).ln();
        Some(Enclosure::between(&low.div(&ten), &high.div(&ten)))
    }

    /// The logarithms of both ends, on a word more than the ends have, as they are rounded.
    fn logarithms(&self) -> [Real; 2] {
        let words = (self.lo.bit_len().max(self.hi.bit_len()) / 64 + 2).max(4);
        self.reals(words).map(|end| end.ln())
    }

    /// Logarithms of ends within 2^-64 of 1, from the exact differences of the ends from 1. An end
    /// of thousands of bits then has few that matter, and its logarithm takes no longer than
    /// theirs.
    fn logarithms_near_one(&self) -> Option<[Real; 2]> {
        let places = usize::try_from(-self.exponent).ok().filter(|&places| places > 64)?;
        // From 1/2 to 2: what is far smaller has no 1 among its places that could be written out.
        let near = |end: &IBig| (places..=places + 1).contains(&end.bit_len());
        if !near(&self.lo) || !near(&self.hi) {
            return None;
        }
        let one = IBig::ONE << places;
        let above = [&self.lo - &one, &self.hi - &one];
        let bits = above.iter().map(IBig::bit_len).max().unwrap_or(0);
        if bits + 64 > places {
            return None;
        }
        let words = (bits / 64 + 2).max(4);
        Some(above.map(|above| {
            let (sign, size) = above.into_parts();
            let size = Real::from_big(&size, self.exponent, words);
            if sign == dashu_int::Sign::Negative { size.negated() } else { size }.log1p()
        }))
    }

    fn compare_end(&self, end: &IBig, value: &Rational) -> Ordering {
        let numerator = value.0.numerator();
        let denominator = value.0.denominator();
        let sign = |v: &IBig| v.cmp(&IBig::ZERO);
        let mine = sign(end);
        let theirs = sign(numerator);
        if mine != theirs || mine == Ordering::Equal {
            return mine.cmp(&theirs);
        }
        // Same sign: first by size, so that no power of two far outside is ever written out.
        let my_size = end.bit_len() as i128 + self.exponent;
        let their_size = numerator.bit_len() as i128 - denominator.bit_len() as i128;
        let by_size = if (my_size - their_size).abs() > 2 {
            my_size.cmp(&their_size)
        } else {
            Ordering::Equal
        };
        if by_size != Ordering::Equal {
            return if mine == Ordering::Less { by_size.reverse() } else { by_size };
        }
        let left = end * IBig::from(denominator.clone());
        if self.exponent >= 0 {
            (left << self.exponent as usize).cmp(numerator)
        } else {
            left.cmp(&(numerator << (-self.exponent) as usize))
        }
    }

    /// Whether the value is certainly at most `bound`.
    pub fn certainly_le(&self, bound: &Rational) -> bool {
        self.exact.as_ref().map_or_else(
            || self.compare_end(&self.hi, bound) != Ordering::Greater,
            |value| value <= bound,
        )
    }

    /// Whether the value is certainly at least `bound`.
    pub fn certainly_ge(&self, bound: &Rational) -> bool {
        self.exact.as_ref().map_or_else(
            || self.compare_end(&self.lo, bound) != Ordering::Less,
            |value| value >= bound,
        )
    }

    /// Whether the value is certainly greater than `bound`.
    pub fn certainly_gt(&self, bound: &Rational) -> bool {
        self.exact.as_ref().map_or_else(
            || self.compare_end(&self.lo, bound) == Ordering::Greater,
            |value| value > bound,
        )
    }

    /// Whether the value is certainly less than `bound`.
    pub fn certainly_lt(&self, bound: &Rational) -> bool {
        self.exact.as_ref().map_or_else(
            || self.compare_end(&self.hi, bound) == Ordering::Less,
            |value| value < bound,
        )
    }

    /// Whether `value` lies between the ends.
    pub fn contains(&self, value: &Rational) -> bool {
        self.compare_end(&self.lo, value) != Ordering::Greater
            && self.compare_end(&self.hi, value) != Ordering::Less
    }

    /// How this value compares with another one; `None` where the enclosures overlap.
    pub fn compare(&self, other: &Enclosure) -> Option<Ordering> {
        if let (Some(a), Some(b)) = (&self.exact, &other.exact) {
            return Some(a.cmp(b));
        }
        if self.hi() < other.lo() {
            return Some(Ordering::Less);
        }
        if other.hi() < self.lo() {
            return Some(Ordering::Greater);
        }
        None
    }

    /// Whether the two enclosures share a point: two routes to one value must.
    pub fn overlaps(&self, other: &Enclosure) -> bool {
        self.hi() >= other.lo() && other.hi() >= self.lo()
    }

    /// The value to `digits` significant digits, rounded to nearest, if both ends round to them. A
    /// value that is a shorter decimal is that decimal; of any other all digits are written, zeros
    /// too, as they are certain, and none besides: 632120 to one digit is `6e5`.
    pub fn digits(&self, digits: usize) -> Option<String> {
        if self.is_zero() {
            return Some("0".into());
        }
        if let Some(exact) = &self.exact {
            return Some(match Decimal::exactly(exact, digits) {
                Some(short) => short.to_string(),
                None => Decimal::nearest(exact, digits).rounded(digits),
            });
        }
        let lo = decimal::nearest(&self.lo, self.exponent, digits)?;
        let hi = decimal::nearest(&self.hi, self.exponent, digits)?;
        // Two ends that are one number are as good as known.
        let short = (self.lo == self.hi && self.exponent.abs() < 4096).then(|| {
            let value = Rational::from_integers(self.lo.clone(), UBig::ONE);
            Decimal::exactly(&value.shift(self.exponent as i64), digits)
        });
        (lo == hi).then(|| short.flatten().map_or_else(|| lo.rounded(digits), |d| d.to_string()))
    }

    /// Lower and upper end as decimals of `digits` significant digits, rounded outward.
    pub fn decimal_bounds(&self, digits: usize) -> (String, String) {
        let lo = decimal::outward(&self.lo, self.exponent, digits, false);
        let hi = decimal::outward(&self.hi, self.exponent, digits, true);
        // A short decimal is its own two ends.
        if let Some(text) = self.exact.as_ref().and_then(|v| Decimal::exactly(v, digits)) {
            return (text.to_string(), text.to_string());
        }
        (lo.to_string(), hi.to_string())
    }
}

/// Prints certain digits only: as many as `{:.D}` asks for (default 15), fewer where the ends
/// part earlier, and the two ends where they share none.
impl fmt::Display for Enclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = f.precision().unwrap_or(15).max(1);
        if let Some(text) = (1..=asked).rev().find_map(|d| self.digits(d)) {
            return f.write_str(&text);
        }
        let (lo, hi) = self.decimal_bounds(3);
        write!(f, "[{lo}, {hi}]")
    }
}

/// The greatest double at most v·2^e.
fn to_f64_below(v: &IBig, e: i128) -> f64 {
    let (sign, magnitude) = v.clone().into_parts();
    let negative = sign == dashu_int::Sign::Negative;
    if magnitude == UBig::ZERO {
        return 0.0;
    }
    let bits = magnitude.bit_len() as i128;
    // The unit in the last place of a double of this size; subnormals share the smallest.
    let unit = (bits + e - 53).max(-1074);
    let top = bits + e;
    if top > 1024 {
        return if negative { f64::NEG_INFINITY } else { f64::MAX };
    }
    let shift = unit - e;
    let (mut mantissa, inexact) = if shift <= 0 {
        (magnitude << (-shift) as usize, false)
    } else if shift > bits {
        (UBig::ZERO, true)
    } else {
        let (q, r) = magnitude.div_rem(UBig::ONE << shift as usize);
        (q, r != UBig::ZERO)
    };
    if negative && inexact {
        mantissa += UBig::ONE;
    }
    let mantissa = u64::try_from(mantissa).unwrap_or(u64::MAX) as f64;
    // Both factors are exact: 53 bits, and a power of two split so that neither half underflows.
    let half = unit / 2;
    let value = mantissa * 2f64.powi(half as i32) * 2f64.powi((unit - half) as i32);
    if negative { -value } else { value }
}
