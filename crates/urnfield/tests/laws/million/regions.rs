//! What is asked in a region, and what it is compared with.

use super::counted::{Counted, Stated};
use super::{Tally, drawn};
use dashu_int::UBig;
use std::cmp::Ordering;
use urnfield::occupancy::LawRoute;
use urnfield::{Committees, Enclosure, Occupancy, Rate, Rational};
use urnfield_num::Real;
use urnfield_paper::draws::Draws;

/// Every point, tail and mode, and some quantiles, against whole numbers.
pub(crate) fn against_counting(stated: &Stated, draws: &mut Draws, tally: &mut Tally) {
    let (what, counted) = (stated.name(), Counted::of(stated));
    let law = stated.law().expect("in the domain");
    let (first, last) = match (counted.values.first_key_value(), counted.values.last_key_value()) {
        (Some((first, _)), Some((last, _))) => (*first, *last),
        _ => panic!("{what}: no outcome"),
    };
    assert_eq!(law.support(), (first, last), "{what}");
    for i in first.saturating_sub(1)..=last.saturating_add(1) {
        let asked =
            [(law.pmf(i), (i, i)), (law.at_least(i), (i, u64::MAX)), (law.at_most(i), (0, i))];
        for (answer, (low, high)) in asked {
            let what = format!("{what}: P({low} <= X <= {high})");
            let Some(p) = tally.kept(&what, answer) else { continue };
            assert!(p.contains(&counted.share(&counted.within(low, high))), "{what}: {p}");
        }
    }
    let top = counted.values.values().max().expect("a value");
    let modes: Vec<u64> =
        counted.values.iter().filter(|(_, count)| *count == top).map(|(&i, _)| i).collect();
    assert_eq!(law.mode().expect("a mode"), modes, "{what}");
    tally.answers += 1;
    for _ in 0..3 {
        let level = draws.one_of(&["0.5", "1e-6", "0.999", "0.025", "1e-30", "1/3"]);
        let level: Rate = level.parse().expect("a level");
        let reaches = |i: &u64| counted.share(&counted.within(0, *i)) >= *level.value();
        let truth = counted.values.keys().find(|i| reaches(i)).expect("the last one");
        assert_eq!(law.quantile(&level).expect("a quantile"), *truth, "{what} at {level}");
        tally.answers += 1;
    }
}

/// P(X = i) = C(m,i) Σ_j (−1)^(i−j) C(i,j) ∏_d [C(j,k_d)/C(m,k_d)]^(n_d), on mantissas of ten words.
fn alternating(m: u64, committees: &[Committees], i: u64) -> Enclosure {
    const WORDS: usize = 10;
    let choose = |n: u64, k: u64| {
        (0..k).fold(Real::from_u64(1, WORDS), |c, l| c.mul_word(n - l).div_word(l + 1))
    };
    let term = |j: u64| {
        committees.iter().filter(|c| c.size > 0 && c.count > 0).try_fold(choose(i, j), |term, c| {
            (j >= c.size).then(|| term.mul(&choose(j, c.size).div(&choose(m, c.size)).pow(c.count)))
        })
    };
    let sum = (0..=i).fold(Real::zero(WORDS), |sum, j| match term(j) {
        Some(term) if (i - j) % 2 == 1 => sum.sub(&term),
        Some(term) => sum.add(&term),
        None => sum,
    });
    choose(m, i).mul(&sum).enclosure()
}

/// Up to 2^64 − 1 committees in up to forty urns.
pub(crate) fn many_committees(draws: &mut Draws, tally: &mut Tally) {
    let m = 2 + draws.below(39);
    let group = |draws: &mut Draws| {
        let size = draws.one_of(&[1, 1, 1, 2, 3, m / 3, m / 2, m - 1]).clamp(1, m);
        // All members together have to fit a word.
        let count = draws.word() >> draws.one_of(&[4, 8, 20, 40, 50, 56, 58]);
        Committees { count: count / size / 4 + 1, size }
    };
    let committees: Vec<Committees> = (0..1 + draws.below(2)).map(|_| group(draws)).collect();
    let stated = Stated { urns: m, departments: vec![committees.clone()] };
    let (what, law) = (stated.name(), stated.law().expect("in the domain"));
    let (least, most) = law.support();
    let points: Vec<(u64, Enclosure)> =
        (least..=most).map(|i| (i, alternating(m, &committees, i))).collect();
    for (i, truth) in &points {
        // Numbers smaller than any exponent have no second route.
        if truth.certain_bits() < 60 {
            continue;
        }
        let what = format!("{what}: P(X = {i})");
        if let Some(p) = tally.kept(&what, law.pmf(*i)) {
            assert!(p.overlaps(truth), "{what}: {p}");
        }
        let sum = |part: &mut dyn Iterator<Item = &(u64, Enclosure)>| {
            part.fold(Enclosure::zero(), |sum, (_, p)| &sum + p)
        };
        let tails = [
            (law.at_most(*i), sum(&mut points.iter().filter(|(j, _)| j <= i))),
            (law.at_least(*i), sum(&mut points.iter().filter(|(j, _)| j >= i))),
        ];
        for (answer, truth) in tails {
            if truth.certain_bits() >= 60
                && let Some(p) = tally.kept(&what, answer)
            {
                assert!(p.overlaps(&truth), "{what}, tail: {p}");
            }
        }
    }
}

