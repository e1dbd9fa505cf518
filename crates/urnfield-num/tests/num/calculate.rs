//! Arithmetic with enclosures against exact rationals: whatever the operands are between their
//! ends, the result holds what exact arithmetic makes of it.

use super::draws::{DrawReal, minus, number};
use std::cmp::Ordering;
use urnfield_num::{Dyadic, Enclosure, Rational, Real};
use urnfield_paper::draws::{Draws, multiplier};

/// An enclosure with some rationals that are in it, its ends among them.
fn drawn(draws: &mut Draws) -> (Enclosure, Vec<Rational>) {
    if draws.below(4) == 0 {
        // Exactly known, sometimes too long to be carried along.
        let (n, d) = (draws.between(-1000, 1000), draws.one_of(&[1, 2, 3, 7, 640, u64::MAX]));
        let exact = Rational::new(n, d).expect("a denominator");
        let exact = if draws.coin() { exact } else { exact.pow(9) };
        return (Enclosure::from(&exact), vec![exact]);
    }
    let words = draws.one_of(&[2, 3, 4, 9]);
    let exponent = draws.between(-90, 40) - 64 * words as i64;
    let drawn = draws.real(words, exponent);
    let [lo, hi] = drawn.ends;
    let middle = (&lo + &hi).shift(-1);
    (drawn.real.enclosure(), vec![lo, middle, hi])
}

/// Whether no draw shows an exact result outside of `ours`.
fn holds(
    ours: impl Fn(&Enclosure, &Enclosure) -> Option<Enclosure>,
    exact: impl Fn(&Rational, &Rational) -> Option<Rational>,
) -> bool {
    let mut draws = Draws::new(7);
    (0..4000 * multiplier()).all(|_| {
        let ((a, in_a), (b, in_b)) = (drawn(&mut draws), drawn(&mut draws));
        let Some(result) = ours(&a, &b) else { return true };
        let pairs = in_a.iter().flat_map(|x| in_b.iter().map(move |y| (x, y)));
        pairs.filter_map(|(x, y)| exact(x, y)).all(|truth| result.contains(&truth))
    })
}

#[test]
fn sums_differences_products_and_quotients_hold_the_truth() {
    assert!(holds(|a, b| Some(a + b), |x, y| Some(x + y)));
    assert!(holds(|a, b| Some(a - b), |x, y| Some(x - y)));
    assert!(holds(|a, b| Some(a * b), |x, y| Some(x * y)));
    assert!(holds(Enclosure::checked_div, Rational::checked_div));
    assert!(holds(|a, b| Some(a / b), Rational::checked_div));
    assert!(holds(|a, _| Some(-a), |x, _| Some(minus(x))));
}

#[test]
fn a_result_that_forgets_an_operand_is_caught() {
    assert!(!holds(|a, _| Some(a + &Enclosure::zero()), |x, y| Some(x + y)));
    assert!(!holds(|a, b| Some(a - b), |x, y| Some(x + y)));
}

#[test]
fn the_smaller_and_the_larger_hold_the_truth() {
    assert!(holds(|a, b| Some(a.min(b)), |x, y| Some(x.min(y).clone())));
    assert!(holds(|a, b| Some(a.max(b)), |x, y| Some(x.max(y).clone())));
}

#[test]
fn powers_hold_the_truth() {
    let mut draws = Draws::new(8);
    for _ in 0..1000 * multiplier() {
        let (a, inside) = drawn(&mut draws);
        let n = draws.one_of(&[-3, -1, 0, 1, 2, 3, 5, 8]);
        let Some(power) = a.powi(n) else { continue };
        for x in inside {
            let size = x.pow(n.unsigned_abs() as u32);
            let truth = if n < 0 { Rational::one().checked_div(&size) } else { Some(size) };
            assert!(truth.is_none_or(|truth| power.contains(&truth)), "{a} ^ {n}");
        }
    }
    let zero = &Enclosure::from(3) - &Enclosure::from(3);
    assert_eq!(zero.powi(-1), None);
}

