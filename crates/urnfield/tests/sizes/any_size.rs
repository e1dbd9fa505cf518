//! Any size: a grid over loads, sizes and depths. Every question has an answer with the bits it
//! promises, and the answers fit together.

use crate::grid::{LEVELS, laws, values};
use std::cmp::Ordering;
use urnfield::{Enclosure, Error, Occupancy, Rate, Rational};

fn named() -> impl Iterator<Item = (String, Occupancy)> {
    laws().map(|(_, [balls, urns], law)| (format!("{balls} balls in {urns} urns"), law))
}

fn promised(what: &str, answer: Result<Enclosure, Error>) -> Enclosure {
    let p = answer.unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
    assert!(p.certain_bits() >= 53, "{what}: {p} has {} bits", p.certain_bits());
    assert!(p.certainly_ge(&Rational::zero()) && p.certainly_le(&Rational::one()), "{what}: {p}");
    p
}

#[test]
fn points_and_tails_are_answered_and_fit_together() {
    let one = Enclosure::one();
    for (what, law) in named() {
        for x in values(&law) {
            let what = format!("{what} at {x}");
            let point = promised(&what, law.pmf(x));
            let lower = promised(&what, law.at_most(x));
            let upper = promised(&what, law.at_least(x));
            // P(X ≤ x) + P(X ≥ x) = 1 + P(X = x).
            assert!((&lower + &upper).overlaps(&(&one + &point)), "{what}");
        }
    }
}

#[test]
fn quantiles_are_answered_and_keep_their_word() {
    for (what, law) in named() {
        for level in LEVELS {
            let what = format!("{what}, quantile {level}");
            let p: Rate = level.parse().expect("a level");
            let i = law.quantile(&p).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
            assert!(!promised(&what, law.at_most(i)).certainly_lt(p.value()), "{what}");
            if i > law.support().0 {
                assert!(!promised(&what, law.at_most(i - 1)).certainly_gt(p.value()), "{what}");
            }
        }
    }
}

#[test]
fn modes_are_answered_and_no_neighbour_is_likelier() {
    for (what, law) in named() {
        let modes = law.mode().unwrap_or_else(|refusal| panic!("{what}, mode: {refusal}"));
        let (least, most) = law.support();
        let top = promised(&what, law.pmf(modes[0]));
        for beside in [modes[0].saturating_sub(1), modes[modes.len() - 1].saturating_add(1)] {
            if (least..=most).contains(&beside) {
                let p = promised(&what, law.pmf(beside));
                assert!(p.compare(&top) != Some(Ordering::Greater), "{what}: {modes:?}");
            }
        }
    }
}

/// Half of all urns share as many with a list as the other half does: ties that no enclosure tells.
#[test]
fn symmetric_lists_at_any_size() {
    let half: Rate = "1/2".parse().expect("a rate");
    let minus_one: Rational = "-1".parse().expect("a number");
    for m in [10, 30, 1002, 1 << 40, u64::MAX - 1] {
        for other in [1, 2, 3, m / 4, m / 4 + 1, m / 2, m - 3, m - 2] {
            let law = Occupancy::lists(m, &[m / 2, other]).expect("a law");
            let what = format!("lists of {} and {other} of {m} urns", m / 2);
            assert_eq!(law.quantile(&half).expect("the middle"), other / 2, "{what}");
            let middle =
                if other % 2 == 1 { vec![other / 2, other / 2 + 1] } else { vec![other / 2] };
            assert_eq!(law.mode().expect("the middle"), middle, "{what}");
            if other % 2 == 1 {
                assert!(law.pgf(&minus_one).expect("a sum").is_zero(), "{what}");
            }
            if m < 40 {
                let (least, most) = law.support();
                let p = |i| law.pmf_exact(i).expect("small");
                let top = (least..=most).map(p).max().expect("a value");
                let likeliest: Vec<u64> = (least..=most).filter(|&i| p(i) == top).collect();
                assert_eq!(likeliest, middle, "{what}");
                let upto = (least..=other / 2).map(p).fold(Rational::zero(), |sum, p| &sum + &p);
                assert!(upto >= *half.value(), "{what}");
            }
        }
    }
}

/// The likeliest overlap of two lists is a whole quotient; seen against all probabilities.
#[test]
fn likeliest_overlaps_of_two_lists() {
    for m in 1..=14 {
        for (a, b) in (0..=m).flat_map(|a| (0..=m).map(move |b| (a, b))) {
            let law = Occupancy::lists(m, &[a, b]).expect("a law");
            let (least, most) = law.support();
            let p = |i| law.pmf_exact(i).expect("small");
            let top = (least..=most).map(p).max().expect("a value");
            let likeliest: Vec<u64> = (least..=most).filter(|&i| p(i) == top).collect();
            assert_eq!(law.mode().expect("a mode"), likeliest, "{a} and {b} of {m}");
        }
    }
}
