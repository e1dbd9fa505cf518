//! Formulas that are wrong as printed: E1 to E5, E7, E21, E24.

use super::{of_batches, of_lists, of_sizes};
use urnfield::{Committees, Occupancy};
use urnfield_paper::formulas::differences::{delta, nabla};
use urnfield_paper::formulas::exact::{
    Exact, choose, falling, number, ratio, sign, signed, stirling_row, whole,
};
use urnfield_paper::formulas::table::{encloses, same_law};
use urnfield_paper::formulas::{balls, departments, lists, outcomes, unions};

/// E1: P(X∩ = i | k_d) = P(X∪ = m−i | k_d) needs m − k_d on the right.
#[test]
fn lem_intersect_union_complement_printed_form_fails() {
    let printed = |m, sizes: &[u64], i| unions::pmf_of_sizes(m, sizes, m - i);
    let truth = outcomes::intersection(1, &[vec![0]]);
    assert_eq!(printed(1, &[0], 0), whole(0));
    assert_eq!(truth.0[0], whole(1));
    assert_eq!(lists::pmf_by_complement(1, &[0], 0), whole(1));
    same_law(&of_lists(1, &[0]), &truth.0);

    // It is right where every list is half of the urns, and hardly anywhere else.
    for i in 0..=4 {
        assert_eq!(printed(4, &[2, 2], i), lists::pmf_by_complement(4, &[2, 2], i));
    }
    let truth = outcomes::intersection(4, &[vec![1], vec![2]]);
    assert_ne!(printed(4, &[1, 2], 0), truth.0[0]);
    assert_eq!(lists::pmf_by_complement(4, &[1, 2], 0), truth.0[0]);
    same_law(&of_lists(4, &[1, 2]), &truth.0);
}

/// E2: 1 − q where q = (1 − k/m)ⁿ is meant, so that a variance comes out negative.
#[test]
fn eq_batch_variance_printed_form_fails() {
    let printed = |m: u64, n: u64, k: u64| {
        let mean = unions::mean(m, n, k);
        let rest = (whole(1) - ratio(k, m - 1)).pow(n);
        &mean * (whole(1) - &mean + whole(m - 1) * rest)
    };
    for (m, n, k, prints, truth) in [(2, 1, 2, "-4", "0"), (2, 2, 1, "-3/4", "1/4")] {
        assert_eq!(printed(m, n, k), number(prints));
        let law = outcomes::union(m, &vec![k; n as usize]);
        assert_eq!(law.variance(), number(truth));
        assert_eq!(unions::variance(m, n, k), number(truth));
        encloses(of_batches(m, n, k).variance(), &number(truth), "variance");
    }
    let cases = (2..=6).flat_map(|m| (1..m).flat_map(move |k| (1..=5).map(move |n| (m, n, k))));
    let wrong = |&(m, n, k): &(u64, u64, u64)| printed(m, n, k) != unions::variance(m, n, k);
    assert_eq!((cases.clone().count(), cases.filter(wrong).count()), (75, 72));
}

/// E3: "k batches of n balls" should be n batches of k balls.
#[test]
fn lem_batch_mean_and_variance_printed_hypothesis_fails() {
    let (m, n, k) = (2, 1, 2);
    let formula = unions::mean(m, n, k);
    assert_eq!(formula, whole(2));
    let as_printed = outcomes::union(m, &vec![n; k as usize]);
    assert_eq!(as_printed.mean(), number("3/2"));
    assert_eq!(outcomes::union(m, &vec![k; n as usize]).mean(), formula);
    encloses(of_batches(m, n, k).mean(), &formula, "n batches of k");
}

/// E4: the p.g.f. of a factorial series distribution must be divided by A(m).
#[test]
fn eqn_fsd_series_printed_pgf_fails() {
    let committees = [Committees { count: 1, size: 1 }];
    let coefficients = unions::factorial_series(2, &committees);
    let printed = |z: &Exact| unions::factorial_series_at(2, &coefficients, z);
    assert_eq!(printed(&whole(1)), whole(2));
    let law = outcomes::union(2, &[1]);
    for z in ["1", "3", "-1/2"].map(number) {
        let truth = law.pgf(&z);
        assert_ne!(printed(&z), truth);
        assert_eq!(unions::pgf_by_factorial_series(2, &committees, &z), truth);
        encloses(of_batches(2, 1, 1).pgf(&z.0), &truth, "G(z)");
    }
}

