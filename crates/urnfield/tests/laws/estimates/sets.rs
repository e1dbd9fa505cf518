//! Confidence sets are what is left when every parameter has been looked at.

use super::counts::{Counts, choose, half_of_doubt};
use super::rate;
use dashu_int::UBig;
use urnfield::{Batches, Committees, Interval, Population, Rate};
use urnfield_paper::draws::{Draws, multiplier};

/// All n with both tails above the level, looked at one by one up to one past the last.
struct Tables {
    level: (u64, u64),
    /// The law of n committees, from n = 0 on.
    laws: Vec<Counts>,
}

impl Tables {
    /// Enough laws that P(X ≤ m − 1) has fallen to the level.
    fn of_batches(m: u64, batch: Committees, confidence: &Rate) -> Tables {
        let level = half_of_doubt(confidence);
        let mut laws = vec![Counts::none(m)];
        loop {
            let last = &laws[laws.len() - 1];
            if m == batch.size && laws.len() > 2
                || !last.exceeds(&last.at_most(m - 1), level) && m > batch.size
            {
                return Tables { level, laws };
            }
            let next = (0..batch.count).fold(last.clone(), |law, _| law.and(batch.size));
            laws.push(next);
        }
    }

    fn set(&self, x: u64) -> Interval {
        let within = |law: &Counts| {
            law.exceeds(&law.at_least(x), self.level) && law.exceeds(&law.at_most(x), self.level)
        };
        let all: Vec<u64> =
            (0..).zip(&self.laws).filter(|(_, law)| within(law)).map(|(n, _)| n).collect();
        let (Some(&lo), Some(&hi)) = (all.first(), all.last()) else { return Interval::Empty };
        // No gaps: the tails are monotone.
        assert_eq!(hi - lo + 1, all.len() as u64);
        if hi + 1 == self.laws.len() as u64 {
            Interval::From { lo }
        } else {
            Interval::Closed { lo, hi }
        }
    }

    /// Σ_x P(x | n)·[n is in the set of x], as a share of all outcomes above 1 − 2·level.
    fn covers(&self, n: usize, sets: &[Option<Interval>]) -> bool {
        let law = &self.laws[n];
        let covered: UBig = sets
            .iter()
            .zip(&law.ways)
            .filter(|(set, _)| set.is_some_and(|set| set.contains(n as u64)))
            .map(|(_, ways)| ways)
            .sum();
        let missed = &law.total - covered;
        !law.exceeds(&missed, (2 * self.level.0, self.level.1))
    }
}

fn check(m: u64, batch: Committees, confidence: &Rate) -> usize {
    let tables = Tables::of_batches(m, batch, confidence);
    let mut empty = 0;
    let sets: Vec<Option<Interval>> = (0..=m)
        .map(|x| {
            let found = Batches::of(m, batch, x).ok()?.interval(confidence);
            let found = found.unwrap_or_else(|e| panic!("{m} {batch:?} {x}: {e}"));
            assert_eq!(found, tables.set(x), "{m} {batch:?} {x} {confidence}");
            empty += usize::from(found == Interval::Empty);
            Some(found)
        })
        .collect();
    for n in 0..tables.laws.len() {
        assert!(tables.covers(n, &sets), "{m} {batch:?} n = {n} {confidence}");
    }
    empty
}

#[test]
fn numbers_of_balls_are_all_that_are_not_contradicted() {
    for m in 1..=40 {
        check(m, Committees { count: 1, size: 1 }, &rate("95%"));
    }
    for m in [1, 2, 3, 7, 12] {
        for confidence in ["1/2", "80%", "0.999"] {
            check(m, Committees { count: 1, size: 1 }, &rate(confidence));
        }
    }
}

#[test]
fn numbers_of_committees_are_all_that_are_not_contradicted() {
    let mut empty = 0;
    // All of them up to 40 take some minutes: URNFIELD_TEST_MULTIPLIER=2.
    for m in 1..=(if multiplier() > 1 { 40 } else { 16 }) {
        for size in 1..=m {
            empty += check(m, Committees { count: 1, size }, &rate("95%"));
        }
    }
    assert!(empty > 10, "some sets are empty: {empty}");
    let mut draws = Draws::new(1);
    for _ in 0..12 * multiplier() {
        let m = 17 + draws.below(24);
        let size = 1 + draws.corner(m - 1);
        check(m, Committees { count: 1, size }, &rate("95%"));
    }
}

