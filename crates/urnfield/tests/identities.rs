//! Random laws, biased to corners, by the paper's own forms: two routes, one value.
//!
//! Each test is named after the label of the form that it compares with the library. The forms
//! are in `formulas`, corrected where the audit found them wrong; `paper.rs` has the printed ones.

mod formulas;
mod seeded;

use formulas::exact::{
    Exact, choose, choose_at, factorial, number, ratio, sign, signed, stirling, whole,
};
use formulas::table::{Law, add_up, encloses, same_law, same_moments};
use formulas::{balls, departments, differences, lists, statistics, unions};
use seeded::{Draws, multiplier};
use std::cmp::Ordering;
use urnfield::{Committees, Enclosure, Occupancy};

/// Numbers of urns where a machine word ends, and the least ones.
const CORNERS: [u64; 5] = [1, 2, 63, 64, 65];

fn urns(draws: &mut Draws) -> u64 {
    match draws.below(12) {
        corner @ 0..5 => CORNERS[corner as usize],
        _ => 1 + draws.below(24),
    }
}

/// Urns and balls: all corners, and random ones.
fn ball_problems(seed: u64) -> Vec<(u64, u64)> {
    let mut draws = Draws::new(seed);
    let corners = CORNERS.iter().flat_map(|&m| [0, 1, 2, m].map(|n| (m, n)));
    let random = (0..30 * multiplier()).map(|_| {
        let m = urns(&mut draws);
        (m, draws.corner(2 * m))
    });
    corners.chain(random).collect()
}

/// Urns, batches and their size: all corners, and random ones.
fn batch_problems(seed: u64) -> Vec<(u64, u64, u64)> {
    let mut draws = Draws::new(seed);
    let sizes = CORNERS.map(|m| [0, 1, m / 2, m - 1, m].map(|k| (m, k)));
    let corners = sizes.iter().flatten();
    let corners = corners.flat_map(|&(m, k)| [0, 1, 3].map(|n| (m, n, k)));
    let random = (0..20 * multiplier()).map(|_| {
        let m = urns(&mut draws);
        (m, draws.below(7), draws.corner(m))
    });
    corners.chain(random).collect()
}

fn department(draws: &mut Draws, m: u64) -> Vec<Committees> {
    let kinds = draws.below(4);
    (0..kinds).map(|_| Committees { count: draws.below(4), size: draws.corner(m) }).collect()
}

fn union_problems(seed: u64) -> Vec<(u64, Vec<Committees>)> {
    let mut draws = Draws::new(seed);
    (0..40 * multiplier())
        .map(|_| {
            let m = urns(&mut draws);
            (m, department(&mut draws, m))
        })
        .collect()
}

/// Urns and the sizes of one to five lists.
fn list_problems(seed: u64) -> Vec<(u64, Vec<u64>)> {
    let mut draws = Draws::new(seed);
    (0..50 * multiplier())
        .map(|_| {
            let m = urns(&mut draws);
            let lists = 1 + draws.below(5);
            (m, (0..lists).map(|_| draws.corner(m)).collect())
        })
        .collect()
}

fn faculty_problems(seed: u64) -> Vec<(u64, Vec<Vec<Committees>>)> {
    let mut draws = Draws::new(seed);
    (0..40 * multiplier())
        .map(|_| {
            let m = urns(&mut draws);
            let count = 1 + draws.below(3);
            (m, (0..count).map(|_| department(&mut draws, m)).collect())
        })
        .collect()
}

fn of_balls(m: u64, n: u64) -> Occupancy {
    Occupancy::balls(m, n).expect("in the domain")
}

fn of_union(m: u64, committees: &[Committees]) -> Occupancy {
    Occupancy::union(m, committees).expect("in the domain")
}

fn of_batches(m: u64, n: u64, k: u64) -> Occupancy {
    of_union(m, &[Committees { count: n, size: k }])
}

fn of_departments(m: u64, departments: &[Vec<Committees>]) -> Occupancy {
    let slices: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
    Occupancy::intersection(m, &slices).expect("in the domain")
}

fn of_lists(m: u64, sizes: &[u64]) -> Occupancy {
    let single = |&size| vec![Committees { count: 1, size }];
    of_departments(m, &sizes.iter().map(single).collect::<Vec<_>>())
}

/// The first binomial and factorial moments are those given.
fn same_binomial_moments(law: &Occupancy, moments: &[Exact]) {
    for (r, b) in (0..6).zip(moments) {
        encloses(law.binomial_moment(r), b, &format!("E C(X,{r}) of {law:?}"));
        let f = b * factorial(r);
        encloses(law.factorial_moment(r), &f, &format!("order {r} of {law:?}"));
    }
}

/// P(the first r urns are occupied) to E C(X,r), `eqn:binom-moment`.
fn binomial_from_joint(m: u64, joint: &[Exact]) -> Vec<Exact> {
    (0..).zip(joint).map(|(r, p)| choose(m, r) * p).collect()
}

fn pgf_points() -> Vec<Exact> {
    ["-2", "-1/2", "1/7", "1", "3/2", "5"].map(number).to_vec()
}

// ——— sec:finite-differences ———

#[test]
fn sec_finite_differences_nabla_of_binomials() {
    for x in -6i64..=12 {
        for k in 0u64..8 {
            for i in 0..8 {
                let left = differences::nabla(i, x, |y| choose_at(&signed(y), k));
                let right = k
                    .checked_sub(i)
                    .map_or(whole(0), |less| choose_at(&signed(x - i as i64), less));
                assert_eq!(left, right, "x = {x}, k = {k}, i = {i}");
            }
        }
    }
}

