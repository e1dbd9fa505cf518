//! E, M, L, U, Jensen's bound and the Taylor estimate, each labelled as a bound or an estimate.

use crate::bloom::load::Load;
use crate::bloom::rate::direct::log2_expected_clear;
use crate::bloom::rate::expansion::expansion;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use crate::occupancy::Occupancy;
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Real};

/// With more hashes than this, L may be integrated, where its sum takes longer.
const FEWEST_INTEGRATED: u64 = 100;

/// The work of an approximation that is no sum, in word operations.
const LEAST_WORK: f64 = 2e3;

/// The most terms that are added up for L.
const MOST_LOWER_TERMS: u64 = 1000;

/// The side of the exact rate on which an approximation certainly lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoundSide {
    /// At most the rate, proved.
    Lower,
    /// At least the rate, proved.
    Upper,
    /// Near the rate, on an unknown side.
    Estimate,
}

/// An approximate rate with its side of the exact rate. The value of the formula is certified.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Approximation {
    /// The value of the formula, enclosed.
    pub value: Enclosure,
    /// Whether the value bounds the exact rate.
    pub side: BoundSide,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Formula {
    Exponential,
    Independent,
    Lower,
    Upper,
    Jensen,
    Taylor,
}

struct Evaluation<'a>(&'a Load, Formula);

impl Computation for Evaluation<'_> {
    fn at(&self, words: usize) -> Real {
        let Evaluation(load, formula) = self;
        let [m, n, k] = load.mnk();
        let one = Real::from_u64(1, words);
        let set = |size: u64, count: u64| one.sub(&Real::from_ratio(m - size, m, words).pow(count));
        match formula {
            Formula::Exponential => {
                let x = Real::from_ratio(n * k, m, words);
                x.negated().expm1().negated().pow(k)
            }
            Formula::Independent => set(1, n * k).pow(k),
            Formula::Upper => set(k, n).pow(k),
            // k balls that fill k given urns: k!/m^k.
            Formula::Lower if n == 1 => {
                let power = Real::from_u64(m, words).ln().mul_word(k);
                Real::ln_factorial(k, words).sub(&power).exp()
            }
            Formula::Lower => lower_sum::<FirstLeftOut>(load, lower_terms(load, words), words),
            Formula::Jensen => {
                let mean = match load.design.kind() {
                    Kind::Standard => set(1, n * k),
                    Kind::Classic => set(k, n),
                }
                .mul_word(m);
                (0..k).fold(one, |p, i| p.mul(&mean.sub(&Real::from_u64(i, words))).div_word(m - i))
            }
            Formula::Taylor => {
                let (power, sum) = expansion(load, 3, words);
                power.mul(&one.add(&sum))
            }
        }
    }
}

/// A bound of the terms of the sum L that were left out, which tests replace by smaller ones.
trait LeftOut {
    /// Returns the bound, given the first term that was left out, which is positive.
    fn beyond(first: &Real) -> Real;
}

/// The proved bound. L is the chance that k given bits are all set, by inclusion and exclusion. Cut
/// off anywhere, such a sum is off by at most the first term left out (Bonferroni).
struct FirstLeftOut;

impl LeftOut for FirstLeftOut {
    fn beyond(first: &Real) -> Real {
        first.uncertainty()
    }
}

/// Returns L = Σ_j (−1)^j C(k,j)(1 − j/m)^(nk) without the terms from j = `most` on.
fn lower_sum<R: LeftOut>(load: &Load, most: u64, words: usize) -> Real {
    let [m, n, k] = load.mnk();
    let mut sum = Real::from_u64(1, words);
    let mut choose = sum.clone();
    for j in 1..=k.min(most) {
        choose = choose.mul_word(k - j + 1).div_word(j);
        let term = choose.mul(&Real::from_ratio(m - j, m, words).pow(n * k));
        sum = match j {
            _ if j == most => sum.add(&R::beyond(&term)),
            _ if j % 2 == 1 => sum.sub(&term),
            _ => sum.add(&term),
        };
    }
    sum
}

