//! Laws that the complex functions keep whatever the argument, wide ones included; and a smaller
//! rule breaks one of them.

use urnfield_num::{Complex, Proved, Real, Rules};
use urnfield_paper::draws::{Draws, multiplier};

fn zero_is_in(value: &Real) -> bool {
    value.is_zero() || value.certain_bits() == 0
}

fn same(a: &Complex, b: &Complex) -> bool {
    a.re.enclosure().overlaps(&b.re.enclosure()) && a.im.enclosure().overlaps(&b.im.enclosure())
}

fn ratio(n: i64, d: u64, words: usize) -> Real {
    let size = Real::from_ratio(n.unsigned_abs(), d, words);
    if n < 0 { size.negated() } else { size }
}

fn whole(n: u64, words: usize) -> Complex {
    Complex::real(Real::from_u64(n, words))
}

/// A part of a point: of any size up to 2^60, sometimes zero, sometimes vague.
fn part(draws: &mut Draws, words: usize, positive: bool) -> Real {
    let mut mantissa: Vec<u64> = (0..words).map(|_| draws.word()).collect();
    mantissa[words - 1] |= 1 << 63;
    let size = draws.between(-60, 60);
    let size = draws.one_of(&[0, 1, 2, 4, 6, 10, size]) - 64 * words as i64;
    let ulps = draws.ulps();
    let ulps = draws.one_of(&[0, 0, 1, 50, ulps]);
    if !positive && draws.below(8) == 0 {
        return Real::zero(words);
    }
    Real::from_parts(!positive && draws.coin(), &mantissa, size.into(), ulps)
}

fn each(words: usize, law: impl Fn(&Complex, &mut Draws) -> bool) {
    let mut draws = Draws::new(5);
    for _ in 0..150 * multiplier() {
        let z = Complex::new(part(&mut draws, words, true), part(&mut draws, words, false));
        let shown = (z.re.enclosure(), z.im.enclosure());
        assert!(law(&z, &mut draws), "{words} words: {:.20} + {:.20} i", shown.0, shown.1);
    }
}

/// `test: z, draws => what is true of every z with Re z > 0`, on every kind of storage.
macro_rules! laws {
    ($($test:ident: $z:ident, $draws:ident, $words:ident => $law:expr;)+) => {$(
        #[test]
        fn $test() {
            fn law($words: usize) {
                each($words, |$z, $draws| $law);
            }
            law(2);
            law(4);
            law(8);
            law(3);
        }
    )+};
}

laws! {
    squares_of_sine_and_cosine_sum_to_one: z, _draws, words => {
        let (sin, cos) = z.im.sin_cos();
        zero_is_in(&sin.mul(&sin).add(&cos.mul(&cos)).sub(&Real::from_u64(1, words)))
    };
    sine_and_cosine_of_twice_the_angle: z, _draws, words => {
        let ((sin, cos), (twice, other)) = (z.im.sin_cos(), z.im.clone().shift(1).sin_cos());
        let square = sin.mul(&sin).shift(1).sub(&Real::from_u64(1, words));
        zero_is_in(&sin.mul(&cos).shift(1).sub(&twice)) && zero_is_in(&square.add(&other))
    };
    the_angle_of_cosine_and_sine: z, _draws, _words => {
        // Within half a turn, the angle itself.
        let angle = z.im.clone().shift(-z.im.magnitude().unwrap_or(0).max(1));
        let (sin, cos) = angle.sin_cos();
        zero_is_in(&sin.atan2(&cos).sub(&angle))
    };
    exp_of_ln_is_the_number: z, draws, _words => {
        let z = if draws.coin() { z.clone().negated() } else { z.clone() };
        same(&z.ln().exp(), &z)
    };
    the_absolute_value_squared_is_the_norm: z, _draws, _words => {
        let abs = z.abs();
        zero_is_in(&abs.mul(&abs).sub(&z.norm_sqr()))
            && zero_is_in(&abs.ln().sub(&z.ln().re))
    };
    division_undoes_multiplication: z, draws, words => {
        let w = Complex::new(part(draws, words, false), part(draws, words, true));
        same(&z.mul(&w).div(&w), z) && same(&z.recip().mul(z), &whole(1, words))
            && same(&z.square(), &z.mul(z))
            && same(&z.mul_real(&w.re), &z.mul(&Complex::real(w.re.clone())))
    };
    powers_are_products: z, draws, words => {
        let n = 1 + draws.below(40);
        let product = (1..n).fold(z.clone(), |p, _| p.mul(z));
        let large = u64::MAX / 3;
        same(&z.pow(n), &product) && same(&z.pow(0), &whole(1, words))
            && same(&z.pow(large).mul(&z.pow(n)), &z.pow(large + n))
    };
    gamma_of_one_more_is_a_product: z, _draws, words => {
        let one_more = z.add(&whole(1, words)).ln_gamma();
        same(&one_more.sub(&z.ln_gamma()), &z.ln())
    };
    gamma_of_the_conjugate_is_the_conjugate: z, _draws, _words => {
        same(&z.conj().ln_gamma(), &z.ln_gamma().conj())
    };
    gamma_obeys_the_duplication_formula: z, _draws, words => {
        // ln Γ(z) + ln Γ(z + ½) = ln Γ(2z) + (1 − 2z) ln 2 + ½ ln π
        let half = Complex::real(Real::from_ratio(1, 2, words));
        let twice = z.mul_word(2);
        let left = z.ln_gamma().add(&z.add(&half).ln_gamma());
        let log2 = whole(1, words).sub(&twice).mul_real(&Real::ln2(words));
        let log_pi = Complex::real(Real::pi(words).ln().shift(-1));
        same(&left, &twice.ln_gamma().add(&log2).add(&log_pi))
    };
    rising_is_a_difference_of_gammas: z, draws, words => {
        let n = draws.below(30);
        let difference = z.add(&whole(n, words)).ln_gamma().sub(&z.ln_gamma());
        let mut sum = whole(0, words);
        for i in 0..n {
            sum = sum.add(&z.add(&whole(i, words)).ln());
        }
        same(&z.ln_rising(n), &difference) && same(&z.ln_rising(n), &sum)
    };
}

