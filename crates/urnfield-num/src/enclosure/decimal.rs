//! Binary to decimal at any magnitude: of 2^(−10^12) the first digits are found without the last.

use crate::enclosure::powers_of_ten::tenths;
use crate::rational::Rational;
use crate::real::Real;
use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};
use std::fmt;

/// `±digits·10^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: UBig,
    exponent: i128,
}

/// Powers of two and ten up to this are written out; beyond, they are certified reals.
const WRITTEN_OUT: i128 = 40_000;

/// Powers of two up to this are written out whatever they are for: it is as quick.
const SHORT_POWER: i128 = 2_000;

/// v·2^e to `digits` digits, rounded to nearest (halves away from zero); `None` where the certified
/// power of ten does not tell (the caller shows fewer digits).
pub(crate) fn nearest(v: &IBig, e: i128, digits: usize) -> Option<Decimal> {
    const EXTRA: usize = 12;
    let (floor, ceil, negative) = bracket(v, e, digits + EXTRA);
    // A ceiling without a floor is only the size of something unknown.
    if floor.digits == UBig::ZERO && ceil.digits != UBig::ZERO {
        return None;
    }
    let round = |d: &Bracket, up: bool| {
        let unit = UBig::from(10u8).pow(EXTRA);
        let half = &unit / UBig::from(2u8);
        // A ceiling that is itself the half stands for something below it.
        let push = if up { half - UBig::ONE } else { half };
        let digits = (&d.digits + push) / unit;
        Decimal { negative, digits, exponent: d.exponent + EXTRA as i128 }.normal()
    };
    let exact = floor.digits == ceil.digits;
    let a = round(&floor, false);
    let b = round(&ceil, !exact);
    (a == b).then_some(a)
}

/// v·2^e to `digits` digits, rounded up or down.
pub(crate) fn outward(v: &IBig, e: i128, digits: usize, up: bool) -> Decimal {
    let (floor, ceil, negative) = bracket(v, e, digits);
    let end = if up != negative { ceil } else { floor };
    Decimal { negative, digits: end.digits, exponent: end.exponent }.normal()
}

struct Bracket {
    digits: UBig,
    exponent: i128,
}

/// |v·2^e| between two decimals of about `digits` digits.
fn bracket(v: &IBig, e: i128, digits: usize) -> (Bracket, Bracket, bool) {
    let (sign, magnitude) = v.clone().into_parts();
    let negative = sign == dashu_int::Sign::Negative;
    if magnitude == UBig::ZERO {
        let zero = || Bracket { digits: UBig::ZERO, exponent: 0 };
        return (zero(), zero(), false);
    }
    // log10 of the value, seldom too small and then put right below: 2^n ≤ value, and the
    // constant is below log10 2, which is too much for a negative n by less than is taken off.
    const LOG10_2: (i128, i128) = (30_102_999_566_398_119, 100_000_000_000_000_000);
    let n = magnitude.bit_len() as i128 + e - 1;
    if n.unsigned_abs() > 1 << 72 {
        // This is only the size of a value about which nothing is known.
        let ceil = Bracket { digits: UBig::ONE, exponent: n / 3 + 1 };
        return (Bracket { digits: UBig::ZERO, exponent: 0 }, ceil, negative);
    }
    let log = (n * LOG10_2.0).div_euclid(LOG10_2.1) - if n < 0 { 1 - n / LOG10_2.1 } else { 0 };
    let mut exponent = log - digits as i128 + 1;
    loop {
        let (floor, ceil) = scaled(&magnitude, e, exponent, digits);
        if floor >= UBig::from(10u8).pow(digits) {
            exponent += 1;
            continue;
        }
        return (Bracket { digits: floor, exponent }, Bracket { digits: ceil, exponent }, negative);
    }
}

