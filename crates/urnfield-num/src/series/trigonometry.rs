//! sin, cos and atan2, for any argument.
//!
//! A function is computed at the midpoint of its argument, as if that were exact; then the doubt
//! about the argument enters through |f′| ≤ 1 ([`Rules::argument`]). So a wide argument does not
//! widen the terms of a series, and the series can run in fixed point (`fixed_point`).

use crate::real::Real;
use crate::real::rules::{Proved, Rules};
use crate::series::constants::{self, ARCTAN_STEPS};
use crate::series::fixed_point::{self, Coefficient, Fraction};
use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

/// Extra bits carried below the mantissa when the number of terms of a series is chosen.
const SPARE: i128 = 8;

/// Arguments beyond 2^this are not reduced, because they are not known to a radian.
const LARGEST: i128 = 1 << 14;

/// Sine and cosine, with the error rules named.
pub(crate) fn sin_cos_by<R: Rules>(angle: &Real) -> (Real, Real) {
    let (middle, error) = angle.middle_and_doubt::<Proved>();
    let (rest, quarter) = match middle.size().unwrap_or(0) {
        ..=0 => (middle, 0),
        1..=58 => reduced_by_words(&middle),
        59..=LARGEST => reduced_by_integers(&middle),
        _ => return (Real::around_zero(1, angle.words()), Real::around_zero(1, angle.words())),
    };
    let rest = rest.add(&error);
    let words = angle.words();
    let sin = sine_series::<R>(&rest, enough_terms(&rest, &constants::sine(words)));
    let cos = cosine_series::<R>(&rest, enough_terms(&rest, &constants::cosine(words)));
    match quarter % 4 {
        0 => (sin, cos),
        1 => (cos, sin.negated()),
        2 => (sin.negated(), cos.negated()),
        _ => (cos.negated(), sin),
    }
}

/// angle − i·π/2, at most about π/4, and i modulo 4, for an exact |angle| < 2^58.
///
/// π/2 = h + l, where h has L − 1 words, so that i·h and the difference from it are exact: the
/// result is a multiple of the unit of h or of angle, and no longer than angle. Then only i·l is
/// rounded, and it is small: close to a multiple of π/2 the rest is as accurate as l, which has
/// L words of its own.
fn reduced_by_words(angle: &Real) -> (Real, u64) {
    let (high, low) = constants::half_pi_in_parts(angle.words());
    let (mut rest, mut total) = (angle.clone(), 0i64);
    let minus = |rest: &Real, part: &Real, i: i64| {
        let multiple = part.mul_word(i.unsigned_abs());
        if i > 0 { rest.sub(&multiple) } else { rest.add(&multiple) }
    };
    // A second round, as a double has only 53 bits; the third finds nothing left and ends it.
    for _ in 0..3 {
        let i = (rest.seed() / std::f64::consts::FRAC_PI_2).round() as i64;
        if i == 0 {
            break;
        }
        rest = minus(&rest, &high, i);
        total += i;
    }
    (minus(&rest, &low, total), total.rem_euclid(4) as u64)
}

/// angle − i·π/2 and i modulo 4 for an exact argument of any size, in whole numbers.
///
/// With P = π/2·2^F within one of the truth and angle·2^F an integer X, X − iP is off by at
/// most i ≤ 2^size units: F has so many places more.
fn reduced_by_integers(angle: &Real) -> (Real, u64) {
    let (mantissa, _, exponent) = angle.parts();
    let size = angle.size().unwrap_or(0).max(64);
    let places = (size + 64 * (angle.words() as i128 + 2)).max(64 - exponent) as usize;
    let pi = Real::pi(places / 64 + 3);
    let (pi, ulps, unit) = pi.parts();
    // ⌊π/2·2^places⌋, or so: `ulps` and the cut are less than one unit together.
    debug_assert!(ulps < 1 << 32);
    let half_pi = pi >> (-unit + 1 - places as i128) as usize;
    let x = mantissa << (exponent + places as i128) as usize;
    let (mut i, mut rest) = x.div_rem(&half_pi);
    if &rest + &rest > half_pi {
        rest -= &half_pi;
        i += IBig::ONE;
    } else if &rest + &rest < -&half_pi {
        rest += &half_pi;
        i -= IBig::ONE;
    }
    let steps = i.bit_len();
    let (sign, magnitude): (_, UBig) = rest.into_parts();
    let rest = Real::from_big(&magnitude, -(places as i128), angle.words());
    let rest = if sign == dashu_int::Sign::Negative { rest.negated() } else { rest };
    // Twice 2^steps, as P is cut and then again its π is off.
    let off = Real::around_zero(2, angle.words()).shift(steps as i128 - places as i128);
    let quarter = ((i % IBig::from(4)) + IBig::from(4)) % IBig::from(4);
    (rest.add(&off), u64::try_from(quarter).unwrap_or(0))
}