/// The chosen route and every other, at values all over the support.
pub(crate) fn every_route(draws: &mut Draws, tally: &mut Tally) {
    let stated = drawn::middle(draws);
    let Ok(law) = stated.law() else { return };
    let (what, (least, most)) = (stated.name(), law.support());
    let mean = law.mean().expect("a mean").lo_f64() as u64;
    for _ in 0..12 {
        let near = (mean + draws.below(60)).saturating_sub(30);
        let anywhere = least + draws.below(most - least + 1);
        let x = draws.one_of(&[near, near, anywhere]).clamp(least, most);
        let kind = draws.one_of(&[0, 1, -1]);
        let what = format!("{what}: kind {kind} at {x}");
        let chosen = match kind {
            0 => law.pmf(x),
            1 => law.at_least(x),
            _ => law.at_most(x),
        };
        let Some(p) = tally.kept(&what, chosen) else { continue };
        let others = [
            LawRoute::Exact,
            LawRoute::TwoLists,
            LawRoute::Alternating,
            LawRoute::Recursion,
            LawRoute::Contour,
        ];
        for route in others {
            if let Some(Ok(other)) = law.by_route(route, kind, x) {
                tally.answers += 1;
                assert!(p.overlaps(&other), "{what}: {p}, by {route:?} {other}");
            }
        }
    }
}

/// Points against differences of tails, blocks against single values, and both against longer mantissas.
pub(crate) fn other_integrals(draws: &mut Draws, tally: &mut Tally) {
    let Some(stated) = drawn::large(draws) else { return };
    let Ok(law) = stated.law() else { return };
    let (what, (least, most)) = (stated.name(), law.support());
    let longer = law.clone().precision(100);
    let mean = law.mean().expect("a mean").lo_f64();
    let deviation = law.variance().expect("a variance").lo_f64().max(0.0).sqrt();
    for _ in 0..6 {
        let depth = draws.one_of(&[0, 0, 1, 3, 8, 30, 100]) as f64 * deviation;
        let depth = if draws.coin() { depth } else { -depth };
        let beside = draws.below(50) as f64;
        let x = ((mean + depth + beside).clamp(0.0, 1.8e19) as u64).clamp(least, most);
        let what = format!("{what} at {x}");
        let mut both =
            |name: &str, law: &dyn Fn(&Occupancy) -> Result<Enclosure, urnfield::Error>| {
                let what = format!("{what}, {name}");
                let p = tally.kept(&what, law(&stated.law().expect("as before")))?;
                let Ok(same) = law(&longer) else { return Some(p) };
                assert!(p.overlaps(&same), "{what}: {p} and {same}");
                Some(p)
            };
        let point = both("point", &|law| law.pmf(x));
        let lower = both("at most", &|law| law.at_most(x));
        let upper = both("at least", &|law| law.at_least(x));
        if let (Some(point), Some(lower), Some(upper)) = (&point, &lower, &upper) {
            let one = Enclosure::one();
            assert!((lower + upper).overlaps(&(&one + point)), "{what}");
            // The smaller tail without its own point is the next tail.
            let next = match lower.compare(upper) {
                Some(Ordering::Less) if x > least => Some((law.at_most(x - 1), lower)),
                Some(Ordering::Greater) if x < most => Some((law.at_least(x + 1), upper)),
                _ => None,
            };
            if let Some((next, tail)) = next
                && let Some(next) = tally.kept(&what, next)
            {
                assert!((&next + point).overlaps(tail), "{what}: {next} and {point} are {tail}");
            }
        }
        if let (Some(point), Ok(block)) = (&point, law.pmf_window(x, x.saturating_add(5).min(most)))
            && let Some((_, first)) = block.first()
        {
            tally.answers += 1;
            assert!(first.overlaps(point), "{what}: {first} in a block, {point} alone");
        }
    }
    let level: Rate = draws.one_of(&["1/2", "1e-9", "0.999", "0.025"]).parse().expect("a level");
    if let Ok(i) = law.quantile(&level) {
        tally.answers += 1;
        let what = format!("{what}: {i} at {level}");
        assert!(!longer.at_most(i).expect("asked before").certainly_lt(level.value()), "{what}");
        if i > least {
            let below = longer.at_most(i - 1).expect("asked before");
            assert!(!below.certainly_gt(level.value()), "{what}");
        }
    }
}

/// Whole numbers that are shares of others lie within one of each other.
#[test]
fn the_counting_counts() {
    let two = vec![Committees { count: 2, size: 1 }];
    let counted = Counted::of(&Stated { urns: 3, departments: vec![two] });
    assert_eq!(counted.values[&1], UBig::from(3u8));
    assert_eq!(counted.total, UBig::from(9u8));
    let one: Rational = counted.share(&counted.within(0, 9));
    assert_eq!(one, Rational::one());
}
