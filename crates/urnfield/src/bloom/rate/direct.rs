//! The alternating sums of the rates, and a proof modulo a prime that a rate differs from the
//! target.

use crate::bloom::load::Load;
use crate::design::plain::Kind;
use crate::error::Error;
use crate::occupancy::law::rough::{RoughCommittees, log_vacant};
use dashu_int::ops::DivRemEuclid;
use dashu_int::{IBig, UBig};
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Rational, Real};

/// Returns 1 − f = Σ_{i≥1} (−1)^(i+1) a_i·v_i, where f itself has the term 1 for i = 0.
///
/// Classic: a_i = C(k,i), v_i = h(i), the chance that i given bits are clear
/// (`eqn:classic-bloom-fp`). Standard: a_j = E C(D,j) with D distinct bits among k, v_j = (1 −
/// j/m)^(nk): the paper's double sum with the order changed, so that its coefficients follow the
/// positive recurrence a_j ← a_j(1 − j/m) + a_{j−1}(1 − (j−1)/m), k times.
///
/// Coq: `rates.f_C_sum`, `rates.f_S_sum`, `rates.f_C_bonferroni`, `rates.f_S_bonferroni`.
pub(crate) fn direct_complement(load: &Load, words: usize) -> Real {
    let [m, n, k] = load.mnk();
    // Bonferroni: cut off anywhere, the rest is at most the first term left out. Where terms fall
    // from the first on, as near saturation, a few dozen are enough for any k.
    let top = k.min(m);
    let fall = log2_expected_clear(load);
    let most = match fall {
        // The terms that reach the mantissa, and a few more.
        ..0.0 => top
            .min((((64 * words) as f64 / -fall.max(-1e9)) as u64).saturating_add(3))
            .min(16 * words as u64 + 16),
        _ => top,
    };
    let mut sum = Real::zero(words);
    let mut add = |i: u64, term: Real| {
        sum = match i {
            _ if i == most && most < top => sum.add(&term.uncertainty()),
            _ if i % 2 == 1 => sum.add(&term),
            _ => sum.sub(&term),
        };
    };
    match load.design.kind() {
        Kind::Classic => {
            let mut choose = Real::from_u64(1, words);
            let mut vacant = choose.clone();
            for i in 1..=most {
                choose = choose.mul_word(k - i + 1).div_word(i);
                let ratio = Real::from_ratio((m - i + 1).saturating_sub(k), m - i + 1, words);
                vacant = vacant.mul(&ratio.pow(n));
                if vacant.is_zero() {
                    break;
                }
                add(i, choose.mul(&vacant));
            }
        }
        Kind::Standard => {
            let moments = match fall {
                ..FEW_TERMS => distinct_moments_at_once(m, k, most, words),
                _ => distinct_moments(m, k, most, words),
            };
            for (j, a) in (0..).zip(moments).skip(1) {
                let vacant = Real::from_ratio(m - j, m, words).pow(n * k);
                add(j, a.mul(&vacant));
            }
        }
    }
    sum
}

/// Returns log2(kq), kq the expected number of an item's positions that are clear. Below 0 the
/// terms of the alternating sum fall from the first on, by about that much. In f64, because any
/// number of terms is valid.
pub(crate) fn log2_expected_clear(load: &Load) -> f64 {
    let k = load.design.hashes() as f64;
    (k.ln() + rough_ln_clear(load)) / std::f64::consts::LN_2
}

/// Returns ln q in f64, for guesses and choices.
pub(crate) fn rough_ln_clear(load: &Load) -> f64 {
    let [m, n, k] = load.mnk().map(|x| x as f64);
    let throws = match load.design.kind() {
        Kind::Standard => RoughCommittees { count: n * k, size: 1.0 },
        Kind::Classic => RoughCommittees { count: n, size: k },
    };
    log_vacant(m, [throws])
}

/// Returns whether f ≠ p is certain because the two sides of the equation, as integers, differ
/// modulo the prime 2^61 − 1. Where they agree, or k is beyond 2000, f may be p.
pub(crate) fn differs_modulo(load: &Load, p: &Rational) -> bool {
    let [m, n, k] = load.mnk();
    if k > 2000 {
        return false;
    }
    let (numerator, denominator) = p.parts();
    let a = remainder(&numerator);
    let b = remainder(&denominator);
    let (left, right) = match load.design.kind() {
        // b·Σ (−1)^i C(k,i)·[(m−i)^(k)]^n against a·[m^(k)]^n.
        Kind::Classic => {
            let falling = |x: u64| (0..k).fold(1, |f, l| times(f, modulo(x.saturating_sub(l))));
            let mut sum = 0;
            for i in 0..=k {
                let choose = remainder(&binomial(k, i));
                let term = times(choose, power(falling(m - i.min(m)), n));
                let term = if m < i { 0 } else { term };
                sum = if i % 2 == 0 { plus(sum, term) } else { minus(sum, term) };
            }
            (times(b, sum), times(a, power(falling(m), n)))
        }
        // b·Σ (−1)^j B_j (m−j)^N against a·m^(N+k), B_j = m^k·a_j in integers.
        Kind::Standard => {
            let top = k.min(m) as usize;
            let mut row = vec![0u64; top + 1];
            row[0] = 1;
            for _ in 0..k {
                for j in (0..=top).rev() {
                    let stay = times(row[j], modulo(m - j as u64));
                    let fresh =
                        if j == 0 { 0 } else { times(row[j - 1], modulo(m - j as u64 + 1)) };
                    row[j] = plus(stay, fresh);
                }
            }
            let mut sum = 0;
            for (j, &c) in row.iter().enumerate() {
                let term = times(c, power(modulo(m - j as u64), n * k));
                sum = if j % 2 == 0 { plus(sum, term) } else { minus(sum, term) };
            }
            let all = times(power(modulo(m), n * k), power(modulo(m), k));
            (times(b, sum), times(a, all))
        }
    };
    left != right
}

