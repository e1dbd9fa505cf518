//! Many digits where doubles and 128 bits end: two lists of any size, few balls in very many urns; and the sizes at
//! which quantiles and modes were once refused.

use urnfield::occupancy::LawRoute;
use urnfield::{Enclosure, Error, Occupancy, Rate, Rational};
use urnfield_paper::draws::{Draws, multiplier};

fn promised(answer: Result<Enclosure, Error>, bits: u64, what: &str) -> Enclosure {
    let p = answer.unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
    assert!(p.certain_bits() >= bits, "{what}: {} bits", p.certain_bits());
    assert!(p.certainly_ge(&Rational::zero()) && p.certainly_le(&Rational::one()), "{what}: {p}");
    p
}

/// A list of any size among m, often of few urns or of nearly all.
fn list(draws: &mut Draws, m: u64) -> u64 {
    let size = 1 + (draws.word() >> draws.below(64)) % m;
    if draws.coin() { size } else { m - size + 1 }
}

/// Points and tails of two lists have the bits they are asked for, fit together, and agree with the short form; of
/// small ones with whole numbers.
#[test]
fn two_lists_of_any_size_in_many_digits() {
    let mut draws = Draws::new(47);
    let (mut asked, mut exact) = (0, 0);
    for case in 0..150 * multiplier() {
        let m = 2 + (draws.word() >> if case % 3 == 0 { 56 } else { draws.below(56) });
        let (a, b) = (list(&mut draws, m), list(&mut draws, m));
        let law = Occupancy::lists(m, &[a, b]).expect("a law");
        let (least, most) = law.support();
        let mean = law.mean().expect("a mean").lo_f64() as u64;
        let deviation = law.variance().expect("a variance").lo_f64().sqrt();
        let depth = draws.one_of(&[0.0, 0.0, 1.0, 5.0, 30.0]) * deviation;
        let bits = draws.one_of(&[85, 120, 210]);
        let long = law.clone().precision(bits);
        let inner = [mean.saturating_sub(depth as u64), mean.saturating_add(depth as u64)];
        for x in [least, most].into_iter().chain(inner) {
            let x = x.clamp(least, most);
            let what = format!("lists of {a} and {b} of {m} urns at {x}, {bits} bits");
            let point = promised(long.pmf(x), bits, &what);
            let lower = promised(long.at_most(x), bits, &what);
            let upper = promised(long.at_least(x), bits, &what);
            assert!((&lower + &upper).overlaps(&(&Enclosure::one() + &point)), "{what}");
            for (long, short) in [(&point, law.pmf(x)), (&upper, law.at_least(x))] {
                assert!(short.is_ok_and(|short| short.overlaps(long)), "{what}");
            }
            asked += 1;
            if m < 300 {
                let sum = |from, to| {
                    (from..=to)
                        .fold(Rational::zero(), |sum, i| &sum + &law.pmf_exact(i).expect("small"))
                };
                assert!(point.contains(&sum(x, x)), "{what}");
                assert!(lower.contains(&sum(least, x)) && upper.contains(&sum(x, most)), "{what}");
                exact += 1;
            }
        }
    }
    assert!(asked >= 500 && exact > 150, "{asked} {exact}");
}

/// Where the terms of a tail are too many they are not begun, and a circle answers.
#[test]
fn the_terms_of_two_lists_are_capped() {
    let law = Occupancy::lists(u64::MAX - 1, &[u64::MAX / 2; 2]).expect("a law");
    let x = (1 << 62) + (1 << 31);
    for bits in [53, 200] {
        let law = law.clone().precision(bits);
        let refused =
            law.by_route(LawRoute::TwoLists, 1, x).expect("two lists").expect_err("too many terms");
        assert!(matches!(refused, Error::TooCostly { .. }), "{refused}");
        promised(law.at_least(x), bits, "half of all urns, twice");
    }
    // A deep tail has few.
    let deep = law.by_route(LawRoute::TwoLists, 1, (1 << 62) + (1 << 61)).expect("two lists");
    assert!(
        deep.is_ok_and(|deep| law.at_least((1 << 62) + (1 << 61)).is_ok_and(|p| p.overlaps(&deep)))
    );
}

/// 23 balls in 9·10^16 urns, all apart, and others like them: ∏ (m − i)/m.
#[test]
fn few_balls_that_hardly_ever_meet_in_many_digits() {
    let mut draws = Draws::new(23);
    let drawn = (0..40 * multiplier())
        .map(|_| (60 + (draws.word() >> (2 + draws.below(50))), 2 + draws.below(57)));
    for (m, n) in [(90_381_043_173_879_028, 23)].into_iter().chain(drawn) {
        let apart = (0..n).fold(Rational::one(), |product, i| {
            let factor = Rational::from(m - i).checked_div(&Rational::from(m)).expect("urns");
            &product * &factor
        });
        for bits in [100, 210, 340] {
            let what = format!("{n} balls in {m} urns, {bits} bits");
            let law = Occupancy::balls(m, n).expect("a law").precision(bits);
            let all = promised(law.pmf(n), bits, &what);
            assert!(all.contains(&apart), "{what}");
            let rest = promised(law.at_most(n - 1), bits, &what);
            assert!(rest.contains(&(&Rational::one() - &apart)), "{what}");
            for i in [n / 2, n - n / 3, n - 1] {
                let i = i.max(1);
                let point = promised(law.pmf(i), bits, &what);
                let below = promised(law.at_most(i), bits, &what);
                let above = promised(law.at_least(i), bits, &what);
                assert!((&below + &above).overlaps(&(&Enclosure::one() + &point)), "{what} at {i}");
            }
        }
    }
}

/// Nearly full houses and few collisions: quantiles keep their word, and no neighbour of a mode is likelier.
#[test]
fn quantiles_and_modes_of_nearly_full_and_nearly_empty_houses() {
    for (m, n, median, mode) in [
        (10_000_000_000, 150_000_000_000, 9_999_996_941, 9_999_996_941),
        (22_619_115_251, 336_519_333_965, 22_619_107_431, 22_619_107_432),
        (775_940_990_220_200, 40_905_986, 40_905_985, 40_905_985),
    ] {
        let law = Occupancy::balls(m, n).expect("a law");
        let what = format!("{n} balls in {m} urns");
        let half: Rate = "1/2".parse().expect("a rate");
        assert_eq!(law.quantile(&half), Ok(median), "{what}");
        assert!(promised(law.at_most(median), 53, &what).certainly_ge(half.value()), "{what}");
        assert!(promised(law.at_most(median - 1), 53, &what).certainly_lt(half.value()), "{what}");
        assert_eq!(law.mode(), Ok(vec![mode]), "{what}");
        let top = promised(law.pmf(mode), 53, &what);
        for beside in [mode - 1, mode + 1] {
            assert!(
                promised(law.pmf(beside), 53, &what)
                    .compare(&top)
                    .is_some_and(|order| order.is_lt()),
                "{what}"
            );
        }
    }
}
