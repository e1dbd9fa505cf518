//! Skewness and excess kurtosis against sums over the whole law.

use urnfield::{Committees, Enclosure, Occupancy};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{Exact, whole};
use urnfield_paper::formulas::table::Law;

/// E (X − μ)^r.
fn central(law: &Law, r: u64) -> Exact {
    let mean = law.mean();
    law.expect(|x| (whole(x) - &mean).pow(r))
}

/// Whether a value is the root of `square` with the sign of `sign`.
fn is_root(value: &Enclosure, square: &Exact, sign: &Exact) -> bool {
    let (lo, hi) = value.decimal_bounds(30);
    let [lo, hi] = [lo, hi].map(|end| urnfield_paper::formulas::exact::number(&end));
    match (sign.is_zero(), *sign < whole(0)) {
        (true, _) => value.is_zero(),
        (_, true) => hi <= whole(0) && lo.pow(2) >= *square && *square >= hi.pow(2),
        (_, false) => lo >= whole(0) && lo.pow(2) <= *square && *square <= hi.pow(2),
    }
}

fn agrees(law: &Occupancy) {
    let table = Law::of(law);
    let [second, third, fourth] = [2, 3, 4].map(|r| central(&table, r));
    if second.is_zero() {
        assert!(law.skewness().is_err() && law.excess_kurtosis().is_err(), "{law:?}");
        return;
    }
    let skewness = law.skewness().unwrap_or_else(|e| panic!("{law:?}: {e}"));
    let square = third.pow(2) / second.pow(3);
    assert!(is_root(&skewness, &square, &third), "{law:?}: {skewness}");
    assert!(skewness.certain_bits() >= 53);
    let excess = fourth / second.pow(2) - whole(3);
    let found = law.excess_kurtosis().unwrap_or_else(|e| panic!("{law:?}: {e}"));
    assert!(found.contains(&excess.0) && found.certain_bits() >= 53, "{law:?}: {found}");
}

#[test]
fn they_are_central_moments_of_the_law() {
    let mut draws = Draws::new(21);
    for _ in 0..150 * multiplier() {
        let m = 1 + draws.below(24);
        let list = |draws: &mut Draws, most: u64| {
            vec![Committees { count: draws.below(most), size: draws.corner(m) }]
        };
        agrees(&Occupancy::balls(m, draws.corner(3 * m)).expect("in the domain"));
        let mut committees = list(&mut draws, 4);
        committees.extend(list(&mut draws, 3));
        agrees(&Occupancy::union(m, &committees).expect("in the domain"));
        let departments: Vec<Vec<Committees>> =
            (0..2 + draws.below(2)).map(|_| list(&mut draws, 3)).collect();
        let departments: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
        agrees(&Occupancy::intersection(m, &departments).expect("in the domain"));
    }
}

/// A law that is symmetric has no skewness, however large it is: half of all urns in one list.
#[test]
fn symmetric_laws_have_exactly_none() {
    let size = |size: u64| [Committees { count: 1, size }];
    for m in [4, 1 << 20, 1 << 60] {
        let lists = Occupancy::intersection(m, &[&size(m / 2), &size(m / 4)]).expect("lists");
        assert!(lists.skewness().expect("exact").is_zero());
        let union = Occupancy::union(m, &[size(m / 2)[0], size(m / 4)[0]]).expect("a union");
        assert!(union.skewness().expect("exact").is_zero());
    }
}

/// Sizes where σ is tiny beside m, or m beyond all fractions: against the Poisson law of the
/// collisions, whose skewness is 1/√λ and whose excess kurtosis is 1/λ.
#[test]
fn nothing_is_lost_at_any_size() {
    for (m, n) in [(1u64 << 60, 1u64 << 31), (1 << 50, 1 << 20), (u64::MAX, 1000)] {
        let law = Occupancy::balls(m, n).expect("a law");
        let lambda = (n as f64) * (n as f64 - 1.0) / 2.0 / m as f64;
        let skewness = law.skewness().expect("any size");
        let excess = law.excess_kurtosis().expect("any size");
        assert!(skewness.certain_bits() >= 53 && excess.certain_bits() >= 53);
        // Collisions make X smaller: X = n − (nearly Poisson).
        assert!((skewness.lo_f64() * lambda.sqrt() + 1.0).abs() < 1e-3, "{m} {n}: {skewness}");
        assert!((excess.lo_f64() * lambda - 1.0).abs() < 1e-3, "{m} {n}: {excess}");
    }
}