/// Returns the words of a mantissa of so many bits.
fn words_of(bits: f64) -> usize {
    (bits / 64.0).ceil().max(2.0) as usize
}

/// Returns the first term of the sum L that does not matter to mantissas of so many words, or k +
/// 1. Term j is about (kq)^j/j! at most; the sum is valid with any number of terms.
fn lower_terms(load: &Load, words: usize) -> u64 {
    let all = load.design.hashes() + 1;
    let clear = given_bits_clear(load);
    let needed = 64.0 * words as f64;
    // log2 (kq)^j/j! falls from j = kq on.
    let below = |j: f64| j * (clear - (j / std::f64::consts::E).log2());
    let mut most = clear.exp2().max(1.0);
    while most < all as f64 && below(most) > -needed {
        most *= 1.1;
    }
    all.min(most as u64 + 3)
}

/// Returns the bits that the sum L needs. Like the rates, it loses k·log2((1+q)/(1−q)) bits.
fn lower_bits(load: &Load) -> f64 {
    let [m, n, k] = load.mnk().map(|number| number as f64);
    let q = (given_bits_clear(load) - k.log2()).exp2();
    let set = (1.0 - q).max((n * k / m).min(0.5));
    load.precision as f64 + k * ((1.0 + q) / set).log2() + 64.0
}

/// Returns whether L is integrated rather than summed, where its sum needs so many bits.
fn is_lower_integrated(load: &Load, bits: f64) -> bool {
    load.design.hashes() > FEWEST_INTEGRATED
        && lower_integral_work(load) < lower_sum_work(load, bits)
}

fn lower_sum_work(load: &Load, bits: f64) -> f64 {
    let words = words_of(bits) as f64;
    let terms = lower_terms(load, words_of(bits)) as f64;
    let [_, n, k] = load.mnk().map(|number| number as f64);
    let squarings = (n * k).log2() + 1.0;
    terms * (60.0 + 8.0 * words + 1.2 * squarings * words * words)
}

fn lower_integral_work(load: &Load) -> f64 {
    let bits = (load.precision + 20 + u64::from(load.design.bits().ilog2())) as f64;
    3e5 * (bits / 100.0).powf(2.6).max(1.0)
}

/// Computes [`Load::lower_cost`].
pub(crate) fn lower_cost(load: &Load) -> f64 {
    let [m, n, k] = load.mnk();
    if k > m || m == 1 || n <= 1 {
        return LEAST_WORK;
    }
    let bits = lower_bits(load);
    if is_lower_integrated(load, bits) {
        lower_integral_work(load)
    } else {
        lower_sum_work(load, bits)
    }
}

/// Computes [`Load::jensen_cost`].
pub(crate) fn jensen_cost(load: &Load) -> f64 {
    let words = (load.precision / 64 + 2).max(4) as f64;
    LEAST_WORK + load.design.hashes() as f64 * (40.0 + 10.0 * words)
}

/// Returns log2(kq), kq the expected number of k given bits that nk balls leave clear.
fn given_bits_clear(load: &Load) -> f64 {
    let [m, _, k] = load.mnk();
    let balls = Design::new(Kind::Standard, m, k).map(|design| Load { design, ..*load });
    balls.map_or(0.0, |balls| log2_expected_clear(&balls))
}

fn approximation(load: &Load, formula: Formula, side: BoundSide) -> Result<Approximation, Error> {
    let [m, n, k] = load.mnk();
    let is_one = m == 1 && formula != Formula::Exponential || k == m && formula == Formula::Upper;
    let value = if n == 0 {
        Enclosure::zero()
    } else if is_one {
        Enclosure::one()
    } else {
        refine("this approximation", load.precision, 200, &Evaluation(load, formula))?
    };
    Ok(Approximation { value, side })
}

/// Returns the side of a formula that is below f_S and not comparable with f_C.
fn side_for_standard(load: &Load) -> BoundSide {
    match load.design.kind() {
        Kind::Standard => BoundSide::Lower,
        Kind::Classic => BoundSide::Estimate,
    }
}