#[test]
fn gamma_of_a_whole_number_is_a_factorial() {
    for words in [2, 4, 8] {
        for n in (0..40).chain([255, 256, 1000, 1 << 40, u64::MAX - 1]) {
            let log = whole(n + 1, words).ln_gamma();
            let factorial = Real::ln_factorial(n, words);
            assert!(log.re.enclosure().overlaps(&factorial.enclosure()), "ln {n}!");
            assert!(log.im.is_zero(), "ln {n}! is real");
        }
    }
}

#[test]
fn what_is_not_in_the_right_half_plane_has_no_gamma_here() {
    let far = Real::from_u128(1, 100_000, 4);
    for re in [Real::zero(4), Real::from_parts(false, &[5, 0, 0, 0], 0, 7), ratio(-1, 2, 4)] {
        let z = Complex::new(re, ratio(1, 3, 4));
        for log in [z.ln_gamma(), z.ln_rising(3)] {
            assert!(zero_is_in(&log.re) && zero_is_in(&log.re.sub(&far)));
        }
    }
}

/// The exact ends of what a real may be.
fn ends(negative: bool, mantissa: &[u64], exponent: i64, ulps: u32) -> [Real; 2] {
    let mut wide = vec![0; 12 - mantissa.len()];
    let by = 64 * wide.len() as i128;
    wide.extend_from_slice(mantissa);
    let middle = Real::from_parts(negative, &wide, i128::from(exponent) - by, 0);
    let error = Real::from_u128(ulps.into(), exponent.into(), 12);
    [middle.sub(&error), middle.add(&error)]
}

/// A wide real with its ends; sometimes around zero, where nothing is rounded.
fn wide<const L: usize>(draws: &mut Draws) -> (Real, [Real; 2]) {
    let mut mantissa = draws.mantissa(L);
    if draws.below(4) == 0 {
        mantissa.fill(0);
    }
    let ulps = draws.ulps();
    let exponent = draws.one_of(&[-200, -40, -3, 0, 1, 3, 20]) - 64 * L as i64;
    let negative = draws.coin();
    let real = Real::from_parts(negative, &mantissa, exponent.into(), ulps);
    (real, ends(negative, &mantissa, exponent, ulps))
}

fn holds_for_wide_arguments<R: Rules, const L: usize>() -> bool {
    let mut draws = Draws::new(6);
    (0..2000 * multiplier()).all(|_| {
        let (x, ends) = wide::<L>(&mut draws);
        let (sin, cos) = x.sin_cos_by::<R>();
        let (sin, cos) = (sin.enclosure(), cos.enclosure());
        ends.iter().all(|end| {
            let truth = end.sin_cos();
            sin.overlaps(&truth.0.enclosure()) && cos.overlaps(&truth.1.enclosure())
        })
    })
}

fn sines_hold<R: Rules>() -> bool {
    holds_for_wide_arguments::<R, 2>() && holds_for_wide_arguments::<R, 4>()
}

