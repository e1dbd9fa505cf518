//! Likelihoods one by one, and unbiased estimates by what makes them so.

use super::committees;
use super::counts::Counts;
use dashu_int::UBig;
use urnfield::{Batches, Committees, Likeliest, Point, Population};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{Exact, choose, number, ratio, whole};

/// The n from 0 on under which x is most likely; the likelihood must have fallen for long.
fn likeliest(m: u64, batch: Committees, x: u64) -> Vec<u64> {
    let mut law = Counts::none(m);
    // Over a common denominator that grows: P(n) against P(best), cross-multiplied.
    let (mut best, mut ways, mut total) = (Vec::new(), UBig::ZERO, UBig::ONE);
    let mut log_concave = Vec::new();
    for n in 0.. {
        let here = &law.ways[x as usize];
        let (left, right) = (here * &total, &ways * &law.total);
        if left > right {
            (best, ways, total) = (vec![n], here.clone(), law.total.clone());
        } else if left == right && ways != UBig::ZERO {
            best.push(n);
        }
        log_concave.push((here.clone(), law.total.clone()));
        if best.last().is_some_and(|&last| n > 2 * last + 3) {
            break;
        }
        law = (0..batch.count).fold(law, |law, _| law.and(batch.size));
    }
    for three in log_concave.windows(3) {
        let [(a, ta), (b, tb), (c, tc)] = three else { unreachable!() };
        assert!(b * b * ta * tc >= a * c * tb * tb, "not log-concave: {m} {batch:?} {x}");
    }
    best
}

#[test]
fn the_likeliest_numbers_of_committees_are_those_of_every_look() {
    let mut ties = 0;
    for m in 2..=13 {
        for size in 1..m {
            for x in size..m {
                let batch = Committees { count: 1, size };
                let expected = likeliest(m, batch, x);
                ties += usize::from(expected.len() > 1);
                let found = Batches::committees(m, size, x).and_then(|b| b.likeliest());
                assert_eq!(found, Ok(Likeliest::At(expected)), "{m} {size} {x}");
            }
        }
    }
    assert!(ties > 0);
}

#[test]
fn the_likeliest_numbers_of_batches_are_those_of_every_look() {
    let mut draws = Draws::new(4);
    for _ in 0..60 * multiplier() {
        let m = 3 + draws.below(18);
        let batch = Committees { count: 1 + draws.below(5), size: 1 + draws.below(m.min(5) - 1) };
        let x = batch.size + draws.below(m - batch.size);
        let found = Batches::of(m, batch, x).and_then(|b| b.likeliest());
        assert_eq!(found, Ok(Likeliest::At(likeliest(m, batch, x))), "{m} {batch:?} {x}");
    }
}

#[test]
fn committees_without_an_estimate_say_so() {
    let all = Batches::committees(9, 9, 9).expect("possible");
    assert_eq!(all.moments(), Ok(Point::Undefined));
    assert_eq!(all.likeliest(), Ok(Likeliest::Undefined));
    let full = Batches::committees(9, 4, 9).expect("possible");
    assert_eq!(full.moments(), Ok(Point::Infinite));
    assert_eq!(full.likeliest(), Ok(Likeliest::Infinite));
    let none = Batches::committees(9, 4, 0).expect("possible");
    assert_eq!(none.likeliest(), Ok(Likeliest::At(vec![0])));
    let Ok(Point::Value(zero)) = none.moments() else { panic!("a value") };
    assert!(zero.is_zero());
    for (m, k, x) in [(0, 1, 0), (9, 0, 0), (9, 10, 9), (9, 4, 3), (9, 4, 10)] {
        assert!(Batches::committees(m, k, x).is_err(), "{m} {k} {x}");
    }
    assert!(Batches::of(9, Committees { count: u64::MAX, size: 2 }, 5).is_err());
}

/// Two committees: the likelihood is greatest at ⌊k₁k₂/y⌋, and one less where that is whole.
#[test]
fn two_committees_have_the_estimates_of_capture_and_recapture() {
    let mut draws = Draws::new(5);
    for _ in 0..200 * multiplier() {
        let wide = 1 << (1 + draws.below(31));
        let (a, b) = (1 + draws.below(wide), 1 + draws.below(wide));
        let shared = 1 + draws.below(a.min(b));
        let caught = Population::new(&committees(&[(1, a), (1, b)]), a + b - shared);
        let caught = caught.expect("possible");
        let product = a as u128 * b as u128;
        let most = (product / shared as u128) as u64;
        let at = match product.is_multiple_of(shared as u128) {
            // m is at least what was seen.
            true if most > a + b - shared => vec![most - 1, most],
            _ => vec![most],
        };
        assert_eq!(caught.likeliest(), Ok(Likeliest::At(at)), "{a} {b} {shared}");
        let root = ratio(a, shared) * whole(b);
        let Ok(Point::Value(moments)) = caught.moments() else { panic!("{a} {b} {shared}") };
        assert!(moments.contains(&root.0) && moments.certain_bits() >= 53, "{a} {b} {shared}");
        let chapman = whole(a + 1) * whole(b + 1) / whole(shared + 1) - whole(1);
        let unbiased = caught.unbiased();
        match unbiased {
            Ok(value) => {
                assert!(value.contains(&chapman.0), "{a} {b} {shared}: {value}");
                assert!(value.certain_bits() >= 53);
            }
            Err(error) => panic!("{a} {b} {shared}: {error}"),
        }
    }
}