#[test]
fn sec_finite_differences_nabla_as_a_sum_and_as_delta() {
    let mut draws = Draws::new(1);
    for _ in 0..20 * multiplier() {
        let table: Vec<i64> = (0..41).map(|_| draws.below(2001) as i64 - 1000).collect();
        let f = |x: i64| signed(table[(x + 20) as usize]);
        let (i, a) = (draws.below(11), draws.below(11) as i64);
        let left = differences::nabla(i, a, f);
        assert_eq!(left, differences::nabla_as_sum(i, a, f));
        assert_eq!(left, differences::delta(i, a - i as i64, f));
    }
}

// ——— sec:classic-occupancy ———

#[test]
fn eqn_occupy_probability_is_the_law_of_balls() {
    for (m, n) in ball_problems(2) {
        same_law(&of_balls(m, n), &balls::law_by_stirling(m, n));
    }
}

#[test]
fn eq_classic_moments_1_and_eqn_classic_moments_2_are_the_raw_moments() {
    for (m, n) in ball_problems(3) {
        let law = of_balls(m, n);
        for r in 0..6 {
            let moment = balls::raw_by_stirling(m, n, r);
            assert_eq!(moment, balls::raw_by_differences(m, n, r));
            encloses(law.raw_moment(r), &moment, &format!("order {r} of {law:?}"));
        }
    }
}

#[test]
fn eq_moment_1_gives_raw_moments_of_urns_without_number() {
    for m in [1 << 32, 1 << 40, (1 << 63) + 12_345, u64::MAX] {
        for n in [0, 1, 2, 1000] {
            let law = of_balls(m, n);
            for r in 0..6 {
                let moment = balls::raw_by_exclusion(m, n, r);
                encloses(law.raw_moment(r), &moment, &format!("order {r} of {law:?}"));
            }
        }
    }
}

#[test]
fn lem_classic_moments_2_and_eqn_binom_fac_moments() {
    for (m, n) in ball_problems(4) {
        let joint = balls::joint_by_differences(m, n);
        for i in 0..=m.min(8) {
            assert_eq!(joint[i as usize], balls::joint_by_exclusion(m, n, i));
            assert_eq!(balls::binomial_moment(m, n, i), choose(m, i) * &joint[i as usize]);
        }
        same_binomial_moments(&of_balls(m, n), &binomial_from_joint(m, &joint));
    }
}

#[test]
fn eq_stirling_identity_for_rational_z() {
    let mut draws = Draws::new(5);
    for _ in 0..60 * multiplier() {
        let (n, r) = (1 + draws.below(9), draws.below(8));
        let z = signed(draws.below(41) as i64 - 20) / whole(1 + draws.below(6));
        let left = balls::stirling_identity_left(n, r, &z);
        assert_eq!(left, balls::stirling_identity_right(n, r, &z), "{n} {r} {z:?}");
    }
}

#[test]
fn eqn_classic_recurrence_is_the_law_of_balls() {
    for (m, n) in ball_problems(6) {
        same_law(&of_balls(m, n), &balls::law_by_recurrence(m, n));
    }
}

#[test]
fn thm_recursive_moments_is_the_raw_moment() {
    for (m, n) in ball_problems(7).into_iter().filter(|&(m, _)| m >= 2) {
        let law = of_balls(m, n);
        for r in 0..5 {
            let moment = balls::raw_by_recursion(m, n, r);
            encloses(law.raw_moment(r), &moment, &format!("order {r} of {law:?}"));
        }
    }
}

#[test]
fn cor_classic_mean_and_variance() {
    for (m, n) in ball_problems(8) {
        let law = of_balls(m, n);
        encloses(law.mean(), &balls::mean(m, n), "eq:classic-mean");
        encloses(law.variance(), &balls::variance(m, n), "eq:classic-variance");
    }
}

// ——— subsec:committee-occupancy ———

#[test]
fn eq_batch_probability_both_forms_are_the_law_of_batches() {
    for (m, n, k) in batch_problems(9) {
        let committees = [Committees { count: n, size: k }];
        let law = unions::law_by_differences(m, &committees);
        for (i, p) in (0..).zip(&law) {
            assert_eq!(*p, unions::pmf_by_exclusion(m, &committees, i));
        }
        same_law(&of_batches(m, n, k), &law);
    }
}

#[test]
fn eqn_batch_factorial_moments_both_forms() {
    for (m, n, k) in batch_problems(10) {
        let committees = [Committees { count: n, size: k }];
        let joint = unions::joint_by_differences(m, &committees);
        for r in 0..=m.min(8) {
            assert_eq!(joint[r as usize], unions::joint_by_exclusion(m, &committees, r));
        }
        same_binomial_moments(&of_batches(m, n, k), &binomial_from_joint(m, &joint));
    }
}

#[test]
fn eqn_batch_factorial_moments_of_urns_without_number() {
    for m in [1_000_003, 1 << 40, u64::MAX] {
        for (n, k) in [(2, 1), (50, 3), (200, 7)] {
            let committees = [Committees { count: n, size: k }];
            let joint = |r| unions::joint_by_exclusion(m, &committees, r);
            let joint: Vec<Exact> = (0..5).map(joint).collect();
            same_binomial_moments(&of_batches(m, n, k), &binomial_from_joint(m, &joint));
        }
    }
}

#[test]
fn eqn_batch_occupancy_mean_and_eq_batch_variance() {
    for (m, n, k) in batch_problems(11) {
        let law = of_batches(m, n, k);
        encloses(law.mean(), &unions::mean(m, n, k), "eq:batch-mean");
        encloses(law.variance(), &unions::variance(m, n, k), "eq:batch-variance");
    }
}