fn angles_hold<R: Rules>() -> bool {
    let mut draws = Draws::new(7);
    (0..2000 * multiplier()).all(|_| {
        let ((y, y_ends), (x, x_ends)) = (wide::<2>(&mut draws), wide::<2>(&mut draws));
        let angle = y.atan2_by::<R>(&x).enclosure();
        // On the negative half axis an angle may be the other one, a turn away.
        let crosses = y_ends[0].is_negative() != y_ends[1].is_negative() && x_ends[0].is_negative();
        crosses
            || y_ends.iter().all(|y| x_ends.iter().all(|x| angle.overlaps(&y.atan2(x).enclosure())))
    })
}

/// The four corners of a wide rectangle: a function encloses its value at each.
fn corners_hold(
    function: impl Fn(&Complex) -> Complex,
    truth: impl Fn(&Complex) -> Complex,
    right: bool,
) -> bool {
    let mut draws = Draws::new(8);
    (0..1000 * multiplier()).all(|_| {
        let ((x, x_ends), (y, y_ends)) = (wide::<2>(&mut draws), wide::<2>(&mut draws));
        // Off the cut of the logarithm.
        let left = x_ends.iter().any(|x| x.is_negative() || x.is_zero());
        if left && (right || y_ends[0].is_negative() != y_ends[1].is_negative()) {
            return true;
        }
        let value = function(&Complex::new(x, y));
        x_ends.iter().all(|x| {
            y_ends.iter().all(|y| {
                let truth = truth(&Complex::new(x.clone(), y.clone()));
                value.re.enclosure().overlaps(&truth.re.enclosure())
                    && value.im.enclosure().overlaps(&truth.im.enclosure())
            })
        })
    })
}

fn logarithms_hold<R: Rules>() -> bool {
    corners_hold(|z| z.ln_by::<R>(), Complex::ln, false)
}

fn exponentials_hold<R: Rules>() -> bool {
    let real = |x: Real| Complex::real(x);
    corners_hold(|z| real(z.re.exp_by_series::<R>()), |z| Complex::real(z.re.exp()), false)
}

#[test]
fn functions_enclose_the_corners_of_a_rectangle() {
    assert!(logarithms_hold::<Proved>());
    assert!(exponentials_hold::<Proved>());
    assert!(corners_hold(Complex::exp, Complex::exp, false));
    assert!(corners_hold(Complex::square, |z| z.mul(z), false));
    assert!(corners_hold(Complex::recip, Complex::recip, false));
    assert!(corners_hold(|z| z.pow(1000), |z| z.pow(1000), true));
    assert!(corners_hold(|z| Complex::real(z.abs()), |z| Complex::real(z.abs()), false));
    assert!(corners_hold(Complex::ln_gamma, Complex::ln_gamma, true));
    assert!(corners_hold(|z| z.ln_rising(9), |z| z.ln_rising(9), true));
}

/// Few terms with their remainder, at arguments where it has the least to spare.
fn few_terms_hold(
    size: i128,
    series: impl Fn(&Real, usize) -> Real,
    truth: impl Fn(&Real) -> Real,
) -> bool {
    let below = |by: i128| Real::from_u64(1, 4).sub(&Real::from_u128(1, -by, 4)).shift(size);
    [below(60), below(9), below(2), below(60).negated(), below(9).shift(-20)].iter().all(|x| {
        let truth = truth(x).enclosure();
        (0..9).all(|terms| series(x, terms).enclosure().overlaps(&truth))
    })
}

fn sine_series_hold<R: Rules>() -> bool {
    few_terms_hold(0, |x, n| x.sine_series::<R>(n), |x| x.sin_cos().0)
}

fn cosine_series_hold<R: Rules>() -> bool {
    few_terms_hold(0, |x, n| x.cosine_series::<R>(n), |x| x.sin_cos().1)
}

fn arctan_series_hold<R: Rules>() -> bool {
    let one = Real::from_u64(1, 4);
    few_terms_hold(-4, |x, n| x.arctan_series::<R>(n), |x| x.atan2(&one))
}

fn exp_series_hold<R: Rules>() -> bool {
    // One of the two parts has all its terms, so that the other one's remainder shows.
    few_terms_hold(0, |x, n| x.exp_series::<R>(n, 40), Real::exp)
        && few_terms_hold(0, |x, n| x.exp_series::<R>(40, n), Real::exp)
}