/// Floor and ceiling of v·2^e / 10^x.
fn scaled(v: &UBig, e: i128, x: i128, digits: usize) -> (UBig, UBig) {
    // A number about 2^n, n < 0, has its last binary place at 2^n or further down, and so is no
    // whole multiple of 10^x unless |x| ≥ |n|; here |x| is at most |n|/3 and the digits. Floor and
    // ceiling are then told apart by reals, which are quicker.
    let n = v.bit_len() as i128 + e - 1;
    let never_whole = n < -SHORT_POWER && (digits as i128) < -n / 4;
    if e.abs() <= WRITTEN_OUT && x.abs() <= WRITTEN_OUT && !never_whole {
        let ten = UBig::from(10u8).pow(x.unsigned_abs() as usize);
        let mut numerator = v.clone();
        let mut denominator = UBig::ONE;
        if e >= 0 {
            numerator <<= e as usize;
        } else {
            denominator <<= (-e) as usize;
        }
        if x >= 0 {
            denominator *= ten;
        } else {
            numerator *= ten;
        }
        let (q, r) = numerator.div_rem(&denominator);
        let ceil = if r == UBig::ZERO { q.clone() } else { &q + UBig::ONE };
        return (q, ceil);
    }
    // The power costs log2|x| bits of the mantissa: at most 127, so two words more.
    let words = digits * 4 / 64 + 5;
    let power = tenths(x, words);
    let quotient = Real::from_big(v, e, words).mul(&power);
    let (mid, ulps, exponent) = quotient.parts();
    let lo = &mid - IBig::from(ulps);
    let hi = mid + IBig::from(ulps);
    let cut = (-exponent).max(0) as usize;
    let floor = lo >> cut;
    let ceil = -((-hi) >> cut);
    let (_, floor) = floor.max(IBig::ZERO).into_parts();
    let (_, ceil) = ceil.max(IBig::ZERO).into_parts();
    (floor, ceil)
}

impl Decimal {
    /// Trailing zeros into the exponent, so that equal values compare equal.
    fn normal(mut self) -> Decimal {
        let ten = UBig::from(10u8);
        if self.digits == UBig::ZERO {
            return Decimal { negative: false, digits: UBig::ZERO, exponent: 0 };
        }
        loop {
            let (q, r) = (&self.digits).div_rem(&ten);
            if r != UBig::ZERO {
                return self;
            }
            self.digits = q;
            self.exponent += 1;
        }
    }

    /// The digits of a rounded value: all that were asked for, zeros included, as they are certain;
    /// but no zeros that only hold places, for which there is the exponent.
    pub(crate) fn rounded(&self, digits: usize) -> String {
        let missing = digits.saturating_sub(self.digits.to_string().len());
        let mut padded = self.clone();
        padded.digits *= UBig::from(10u8).pow(missing);
        padded.exponent -= missing as i128;
        if padded.exponent > 0 { Scientific(&padded).to_string() } else { padded.to_string() }
    }

    /// Its first digit stands for so many powers of ten.
    fn lead(&self) -> i128 {
        self.exponent + self.digits.to_string().len() as i128 - 1
    }

    /// A rational to `digits` digits, rounded to nearest (halves away from zero).
    pub(crate) fn nearest(value: &Rational, digits: usize) -> Decimal {
        let (numerator, denominator) = value.0.clone().into_parts();
        let (sign, magnitude) = numerator.into_parts();
        let negative = sign == dashu_int::Sign::Negative;
        if magnitude == UBig::ZERO {
            return Decimal { negative: false, digits: UBig::ZERO, exponent: 0 };
        }
        let power = |n: i64| UBig::from(10u8).pow(n.max(0) as usize);
        let length = |v: &UBig| (v.bit_len() as i64 * 30_103).div_euclid(100_000);
        // Too many digits at first, then one fewer at a time.
        let mut exponent = length(&magnitude) - length(&denominator) - digits as i64 - 1;
        loop {
            let over = UBig::from(2u8) * &magnitude * power(-exponent);
            let under = UBig::from(2u8) * &denominator * power(exponent);
            let rounded = (over + &under / UBig::from(2u8)) / under;
            if rounded <= power(digits as i64) {
                return Decimal { negative, digits: rounded, exponent: exponent as i128 }.normal();
            }
            exponent += 1;
        }
    }

