//! Constants and tables for series and reductions, computed once for each length of mantissa.
//!
//! Each table is filled when it is first asked for and kept for the rest of the process; beyond
//! [`LONGEST`] words, which are rare, it is computed anew each time.

use crate::combinatorics::bernoulli;
use crate::real::Real;
use crate::real::limbs;
use crate::real::mantissa::Mantissa;
use crate::real::rules::Proved;
use crate::series::fixed_point::Coefficient;
use std::ops::Deref;
use std::sync::OnceLock;

/// The longest mantissa whose tables are kept.
const LONGEST: usize = 64;

/// Steps of the table of arctangents: arctan(j/64).
pub(crate) const ARCTAN_STEPS: u64 = 64;

/// Steps of the table of logarithms: ln(j/128).
pub(crate) const LN_STEPS: u64 = 128;

/// A table for each length.
type Kept<T> = [OnceLock<T>; LONGEST + 1];

const fn empty<T>() -> Kept<T> {
    [const { OnceLock::new() }; LONGEST + 1]
}

/// A table that is kept, or was made for this once.
pub(crate) enum KeptTable<T: 'static> {
    Kept(&'static T),
    Made(T),
}

impl<T> Deref for KeptTable<T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            KeptTable::Kept(table) => table,
            KeptTable::Made(table) => table,
        }
    }
}

fn keep<T>(kept: &'static Kept<T>, words: usize, make: impl Fn() -> T) -> KeptTable<T> {
    match kept.get(words) {
        Some(slot) => KeptTable::Kept(slot.get_or_init(make)),
        None => KeptTable::Made(make()),
    }
}

/// `value`, which has a word more than `words`, rounded to `words`.
fn rounded(value: &Real, words: usize) -> Real {
    let all = value.mantissa.words();
    let (below, kept) = all.split_at(all.len() - words);
    let guard = below.last().copied().unwrap_or(0);
    let exponent = value.exponent + 64 * (below.len() as i128 - 1);
    // At most the units of the words dropped, and one for those words.
    let error = if below.len() == 1 { value.ulps as u128 } else { value.ulps as u128 + 1 };
    let kept = Mantissa::of(kept);
    Real::settle::<Proved, _>(words, value.negative, kept, guard, false, exponent, error)
}

/// Σ (±1)^i (n/d)^(2i+1)/(2i+1) for n/d ≤ 1/2: atanh, or arctan where the signs alternate.
pub(crate) fn inverse_tangent(n: u64, d: u64, alternating: bool, words: usize) -> Real {
    let mut power = Real::from_ratio(n, d, words);
    let mut sum = power.clone();
    for i in 1.. {
        power = power.mul_word(n * n).div_word(d * d);
        let term = power.div_word(2 * i + 1);
        if term.magnitude().is_none_or(|g| g < -64 * words as i128) {
            // Left out: at most this term times 1/(1 − (n/d)²) ≤ 2.
            sum = sum.add(&term.shift(1).uncertainty());
            break;
        }
        sum = if alternating && i % 2 == 1 { sum.sub(&term) } else { sum.add(&term) };
    }
    sum
}

/// 1/(first)!, 1/(first + 2)!, … down to zero. Each is cut from the one before, so it is less than
/// 1 + 1/6 + … < 2 units too small.
fn reciprocal_factorials(first: u64, words: usize) -> Vec<Coefficient> {
    let mut all = Vec::new();
    let mut value = vec![0; words + 1];
    value[words] = 1 << 63;
    for i in 3.. {
        if i > first && (i - 1 - first).is_multiple_of(2) {
            all.push(value.clone());
        }
        if value.iter().all(|&w| w == 0) {
            break;
        }
        let dividend = value.clone();
        limbs::divide_word(&dividend, i, &mut value);
    }
    all.push(vec![0; words + 1]);
    all
}

/// 1/3!, 1/5!, 1/7!, …
pub(crate) fn sine(words: usize) -> KeptTable<Vec<Coefficient>> {
    static KEPT: Kept<Vec<Coefficient>> = empty();
    keep(&KEPT, words, || reciprocal_factorials(3, words))
}

/// 1/2!, 1/4!, 1/6!, …
pub(crate) fn cosine(words: usize) -> KeptTable<Vec<Coefficient>> {
    static KEPT: Kept<Vec<Coefficient>> = empty();
    keep(&KEPT, words, || reciprocal_factorials(2, words))
}

/// 1/3, 1/5, 1/7, …, enough for arguments up to 2^-4; less than one unit too small.
pub(crate) fn odd_reciprocals(words: usize) -> KeptTable<Vec<Coefficient>> {
    static KEPT: Kept<Vec<Coefficient>> = empty();
    keep(&KEPT, words, || {
        // (2^(64(L+1)) − 1)/w is at most one below 2^(64(L+1))/w, rounded down alike as w is odd.
        let one = vec![u64::MAX; words + 1];
        let part = |i: usize| {
            let mut out = vec![0; words + 1];
            limbs::divide_word(&one, 2 * i as u64 + 1, &mut out);
            out
        };
        (1..=8 * words + 8).map(part).collect()
    })
}