fn stirling_holds<R: Rules>() -> bool {
    let points = [(2, 0), (3, 0), (20, 0), (0, 2), (0, 3), (1, 4), (3, 3), (3, -3), (1, -40)];
    points.iter().all(|&(x, y)| {
        // A little right of the imaginary axis, as truth comes from there.
        let re = ratio(x, 1, 4).add(&Real::from_u128(1, -10, 4));
        let z = Complex::new(re, ratio(y, 1, 4));
        let truth = z.ln_gamma();
        (0..9).all(|terms| same(&z.stirling::<R>(terms), &truth))
    })
}

/// z = 1 and 2, give or take: where |z| is a power of two the count of units has none to spare.
fn rising_holds<R: Rules>() -> bool {
    [(1, 0), (1, 1), (2, 0), (4, 0)].iter().all(|&(x, y)| {
        [1u32, 1000, u32::MAX].iter().all(|&ulps| {
            let vague = |n: u64, ulps: u32| Real::from_parts(false, &[0, n << 50], -114, ulps);
            let z = Complex::new(vague(x, ulps), vague(y, 0));
            let product = z.ln_rising_by::<R>(2);
            let apart = |a: &Real, b: &Real| !a.enclosure().overlaps(&b.enclosure());
            let end = |up: bool| {
                let error = Real::from_u128(ulps.into(), -114, 8);
                let re = Real::from_u64(x, 8);
                let re = if up { re.add(&error) } else { re.sub(&error) };
                let z = Complex::new(re, Real::from_u64(y, 8));
                z.ln().add(&z.add(&whole(1, 8)).ln())
            };
            let is = |end: Complex| !apart(&product.re, &end.re) && !apart(&product.im, &end.im);
            is(end(true)) && is(end(false))
        })
    })
}

#[test]
fn wide_arguments_and_few_terms_are_enclosed() {
    assert!(sines_hold::<Proved>());
    assert!(angles_hold::<Proved>());
    assert!(sine_series_hold::<Proved>());
    assert!(cosine_series_hold::<Proved>());
    assert!(arctan_series_hold::<Proved>());
    assert!(exp_series_hold::<Proved>());
    assert!(stirling_holds::<Proved>());
    assert!(rising_holds::<Proved>());
}

/// `test: smaller rule => laws`: with that rule none of them holds.
macro_rules! mutants {
    ($($test:ident: $rule:item => $($law:ident),+;)+) => {$(
        #[test]
        fn $test() {
            struct Mutant;
            impl Rules for Mutant {
                $rule
            }
            $(assert!(!$law::<Mutant>(), "{}", stringify!($law));)+
        }
    )+};
}

// Rules::fraction_product and Rules::series are about units of 2^-64 of the last bit, which no
// result shows: their mutants are in series/fixed_point.rs.
mutants! {
    functions_need_the_error_of_the_argument:
        fn argument(_: u64) -> u64 { 0 } => sines_hold, angles_hold, logarithms_hold, exponentials_hold;
    functions_need_more_than_half_the_error_of_the_argument:
        fn argument(ulps: u64) -> u64 { ulps / 2 } => sines_hold, angles_hold, logarithms_hold, exponentials_hold;
    functions_need_every_unit_of_the_error_of_the_argument:
        fn argument(ulps: u64) -> u64 { ulps.saturating_sub(1) } => sines_hold;
    alternating_series_need_a_remainder:
        fn alternating_remainder() -> (u64, u64) { (0, 1) }
        => sine_series_hold, cosine_series_hold, arctan_series_hold;
    alternating_series_need_more_than_half_their_remainder:
        fn alternating_remainder() -> (u64, u64) { (1, 2) }
        => sine_series_hold, cosine_series_hold, arctan_series_hold;
    exp_needs_a_remainder:
        fn hyperbolic_remainder() -> (u64, u64) { (0, 1) } => exp_series_hold;
    exp_needs_more_than_the_first_omitted_term:
        fn hyperbolic_remainder() -> (u64, u64) { (1, 1) } => exp_series_hold;
    complex_stirling_needs_a_remainder:
        fn stirling_remainder() -> (u64, u64) { (0, 1) } => stirling_holds;
    complex_stirling_needs_more_than_half_its_remainder:
        fn stirling_remainder() -> (u64, u64) { (1, 2) } => stirling_holds;
    complex_stirling_needs_more_than_the_first_omitted_term:
        fn stirling_sector() -> (u64, u64) { (2, 2) } => stirling_holds;
    products_need_the_error_of_their_factors:
        fn factors(_: u128) -> u128 { 0 } => rising_holds;
    products_need_more_than_half_the_error_of_their_factors:
        fn factors(units: u128) -> u128 { units / 2 } => rising_holds;
}
