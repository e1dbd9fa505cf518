//! Σ 1/j and Σ 1/j² over a stretch of whole numbers, at any size.
//!
//! Few terms are added up. Of many, the first few are, and from b on Euler's and Maclaurin's
//! formula says the rest:
//!
//! Σ_{j=b+1}^{m} 1/j  = ln(m/b) + (1/m − 1/b)/2 + Σ_k B_2k/(2k)·(b^(−2k) − m^(−2k)) + R,
//! Σ_{j=b+1}^{m} 1/j² = 1/b − 1/m + (1/m² − 1/b²)/2 + Σ_k B_2k·(b^(−2k−1) − m^(−2k−1)) + R.
//!
//! All derivatives of 1/x and 1/x² have one sign each, so R lies between 0 and the first term that
//! is left out.

use crate::error::Error;
use urnfield_num::combinatorics::bernoulli;
use urnfield_num::{Enclosure, Rational, Real};

/// Stretches up to this long are added up, and no formula begins below it.
const FEW: u64 = 1024;

/// Σ_{j=from+1}^{to} j^(−power), for a power of 1 or 2, each with about `bits` certain bits.
pub(crate) fn sum(from: u64, to: u64, power: u32, bits: u64) -> Result<Enclosure, Error> {
    debug_assert!(matches!(power, 1 | 2));
    let begin = if to - from <= FEW { to } else { from.max(FEW) };
    let bits = bits + 32;
    let added = (from + 1..=begin).map(|j| inverse(j, power, bits));
    let added = added.fold(Enclosure::zero(), |sum, term| &sum + &term);
    if begin == to {
        return Ok(added);
    }
    Ok(&added + &rest(begin, to, power, bits)?)
}

fn inverse(j: u64, power: u32, bits: u64) -> Enclosure {
    Enclosure::from_rational(&fraction(j, power), bits)
}

/// j^(−power).
fn fraction(j: u64, power: u32) -> Rational {
    Rational::one().checked_div(&Rational::from(j).pow(power)).unwrap_or_else(Rational::one)
}

/// The sum of j^(−power) for j from b + 1 to m, for a large b.
fn rest(b: u64, m: u64, power: u32, bits: u64) -> Result<Enclosure, Error> {
    let enclosed = |value: &Rational| Enclosure::from_rational(value, bits);
    let half = Rational::one().shift(-1);
    let ends = |power: u32| &fraction(b, power) - &fraction(m, power);
    let integral = match power {
        1 => {
            let ratio = Rational::from(m).checked_div(&Rational::from(b));
            let ratio = ratio.unwrap_or_else(Rational::one);
            enclosed(&ratio).ln().unwrap_or_else(Enclosure::unknown)
        }
        _ => enclosed(&ends(1)),
    };
    let mut sum = &integral - &enclosed(&(&half * &ends(power)));
    // What is left out is small beside the sum, which is above (m − b)/m^power.
    let least = &Rational::from(m - b) * &fraction(m, power);
    let allowed = least.shift(-(bits as i64));
    for (k, (numerator, denominator)) in (1u32..).zip(bernoulli()) {
        let size = Rational::from_integers(numerator.clone().into(), denominator.clone());
        let size = match power {
            1 => size.checked_div(&Rational::from(2 * u64::from(k))).unwrap_or(size),
            _ => size,
        };
        let term = &size * &ends(2 * k + power - 1);
        if term <= allowed {
            return Ok(&sum + &(&enclosed(&term) * &plus_minus_one()));
        }
        let term = enclosed(&term);
        sum = if k % 2 == 1 { &sum + &term } else { &sum - &term };
    }
    Err(Error::Precision { what: "a sum of inverses", bits, remedy: "ask for fewer digits" })
}

/// From −1 to 1.
fn plus_minus_one() -> Enclosure {
    let one = Real::from_u64(1, 2);
    let low = &Enclosure::zero() - &Enclosure::one();
    let [low, _] = low.reals(2);
    Enclosure::between(&low, &one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(from: u64, to: u64, power: u32) -> Rational {
        (from + 1..=to).fold(Rational::zero(), |sum, j| &sum + &fraction(j, power))
    }

    #[test]
    fn sums_are_those_of_their_terms() {
        for (from, to) in
            [(0, 0), (0, 1), (0, 9), (5, 6), (0, 1024), (0, 1025), (3, 2500), (1700, 3000)]
        {
            for power in [1, 2] {
                for bits in [53, 200] {
                    let found = sum(from, to, power, bits).expect("a sum");
                    let truth = exactly(from, to, power);
                    assert!(found.contains(&truth), "{from} {to} {power} {bits}");
                    let exact = found.exact().is_some() || truth.is_zero();
                    assert!(exact || found.certain_bits() >= bits, "{from} {to} {power}");
                }
            }
        }
    }

    #[test]
    fn one_term_less_would_be_caught() {
        // The formula cut after its first term is off by its second, 1/(120·b^4).
        let (b, m) = (1024, 3000);
        let found = rest(b, m, 1, 53).expect("a sum");
        let truth = exactly(b, m, 1);
        let second =
            &Rational::new(1, 120).expect("a fraction") * &(&fraction(b, 4) - &fraction(m, 4));
        assert!(found.contains(&truth) && !found.contains(&(&truth + &second)));
    }

    #[test]
    fn harmonic_numbers_of_any_size() {
        // H_n = ln n + γ + 1/2n − …: 43.953… for n = 2^63 − 1 minus H_1000.
        let found = sum(1000, (1 << 63) - 1, 1, 100).expect("a sum");
        let more = sum(1000, (1 << 63) - 1, 1, 200).expect("a sum");
        assert!(found.overlaps(&more) && found.certain_bits() >= 100);
        let expected = 63.0 * std::f64::consts::LN_2 - 1000f64.ln() - 0.0005;
        assert!((more.lo_f64() - expected).abs() < 1e-6);
    }
}
