//! ln and exp by tables and fixed point: several times as fast as those of `elementary`, for
//! complex functions, which need them at every node of a contour.

use crate::real::Real;
use crate::real::rules::Rules;
use crate::series::constants::{self, LN_STEPS};
use crate::series::trigonometry::{enough_terms, series};

/// e^x is known for |x| below two to this power: the logarithms of probabilities stay below
/// 2^64·ln 2^64.
pub(crate) const LARGEST_POWER: i128 = 80;

/// ln x, for one that is certainly positive: x = m·2^e with m close to j/128, and
/// ln m = ln(j/128) + 2 atanh((128m − j)/(128m + j)).
pub(crate) fn ln_by_table<R: Rules>(x: &Real) -> Real {
    let words = x.words();
    if x.is_zero() || x.is_negative() || x.certain_bits() < 8 {
        return Real::unknown(words);
    }
    // The midpoint is from 2^(e−1) to 2^e.
    let e = x.size().unwrap_or(0);
    let m = x.clone().shift(-e);
    let j = (m.seed() * LN_STEPS as f64).round();
    let j = j.clamp(LN_STEPS as f64 / 2.0, LN_STEPS as f64) as u64;
    let m = m.shift(7);
    let j_real = Real::from_u64(j, words);
    let ratio = m.sub(&j_real).div(&m.add(&j_real));
    let log = twice_atanh::<R>(&ratio).add(&constants::ln_step(j, words));
    let ln2 = constants::ln2(words);
    let power = match u64::try_from(e.unsigned_abs()) {
        Ok(e) => ln2.mul_word(e),
        Err(_) => ln2.mul(&Real::from_u128(e.unsigned_abs(), 0, words)),
    };
    if e < 0 { log.sub(&power) } else { log.add(&power) }
}

/// 2 atanh(x) = 2x + 2x(x²/3 + x⁴/5 + …), |x| ≤ 1/16; else nothing is known.
///
/// The midpoint is less than 1/16 and so is the doubt about it. So the derivative 2/(1 − x²) is
/// at most 2 + 2/63, and the doubt enters 2 + 1/16 times.
pub(crate) fn twice_atanh<R: Rules>(x: &Real) -> Real {
    let (x, doubt) = x.middle_and_doubt::<R>();
    if !(x.is_below(-4) && doubt.is_below(-4)) {
        return Real::unknown(x.words());
    }
    let all = constants::odd_reciprocals(x.words());
    let terms = enough_terms(&x, &all);
    let part = series::<R>(&x, &all, terms, false, R::atanh_remainder());
    let doubt = doubt.clone().shift(1).add(&doubt.shift(-4));
    x.add(&x.mul(&part)).shift(1).add(&doubt)
}

/// e^x = 2^i·e^r with |r| at most about ½ ln 2, and e^r = cosh r + sinh r, whose
/// coefficients are those of cos and sin. Nothing is known where |x| may reach
/// 2^80.
pub(crate) fn exp_by_series<R: Rules>(x: &Real) -> Real {
    let words = x.words();
    if x.magnitude().is_some_and(|g| g > LARGEST_POWER) {
        return Real::unknown(words);
    }
    let ln2 = constants::ln2(words);
    let (mut rest, mut total) = (x.clone(), 0i128);
    // A double has only 53 bits, so one round may not be enough; the last finds nothing left.
    for _ in 0..4 {
        let (less, i) = less_multiple_of(&rest, &ln2);
        if i == 0 {
            break;
        }
        rest = less;
        total += i;
    }
    let even = constants::cosine(words);
    let odd = constants::sine(words);
    let power = exp_series::<R>(&rest, enough_terms(&rest, &even), enough_terms(&rest, &odd));
    power.shift(total)
}

/// x − i·ln 2, and i: the whole number next to x/ln 2, as far as a double tells.
pub(crate) fn less_multiple_of(x: &Real, ln2: &Real) -> (Real, i128) {
    let i = (x.seed() / std::f64::consts::LN_2).round() as i128;
    // A double of up to 53 bits: what is above 64 of them is zeros.
    let zeros = i.unsigned_abs().trailing_zeros().min(64) * u32::from(i.unsigned_abs() >> 64 != 0);
    let multiple = ln2.mul_word((i.unsigned_abs() >> zeros) as u64).shift(zeros.into());
    (if i < 0 { x.add(&multiple) } else { x.sub(&multiple) }, i)
}

/// e^r = 1 + (r²/2! + r⁴/4! + …) + r + r(r²/3! + r⁴/5! + …) with so many terms in the brackets;
/// nothing is known where |r| might be 1 or more, or is off by 1/16 or more.
///
/// Off by d ≤ 1/16, it is off by a factor: |e^d − 1| ≤ d + d/16.
pub(crate) fn exp_series<R: Rules>(x: &Real, even: usize, odd: usize) -> Real {
    let words = x.words();
    let (r, doubt) = x.middle_and_doubt::<R>();
    if !(r.is_below(0) && doubt.is_below(-4)) {
        return Real::unknown(words);
    }
    let remainder = R::hyperbolic_remainder();
    let cosh = series::<R>(&r, &constants::cosine(words), even, false, remainder);
    let sinh = series::<R>(&r, &constants::sine(words), odd, false, remainder);
    let power = Real::from_u64(1, words).add(&cosh).add(&r).add(&r.mul(&sinh));
    let doubt = doubt.clone().add(&doubt.shift(-4));
    power.add(&power.mul(&doubt))
}