#[test]
fn a_result_is_as_certain_as_its_operands() {
    let third = Enclosure::from(&number("1/3"));
    let long = &third * &Real::from_ratio(7, 9, 4).enclosure();
    assert!(long.certain_bits() > 180 && long.exact().is_none());
    let mut sum = long.clone();
    for _ in 0..1000 {
        sum = &(&sum + &long) - &long;
    }
    assert!(sum.certain_bits() > 150, "{}", sum.certain_bits());
    assert_eq!((&third + &third).exact(), Some(&number("2/3")));
}

#[test]
fn logarithms_and_exponentials_undo_each_other() {
    for text in ["1/3", "1", "7", "1e-300", "123456789/1000"] {
        let value = Enclosure::from(&number(text));
        let log = value.ln().expect("positive");
        assert!(log.exp().contains(&number(text)), "{text}");
        assert!(log.certain_bits() > 150, "{text}");
        let square = value.pow(&Enclosure::from(2)).expect("positive");
        assert!(square.contains(&number(text).pow(2)), "{text}");
    }
    assert!(Enclosure::zero().ln().is_none());
    assert_eq!(Enclosure::zero().exp(), Enclosure::one());
}

#[test]
fn ends_are_exact() {
    let x = Real::from_parts(true, &[5, 9], -3, 2).enclosure();
    let whole = &Rational::from(9).shift(64) + &Rational::from(5);
    let [lo, hi] = [2, -2i64].map(|off| {
        let end = &whole + &Rational::new(off, 1).expect("a denominator");
        minus(&end).shift(-3)
    });
    assert_eq!((x.lo().to_rational(), x.hi().to_rational()), (Some(lo), Some(hi)));
}

/// Doubles are compared exactly: the nearest one is no further away than its neighbours.
#[test]
fn the_nearest_double_is_the_nearest() {
    let mut draws = Draws::new(9);
    for _ in 0..3000 * multiplier() {
        let words = [draws.word(), draws.word() | 1 << 63];
        let exponent = draws.one_of(&[-128, -64, -1100, -1200, 0, 800]);
        let value = Real::from_parts(draws.coin(), &words, exponent, 0).enclosure();
        let truth = value.lo().to_rational().expect("short");
        let near = value.nearest_f64();
        let distance = |double: f64| {
            let double = Dyadic::from_f64(double)?.to_rational()?;
            Some((&double - &truth).max(&truth - &double))
        };
        let ours = distance(near).expect("finite");
        for other in [near.next_up(), near.next_down()] {
            if let Some(theirs) = distance(other) {
                assert_ne!(ours.cmp(&theirs), Ordering::Greater, "{truth}: {near}");
            }
        }
    }
    assert_eq!(Enclosure::from(&number("1/10")).nearest_f64(), 0.1);
    assert_eq!(Enclosure::from(&number("5e-324")).nearest_f64(), 5e-324);
}

/// Where `usize` has 32 bits, a shift of 2^40 used to be none at all.
#[test]
fn shifts_beyond_the_machine_word_are_not_forgotten() {
    let tiny = Real::from_u128(1, -(1 << 40), 2).enclosure();
    let rest = tiny.complement();
    assert!(rest.contains(&Rational::one()) || rest.certainly_lt(&Rational::one()));
    assert!(!rest.certainly_le(&(&Rational::one() - &Rational::one().shift(-65_530))));
    assert_eq!(tiny.floor(), Some(0));
    let wide = Enclosure::between(&Real::from_u128(1, -(1 << 41), 2), &Real::from_u64(1, 2));
    assert!(wide.contains(&Rational::one()) && wide.contains(&Rational::one().shift(-65_000)));
}

#[test]
fn what_leaves_the_range_of_exponents_is_unknown_or_about_zero() {
    let huge = Real::from_u128(1, 1 << 120, 2).enclosure();
    let power = huge.powi(64).expect("no division");
    assert!(power.contains(&Rational::from(5)) && power.contains(&Rational::one().shift(100_000)));
    let tiny = Real::from_u128(1, -(1 << 120), 2).enclosure().powi(64).expect("no division");
    assert!(
        tiny.contains(&Rational::zero()) && tiny.certainly_lt(&Rational::one().shift(-100_000))
    );
}
