//! Two lists with an odds ratio, and Fisher's two-sided p-value.
//!
//! | file | second route |
//! |---|---|
//! | `pair` | draws, against whole numbers; large ones against the tails they are roots of |
//! | `whole` | the whole numbers |
//! | `oracle` | tails, two sides and odds of R and scipy, each within its own tolerance |
//! | `ten_thousand` | 10 000 intervals, against R, scipy and whole numbers at once |

mod oracle;
mod ten_thousand;
mod whole;

use urnfield::occupancy::{PairOfLists, Point};
use urnfield::{Enclosure, Occupancy, Rate, Rational};
use urnfield_paper::draws::{Draws, multiplier};
use whole::{Passing, Whole};

fn rate(text: &str) -> Rate {
    text.parse().expect("a rate")
}

#[test]
fn odds_ratios_and_their_intervals_are_the_roots_of_whole_polynomials() {
    let mut draws = Draws::new(1935);
    let mut inner = 0;
    for _ in 0..10_000 * multiplier() {
        let m = 2 + draws.below(60);
        let (a, b) = (1 + draws.corner(m - 1), 1 + draws.corner(m - 1));
        let whole = Whole::new(m, a, b);
        let x = whole.least + draws.corner(whole.most() - whole.least);
        let confidence = rate(draws.one_of(&["95%", "99%", "1/2", "0.999999", "1/10"]));
        let level = confidence.value().complement().shift(-1);
        let bits = draws.one_of(&[30, 53, 100]);
        let pair = whole.pair().precision(bits);
        let found = pair.intervals(x, &confidence).expect("small");
        match x == whole.least {
            true => assert!(found.odds.lo.is_zero()),
            false => whole.check(&found.odds.lo, Passing::AtLeast(x), &level, bits),
        }
        match (&found.odds.hi, x == whole.most()) {
            (None, true) => {}
            (Some(hi), false) => whole.check(hi, Passing::AtMost(x), &level, bits),
            other => panic!("{other:?}"),
        }
        whole.check_fold(&found.odds, &found.fold.expect("no empty list"));
        match pair.odds_ratio(x).expect("small") {
            Point::Undefined => assert_eq!(whole.least, whole.most()),
            Point::Infinite => assert_eq!(x, whole.most()),
            Point::Value(zero) if zero.is_zero() => assert_eq!(x, whole.least),
            Point::Value(value) => {
                inner += 1;
                whole.check(&value, Passing::Mean(x), &Rational::zero(), bits);
            }
        }
    }
    assert!(inner > 2_000, "{inner} overlaps were inside their supports");
}

#[test]
fn power_is_a_share_of_whole_weights() {
    let mut draws = Draws::new(1962);
    for _ in 0..300 * multiplier() {
        let m = 2 + draws.below(60);
        let (a, b) = (1 + draws.corner(m - 1), 1 + draws.corner(m - 1));
        let whole = Whole::new(m, a, b);
        let x = draws.corner(m);
        let odds: Rational =
            draws.one_of(&["1", "2", "1/3", "10", "1e-9", "1e30", "0.99"]).parse().expect("odds");
        let found = whole.pair().at_least(x, &odds).expect("small");
        let exact = whole.share(&odds, |y| y >= x);
        assert!(found.contains(&exact), "{m} {a} {b} {x} {odds}: {found:?} {exact}");
        assert!(found.certain_bits() >= 53);
    }
}

#[test]
fn two_sides_are_everything_that_is_not_likelier() {
    let mut draws = Draws::new(1934);
    for _ in 0..400 * multiplier() {
        let m = 2 + draws.below(60);
        // Halves make ties.
        let size = |draws: &mut Draws| if draws.coin() { m / 2 } else { draws.corner(m) };
        let lists: Vec<u64> = (0..2 + draws.below(2)).map(|_| size(&mut draws)).collect();
        let law = Occupancy::lists(m, &lists).expect("sizes within the population");
        let (least, most) = law.support();
        let x = least + draws.corner(most - least);
        let p = |y| law.pmf_exact(y).expect("small");
        let all = (least..=most).map(p).filter(|other| *other <= p(x));
        let exact = all.fold(Rational::zero(), |sum, p| &sum + &p);
        let found = law.two_sided(x).expect("small");
        assert!(found.contains(&exact), "{m} {lists:?} {x}: {found:?} {exact}");
        assert!(found.certain_bits() >= 53);
    }
}