/// How many terms of a series in value² leave out less than 2^-(64L + SPARE) of its first.
pub(crate) fn enough_terms(value: &Real, coefficients: &[Coefficient]) -> usize {
    let per_term = -2 * value.size().unwrap_or(-64).clamp(-1 << 40, 0);
    let goal = -64 * value.words() as i128 - SPARE;
    let small = |terms: usize| match fixed_point::magnitude(&coefficients[terms]) {
        Some(size) => size - per_term * (terms as i128 + 1) < goal,
        None => true,
    };
    // The least number, by halving, as terms only fall.
    let (mut low, mut high) = (1, coefficients.len() - 1);
    while low < high {
        let middle = (low + high) / 2;
        (low, high) = if small(middle) { (low, middle) } else { (middle + 1, high) };
    }
    low
}

/// y·c₁ ± y²·c₂ ± … with `terms` coefficients, y = value², and its remainder; |value| < 1, taken
/// for exact.
pub(crate) fn series<R: Rules>(
    value: &Real,
    coefficients: &[Coefficient],
    terms: usize,
    alternating: bool,
    remainder: (u64, u64),
) -> Real {
    let terms = terms.min(coefficients.len() - 1);
    let x = Fraction::of(value);
    let y = x.mul(&x);
    let sum = y.series(&coefficients[..terms], alternating).mul(&y);
    let scale = 2 * (terms as i128 + 1) * value.size().unwrap_or(-1 << 40).clamp(-1 << 40, 0);
    let omitted = fixed_point::omitted(&coefficients[terms], scale, remainder, value.words());
    sum.real::<R>(R::series(terms)).add(&omitted)
}

/// sin x = x − x·(x²/3! − x⁴/5! + …) with `terms` terms in brackets; from −1 to 1 is all that
/// is known where |x| might be 1 or more.
pub(crate) fn sine_series<R: Rules>(x: &Real, terms: usize) -> Real {
    let (x, doubt) = x.middle_and_doubt::<R>();
    if !(x.is_below(0) && doubt.is_below(0)) {
        return Real::around_zero(1, x.words());
    }
    let all = constants::sine(x.words());
    let part = series::<R>(&x, &all, terms, true, R::alternating_remainder());
    x.sub(&x.mul(&part)).add(&doubt)
}

/// cos x = 1 − (x²/2! − x⁴/4! + …) with `terms` terms in brackets; from −1 to 1 is all that
/// is known where |x| might be 1 or more.
pub(crate) fn cosine_series<R: Rules>(x: &Real, terms: usize) -> Real {
    let (x, doubt) = x.middle_and_doubt::<R>();
    if !(x.is_below(0) && doubt.is_below(0)) {
        return Real::around_zero(1, x.words());
    }
    let all = constants::cosine(x.words());
    let part = series::<R>(&x, &all, terms, true, R::alternating_remainder());
    Real::from_u64(1, x.words()).sub(&part).add(&doubt)
}

/// arctan x = x − x·(x²/3 − x⁴/5 + …) with `terms` terms in brackets; from −2 to 2 is all that
/// is known where the midpoint or the error reaches 1/16.
pub(crate) fn arctan_series<R: Rules>(x: &Real, terms: usize) -> Real {
    let (x, doubt) = x.middle_and_doubt::<R>();
    if !(x.is_below(-4) && doubt.is_below(-4)) {
        return Real::around_zero(2, x.words());
    }
    let all = constants::odd_reciprocals(x.words());
    let part = series::<R>(&x, &all, terms, true, R::alternating_remainder());
    x.sub(&x.mul(&part)).add(&doubt)
}

/// The angle of the point (x, y), with the error rules named.
///
/// For 0 ≤ y ≤ x: y/x is close to j/64, and arctan(y/x) = arctan(j/64) + arctan(u) with
/// u = (64y − jx)/(64x + jy). The errors of x and y reach u as (x·δy + y·δx)/|z|², which is
/// what the angle itself would have.
pub(crate) fn atan2_by<R: Rules>(y: &Real, x: &Real) -> Real {
    let words = y.words();
    let absolute = |v: &Real| if v.negative { v.clone().negated() } else { v.clone() };
    let left = x.negative && !x.is_zero();
    let below = y.negative && !y.is_zero();
    let mut small = absolute(y);
    let mut large = absolute(x);
    let steep = large.sub(&small).is_negative();
    if steep {
        std::mem::swap(&mut small, &mut large);
    }
    if large.is_zero() || large.certain_bits() == 0 {
        return Real::around_zero(4, words);
    }
    let scale = large.magnitude().unwrap_or(0);
    let ratio = small.clone().shift(-scale).seed() / large.clone().shift(-scale).seed();
    // A guess; NaN becomes 0.
    let j = (ratio * ARCTAN_STEPS as f64).round().clamp(0.0, ARCTAN_STEPS as f64) as u64;
    let above = small.mul_word(ARCTAN_STEPS).sub(&large.mul_word(j));
    let u = above.div(&large.mul_word(ARCTAN_STEPS).add(&small.mul_word(j)));
    if u.magnitude().is_some_and(|g| g > -4) {
        return Real::around_zero(4, words);
    }
    let terms = enough_terms(&u, &constants::odd_reciprocals(words));
    let mut angle = arctan_series::<R>(&u, terms).add(&constants::arctan(j, words));
    if steep || left {
        let pi = constants::pi(words);
        if steep {
            angle = pi.clone().shift(-1).sub(&angle);
        }
        if left {
            angle = pi.sub(&angle);
        }
    }
    if below { angle.negated() } else { angle }
}