/// arctan(j/64) for j ≤ 64, by arctan(j/64) − arctan((j−1)/64) = arctan(64/(4096 + j(j−1))).
pub(crate) fn arctan(j: u64, words: usize) -> Real {
    static KEPT: Kept<Vec<Real>> = empty();
    let table = keep(&KEPT, words, || {
        let mut sum = Real::zero(words + 1);
        let mut all = vec![Real::zero(words)];
        for j in 1..=ARCTAN_STEPS {
            sum = sum.add(&inverse_tangent(64, 4096 + j * (j - 1), true, words + 1));
            all.push(rounded(&sum, words));
        }
        all
    });
    table[j as usize].clone()
}

/// ln(j/128) for 64 ≤ j ≤ 128, by ln((j+1)/j) = 2 atanh(1/(2j+1)).
pub(crate) fn ln_step(j: u64, words: usize) -> Real {
    static KEPT: Kept<Vec<Real>> = empty();
    let table = keep(&KEPT, words, || {
        let mut sum = Real::zero(words + 1);
        let mut all = vec![Real::zero(words)];
        for j in (LN_STEPS / 2..LN_STEPS).rev() {
            sum = sum.sub(&inverse_tangent(1, 2 * j + 1, false, words + 1).shift(1));
            all.push(rounded(&sum, words));
        }
        all
    });
    table[(LN_STEPS - j) as usize].clone()
}

/// π, rounded once.
pub(crate) fn pi(words: usize) -> Real {
    static KEPT: Kept<Real> = empty();
    keep(&KEPT, words, || rounded(&pi_by_series(words + 1), words)).clone()
}

/// ln 2, rounded once.
pub(crate) fn ln2(words: usize) -> Real {
    static KEPT: Kept<Real> = empty();
    keep(&KEPT, words, || rounded(&ln2_by_series(words + 1), words)).clone()
}

/// π/2 in two parts: one of L − 1 words, exactly, so that a multiple by a word is exact too; and
/// the next L words.
pub(crate) fn half_pi_in_parts(words: usize) -> (Real, Real) {
    static KEPT: Kept<(Real, Real)> = empty();
    let (high, low) = &*keep(&KEPT, words, || {
        let wide = Real::pi(2 * words + 1).shift(-1);
        let (low, high) = wide.mantissa.words().split_at(words + 2);
        let high = [&[0][..], high].concat();
        let exponent = wide.exponent + 64 * (words as i128 + 1);
        let high = Real { negative: false, mantissa: Mantissa::of(&high), exponent, ulps: 0 };
        (high, rounded(&Real { mantissa: Mantissa::of(low), ..wide.clone() }, words))
    });
    (high.clone(), low.clone())
}

/// ½ ln 2π.
pub(crate) fn half_ln_two_pi(words: usize) -> Real {
    static KEPT: Kept<Real> = empty();
    let make = || rounded(&Real::pi(words + 1).shift(1).ln().shift(-1), words);
    keep(&KEPT, words, make).clone()
}

/// |B_2k| / (2k(2k−1)) for k ≥ 1, the first at 0: the coefficients of Stirling's series.
pub(crate) fn stirling(words: usize) -> KeptTable<Vec<Real>> {
    static KEPT: Kept<Vec<Real>> = empty();
    keep(&KEPT, words, || {
        let part = |(k, (n, d)): (u64, &(_, _))| {
            let divisor = Real::from_big(d, 0, words + 1).mul_word(2 * k * (2 * k - 1));
            rounded(&Real::from_big(n, 0, words + 1).div(&divisor), words)
        };
        (1..).zip(bernoulli()).map(part).collect()
    })
}

/// |B_2j| / (2j)! for j ≥ 1, the first at 0: the coefficients of Euler's and Maclaurin's series.
pub(crate) fn maclaurin(words: usize) -> KeptTable<Vec<Real>> {
    static KEPT: Kept<Vec<Real>> = empty();
    keep(&KEPT, words, || {
        let mut factorial = Real::from_u64(1, words + 1);
        let part = |(j, (n, d)): (u64, &(_, _))| {
            factorial = factorial.mul_word(2 * j - 1).mul_word(2 * j);
            let divisor = Real::from_big(d, 0, words + 1).mul(&factorial);
            rounded(&Real::from_big(n, 0, words + 1).div(&divisor), words)
        };
        (1..).zip(bernoulli()).map(part).collect()
    })
}

/// log2 of the coefficients of Stirling's series, rounded up.
pub(crate) fn stirling_sizes() -> &'static [f64] {
    static KEPT: OnceLock<Vec<f64>> = OnceLock::new();
    let size = |beta: &Real| beta.magnitude().unwrap_or(0) as f64;
    KEPT.get_or_init(|| stirling(2).iter().map(size).collect())
}

/// ln 2 = 18 atanh(1/26) − 2 atanh(1/4801) + 8 atanh(1/8749).
fn ln2_by_series(words: usize) -> Real {
    let part = |x, by| inverse_tangent(1, x, false, words).mul_word(by);
    part(26, 18).sub(&part(4801, 2)).add(&part(8749, 8))
}

/// π = 16 arctan(1/5) − 4 arctan(1/239).
fn pi_by_series(words: usize) -> Real {
    let part = |x, by| inverse_tangent(1, x, true, words).mul_word(by);
    part(5, 16).sub(&part(239, 4))
}