/// Ties of lists that no whole number can be written out for.
#[test]
fn mirrored_overlaps_are_equally_likely_at_any_size() {
    let law = Occupancy::lists(2_000_000, &[1_000_000, 700_000]).expect("a law");
    let upper = law.two_sided(351_000).expect("two lists");
    let lower = law.two_sided(349_000).expect("two lists");
    let twice = &law.at_least(351_000).expect("two lists") * &Enclosure::from(2);
    assert!(upper.overlaps(&lower) && upper.overlaps(&twice));
    assert_eq!(format!("{upper:.12}"), format!("{lower:.12}"));
}

/// Populations of which no second route in whole numbers exists: the roots are held against the
/// tails that they are roots of, at odds on both sides.
#[test]
fn intervals_of_large_populations_are_where_their_tails_say() {
    let level = rate("0.05");
    for (m, a, b, x) in [
        (20_000, 300, 500, 15),
        (1_000_000_000, 1_000_000, 2_000_000, 2_100),
        (1_000_000_000, 500_000_000, 400_000_000, 200_010_000),
        (u64::MAX, 1 << 40, 1 << 41, 300_000),
        (u64::MAX, 12, u64::MAX - 5, 11),
        (1 << 53, 9, 1 << 52, 9),
        (u64::MAX, 9_000_000_000_000_000_000, 9_000_000_000_000_000_000, 8_999_999_999_999_999_990),
        (u64::MAX, 9_000_000_000_000_000_000, 9_000_000_000_000_000_000, 9_000_000_000_000_000_000),
    ] {
        let pair = PairOfLists::new(m, [a, b]).expect("sizes within the population");
        let found = pair.precision(53).intervals(x, &"90%".parse().expect("a rate"));
        let odds = found.unwrap_or_else(|e| panic!("{m} {a} {b} {x}: {e}")).odds;
        let at = |x, odds: &Enclosure, end: fn(&Enclosure) -> urnfield_num::Dyadic| {
            pair.at_least(x, &end(odds).to_rational().expect("short")).expect("in reach")
        };
        if !odds.lo.is_zero() {
            assert!(at(x, &odds.lo, Enclosure::lo).certainly_le(level.value()), "{m} {a} {b} {x}");
            assert!(at(x, &odds.lo, Enclosure::hi).certainly_ge(level.value()), "{m} {a} {b} {x}");
        }
        if let Some(hi) = &odds.hi {
            let rest = level.complement();
            assert!(at(x + 1, hi, Enclosure::lo).certainly_le(rest.value()), "{m} {a} {b} {x}");
            assert!(at(x + 1, hi, Enclosure::hi).certainly_ge(rest.value()), "{m} {a} {b} {x}");
        }
    }
}

/// Few bits take other sums than many.
#[test]
fn few_bits_of_large_populations() {
    let pair = PairOfLists::new(1_000_000_000, [1_000_000, 2_000_000]).expect("two lists");
    let found = pair.precision(30).intervals(2_100, &rate("95%")).expect("in reach").odds;
    let hi = found.hi.expect("an end");
    assert_eq!(format!("{:.6} {hi:.6}", found.lo), "1.00565 1.09613");
}

/// What is wider than a few million terms is refused at once.
#[test]
fn what_would_take_too_long_is_refused() {
    let pair = PairOfLists::new(u64::MAX, [1 << 63, 1 << 62]).expect("two lists");
    let refused = pair.intervals(1 << 61, &rate("95%")).expect_err("a billion deviations");
    assert!(refused.to_string().starts_with("the law of two lists with an odds ratio needs about"));
    assert!(pair.odds_ratio(1 << 61).is_err());
}
