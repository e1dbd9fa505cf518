//! Collisions, the least number of balls for one, and critical values.

use super::rate;
use urnfield::{Committees, Occupancy, Rational};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{Exact, falling, whole};

fn collision(m: u64, n: u64) -> Exact {
    whole(1) - falling(&whole(m), n) / whole(m).pow(n)
}

#[test]
fn collisions_are_one_minus_all_different() {
    let mut draws = Draws::new(8);
    for case in 0..60 * multiplier() {
        let m = 1 + draws.corner(if case % 2 == 0 { 40 } else { 1 << 62 });
        let n = draws.corner(m.min(60) + 1);
        let found = Occupancy::balls(m, n).and_then(|law| law.collision()).expect("any size");
        assert!(found.contains(&collision(m, n).0) && found.certain_bits() >= 53, "{m} {n}");
    }
    let none = Occupancy::intersection(5, &[&[Committees { count: 1, size: 2 }]]);
    assert!(none.and_then(|law| law.collision()).is_err());
}

#[test]
fn committees_collide_as_their_law_says() {
    let mut draws = Draws::new(9);
    for _ in 0..60 * multiplier() {
        let m = 1 + draws.below(40);
        let committees: Vec<Committees> = (0..draws.below(4))
            .map(|_| Committees { count: draws.below(3), size: draws.corner(m) })
            .collect();
        let members: u64 = committees.iter().map(|c| c.count * c.size).sum();
        let law = Occupancy::union(m, &committees).expect("in the domain");
        let apart = law.pmf_exact(members).expect("small");
        let found = law.collision().expect("small");
        assert!(found.contains(&apart.complement()), "{m} {committees:?}: {found}");
    }
}

#[test]
fn the_least_number_of_balls_is_the_least() {
    for m in 1..=80 {
        for p in ["1/2", "0.01", "99/100", "1e-6", "1/80", "2/3"] {
            let p = rate(p);
            let expected = (2..).find(|&n| collision(m, n).0 >= *p.value()).expect("m + 1");
            assert_eq!(Occupancy::balls_to_collide(m, &p), Ok(expected), "{m} {p}");
        }
    }
    // Exactly reached: P(two balls meet) = 1/m.
    assert_eq!(Occupancy::balls_to_collide(1 << 60, &rate(&format!("1/{}", 1u64 << 60))), Ok(2));
    assert_eq!(Occupancy::balls_to_collide(365, &rate("1/2")), Ok(23));
    assert!(Occupancy::balls_to_collide(0, &rate("1/2")).is_err());
}

#[test]
fn the_least_number_of_balls_at_any_size() {
    for m in [1_000_000_007, 1 << 50, u64::MAX] {
        for p in ["1/2", "1e-9", "0.999999"] {
            let p = rate(p);
            let n = Occupancy::balls_to_collide(m, &p).expect("any size");
            let at = |n| Occupancy::balls(m, n).and_then(|law| law.collision()).expect("any size");
            assert!(at(n).certainly_ge(p.value()) && at(n - 1).certainly_lt(p.value()), "{m} {p}");
        }
    }
}

#[test]
fn critical_values_are_the_least_that_are_rare() {
    let mut draws = Draws::new(10);
    for _ in 0..100 * multiplier() {
        let m = 2 + draws.below(30);
        let lists: Vec<[Committees; 1]> = (0..2 + draws.below(2))
            .map(|_| [Committees { count: 1, size: draws.corner(m) }])
            .collect();
        let lists: Vec<&[Committees]> = lists.iter().map(|list| &list[..]).collect();
        let law = Occupancy::intersection(m, &lists).expect("in the domain");
        for level in ["0.05", "1/2", "1e-9", "1/3"] {
            let level = rate(level);
            let at_least = |x: u64| {
                (x..=m)
                    .map(|i| law.pmf_exact(i).expect("small"))
                    .fold(Rational::zero(), |s, p| &s + &p)
            };
            let most = law.support().1;
            let expected = (0..=most).find(|&x| at_least(x) <= *level.value());
            assert_eq!(law.critical(&level), Ok(expected), "{law:?} {level}");
        }
    }
}