    /// A rational that is a decimal of at most `digits` digits, as that decimal.
    pub(crate) fn exactly(value: &Rational, digits: usize) -> Option<Decimal> {
        let (numerator, mut denominator) = value.0.clone().into_parts();
        let mut exponent = 0;
        let (sign, mut magnitude) = numerator.into_parts();
        while denominator != UBig::ONE {
            let (q, r) = (&denominator).div_rem(&UBig::from(10u8));
            let (reduced, by) = if r == UBig::ZERO {
                (q, 1u8)
            } else if &denominator % UBig::from(2u8) == UBig::ZERO {
                (denominator / UBig::from(2u8), 5)
            } else if &denominator % UBig::from(5u8) == UBig::ZERO {
                (denominator / UBig::from(5u8), 2)
            } else {
                return None;
            };
            denominator = reduced;
            magnitude *= UBig::from(by);
            exponent -= 1;
        }
        let negative = sign == dashu_int::Sign::Negative;
        let decimal = Decimal { negative, digits: magnitude, exponent }.normal();
        (decimal.digits.to_string().len() <= digits).then_some(decimal)
    }
}

/// Plain notation from 1e-4 up to 1e7, scientific outside.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.digits.to_string();
        if self.digits == UBig::ZERO {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        if !(-4..7).contains(&self.lead()) {
            return Scientific(&Decimal { negative: false, ..self.clone() }).fmt(f);
        }
        if self.exponent >= 0 {
            return write!(f, "{text}{}", "0".repeat(self.exponent as usize));
        }
        let fraction = (-self.exponent) as usize;
        if text.len() > fraction {
            let (whole, part) = text.split_at(text.len() - fraction);
            return write!(f, "{whole}.{part}");
        }
        write!(f, "0.{}{text}", "0".repeat(fraction - text.len()))
    }
}

/// d.ddd·10^lead as `d.ddde5`.
struct Scientific<'a>(&'a Decimal);

impl fmt::Display for Scientific<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.digits.to_string();
        let (first, rest) = text.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let sign = if self.0.negative { "-" } else { "" };
        write!(f, "{sign}{first}{point}{rest}e{}", self.0.lead())
    }
}

/// Longer fractions are too long to read.
const READABLE: usize = 40;

impl Rational {
    /// The number for a sentence: a decimal of at most 7 digits where it is one, else the fraction,
    /// and where that fills a line its first digits.
    ///
    /// ```
    /// use urnfield_num::Rational;
    /// let brief = |text: &str| text.parse().map(|number: Rational| number.brief());
    /// assert_eq!(brief("1/100")?, "0.01");
    /// assert_eq!(brief("1/3")?, "1/3");
    /// assert_eq!(brief("1e-300")?, "1e-300");
    /// assert_eq!(brief("1e-300/3")?, "about 3.333333e-301");
    /// # Ok::<(), urnfield_num::Error>(())
    /// ```
    pub fn brief(&self) -> String {
        const DIGITS: usize = 7;
        if let Some(decimal) = Decimal::exactly(self, DIGITS) {
            return decimal.to_string();
        }
        if self.digits_at_most() <= READABLE {
            self.to_string()
        } else {
            format!("about {}", Decimal::nearest(self, DIGITS).rounded(DIGITS))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is not written out is between the same whole numbers as what is: small numbers of all
    /// lengths, odd and even, that have just one binary place or many.
    #[test]
    fn small_numbers_lie_where_whole_numbers_say() {
        let mantissas =
            ["1", "3", "8", "340282366920938463463374607431768211455", "6700417000000000000000"];
        for v in mantissas.map(|v| v.parse::<UBig>().expect("a number")) {
            for e in [-2_100_i128, -2_300, -4_096, -5_003, -13_000, -39_999, -60_000] {
                for digits in [1, 7, 19, 40, 400] {
                    let (floor, ceil, _) = bracket(&IBig::from(v.clone()), e, digits);
                    assert_eq!(floor.exponent, ceil.exponent);
                    assert!(floor.exponent < 0);
                    let ten = UBig::from(10u8).pow((-floor.exponent) as usize);
                    let whole = (&v * ten) >> (-e) as usize;
                    let what = format!("{v}·2^{e} to {digits} digits");
                    assert_eq!(floor.digits, whole, "{what}");
                    assert_eq!(ceil.digits, whole + UBig::ONE, "{what}");
                }
            }
        }
    }
}