/// The likelihood of m, looked at one by one far beyond its maximum.
#[test]
fn the_likeliest_populations_are_those_of_every_look() {
    let mut draws = Draws::new(6);
    let mut ties = 0;
    for _ in 0..150 * multiplier() {
        let sizes: Vec<(u64, u64)> =
            (0..1 + draws.below(3)).map(|_| (1 + draws.below(3), 1 + draws.below(5))).collect();
        let each = committees(&sizes);
        let (least, most): (u64, u64) = (
            sizes.iter().map(|&(_, k)| k).max().expect("some"),
            sizes.iter().map(|&(n, k)| n * k).sum(),
        );
        let x = least + draws.below(most - least + 1);
        let found = Population::new(&each, x).and_then(|p| p.likeliest());
        let single = sizes.iter().map(|&(n, _)| n).sum::<u64>() == 1;
        if x == most {
            let expected = if single { Likeliest::Undefined } else { Likeliest::Infinite };
            assert_eq!(found, Ok(expected), "{sizes:?} {x}");
            continue;
        }
        // But for a_x: C(m,x)/∏C(m,k)^n.
        let likelihood = |m: u64| {
            let ways: Exact = each.iter().map(|c| choose(m, c.size).pow(c.count)).product();
            choose(m, x) / ways
        };
        let all: Vec<(u64, Exact)> = (x..=4 * most * most).map(|m| (m, likelihood(m))).collect();
        let best = &all.iter().max_by(|a, b| a.1.cmp(&b.1)).expect("some").1;
        let at: Vec<u64> = all.iter().filter(|(_, p)| p == best).map(|(m, _)| *m).collect();
        ties += usize::from(at.len() > 1);
        assert_eq!(found, Ok(Likeliest::At(at)), "{sizes:?} {x}");
    }
    assert!(ties > 0);
}

/// E m̂ = m up to N members, and short by (m−N)·P(X = N) beyond, for committees of any sizes.
#[test]
fn the_unbiased_estimate_is_unbiased_up_to_all_members() {
    for sizes in [&[1, 1][..], &[1, 1, 1, 1], &[3, 1], &[2, 2, 3], &[5, 4, 1, 1], &[4, 4, 4]] {
        let each: Vec<Committees> =
            sizes.iter().map(|&size| Committees { count: 1, size }).collect();
        let (least, most) = (*sizes.iter().max().expect("some"), sizes.iter().sum::<u64>());
        for m in least..=most + 6 {
            let law = Counts::of(m, sizes);
            let share = |ways: &UBig| number(&ways.to_string()) / number(&law.total.to_string());
            let mut mean = whole(0);
            for x in least..=most.min(m) {
                let population = Population::new(&each, x).expect("possible");
                let estimate = population.unbiased().expect("small");
                let exact = Exact(estimate.exact().expect("short").clone());
                mean = mean + exact * share(&law.ways[x as usize]);
                assert_eq!(population.unbiased_up_to(), most);
            }
            let short = match m.checked_sub(most) {
                Some(more) if more > 0 => whole(more) * share(&law.ways[most as usize]),
                _ => whole(0),
            };
            assert_eq!(mean, whole(m) - short, "{sizes:?} m = {m}");
        }
    }
}

/// The mean at the estimate by moments is what was observed.
#[test]
fn estimates_by_moments_solve_the_mean() {
    let mut draws = Draws::new(7);
    for _ in 0..100 * multiplier() {
        let sizes: Vec<(u64, u64)> =
            (0..1 + draws.below(3)).map(|_| (1 + draws.below(40), 1 + draws.below(50))).collect();
        let (least, most): (u64, u64) = (
            sizes.iter().map(|&(_, k)| k).max().expect("some"),
            sizes.iter().map(|&(n, k)| n * k).sum(),
        );
        if most == least {
            continue;
        }
        let x = least + draws.below(most - least);
        let population = Population::new(&committees(&sizes), x).expect("possible");
        for bits in [53, 300] {
            let Ok(Point::Value(m)) = population.clone().precision(bits).moments() else {
                panic!("{sizes:?} {x}")
            };
            assert!(m.certain_bits() >= bits, "{sizes:?} {x}");
            // Exactly at both ends, by the mean for rational m.
            let (lo, hi) = m.decimal_bounds(40);
            let mean = |m: &Exact| {
                let vacant: Exact =
                    sizes.iter().map(|&(n, k)| (whole(1) - whole(k) / m).pow(n)).product();
                m * (whole(1) - vacant)
            };
            assert!(mean(&number(&lo)) <= whole(x) && whole(x) <= mean(&number(&hi)));
        }
    }
}