#[test]
fn numbers_of_batches_are_all_that_are_not_contradicted() {
    let mut draws = Draws::new(2);
    for _ in 0..40 * multiplier() {
        let m = 2 + draws.below(24);
        let batch = Committees { count: 1 + draws.below(6), size: 1 + draws.below(m.min(4)) };
        check(m, batch, &rate(["95%", "90%", "3/4"][draws.below(3) as usize]));
    }
}

/// P(X = b) among m urns is C(m,b)·a_b/∏C(m,k), a_b the same for all m: counted among N urns.
struct Series {
    sizes: Vec<u64>,
    a: Vec<UBig>,
}

impl Series {
    fn of(sizes: &[u64]) -> Series {
        let n: u64 = sizes.iter().sum();
        let all = Counts::of(n, sizes);
        let a = (0..).zip(&all.ways).map(|(b, ways)| ways / choose(n, b)).collect();
        Series { sizes: sizes.to_vec(), a }
    }

    fn law(&self, m: u64) -> Counts {
        let ways = (0..).zip(&self.a).map(|(b, a)| a * choose(m, b)).collect();
        let total = self.sizes.iter().fold(UBig::ONE, |total, &k| total * choose(m, k));
        Counts { ways, total }
    }

    /// Every m up to one that is certainly too large.
    fn set(&self, x: u64, level: (u64, u64)) -> Interval {
        let members: u64 = self.sizes.iter().sum();
        let mut all = Vec::new();
        for m in x.. {
            let law = self.law(m);
            let below = law.exceeds(&law.at_most(x), level);
            if below && law.exceeds(&law.at_least(x), level) {
                all.push(m);
            }
            if !below || x == members && !all.is_empty() {
                break;
            }
        }
        match (all.first(), all.last()) {
            (Some(&lo), _) if x == members => Interval::From { lo },
            (Some(&lo), Some(&hi)) => Interval::Closed { lo, hi },
            _ => Interval::Empty,
        }
    }
}

fn check_population(sizes: &[u64], confidence: &Rate, upto: u64) {
    let series = Series::of(sizes);
    let level = half_of_doubt(confidence);
    let (least, most) = (*sizes.iter().max().expect("some"), sizes.iter().sum::<u64>());
    let each: Vec<Committees> = sizes.iter().map(|&size| Committees { count: 1, size }).collect();
    let sets: Vec<Interval> = (least..=most)
        .map(|x| {
            let found = Population::new(&each, x).and_then(|p| p.interval(confidence));
            let found = found.unwrap_or_else(|e| panic!("{sizes:?} {x}: {e}"));
            assert_eq!(found, series.set(x, level), "{sizes:?} {x} {confidence}");
            found
        })
        .collect();
    // Coverage, whatever m is.
    for m in least..=upto {
        let law = series.law(m);
        let missed: UBig = (least..=most)
            .zip(&sets)
            .filter(|(_, set)| !set.contains(m))
            .map(|(x, _)| &law.ways[x as usize])
            .sum();
        assert!(!law.exceeds(&missed, (2 * level.0, level.1)), "{sizes:?} m = {m}");
    }
}

#[test]
fn populations_are_all_that_are_not_contradicted() {
    for n in 1..=9 {
        check_population(&vec![1; n], &rate("95%"), 40);
    }
    for k in 2..=4 {
        for n in 1..=4 {
            check_population(&vec![k; n], &rate("95%"), 40);
        }
    }
    for sizes in [&[1, 2][..], &[5, 3], &[2, 2, 3], &[6, 1, 1], &[4, 4, 2, 1], &[9, 8]] {
        for confidence in ["95%", "0.6"] {
            check_population(sizes, &rate(confidence), 40);
        }
    }
}

#[test]
fn random_populations_are_all_that_are_not_contradicted() {
    let mut draws = Draws::new(3);
    for _ in 0..10 * multiplier() {
        let sizes: Vec<u64> = (0..1 + draws.below(4)).map(|_| 1 + draws.below(6)).collect();
        check_population(&sizes, &rate("90%"), 60);
    }
}

/// Equality with α/2 is not "more than" it: P(X ≤ 1) = 1/40 for two balls in forty urns.
#[test]
fn a_tail_equal_to_the_level_is_outside() {
    let two = Population::balls(2, 1).expect("possible");
    let upto = |hi| Interval::Closed { lo: 1, hi };
    assert_eq!(two.interval(&rate("95%")), Ok(upto(39)));
    assert_eq!(two.interval(&rate("0.9500001")), Ok(upto(40)));
    // And at any size: 1/m against one in 10^15.
    assert_eq!(two.interval(&rate("0.999999999999998")), Ok(upto(999_999_999_999_999)));
}