/// Returns E.
pub(crate) fn exponential(load: &Load) -> Result<Approximation, Error> {
    approximation(load, Formula::Exponential, side_for_standard(load))
}

/// Returns M.
pub(crate) fn independent(load: &Load) -> Result<Approximation, Error> {
    approximation(load, Formula::Independent, side_for_standard(load))
}

/// Returns L.
pub(crate) fn lower(load: &Load) -> Result<Approximation, Error> {
    let [m, _, k] = load.mnk();
    if k > m || load.items == 0 {
        return Ok(Approximation { value: Enclosure::zero(), side: BoundSide::Lower });
    }
    if m == 1 {
        return Ok(Approximation { value: Enclosure::one(), side: BoundSide::Lower });
    }
    if load.items == 1 {
        return approximation(load, Formula::Lower, BoundSide::Lower);
    }
    let bits = lower_bits(load);
    // L is P(k given bits are set) by nk balls. Where few of them are clear, a few terms of the sum
    // are enough.
    if is_lower_integrated(load, bits) {
        let law = Occupancy::balls(m, load.items * k)?.precision(load.precision);
        if let Some(value) = law.joint_integral(k) {
            return Ok(Approximation { value, side: BoundSide::Lower });
        }
    }
    let terms = lower_terms(load, words_of(bits));
    if terms > MOST_LOWER_TERMS + 1 {
        return Err(Error::TooCostly {
            what: "the lower bound L with so many hashes",
            needs: u128::from(terms - 1),
            unit: "terms".into(),
            limit: MOST_LOWER_TERMS.into(),
            remedy: "ask for the other bounds",
        });
    }
    if bits > 16_000.0 {
        return Err(Error::TooCostly {
            what: "the lower bound L of so sparse a filter",
            needs: bits as u128,
            unit: "bits of precision".into(),
            limit: 16_000,
            remedy: "ask for the other bounds",
        });
    }
    let lower = Evaluation(load, Formula::Lower);
    let value = refine("this bound", load.precision, bits as u64, &lower)?;
    // L is a probability. In a full filter it is nearer to 1 than its enclosure is wide.
    Ok(Approximation { value: value.min(&Enclosure::one()), side: BoundSide::Lower })
}

/// Returns U.
pub(crate) fn upper(load: &Load) -> Result<Approximation, Error> {
    if load.design.hashes() > load.design.bits() {
        return Ok(Approximation { value: Enclosure::one(), side: BoundSide::Upper });
    }
    approximation(load, Formula::Upper, BoundSide::Upper)
}

/// Returns Jensen's bound.
///
/// Coq: `bounds.jensen_f_C` (classic filters).
pub(crate) fn jensen(load: &Load) -> Result<Approximation, Error> {
    let [m, _, k] = load.mnk();
    if k > m || k > 100_000 {
        return Err(Error::domain(
            "this approximation needs hashes <= bits and at most 100000 hashes",
            format!("hashes = {k} with bits = {m}"),
        ));
    }
    let side = match load.design.kind() {
        Kind::Classic => BoundSide::Lower,
        Kind::Standard => BoundSide::Estimate,
    };
    approximation(load, Formula::Jensen, side)
}

