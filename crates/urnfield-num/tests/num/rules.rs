//! Every primitive of `Real` against exact rationals: the result encloses the truth, whatever the
//! operands within their error counts really are. And the same check with one rule made smaller
//! must fail, or it would say nothing about the rules.

use super::draws::DrawReal;
use super::draws::Drawn;
use std::fmt::Debug;
use urnfield_num::Rational;
use urnfield_num::{Proved, Real, Rules};
use urnfield_paper::draws::{Draws, multiplier};

/// Draws for each primitive on each of four kinds of storage.
const DRAWS: u64 = 20_000;

/// Draws operands, computes with the rules `R`, and says whether the truth is enclosed.
trait Primitive {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool;
}

/// Whether no draw breaks the primitive `P` under the rules `R`.
fn holds<P: Primitive, R: Rules>() -> bool {
    let rounds = || 0..DRAWS * multiplier();
    let mut draws = Draws::new(1);
    rounds().all(|_| P::encloses::<R>(&mut draws, 2))
        && rounds().all(|_| P::encloses::<R>(&mut draws, 3))
        && rounds().all(|_| P::encloses::<R>(&mut draws, 4))
        && rounds().all(|i| P::encloses::<R>(&mut draws, 2 + i as usize % 8))
}

/// Whether `result` encloses every one of `truths`; a failing test shows one that it does not.
fn covers(result: &Real, mut truths: impl Iterator<Item = Rational>, inputs: &dyn Debug) -> bool {
    let enclosure = result.enclosure();
    let excluded = truths.find(|truth| !enclosure.contains(truth));
    if let Some(truth) = &excluded {
        eprintln!("{inputs:x?} gave {result:x?}, which excludes {truth}");
    }
    excluded.is_none()
}

/// All four ways to take an end of each operand. The primitives are monotonic between them.
fn corners<'a>(a: &'a Drawn, b: &'a Drawn) -> impl Iterator<Item = (&'a Rational, &'a Rational)> {
    let with = |x| b.ends.iter().map(move |y| (x, y));
    a.ends.iter().flat_map(with)
}

struct Products;
impl Primitive for Products {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool {
        let (a, b) = (draws.real(words, 0), draws.real(words, 3));
        let result = a.real.mul_by::<R>(&b.real);
        let truths = corners(&a, &b).map(|(x, y)| x * y);
        covers(&result, truths, &(&a.real, &b.real))
    }
}

struct Quotients;
impl Primitive for Quotients {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool {
        let (a, b) = (draws.real(words, 0), draws.real(words, 3));
        let result = a.real.div_by::<R>(&b.real);
        let truths = corners(&a, &b).filter_map(|(x, y)| x.checked_div(y));
        covers(&result, truths, &(&a.real, &b.real))
    }
}

/// Sums and differences, as the signs are drawn as well.
struct Sums;
impl Primitive for Sums {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool {
        let a = draws.mantissa(words);
        let (negative, ulps) = (draws.coin(), draws.ulps());
        // From far apart, where one operand only moves the error, through every overlap.
        let reach = 64 * (words as i64 + 4);
        let (near, far) = (draws.between(-2, 2), draws.between(-reach, reach));
        let whole_words = 64 * draws.between(-4, 4);
        let distance = draws.one_of(&[0, near, whole_words, whole_words + near, far, far]);
        let b: Drawn = if draws.below(4) == 0 {
            // Cancellation of all but the lowest bits.
            let mut close = a.clone();
            close[0] ^= draws.factor();
            Drawn::new(!negative, &close, near, draws.ulps())
        } else {
            draws.real(words, distance)
        };
        let a = Drawn::new(negative, &a, 0, ulps);
        let result = a.real.add_by::<R>(&b.real);
        let truths = corners(&a, &b).map(|(x, y)| x + y);
        covers(&result, truths, &(&a.real, &b.real))
    }
}

struct WordProducts;
impl Primitive for WordProducts {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool {
        let (a, w) = (draws.real(words, 0), draws.factor());
        let result = a.real.mul_word_by::<R>(w);
        let truths = a.ends.iter().map(|x| x * &Rational::from(w));
        covers(&result, truths, &(&a.real, w))
    }
}

