//! Any size: a grid over loads, sizes and depths. Every question has an answer with the bits it
//! promises, and the answers fit together.

use std::cmp::Ordering;
use urnfield::{Enclosure, Error, Occupancy, Rate, Rational};
use urnfield_paper::draws::multiplier;

/// n/m in thousandths; with the multiplier 29 steps to the decade.
fn loads() -> Vec<u64> {
    if multiplier() > 1 {
        let steps = (0..=125).map(|step| 10f64.powf(f64::from(step) / 29.0) as u64);
        return steps.chain([11_500, 20_000]).collect();
    }
    vec![1, 10, 100, 500, 1000, 2000, 5000, 8000, 10_000, 11_500, 15_000, 20_000]
}

/// Every second power of ten, with the multiplier every power of two too, and the largest number.
fn urns() -> Vec<u64> {
    let tens = (1..=19).step_by(2).map(|power| 10u64.pow(power));
    let twos = (4..64).map(|power| 1 << power).filter(|_| multiplier() > 1);
    tens.chain(twos).chain([10u64.pow(18), u64::MAX]).collect()
}

/// Standard deviations from the mean.
const DEPTHS: [f64; 7] = [-100.0, -30.0, -5.0, 0.0, 5.0, 30.0, 100.0];
const LEVELS: [&str; 4] = ["1e-12", "0.025", "1/2", "0.999999"];

fn laws() -> impl Iterator<Item = (String, Occupancy)> {
    urns().into_iter().flat_map(|m| {
        loads().into_iter().filter_map(move |load| {
            let n = u64::try_from(u128::from(m) * u128::from(load) / 1000).ok()?;
            let law = (n > 0).then(|| Occupancy::balls(m, n).expect("a law"))?;
            Some((format!("{n} balls in {m} urns"), law))
        })
    })
}

/// Edges, and values so many deviations from the mean.
fn values(law: &Occupancy) -> Vec<u64> {
    let (least, most) = law.support();
    let mean = law.mean().expect("a mean").lo_f64();
    let deviation = law.variance().expect("a variance").lo_f64().sqrt();
    let deep = DEPTHS.iter().map(|depth| (mean + depth * deviation).max(0.0) as u64);
    let edges = [least, least + 1, most - 1, most];
    let mut values: Vec<u64> = deep.chain(edges).map(|x| x.clamp(least, most)).collect();
    values.sort_unstable();
    values.dedup();
    values
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
    for (what, law) in laws() {
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
    for (what, law) in laws() {
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
    for (what, law) in laws() {
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
