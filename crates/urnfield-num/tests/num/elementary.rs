//! exp, ln and their kin against a second route: plain series in whole numbers that share no line
//! with the library, to more than twice the precision.

use super::draws::{Drawn, minus, number, parts};
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};
use urnfield_num::Rational;
use urnfield_num::{Proved, Real, Rules};
use urnfield_paper::draws::{Draws, multiplier};

/// Binary places of the second route; the longest mantissas tried have 1088 bits.
const PLACES: usize = 1600;

/// The truth times 2^PLACES lies between two whole numbers.
struct Bracket(IBig, IBig);

impl Bracket {
    fn around(middle: IBig, slack: u64) -> Bracket {
        Bracket(&middle - IBig::from(slack), middle + IBig::from(slack))
    }

    /// self + n·other.
    fn plus(&self, n: i64, other: &Bracket) -> Bracket {
        let (a, b) = (&other.0 * IBig::from(n), &other.1 * IBig::from(n));
        let (lower, upper) = if n < 0 { (b, a) } else { (a, b) };
        Bracket(&self.0 + lower, &self.1 + upper)
    }

    /// Whether `value` may be anything in the bracket: a little more than it need be, but the
    /// bracket is some 2^500 times the narrower. Only an exact result, zero, could not afford it.
    fn is_in(&self, value: &Real) -> bool {
        if value.is_zero() {
            return self.0 <= IBig::ZERO && self.1 >= IBig::ZERO;
        }
        let place = |end: &IBig| number(&end.to_string()).shift(-(PLACES as i64));
        let enclosure = value.enclosure();
        enclosure.contains(&place(&self.0)) && enclosure.contains(&place(&self.1))
    }
}

/// Σ (±1)^i (a/b)^(2i+1)/(2i+1), |a/b| ≤ 1/2: atanh, or arctan where the signs alternate.
fn inverse_tangent(a: &IBig, b: &IBig, alternating: bool) -> Bracket {
    let mut power = (a << PLACES) / b;
    let (mut sum, mut i) = (IBig::ZERO, 0);
    // A power is off by e ≤ e/4 + 1 < 2, a term by less than 3; the powers left out are below 2
    // at the head of a geometric series of ratio 1/4, so below 3 together.
    while power != IBig::ZERO {
        let term = &power / IBig::from(2 * i + 1);
        let negative = alternating && i % 2 == 1;
        sum += if negative { -term } else { term };
        power = power * a * a / (b * b);
        i += 1;
    }
    Bracket::around(sum, 3 * i + 3)
}

fn ln2() -> Bracket {
    let third = inverse_tangent(&IBig::ONE, &IBig::from(3), false);
    third.plus(1, &third)
}

/// ln(n/d): halved until it is between 1/2 and 2, then 2 atanh((n − d)/(n + d)).
fn ln(n: &IBig, d: &IBig) -> Bracket {
    let halvings = n.bit_len() as i64 - d.bit_len() as i64;
    let n = n << (-halvings).max(0) as usize;
    let d = d << halvings.max(0) as usize;
    let half = inverse_tangent(&(&n - &d), &(n + d), false);
    half.plus(1, &half).plus(halvings, &ln2())
}

/// e^(n/d)/2^i and i, where i makes it near 1.
fn exp(n: &IBig, d: &IBig) -> (Bracket, i64) {
    let x = (n << PLACES) / d;
    let i = i64::try_from(&x / ln2().0).expect("arguments are below 2^62");
    let reduced = Bracket::around(x, 1).plus(-i, &ln2());
    // A term is off by e ≤ (e + 1)/i + 1 ≤ 3; so the last one is below 5, and so is what follows.
    let series = |x: &IBig| {
        let (mut term, mut sum, mut i) = (IBig::ONE << PLACES, IBig::ONE << PLACES, 0u64);
        while term.clone().abs() > IBig::ONE {
            i += 1;
            term = ((term * x) >> PLACES) / IBig::from(i);
            sum += &term;
        }
        Bracket::around(sum, 3 * i + 5)
    };
    (Bracket(series(&reduced.0).0, series(&reduced.1).1), i)
}

fn expm1(n: &IBig, d: &IBig) -> Bracket {
    let (power, i) = exp(n, d);
    let (one, by) = (IBig::ONE << PLACES, i.unsigned_abs() as usize);
    let scale = |end| if i < 0 { end >> by } else { end << by };
    // The unit is for what the cut may lose.
    Bracket(scale(power.0) - &one, scale(power.1) + IBig::ONE - one)
}