struct WordQuotients;
impl Primitive for WordQuotients {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool {
        let (a, w) = (draws.real(words, 0), draws.factor());
        let result = a.real.div_word_by::<R>(w);
        let truths = a.ends.iter().map(|x| x.checked_div(&Rational::from(w)));
        covers(&result, truths.flatten(), &(&a.real, w))
    }
}

struct Powers;
impl Primitive for Powers {
    fn encloses<R: Rules>(draws: &mut Draws, words: usize) -> bool {
        let a = draws.real(words, 0);
        let n = draws.one_of(&[0, 1, 2, 2, 3, 4, 5, 7, 12, 16]);
        let result = a.real.pow_by::<R>(n.into());
        covers(&result, a.ends.iter().map(|x| x.pow(n)), &(&a.real, n))
    }
}

#[test]
fn products_enclose_the_truth() {
    assert!(holds::<Products, Proved>());
}

#[test]
fn products_with_a_word_enclose_the_truth() {
    assert!(holds::<WordProducts, Proved>());
}

#[test]
fn quotients_enclose_the_truth() {
    assert!(holds::<Quotients, Proved>());
}

#[test]
fn quotients_by_a_word_enclose_the_truth() {
    assert!(holds::<WordQuotients, Proved>());
}

#[test]
fn sums_and_differences_enclose_the_truth() {
    assert!(holds::<Sums, Proved>());
}

#[test]
fn powers_enclose_the_truth() {
    assert!(holds::<Powers, Proved>());
}

/// `test: smaller rule => P, …`: with that one rule the primitives `P` do not hold.
macro_rules! mutants {
    ($($test:ident: $rule:item => $($primitive:ident),+;)+) => {$(
        #[test]
        fn $test() {
            struct Mutant;
            impl Rules for Mutant {
                $rule
            }
            $(assert!(!holds::<$primitive, Mutant>(), "{} hold", stringify!($primitive));)+
        }
    )+};
}

