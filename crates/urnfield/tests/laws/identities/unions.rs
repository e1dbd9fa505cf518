//! `subsec:committee-occupancy` and `sec:committee-union-problem`.

use super::{
    batch_problems, binomial_from_joint, of_batches, of_union, pgf_points, same_binomial_moments,
    union_problems,
};
use urnfield::{Committees, Occupancy};
use urnfield_paper::formulas::exact::{Exact, falling, whole};
use urnfield_paper::formulas::table::{encloses, same_law};
use urnfield_paper::formulas::unions;

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

#[test]
fn eq_batch_mean_and_eq_batch_variance_of_urns_without_number() {
    for m in [1_000_003, 1 << 40, u64::MAX] {
        for (n, k) in [(2, 1), (2, m / 2), (3, m - 1), (50, 3), (200, m / 1000)] {
            let law = of_batches_or_refused(m, n, k);
            let Some(law) = law else { continue };
            encloses(law.mean(), &unions::mean(m, n, k), &format!("mean of {law:?}"));
            let variance = unions::variance(m, n, k);
            encloses(law.variance(), &variance, &format!("variance of {law:?}"));
        }
    }
}

/// Members beyond 2^64 are refused.
fn of_batches_or_refused(m: u64, n: u64, k: u64) -> Option<Occupancy> {
    let law = Occupancy::union(m, &[Committees { count: n, size: k }]);
    assert_eq!(law.is_ok(), n.checked_mul(k).is_some());
    law.ok()
}

#[test]
fn eqn_committee_union_pmf_both_forms_are_the_law_of_unions() {
    for (m, committees) in union_problems(20) {
        let law = unions::law_by_differences(m, &committees);
        for (i, p) in (0..).zip(&law) {
            assert_eq!(*p, unions::pmf_by_exclusion(m, &committees, i));
        }
        same_law(&of_union(m, &committees), &law);
    }
}

/// The re-indexing: one committee each, in a shuffled order, is the same law.
#[test]
fn eqn_variable_committee_sizes_is_the_law_of_unions() {
    for (m, committees) in union_problems(21) {
        let mut sizes = unions::sizes(&committees);
        let law: Vec<Exact> = (0..=m).map(|i| unions::pmf_of_sizes(m, &sizes, i)).collect();
        same_law(&of_union(m, &committees), &law);
        sizes.reverse();
        let each: Vec<Committees> =
            sizes.iter().map(|&size| Committees { count: 1, size }).collect();
        same_law(&of_union(m, &each), &law);
    }
}

#[test]
fn eqn_committee_union_binom_is_the_binomial_moment() {
    for (m, committees) in union_problems(22) {
        let joint = unions::joint_by_differences(m, &committees);
        same_binomial_moments(&of_union(m, &committees), &binomial_from_joint(m, &joint));
    }
}

#[test]
fn thm_psi_formulas_recursion_and_series_are_the_binomial_moment() {
    for (m, committees) in union_problems(23) {
        let sizes = unions::sizes(&committees);
        let rho = unions::rho_by_recursion(m, &sizes);
        assert_eq!(rho, unions::joint_by_differences(m, &committees));
        for (r, rho) in (0..).zip(&rho) {
            assert_eq!(*rho, unions::rho_by_series(r, m, &sizes));
        }
        same_binomial_moments(&of_union(m, &committees), &binomial_from_joint(m, &rho));
    }
}

#[test]
fn eqn_committee_union_gh_pmf_is_the_law_of_unions() {
    for (m, committees) in union_problems(24) {
        let sizes = unions::sizes(&committees);
        if sizes.is_empty() {
            continue;
        }
        let law: Vec<Exact> = (0..=m).map(|i| unions::pmf_by_series(m, &sizes, i)).collect();
        same_law(&of_union(m, &committees), &law);
    }
}

#[test]
fn cor_committee_union_pgf_is_the_generating_function() {
    for (m, committees) in union_problems(25) {
        let (law, sizes) = (of_union(m, &committees), unions::sizes(&committees));
        if sizes.is_empty() {
            continue;
        }
        for z in pgf_points() {
            let g = unions::pgf_by_series(m, &sizes, &z);
            encloses(law.pgf(&z.0), &g, &format!("G({z:?}) of {law:?}"));
        }
    }
}

/// The coefficients do not depend on m, the series gives A back, and law and p.g.f. follow.
#[test]
fn eqn_fsd_series_gives_law_and_generating_function() {
    for (m, committees) in union_problems(26) {
        let a = unions::factorial_series(m, &committees);
        for x in 0..=m {
            let series = unions::factorial_series_at(x, &a, &whole(1));
            assert_eq!(series, unions::ways(x, &committees));
        }
        assert!(a.iter().all(|a| *a >= whole(0)));
        let law = of_union(m, &committees);
        let pmf = |(i, a): (u64, &Exact)| falling(&whole(m), i) * a / unions::ways(m, &committees);
        same_law(&law, &(0..).zip(&a).map(pmf).collect::<Vec<_>>());
        for z in pgf_points() {
            let g = unions::pgf_by_factorial_series(m, &committees, &z);
            encloses(law.pgf(&z.0), &g, &format!("G({z:?}) of {law:?}"));
        }
    }
}