/// Where terms fall by so many bits, a few are enough, and their coefficients are not computed ball
/// by ball.
pub(crate) const FEW_TERMS: f64 = -64.0;

/// Returns E C(D, j) for j ≤ most ≤ min(k, m) as C(m,j)·Σ_i (−1)^i C(j,i)·(1 − i/m)^k: `most`
/// powers and their differences, which lose about log2(m/k) bits each.
///
/// Coq: `rates.a_S_differences`.
fn distinct_moments_at_once(m: u64, k: u64, most: u64, words: usize) -> Vec<Real> {
    let mut column: Vec<Real> =
        (0..=most).map(|i| Real::from_ratio(m - i, m, words).pow(k)).collect();
    let mut choose = Real::from_u64(1, words);
    let mut all = Vec::with_capacity(column.len());
    for j in 0..=most {
        all.push(choose.mul(&column[0]));
        for i in 1..column.len() {
            column[i - 1] = column[i - 1].sub(&column[i]);
        }
        column.pop();
        choose = choose.mul_word(m - j).div_word(j + 1);
    }
    all
}

/// Returns E C(D, j) for j ≤ most ≤ min(k, m), D the distinct urns among k balls in m.
///
/// Coq: `rates.a_S_recurrence`.
fn distinct_moments(m: u64, k: u64, most: u64, words: usize) -> Vec<Real> {
    let top = most as usize;
    let mut row = vec![Real::zero(words); top + 1];
    row[0] = Real::from_u64(1, words);
    for ball in 1..=k {
        for j in (1..=top.min(ball as usize)).rev() {
            let stay = row[j].mul_word(m - j as u64);
            let fresh = row[j - 1].mul_word(m - j as u64 + 1);
            row[j] = stay.add(&fresh).div_word(m);
        }
    }
    row
}

const PRIME: u64 = (1 << 61) - 1;

fn modulo(x: u64) -> u64 {
    x % PRIME
}

pub(crate) fn remainder(x: &UBig) -> u64 {
    let (_, r) = IBig::from(x.clone()).div_rem_euclid(&IBig::from(PRIME));
    u64::try_from(r).unwrap_or(0)
}

pub(crate) fn plus(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

pub(crate) fn minus(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

pub(crate) fn times(a: u64, b: u64) -> u64 {
    (a as u128 * b as u128 % PRIME as u128) as u64
}

pub(crate) fn power(base: u64, mut n: u64) -> u64 {
    let (mut result, mut square) = (1, base);
    while n > 0 {
        if n & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        n >>= 1;
    }
    result
}

/// The most bits, in all terms together, of a rate as a fraction.
const LARGEST_EXACT: f64 = 1e7;

/// The most bits of its denominator, because reducing a fraction takes the square of that.
const LONGEST_DENOMINATOR: f64 = 1.5e6;

/// Returns the rate as an exact fraction.
///
/// Coq: `rates.f_C_sum`, `rates.f_S_sum`.
pub(crate) fn fpr_exact(load: &Load) -> Result<Rational, Error> {
    let [m, n, k] = load.mnk();
    let bits = (n as f64 + 1.0) * k as f64 * (64 - m.leading_zeros()) as f64;
    for (needs, limit) in [(bits * k as f64, LARGEST_EXACT), (bits, LONGEST_DENOMINATOR)] {
        if needs > limit {
            return Err(Error::TooCostly {
                what: "the exact fraction of this rate",
                needs: needs as u128,
                unit: "bits".into(),
                limit: limit as u128,
                remedy: "ask for its enclosure",
            });
        }
    }
    let mut sum = IBig::ZERO;
    let mut add = |i: u64, term: UBig| {
        if i.is_multiple_of(2) { sum += IBig::from(term) } else { sum -= IBig::from(term) }
    };
    let whole = match load.design.kind() {
        Kind::Classic => {
            for i in 0..=k.min(m) {
                add(i, binomial(k, i) * binomial(m - i, k).pow(n as usize));
            }
            binomial(m, k).pow(n as usize)
        }
        Kind::Standard => {
            let top = k.min(m);
            let mut row = vec![UBig::ZERO; top as usize + 1];
            row[0] = UBig::ONE;
            for _ in 0..k {
                for j in (1..=top).rev() {
                    let stay = &row[j as usize] * UBig::from(m - j);
                    row[j as usize] = stay + &row[j as usize - 1] * UBig::from(m - j + 1);
                }
                row[0] *= UBig::from(m);
            }
            for (j, c) in (0..).zip(&row) {
                add(j, c * UBig::from(m - j).pow((n * k) as usize));
            }
            UBig::from(m).pow((n * k + k) as usize)
        }
    };
    Ok(Rational::from_integers(sum, whole))
}