/// Tries a function on arguments of 2^(size − 1) to 2^size with 2, 4 and 8 words, now and then with
/// 17, which are too many for tables: for each end of what the argument may be, it encloses the truth about it (and a power of two apart), and it
/// loses no more bits than `loss` says for the size.
fn encloses(
    sizes: &[i64],
    signs: &[bool],
    function: impl Fn(&Real) -> Real,
    truth: impl Fn(&IBig, &IBig) -> (Bracket, i64),
    loss: impl Fn(i64) -> i64,
) {
    let mut draws = Draws::new(3);
    for round in 0..25 * multiplier() {
        let lengths: &[usize] = if round % 5 == 0 { &[2, 4, 8, 17] } else { &[2, 4, 8] };
        let each = |&size: &i64| lengths.iter().map(move |&words| (size, words));
        for (size, words) in sizes.iter().flat_map(each) {
            let mut mantissa = draws.mantissa(words);
            mantissa[words - 1] |= 1 << 63;
            let (negative, ulps) = (draws.one_of(signs), draws.ulps());
            let x = Drawn::new(negative, &mantissa, size - 64 * words as i64, ulps);
            let result = function(&x.real);
            for (n, d) in x.ends.iter().map(parts) {
                let (truth, apart) = truth(&n, &d);
                let rest = result.clone().shift((-apart).into());
                assert!(truth.is_in(&rest), "{:x?} gave {result:x?}", x.real);
            }
            assert_tight(&x.real, &result, loss(size));
        }
    }
}

/// That `result` has all but `loss` of the certain bits of its argument.
fn assert_tight(x: &Real, result: &Real, loss: i64) {
    let before = i64::from(x.certain_bits()).min(64 * x.words() as i64);
    let lost = before - i64::from(result.certain_bits());
    assert!(lost <= loss, "{x:x?} lost {lost} bits: {result:x?}");
}

const BOTH_SIGNS: &[bool] = &[true, false];

#[test]
fn exp_encloses_the_series() {
    let sizes = [-300, -60, -9, -8, -7, -1, 0, 1, 2, 7, 20, 40, 60];
    // The relative error of exp is the absolute one of its argument.
    encloses(&sizes, BOTH_SIGNS, Real::exp, exp, |size| size.max(0) + 14);
}

#[test]
fn expm1_encloses_the_series_and_is_accurate_near_0() {
    let sizes = [-300, -64, -10, -9, -8, -2, -1, 0, 1, 5];
    let truth = |n: &IBig, d: &IBig| (expm1(n, d), 0);
    encloses(&sizes, BOTH_SIGNS, Real::expm1, truth, |size| size.max(0) + 14);
}

#[test]
fn log1p_encloses_the_series_and_is_accurate_near_0() {
    let sizes = [-300, -64, -10, -3, -2, -1];
    let truth = |n: &IBig, d: &IBig| (ln(&(n + d), d), 0);
    encloses(&sizes, BOTH_SIGNS, Real::log1p, truth, |_| 14);
}

#[test]
fn ln_encloses_the_series() {
    for scale in [0, 1 << 40, -1 << 40] {
        let function = |x: &Real| x.clone().shift(scale.into()).ln();
        let truth = |n: &IBig, d: &IBig| (ln(n, d).plus(scale, &ln2()), 0);
        // Sizes 0 and 1 meet at 1, and near it the argument is vague about how near.
        let near = |size| scale == 0 && (0..=1).contains(&size);
        let loss = |size| if near(size) { 1088 } else { 14 };
        encloses(&[-300, -1, 0, 1, 2, 60], &[false], function, truth, loss);
    }
}

#[test]
fn ln_is_accurate_near_1() {
    let (one, whole) = (Real::from_u64(1, 4), IBig::ONE);
    for k in [3, 10, 60, 100, 200, 255] {
        let (by, d) = (Real::from_u128(1, -k, 4), &whole << k as usize);
        for (x, n) in [(one.add(&by), &d + &whole), (one.sub(&by), &d - &whole)] {
            assert!(ln(&n, &d).is_in(&x.ln()), "ln(1 ± 2^-{k})");
            assert_tight(&x, &x.ln(), 14);
        }
    }
    assert!(one.ln().is_zero());
}

#[test]
fn ln_of_what_may_not_be_positive_says_nothing() {
    let far = Rational::one().shift(100_000);
    // Zero, about zero, and below zero.
    for (low, ulps) in [(0, 0), (0, 1), (5, 7), (-5, 7), (-9, 2), (-512, 0)] {
        let mantissa = vec![i64::unsigned_abs(low), 0, 0, 0];
        let log = Real::from_parts(low < 0, &mantissa, -9, ulps).ln();
        let log = log.enclosure();
        let anything = log.contains(&far) && log.contains(&minus(&far));
        assert!(anything, "{low} ± {ulps} gave {log:?}");
    }
}

#[test]
fn constants_enclose_another_formula() {
    // Gauss: π = 48 arctan(1/18) + 32 arctan(1/57) − 20 arctan(1/239).
    let part = |x: u32| inverse_tangent(&IBig::ONE, &IBig::from(x), true);
    let pi = Bracket::around(IBig::ZERO, 0)
        .plus(48, &part(18))
        .plus(32, &part(57))
        .plus(-20, &part(239));
    for words in 2..=12 {
        for (truth, value) in [(&pi, Real::pi(words)), (&ln2(), Real::ln2(words))] {
            assert!(truth.is_in(&value), "{value:?}");
            assert_tight(&Real::from_u64(1, words), &value, 10);
        }
    }
}

