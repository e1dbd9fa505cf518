//! Where nothing can be looked at one by one.

use super::{committees, rate};
use urnfield::{Batches, Committees, Interval, Likeliest, Occupancy, Point, Population};

const BILLION: u64 = 1_000_000_000;

/// Another program, with another contour, at 67 bits and more.
#[test]
fn unbiased_estimates_have_the_digits_of_another_program() {
    for (n, k, x, digits) in [
        (100_000, 1, 60_000, "88788.069152048461"),
        (BILLION, 1, 600_000_000, "8.8789348195764488e8"),
    ] {
        let population = Population::new(&committees(&[(n, k)]), x).expect("possible");
        let found = population.precision(70).unbiased().expect("in reach");
        assert_eq!(format!("{found:.17}"), digits);
        assert!(found.certain_bits() >= 70);
    }
}

#[test]
fn the_interval_of_a_billion_balls_is_that_of_another_program() {
    let population = Population::balls(BILLION, BILLION / 2).expect("possible");
    let expected = Interval::Closed { lo: 627_468_310, hi: 627_532_669 };
    assert_eq!(population.interval(&rate("95%")), Ok(expected));
}

/// The ends are ends: one step outside a tail is at the level or below, inside above.
#[test]
fn ends_are_where_a_tail_passes_the_level() {
    let (confidence, level) = (rate("99%"), "1/200".parse().expect("a number"));
    for (m, size, x) in [
        (1_000_000_000_000, 1, 400_000_000_000),
        (1 << 40, 7, 1 << 39),
        (10_000_000, 30_000, 9_000_000),
        // Hardly any collision, and hardly any urn left.
        (1 << 50, 1, 1_000_000),
        (1_000_000, 3, 999_998),
        // Few urns.
        (1_000_000, 1, 3),
    ] {
        let batches = Batches::committees(m, size, x).expect("possible");
        let set = batches.interval(&confidence).unwrap_or_else(|e| panic!("{m} {size} {x}: {e}"));
        let Interval::Closed { lo, hi } = set else { panic!("{m} {size} {x}: {set:?}") };
        let law =
            |n: u64| Occupancy::union(m, &[Committees { count: n, size }]).expect("in the domain");
        // The edge of N members: P(X ≥ N) by itself, the rest by routes of the library.
        let at_least = |n: u64| match n * size == x {
            true => law(n).collision().map(|p| p.certainly_lt(&"199/200".parse().expect("one"))),
            false => law(n).at_least(x).map(|p| p.certainly_gt(&level)),
        };
        if lo * size > x + 40 {
            assert_eq!(at_least(lo), Ok(true), "{m} {size} {x}");
            assert_eq!(at_least(lo - 1), Ok(false), "{m} {size} {x}");
        }
        if hi * size > x + 40 {
            assert!(law(hi).at_most(x).expect("in reach").certainly_gt(&level));
            assert!(law(hi + 1).at_most(x).expect("in reach").certainly_le(&level));
        }
        let Ok(Point::Value(moments)) = batches.moments() else { panic!("{m} {size} {x}") };
        // Without a collision the set is one number, and the moments lie a little above it.
        assert!(moments.certainly_ge(&lo.into()) && moments.certainly_le(&(hi + 1).into()));
        let Ok(Likeliest::At(ties)) = batches.likeliest() else { panic!("{m} {size} {x}") };
        assert!(ties.iter().all(|&n| lo <= n && n <= hi), "{m} {size} {x}: {ties:?}");
        for n in ties {
            assert!((n as f64 - moments.hi_f64()).abs() <= 1.0 + moments.hi_f64() * 1e-12);
        }
    }
}

/// Sparse: n balls in very many urns, where all but a few collisions are impossible.
#[test]
fn the_edge_of_few_collisions_has_no_gap() {
    // A million balls and a few collisions among 2^39 urns or so: about N²/2c.
    for collisions in [1, 5, 31, 32, 33, 60] {
        let population = Population::balls(1_000_000, 1_000_000 - collisions).expect("possible");
        let set = population.interval(&rate("90%")).expect("in reach");
        let Interval::Closed { lo, hi } = set else { panic!("{set:?}") };
        let middle = 1e12 / (2.0 * collisions as f64);
        assert!(lo as f64 * 1.05 < middle && middle < hi as f64 / 1.05, "{collisions}: {set:?}");
        let unbiased = population.unbiased().expect("in reach");
        let unbiased_about = 1e12 / (2.0 * (collisions as f64 + 1.0));
        assert!((unbiased.lo_f64() / unbiased_about - 1.0).abs() < 0.01, "{collisions}");
        let Ok(Likeliest::At(ties)) = population.likeliest() else { panic!("{collisions}") };
        assert!((ties[0] as f64 / middle - 1.0).abs() < 0.01, "{collisions}: {ties:?}");
    }
    let apart = Population::balls(1_000_000, 1_000_000).expect("possible");
    let Ok(Interval::From { lo }) = apart.interval(&rate("90%")) else { panic!("no upper end") };
    // P(all apart) ≈ exp(−N²/2m) passes 1/20.
    assert!((lo as f64 / (0.5e12 / 20f64.ln()) - 1.0).abs() < 0.001, "{lo}");
}

/// What does not fit is said, not wrapped.
#[test]
fn ends_beyond_a_word_are_refused() {
    let nearly_full = Batches::balls(1 << 63, (1 << 63) - 1).expect("possible");
    assert!(nearly_full.interval(&rate("95%")).is_err());
    let one_pair = Population::balls(1 << 40, (1 << 40) - 1).expect("possible");
    assert!(one_pair.interval(&rate("95%")).is_err());
    assert!(one_pair.likeliest().is_err());
}

/// All urns but one of very many: the vacant ones are nearly Poisson. Doubles do not tell m − 1 from
/// m here, nor 1 − 1/m from 1.
#[test]
fn nearly_full_houses_of_any_size_have_their_ends() {
    let m = 124_830_982_607_495_087u64;
    let batches = Batches::of(m, Committees { count: 9, size: 1 }, m - 1).expect("possible");
    let set = batches.interval(&rate("95%")).expect("in reach");
    let Interval::Closed { lo, hi } = set else { panic!("{set:?}") };
    // e^−λ·(1 + λ) = 1/40 below, 1 − e^−λ = 1/40 above; then n = m·ln(m/λ)/9.
    let lambdas = [5.571643390938898, -(0.975f64.ln())];
    assert!((lambdas[0].exp() / (1.0 + lambdas[0]) - 40.0).abs() < 1e-9);
    for (end, lambda) in [lo, hi].into_iter().zip(lambdas) {
        let about = m as f64 * (m as f64 / lambda).ln() / 9.0;
        assert!((end as f64 / about - 1.0).abs() < 1e-12, "{end} {about}");
    }
    let law = Occupancy::balls(u64::MAX, 2).expect("a law");
    assert_eq!(
        law.at_most(1).expect("exact").exact(),
        Some(&"1/18446744073709551615".parse().expect("one"))
    );
}
