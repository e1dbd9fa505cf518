//! Faults once found in `num`, one test each.
use urnfield_num::{Enclosure, Rational};
use urnfield_num::{Proved, Real, Rules};
type F = Real;

fn one() -> F {
    F::from_u64(1, 4)
}
fn unknown() -> F {
    one().div(&F::zero(4))
}
/// 2/3 with about `certain` certain bits.
fn vague(certain: i128, words: usize) -> Real {
    let error = Real::from_parts(false, &vec![0; words], -certain - 2, 1);
    Real::from_ratio(2, 3, words).add(&error)
}

#[test] // wrong in every build: scale.unsigned_abs() as u64 is truncated
fn f01_ln_of_2_to_minus_2_to_65() {
    let ln = F::from_u128(1, -(1 << 65), 4).ln().enclosure();
    assert!(ln.certainly_lt(&"-25e18".parse().unwrap()), "{ln}, but −2^65·ln 2 is −2.557e19");
}
#[test] // wrong in every build: `shift as usize` is truncated
fn f02_double_of_2_to_minus_2_to_64() {
    let tiny = F::from_u128(1, -(1 << 64) - 820, 4).enclosure();
    assert_eq!((tiny.lo_f64(), tiny.hi_f64()), (0.0, f64::from_bits(1)));
}
#[test] // wrong in every build: div gives unknown, and 0 ± 1 is taken for digits
fn f03_text_of_2_to_2_to_52() {
    let huge = F::from_u128(1, 1 << 52, 4).enclosure();
    assert_eq!(
        huge.to_string().split_once('e').map(|(_, e)| e),
        Some("1355718576299647"),
        "{:?}",
        huge.decimal_bounds(5)
    );
}
#[test] // overflow in debug, wrong in release
fn f04_powers_of_the_unknown() {
    for n in [2, 3, 4, 8, 16, 100] {
        assert!(unknown().pow(n).enclosure().contains(&Rational::from(5)), "n = {n}");
    }
}
#[test] // debug panic
fn f05_logarithm_of_a_vague_number_near_1() {
    let x = one().add(&F::from_parts(false, &[0; 4], -60, 1));
    assert!(x.ln().enclosure().contains(&Rational::zero()));
}
#[test] // debug panic: 0 << 128 in Rules::round
fn f06_exact_cancellation() {
    let x = one().add(&F::from_u128(1, -250, 4));
    assert!(x.sub(&one()).enclosure().contains(&Rational::one().shift(-250)));
    assert_eq!(Proved::round(0, 192, false), 0);
}
#[test] // debug panic: 0u64 << 255
fn f07_exact_divisor_with_leading_zeros() {
    assert!(
        one()
            .div(&F::from_parts(false, &[1, 0, 0, 0], 0, 0))
            .enclosure()
            .contains(&Rational::one())
    );
}
#[test] // debug panic: n·LOG10_2 overflows
fn f08_text_of_the_unknown() {
    let _ = unknown().enclosure().to_string();
}
#[test] // debug panic; in release 10^(2^63) is attempted
fn f09_least_exponent() {
    assert!("1e-9223372036854775808".parse::<Rational>().is_err());
}
#[test]
fn f10_square_of_a_vague_number() {
    for (certain, words) in [(80, 4), (200, 8), (500, 16)] {
        let x = vague(certain, words);
        assert!(
            x.mul(&x).certain_bits() + 4 >= x.certain_bits(),
            "{words} words: {} bits, square {}",
            x.certain_bits(),
            x.mul(&x).certain_bits()
        );
    }
}
#[test]
fn f11_quotient_and_logarithm_of_a_high_power() {
    for words in [4, 64] {
        let x = Real::from_ratio(99, 100, words).pow(1 << 50);
        let q = Real::from_u64(1, words).div(&x);
        assert!(
            q.certain_bits() > 180,
            "{words} words: {} bits, reciprocal {}",
            x.certain_bits(),
            q.certain_bits()
        );
    }
}
#[test]
fn f12_zero_is_not_negative() {
    assert!(Enclosure::zero().hi_f64().is_sign_positive());
}
#[test] // None, though both ends round to 0.062: the thirteenth digit on rounds up
fn f13_digits_just_below_a_half() {
    let x = F::from_u128(1, -4, 4).sub(&F::from_u128(1, -120, 4)).enclosure();
    assert_eq!(x.digits(2).as_deref(), Some("0.062"));
}
