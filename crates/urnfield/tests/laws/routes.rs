//! Every route to a probability encloses the exact value, and all routes agree.
//!
//! Random small laws, biased to corners; the exact value comes from the exact-integer route, which
//! `brute.rs` and `oracle.rs` check against enumeration and an independent program.

use urnfield::occupancy::LawRoute;
use urnfield::{Committees, Occupancy, Rational};
use urnfield_paper::draws::{Draws, multiplier};

fn committees(draws: &mut Draws, urns: u64, most: u64) -> Vec<Committees> {
    let kinds = 1 + draws.below(2);
    (0..kinds)
        .map(|_| Committees { count: draws.below(most + 1), size: draws.corner(urns) })
        .collect()
}

/// A law of at most 14 urns: balls, a union, lists, or a general intersection.
fn law(draws: &mut Draws, kind: u64) -> Occupancy {
    let urns = 1 + draws.below(14);
    let law = match kind {
        0 => Occupancy::balls(urns, draws.below(3 * urns + 1)),
        1 => Occupancy::union(urns, &committees(draws, urns, 4)),
        2 => {
            let lists: Vec<[Committees; 1]> = (0..1 + draws.below(5))
                .map(|_| [Committees { count: 1, size: draws.corner(urns) }])
                .collect();
            let lists: Vec<&[Committees]> = lists.iter().map(|l| &l[..]).collect();
            Occupancy::intersection(urns, &lists)
        }
        _ => {
            let departments: Vec<Vec<Committees>> =
                (0..1 + draws.below(3)).map(|_| committees(draws, urns, 3)).collect();
            let departments: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
            Occupancy::intersection(urns, &departments)
        }
    };
    law.expect("the parameters are in the domain")
}

fn exact_event(law: &Occupancy, kind: i8, x: u64) -> Rational {
    let (least, most) = law.support();
    let range = match kind {
        0 => x..=x,
        1 => x..=most,
        _ => least..=x,
    };
    range.fold(Rational::zero(), |sum, i| &sum + &law.pmf_exact(i).expect("small"))
}

fn check(kind: u64, cases: u64) {
    let mut draws = Draws::new(2026 + kind);
    let mut compared = 0;
    while compared < cases * multiplier() {
        let law = law(&mut draws, kind);
        let (least, most) = law.support();
        for x in least..=most {
            for side in [0, 1, -1] {
                let exact = exact_event(&law, side, x);
                let chosen = match side {
                    0 => law.pmf(x),
                    1 => law.at_least(x),
                    _ => law.at_most(x),
                };
                assert!(chosen.expect("small").contains(&exact), "{law:?} {side} {x}");
                for route in [
                    LawRoute::Exact,
                    LawRoute::TwoLists,
                    LawRoute::Alternating,
                    LawRoute::Recursion,
                ] {
                    if let Some(answer) = law.by_route(route, side, x) {
                        let answer =
                            answer.unwrap_or_else(|e| panic!("{law:?} {route:?} {side} {x}: {e}"));
                        assert!(
                            answer.contains(&exact),
                            "{law:?} {route:?} side {side} at {x}: {answer:?} against {exact}"
                        );
                        assert!(answer.certain_bits() >= 53, "{law:?} {route:?} {side} {x}");
                        compared += 1;
                    }
                }
            }
        }
    }
}

#[test]
fn balls_agree_with_exact_integers() {
    check(0, 100_000);
}

#[test]
fn unions_agree_with_exact_integers() {
    check(1, 100_000);
}

#[test]
fn lists_agree_with_exact_integers() {
    check(2, 100_000);
}

#[test]
fn general_intersections_agree_with_exact_integers() {
    check(3, 100_000);
}

/// A probability below e^(−2^62) once came out as a value about which nothing is known, and was
/// printed as a certain 0. It is 1/C(m, a).
#[test]
fn the_smallest_probabilities_are_numbers() {
    let (m, a) = (u64::MAX, 9_000_000_000_000_000_000);
    let law = urnfield::Occupancy::lists(m, &[a, a]).expect("a law");
    let p = law.at_least(a).expect("a number");
    assert!(p.certain_bits() >= 53 && p.certainly_gt(&urnfield::Rational::zero()), "{p}");
    // ln C(m, a) is m times the entropy of a/m, but for logarithms.
    let share = a as f64 / m as f64;
    let entropy = -share * share.ln() - (1.0 - share) * (1.0 - share).ln();
    let log10 = p.log10().expect("a logarithm").lo_f64();
    let expected = -(m as f64) * entropy / std::f64::consts::LN_10;
    assert!((log10 / expected - 1.0).abs() < 1e-12, "{log10} {expected}");
}