/// Returns the Taylor estimate.
pub(crate) fn taylor(load: &Load) -> Result<Approximation, Error> {
    let [m, n, k] = load.mnk();
    let side = BoundSide::Estimate;
    if n == 0 || m == 1 || k == 1 {
        return approximation(load, Formula::Independent, side);
    }
    if load.design.kind() == Kind::Classic && k == m {
        return Ok(Approximation { value: Enclosure::one(), side });
    }
    // The estimate may be exactly zero, so no relative accuracy is asked for.
    let value = Evaluation(load, Formula::Taylor).at(8).enclosure();
    Ok(Approximation { value, side })
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield_num::Rational;

    /// A bound that is too small: half of the first term left out.
    struct Half;
    impl LeftOut for Half {
        fn beyond(first: &Real) -> Real {
            first.uncertainty().shift(-1)
        }
    }

    /// A bound that is too small: zero.
    struct Nothing;
    impl LeftOut for Nothing {
        fn beyond(first: &Real) -> Real {
            Real::zero(first.words())
        }
    }

    /// Returns how often L cut off somewhere contains the exact fraction, and the number of trials.
    fn holds<R: LeftOut>() -> (u32, u32) {
        let (mut right, mut all) = (0, 0);
        for (m, k, n) in [(4, 2, 1), (7, 3, 9), (20, 5, 3), (64, 6, 100), (9, 9, 8)] {
            let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
            let load = load.expect("small");
            let exact = (0..=k).fold(Rational::zero(), |sum, j| {
                let share = Rational::new((m - j) as i64, m).expect("bits");
                let ways = Rational::from_integers(
                    urnfield_num::combinatorics::binomial(k, j).into(),
                    1u8.into(),
                );
                let term = &ways * &share.pow((n * k) as u32);
                if j % 2 == 0 { &sum + &term } else { &sum - &term }
            });
            for most in 1..=k + 1 {
                right += u32::from(lower_sum::<R>(&load, most, 4).enclosure().contains(&exact));
                all += 1;
            }
        }
        (right, all)
    }

    #[test]
    fn the_lower_bound_cut_off_anywhere_encloses_it_and_smaller_rests_are_caught() {
        let (right, all) = holds::<FirstLeftOut>();
        assert_eq!(right, all);
        for (right, all) in [holds::<Half>(), holds::<Nothing>()] {
            assert!(right < all);
        }
    }

    /// With many hashes in a full filter, few terms are left, and few words give the same bound.
    #[test]
    fn the_lower_bound_of_a_full_filter_is_a_short_sum() {
        let load = Design::new(Kind::Standard, 5006, 600).and_then(|design| design.holding(1155));
        let load = load.expect("a filter");
        assert!(lower_terms(&load, 3) < 20, "{}", lower_terms(&load, 3));
        let lower = load.precision(110).lower().expect("short").value;
        assert!(lower.certain_bits() >= 110 && lower.hi_f64() == 1.0, "{lower:?}");
    }

    /// Where few of the k positions are clear, all but the first terms are below any mantissa:
    /// these took minutes as integrals, whose nodes all mattered.
    #[test]
    fn the_lower_bound_is_a_short_sum_where_few_positions_are_clear() {
        for (m, n, k) in [
            (51_588, 45, 9_979),
            (73_240_535, 19_274, 48_879),
            (193_927_174_335, 298_550_455, 5_698),
            (12_956_678_363, 349_885_754, 300),
        ] {
            let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
            let load = load.expect("a filter").precision(300);
            let bits = lower_bits(&load);
            assert!(!is_lower_integrated(&load, bits), "({m}, {n}, {k})");
            assert!(lower_terms(&load, words_of(bits)) < 200, "({m}, {n}, {k})");
            assert!(load.lower_cost() < 1e6, "({m}, {n}, {k}): {}", load.lower_cost());
            let lower = load.lower().expect("short").value;
            assert!(lower.certain_bits() >= 300, "({m}, {n}, {k})");
        }
    }

    /// The sum and the integral are two routes to one number, on both sides of where they take
    /// turns.
    #[test]
    fn the_sum_of_the_lower_bound_is_its_integral() {
        for (m, n, k) in [(1387, 20, 120), (5000, 100, 150), (20_000, 50, 400), (4000, 9, 700)] {
            let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
            let load = load.expect("a filter").precision(80);
            let start = lower_bits(&load) as u64;
            let sum = refine("L", 80, start, &Evaluation(&load, Formula::Lower)).expect("a sum");
            let law = Occupancy::balls(m, n * k).expect("balls").precision(80);
            let integral = law.joint_integral(k).expect("a circle");
            assert!(sum.overlaps(&integral), "({m}, {n}, {k})");
        }
    }
}