// What multiply adds for a·b is not among them: with counts up to 2^32 it can be left out. Let
// A = (top + 1)·2^(64(L−1)) − k, likewise B and j, and measure a, b, j, k in units of 2^32 for
// L = 2: then the error exceeds that of the other terms by ab − aj − bk + frac(jk), which is
// (a − k)(b − j) < 1 where jk < 1, and below 1 − ab elsewhere. One guard unit covers that.
mutants! {
    products_need_every_guard_unit: fn multiply(top_a: u64, a: u64, top_b: u64, b: u64) -> u128 {
        Proved::multiply(top_a, a, top_b, b) - 1
    } => Products, Powers;
    products_need_the_error_of_the_first: fn multiply(top_a: u64, a: u64, top_b: u64, b: u64) -> u128 {
        Proved::multiply(top_a, a, top_b, b) - (top_b as u128 + 1) * a as u128
    } => Products, Powers;
    products_need_the_error_of_the_second: fn multiply(top_a: u64, a: u64, top_b: u64, b: u64) -> u128 {
        Proved::multiply(top_a, a, top_b, b) - (top_a as u128 + 1) * b as u128
    } => Products, Powers;
    products_need_what_is_below_the_top_word: fn multiply(top_a: u64, a: u64, top_b: u64, b: u64) -> u128 {
        Proved::multiply(top_a, a, top_b, b) - a as u128 - b as u128
    } => Products;

    word_products_need_every_unit: fn multiply_word(a: u64, w: u64) -> u128 {
        Proved::multiply_word(a, w).saturating_sub(1)
    } => WordProducts;

    word_quotients_need_every_guard_unit: fn divide_word(a: u64, w: u64, inexact: bool) -> u128 {
        Proved::divide_word(a, w, inexact).saturating_sub(1)
    } => WordQuotients;
    word_quotients_need_their_remainder: fn divide_word(a: u64, w: u64, _: bool) -> u128 {
        Proved::divide_word(a, w, false)
    } => WordQuotients;
    word_quotients_need_all_of_the_error: fn divide_word(a: u64, w: u64, inexact: bool) -> u128 {
        Proved::divide_word(a / 2, w, inexact)
    } => WordQuotients;

    sums_need_every_guard_unit: fn add(a: u64, b: u64, shift: u32, lost: bool) -> u128 {
        Proved::add(a, b, shift, lost).saturating_sub(1)
    } => Sums;
    sums_need_what_fell_below_the_guard: fn add(a: u64, b: u64, shift: u32, _: bool) -> u128 {
        Proved::add(a, b, shift, false)
    } => Sums;
    sums_need_the_error_of_the_higher: fn add(_: u64, b: u64, shift: u32, lost: bool) -> u128 {
        Proved::add(0, b, shift, lost)
    } => Sums;
    sums_need_the_error_of_the_lower: fn add(a: u64, _: u64, shift: u32, lost: bool) -> u128 {
        Proved::add(a, 0, shift, lost)
    } => Sums;
    sums_round_the_lower_error_up: fn add(a: u64, b: u64, shift: u32, lost: bool) -> u128 {
        let b = (u128::from(b) << 64).checked_shr(shift).unwrap_or(0);
        (u128::from(a) << 64) + b + u128::from(lost)
    } => Sums;

    // Caught where nothing but the remainder counts. The rest of the rule is generous by design,
    // it takes A/B for 1 and B for its top word less one; so its mutants drop or halve a part.
    quotients_need_their_remainder: fn divide(a: u64, b: u64, top_b: u64, inexact: bool) -> u128 {
        Proved::divide(a, b, top_b, inexact).saturating_sub(1)
    } => Quotients;
    quotients_need_the_error_of_the_dividend: fn divide(_: u64, b: u64, top_b: u64, inexact: bool) -> u128 {
        Proved::divide(0, b, top_b, inexact)
    } => Quotients;
    quotients_need_the_error_of_the_divisor: fn divide(a: u64, _: u64, top_b: u64, inexact: bool) -> u128 {
        Proved::divide(a, 0, top_b, inexact)
    } => Quotients;
    quotients_need_more_than_half_the_error: fn divide(a: u64, b: u64, top_b: u64, inexact: bool) -> u128 {
        Proved::divide(a, b, top_b, false) / 2 + u128::from(inexact)
    } => Quotients;

    rounding_needs_every_unit: fn round(error: u128, shift: i32, lost: bool) -> u64 {
        Proved::round(error, shift, lost).saturating_sub(1)
    } => Products, WordProducts, WordQuotients, Sums, Quotients, Powers;
    rounding_needs_the_bits_cut_off: fn round(error: u128, shift: i32, _: bool) -> u64 {
        Proved::round(error, shift, false)
    } => Products, WordProducts, WordQuotients, Sums, Quotients, Powers;
    rounding_goes_up: fn round(error: u128, shift: i32, lost: bool) -> u64 {
        Proved::round(error - error % (1 << (64 - shift).clamp(0, 127)), shift, lost)
    } => Products, WordProducts, WordQuotients, Sums, Quotients, Powers;
}

/// Containment alone would be content with rules that are far too large.
#[test]
fn one_operation_costs_few_bits() {
    let mut draws = Draws::new(2);
    let mut normal = || {
        let mut words = draws.mantissa(4);
        words[3] |= 1 << 63;
        Drawn::new(false, &words, 0, draws.ulps()).real
    };
    for _ in 0..DRAWS {
        let (a, b) = (normal(), normal());
        let bits = a.certain_bits().min(b.certain_bits()).min(256);
        let (sum, product, quotient) = (a.add(&b), a.mul(&b), a.div(&b));
        for (result, cost) in [(sum, 2), (product, 3), (quotient, 4)] {
            let left = result.certain_bits().min(256);
            assert!(left + cost >= bits, "{a:x?}, {b:x?} gave {result:x?}");
        }
    }
}

/// The rule of powers, halved.
struct HalvedPower;
impl Rules for HalvedPower {
    fn power(n: u64, a: u64) -> u128 {
        Proved::power(n, a) / 2
    }
}

/// The rule of powers without the cuts of its products.
struct PowerWithoutCuts;
impl Rules for PowerWithoutCuts {
    fn power(n: u64, a: u64) -> u128 {
        2 * n as u128 * a as u128
    }
}

#[test]
fn smaller_rules_of_powers_are_caught() {
    assert!(!holds::<Powers, HalvedPower>());
    assert!(!holds::<Powers, PowerWithoutCuts>());
}