/// E5: the inner sign (−1)^{i+j−l} should be (−1)^l; for an even number of departments the
/// difference cancels.
#[test]
fn thm_mutual_batch_occupy_moment_printed_second_line_fails() {
    let everybody = vec![Committees { count: 1, size: 1 }];
    let printed = |m, departments: &[Vec<Committees>]| {
        departments::law_by_exclusion(m, departments, |s, l| sign(s - l))
    };
    let corrected = |m, departments: &[Vec<Committees>]| {
        departments::law_by_exclusion(m, departments, |_, l| sign(l))
    };
    for c in [1, 3] {
        let departments = vec![everybody.clone(); c];
        let truth = outcomes::intersection(1, &vec![vec![1]; c]);
        assert_eq!(printed(1, &departments), [whole(2), signed(-1)]);
        assert_eq!(corrected(1, &departments), truth.0);
        let slices: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
        same_law(&Occupancy::intersection(1, &slices).expect("one urn"), &truth.0);
    }
    let two = [vec![Committees { count: 2, size: 1 }], vec![Committees { count: 1, size: 2 }]];
    let truth = outcomes::intersection(3, &[vec![1, 1], vec![2]]);
    assert_eq!(printed(3, &two), truth.0);
    assert_eq!(corrected(3, &two), truth.0);
}

/// E7: the product in the recursion of ρ is over 1 − k_d/s, not over 1.
#[test]
fn thm_psi_formulas_printed_product_fails() {
    // ρ(1,2) for k = (1,1): "∏ 1 − k_d/s" read as written is 1 − 1/2.
    let printed = whole(1) - (whole(1) - ratio(1, 2));
    assert_eq!(printed, number("1/2"));
    let truth = outcomes::union(2, &[1, 1]).binomial(1) / whole(2);
    assert_eq!(truth, number("3/4"));
    assert_eq!(unions::rho_by_recursion(2, &[1, 1])[1], truth);
    let bounds = of_sizes(2, &[1, 1]).moment_bounds(1).expect("r ≤ m");
    encloses(Ok(bounds.joint), &truth, "ρ(1,2)");
}

/// E7: the same in the recurrence that follows from the differential equation.
#[test]
fn eqn_ghfmd_diff_eqn_printed_product_fails() {
    let (m, sizes) = (3u64, [1, 2]);
    let law = outcomes::intersection(m, &[vec![1], vec![2]]);
    let b: Vec<Exact> = (0..=m).map(|r| law.binomial(r)).collect();
    // At r = 1, "∏_j (r−1) − k_j" read as written is 0² − k_2.
    let left = signed(1 - (m as i64 + 1)) * &b[1];
    let printed = -(signed(0).pow(2) - whole(2)) * &b[0];
    assert_ne!(left, printed);
    for r in 1..=m {
        assert!(lists::differential_recurrence(m, &sizes, r, &b).is_zero());
    }
    same_law(&of_lists(m, &sizes), &law.0);
}

/// E21: the first two members of the display in the proof lack the product over d.
#[test]
fn eqn_committee_union_gh_pmf_printed_proof_lacks_a_product() {
    let (m, sizes, i) = (1, [0u64, 1], 1);
    let chance = |x: i64, k: u64| choose(x as u64, k) / choose(m, k);
    let printed = delta(i, 0, |x| chance(x, sizes[0]));
    let product = |x: i64| -> Exact { sizes.iter().map(|&k| chance(x, k)).product() };
    let last = product(i as i64) * nabla(i, i as i64, |x| product(x) / product(i as i64));
    assert_eq!((printed, &last), (whole(0), &whole(1)));
    assert_eq!(delta(i, 0, product), last);
    assert_eq!(unions::pmf_by_series(m, &sizes, i), last);
    same_law(&of_sizes(m, &sizes), &outcomes::union(m, &sizes).0);
}

/// E24: with the sums from i = 1, the moment of order 0 is lost.
#[test]
fn eq_classic_moments_1_printed_sum_fails_without_balls() {
    let printed = |m: u64, n: u64, r: u64| -> Exact {
        let law = balls::law_by_stirling(m, n).into_iter().zip(0..);
        law.skip(1).map(|(p, i)| p * whole(i).pow(r)).sum()
    };
    assert_eq!(printed(3, 0, 0), whole(0));
    assert_eq!(balls::raw_by_stirling(3, 0, 0), whole(1));
    // With a ball no urn count is 0, and the start does not matter.
    assert_eq!(printed(3, 2, 0), whole(1));
    let law = Occupancy::balls(3, 0).expect("in the domain");
    encloses(law.raw_moment(0), &whole(1), "E X⁰");
}

/// E24, for `eq:moment-1` and `eqn:classic-moments-2`, which is the first with ∇.
#[test]
fn eq_moment_1_and_eqn_classic_moments_2_printed_sums_fail_at_order_zero() {
    let printed = |m: u64, n: u64, r: u64| -> Exact {
        let row = stirling_row(r);
        let term = |i: u64| {
            let joint = &balls::joint_by_differences(m, n)[i as usize];
            &row[i as usize] * falling(&whole(m), i) * joint
        };
        (1..=r.min(m)).map(term).sum()
    };
    for (m, n) in [(1, 0), (2, 3), (4, 2)] {
        assert_eq!(printed(m, n, 0), whole(0));
        assert_eq!(balls::raw_by_differences(m, n, 0), whole(1));
        let truth = outcomes::balls(m, n);
        for r in 1..=4 {
            assert_eq!(printed(m, n, r), truth.raw(r));
        }
        let law = Occupancy::balls(m, n).expect("in the domain");
        encloses(law.raw_moment(0), &whole(1), "E X⁰");
    }
}