#[test]
fn ln_factorial_encloses_the_logarithm_of_the_product() {
    let mut product = IBig::ONE;
    for n in 1..=1200u64 {
        product *= IBig::from(n);
        // Both sides of 256, where Stirling's series takes over.
        if n < 20 || n % 97 == 0 || (250..262).contains(&n) {
            let truth = ln(&product, &IBig::ONE);
            assert!(truth.is_in(&Real::ln_factorial(n, 4)), "ln {n}!");
            assert!(truth.is_in(&Real::ln_factorial(n, 8)), "ln {n}!");
            assert_tight(&Real::from_u64(n, 4), &Real::ln_factorial(n, 4), 20);
        }
    }
    // Further on nobody multiplies, but neighbours still differ by a logarithm.
    for n in [1_000_000, 1 << 40, (1 << 53) + 1, u64::MAX - 1] {
        let step = Real::ln_factorial(n + 1, 4).sub(&Real::ln_factorial(n, 4));
        assert!(ln(&IBig::from(n + 1), &IBig::ONE).is_in(&step), "ln {n}!");
        assert_tight(&Real::from_u64(n, 4), &step, 20 + i64::from(n.ilog2()));
    }
}

/// Whether few terms of the series, with the remainder of `R`, enclose the truth. The rule is for
/// all |x| ≤ 1, so 1 is where it has the least to spare.
fn exp_series_holds<R: Rules>() -> bool {
    let arguments = [(1, 1), (-1, 1), (3, 4), (-1, 2), (1, 32)];
    arguments.iter().all(|&(n, d)| {
        let truth = expm1(&IBig::from(n), &IBig::from(d));
        (2..12).all(|terms| truth.is_in(&ratio(n, d).expm1_series::<R>(terms)))
    })
}

/// Likewise; the rule is for all |z| ≤ 1/2.
fn atanh_series_holds<R: Rules>() -> bool {
    let arguments = [(1, 2), (-1, 2), (1, 3), (3, 7), (-1, 100)];
    arguments.iter().all(|&(n, d)| {
        let truth = inverse_tangent(&IBig::from(n), &IBig::from(d), false);
        (1..12).all(|terms| truth.is_in(&ratio(n, d).atanh_series::<R>(terms)))
    })
}

fn stirling_holds<R: Rules>() -> bool {
    [2, 3, 10, 100u64].iter().all(|&n| {
        let product = (2..=n).fold(IBig::ONE, |product, i| product * IBig::from(i));
        let truth = ln(&product, &IBig::ONE);
        (0..9).all(|terms| truth.is_in(&Real::stirling::<R>(n, terms, 4)))
    })
}

fn ratio(n: i64, d: u64) -> Real {
    let size = Real::from_ratio(n.unsigned_abs(), d, 4);
    if n < 0 { size.negated() } else { size }
}

#[test]
fn remainders_enclose_what_the_series_leave_out() {
    assert!(exp_series_holds::<Proved>());
    assert!(atanh_series_holds::<Proved>());
    assert!(stirling_holds::<Proved>());
}

/// `test: smaller remainder => law`: with that remainder the law does not hold.
macro_rules! mutants {
    ($($test:ident: $rule:item => $law:ident;)+) => {$(
        #[test]
        fn $test() {
            struct Mutant;
            impl Rules for Mutant {
                $rule
            }
            assert!(!$law::<Mutant>());
        }
    )+};
}

mutants! {
    exp_needs_a_remainder:
        fn exp_remainder(_: u64) -> (u64, u64) { (0, 1) } => exp_series_holds;
    exp_needs_all_of_its_remainder:
        fn exp_remainder(n: u64) -> (u64, u64) { (n + 1, 2 * n) } => exp_series_holds;
    exp_needs_more_than_the_first_omitted_term:
        fn exp_remainder(_: u64) -> (u64, u64) { (1, 1) } => exp_series_holds;
    atanh_needs_a_remainder:
        fn atanh_remainder() -> (u64, u64) { (0, 1) } => atanh_series_holds;
    atanh_needs_all_of_its_remainder:
        fn atanh_remainder() -> (u64, u64) { (4, 6) } => atanh_series_holds;
    atanh_needs_more_than_the_first_omitted_term:
        fn atanh_remainder() -> (u64, u64) { (1, 1) } => atanh_series_holds;
    stirling_needs_a_remainder:
        fn stirling_remainder() -> (u64, u64) { (0, 1) } => stirling_holds;
    stirling_needs_all_of_its_remainder:
        fn stirling_remainder() -> (u64, u64) { (1, 2) } => stirling_holds;
}
