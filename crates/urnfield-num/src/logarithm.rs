//! ln and exp once more, by tables and fixed point: several times as fast as `elementary`, for
//! complex functions, which need them at every node of a contour.

use super::constants::{self, LN_STEPS};
use super::real::Real;
use super::rules::Rules;

/// e^x is known for |x| below two to this power: the logarithms of probabilities stay below
/// 2^64·ln 2^64.
pub(super) const LARGEST_POWER: i128 = 80;

impl Real {
    /// ln self, for one that is certainly positive: self = m·2^e with m close to j/128, and
    /// ln m = ln(j/128) + 2 atanh((128m − j)/(128m + j)).
    pub(super) fn ln_by_table<R: Rules>(&self) -> Self {
        let words = self.words();
        if self.is_zero() || self.is_negative() || self.certain_bits() < 8 {
            return Self::unknown(words);
        }
        // The midpoint is from 2^(e−1) to 2^e.
        let e = self.size().unwrap_or(0);
        let m = self.clone().shift(-e);
        let j = (m.seed() * LN_STEPS as f64).round();
        let j = j.clamp(LN_STEPS as f64 / 2.0, LN_STEPS as f64) as u64;
        let (m, j_real) = (m.shift(7), Self::from_u64(j, words));
        let log = m.sub(&j_real).div(&m.add(&j_real)).twice_atanh::<R>();
        let log = log.add(&constants::ln_step(j, words));
        let ln2 = constants::ln2(words);
        let power = match u64::try_from(e.unsigned_abs()) {
            Ok(e) => ln2.mul_word(e),
            Err(_) => ln2.mul(&Self::from_u128(e.unsigned_abs(), 0, words)),
        };
        if e < 0 { log.sub(&power) } else { log.add(&power) }
    }

    /// 2 atanh(self) = 2x + 2x(x²/3 + x⁴/5 + …), |self| ≤ 1/16; else nothing is known.
    ///
    /// The midpoint is less than 1/16 and so is the doubt about it. So the derivative 2/(1 − x²) is
    /// at most 2 + 2/63, and the doubt enters 2 + 1/16 times.
    pub(super) fn twice_atanh<R: Rules>(&self) -> Self {
        let (x, doubt) = self.middle_and_doubt::<R>();
        if !(x.is_below(-4) && doubt.is_below(-4)) {
            return Self::unknown(self.words());
        }
        let all = constants::odd_reciprocals(self.words());
        let terms = x.enough_terms(&all);
        let part = x.series::<R>(&all, terms, false, R::atanh_remainder());
        let doubt = doubt.clone().shift(1).add(&doubt.shift(-4));
        x.add(&x.mul(&part)).shift(1).add(&doubt)
    }

    /// e^self = 2^i·e^r with |r| at most about ½ ln 2, and e^r = cosh r + sinh r, whose
    /// coefficients are those of cos and sin. Nothing is known where |self| may reach
    /// 2^80.
    pub fn exp_by_series<R: Rules>(&self) -> Self {
        let words = self.words();
        if self.magnitude().is_some_and(|g| g > LARGEST_POWER) {
            return Self::unknown(words);
        }
        let ln2 = constants::ln2(words);
        let (mut rest, mut total) = (self.clone(), 0i128);
        // A double has only 53 bits, so one round may not be enough; the last finds nothing left.
        for _ in 0..4 {
            let (less, i) = rest.less_multiple_of(&ln2);
            if i == 0 {
                break;
            }
            rest = less;
            total += i;
        }
        let (even, odd) = (constants::cosine(words), constants::sine(words));
        let power = rest.exp_series::<R>(rest.enough_terms(&even), rest.enough_terms(&odd));
        power.shift(total)
    }

    /// self − i·ln 2, and i: the whole number next to self/ln 2, as far as a double tells.
    pub(super) fn less_multiple_of(&self, ln2: &Self) -> (Self, i128) {
        let i = (self.seed() / std::f64::consts::LN_2).round() as i128;
        // A double of up to 53 bits: what is above 64 of them is zeros.
        let zeros =
            i.unsigned_abs().trailing_zeros().min(64) * u32::from(i.unsigned_abs() >> 64 != 0);
        let multiple = ln2.mul_word((i.unsigned_abs() >> zeros) as u64).shift(zeros.into());
        (if i < 0 { self.add(&multiple) } else { self.sub(&multiple) }, i)
    }

    /// e^r = 1 + (r²/2! + r⁴/4! + …) + r + r(r²/3! + r⁴/5! + …) with so many terms in the brackets;
    /// nothing is known where |r| might be 1 or more, or is off by 1/16 or more.
    ///
    /// Off by d ≤ 1/16, it is off by a factor: |e^d − 1| ≤ d + d/16.
    pub fn exp_series<R: Rules>(&self, even: usize, odd: usize) -> Self {
        let words = self.words();
        let (r, doubt) = self.middle_and_doubt::<R>();
        if !(r.is_below(0) && doubt.is_below(-4)) {
            return Self::unknown(words);
        }
        let remainder = R::hyperbolic_remainder();
        let cosh = r.series::<R>(&constants::cosine(words), even, false, remainder);
        let sinh = r.series::<R>(&constants::sine(words), odd, false, remainder);
        let power = Self::from_u64(1, words).add(&cosh).add(&r).add(&r.mul(&sinh));
        let doubt = doubt.clone().add(&doubt.shift(-4));
        power.add(&power.mul(&doubt))
    }
}
