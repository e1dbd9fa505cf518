//! Claims and ranges that are not as printed: E11 to E14, E16, E17, E25, E26.

use super::{of_batches, of_lists};
use urnfield::{Committees, Occupancy};
use urnfield_paper::formulas::exact::{
    Exact, choose, choose_at, falling, number, ratio, signed, whole,
};
use urnfield_paper::formulas::statistics::bounds;
use urnfield_paper::formulas::table::{encloses, same_law};
use urnfield_paper::formulas::{balls, differences, lists, outcomes, unions};

/// E11: the indicators are exchangeable, not independent; the formulas do not need it.
#[test]
fn lem_classic_moments_2_indicators_are_not_independent() {
    let joint = balls::joint_by_differences(2, 1);
    assert_eq!(joint[1], number("1/2"));
    assert_eq!(joint[2], whole(0));
    assert_ne!(joint[2], joint[1].pow(2));
    let law = Occupancy::balls(2, 1).expect("in the domain");
    encloses(law.binomial_moment(2), &joint[2], "P(both are occupied)");
}

/// The polynomial C(x,k) makes ∇^i C(x,k) = C(x−i,k−i) true for all x; with C(x,k) = 0 for
/// negative x it is false at x = k = 0, i = 1.
#[test]
fn sec_finite_differences_nabla_of_binomials_needs_the_polynomial() {
    let cut_off = |x: i64| if x < 0 { whole(0) } else { choose(x as u64, 0) };
    assert_eq!(differences::nabla(1, 0, cut_off), whole(1));
    let polynomial = |x: i64| choose_at(&signed(x), 0);
    assert_eq!(differences::nabla(1, 0, polynomial), whole(0));
}

/// The corollary asks for n ≥ 1: without it the identity is 0 = 1 at r = 0.
#[test]
fn cor_stirling_identity_needs_a_ball() {
    let z = number("5/2");
    assert_eq!(balls::stirling_identity_left(0, 0, &z), whole(0));
    assert_eq!(balls::stirling_identity_right(0, 0, &z), whole(1));
}

/// E25: both sides of the ratio are 0 beyond r = m, while ∇^r is not defined by urns at all.
#[test]
fn eqn_binom_fac_moments_needs_an_order_up_to_m() {
    assert_eq!((choose(2, 3), falling(&whole(2), 3)), (whole(0), whole(0)));
    let law = Occupancy::balls(2, 4).expect("in the domain");
    encloses(law.binomial_moment(3), &whole(0), "E C(X,3)");
    encloses(law.factorial_moment(3), &whole(0), "E X(X−1)(X−2)");
    assert!(law.moment_bounds(3).is_err());
}

/// E26: A is non-negative, not positive: no committee of three among two urns.
#[test]
fn eqn_fsd_series_has_zeros_below_the_largest_committee() {
    let committees = [Committees { count: 2, size: 3 }];
    let ways: Vec<Exact> = (0..=4).map(|x| unions::ways(x, &committees)).collect();
    assert_eq!(ways, [0, 0, 0, 1, 16].map(whole));
}

/// E12: lists are no factorial series distribution in m, as P(i+1)/((m−i)P(i)) depends on m; the
/// number of urns outside some list is one, with the numbers left out held fixed.
#[test]
fn lem_intersect_union_complement_corollary_lists_are_no_factorial_series() {
    let ratio_at =
        |m: u64, law: &[Exact], i: u64| &law[i as usize + 1] / (whole(m - i) * &law[i as usize]);
    let lists = |m: u64, k: u64| outcomes::intersection(m, &[vec![k], vec![k]]).0;
    assert_eq!(ratio_at(2, &lists(2, 1), 0), number("1/2"));
    assert_eq!(ratio_at(3, &lists(3, 1), 0), number("1/6"));
    for m in 2..=6 {
        let mut outside = lists(m, m - 1);
        same_law(&of_lists(m, &[m - 1, m - 1]), &outside);
        outside.reverse();
        assert_eq!(ratio_at(m, &outside, 1), whole(1));
    }
}

/// E13: max k ≤ r is the wrong place for max k. The series is right for r below it too, where the
/// binomial moments need it; what must not be below max k is s.
#[test]
fn thm_psi_formulas_printed_range_is_too_narrow() {
    let (m, sizes) = (4, [3, 2]);
    let truth = outcomes::union(m, &sizes);
    for r in 0..=m {
        let joint = truth.binomial(r) / choose(m, r);
        assert_eq!(unions::rho_by_series(r, m, &sizes), joint);
        assert_eq!(unions::rho_by_recursion(m, &sizes)[r as usize], joint);
    }
    // Below max k the definition divides by C(2,3)·C(2,2) = 0, so ρ(0,2) = 1 says nothing.
    assert!(sizes.iter().any(|&k| choose(2, k).is_zero()));
}

/// E14: the printed range min(k, m−k) is narrower than the truth. Upper: r ≤ m. Middle: r ≤ k+1.
/// Right: r ≤ k. Beyond those they fail.
#[test]
fn thm_batch_occupancy_bounds_fail_just_beyond_their_ranges() {
    let (middle, answer) = (&bounds(4, 2, 1)[4], of_batches(4, 2, 1).moment_bounds(4));
    assert_eq!(middle.joint, whole(0));
    assert_eq!(middle.jensen, number("35/2048"));
    assert!(answer.expect("r ≤ m").jensen.is_none());

    let (right, answer) = (&bounds(2, 2, 1)[2], of_batches(2, 2, 1).moment_bounds(2));
    assert_eq!((&right.jensen, &right.balls), (&number("3/8"), &number("1/2")));
    let answer = answer.expect("r ≤ m");
    assert!(answer.balls.is_none());
    encloses(Ok(answer.jensen.expect("r ≤ k + 1")), &right.jensen, "jensen");

    let two = bounds(4, 2, 2);
    assert!(two[3].jensen >= two[3].balls && two[4].jensen < two[4].balls);

    // m − k plays no role: here the printed range ends at r = 1, and the chain holds up to r = 4.
    let chain = &bounds(5, 3, 4)[..=4];
    assert!(chain.iter().all(|b| b.upper >= b.joint && b.joint >= b.jensen && b.jensen >= b.balls));
}

/// E14: two steps of the printed proof are false inside the printed range.
#[test]
fn thm_batch_occupancy_bounds_printed_proof_steps_fail() {
    let chance = |m: u64, balls: u64| whole(1) - ratio(m - 1, m).pow(balls);
    // 1 − (1 − k/m)^{n−1} ≥ 1 − (1 − 1/m)^{kn} at m = 2, k = 1, n = 1.
    let left = whole(1) - ratio(1, 2).pow(0);
    assert_eq!((&left, &chance(2, 1)), (&whole(0), &number("1/2")));
    // (μ − i)/(m − i) ≥ 1 − (1 − 1/m)^{kn} at m = 4, k = 2, n = 1, i = 1.
    let left = (unions::mean(4, 1, 2) - whole(1)) / whole(3);
    assert_eq!((&left, &chance(4, 2)), (&number("1/3"), &number("7/16")));
}

/// E16: at i equal to a list's size the recursion is 0/0; one list makes it say 0 where P = 1.
#[test]
fn eqn_recursive_pmf_says_nothing_at_a_size() {
    let one = outcomes::intersection(3, &[vec![2]]);
    let [numerator, denominator] = lists::pmf_from_above(3, &[2], 2, |i| one.0[i as usize].clone());
    assert!(numerator.is_zero() && denominator.is_zero());
    assert_eq!(one.0[2], whole(1));

    let two = outcomes::intersection(4, &[vec![2], vec![3]]);
    let above = |i: u64| two.0.get(i as usize).cloned().unwrap_or_else(|| whole(0));
    for size in [2, 3] {
        let [numerator, denominator] = lists::pmf_from_above(4, &[2, 3], size, above);
        assert!(numerator.is_zero() && denominator.is_zero());
    }
    // Started at min k and run downwards it is right.
    assert_eq!(lists::law_downwards(3, &[2]), one.0);
    assert_eq!(lists::law_downwards(4, &[2, 3]), two.0);
    same_law(&of_lists(3, &[2]), &one.0);
    same_law(&of_lists(4, &[2, 3]), &two.0);
}

/// E17: for i > max k the series is undefined, and P = 0.
#[test]
fn eqn_committee_intersection_gh_pmf_is_undefined_above_the_sizes() {
    let (m, sizes) = (4, [1, 2]);
    for i in [3, 4] {
        assert_eq!(lists::pmf_by_open_series(m, &sizes, i), None);
    }
    assert_eq!(lists::pmf_by_open_series(m, &sizes, 2), Some(whole(0)));
    let law: Vec<Exact> = (0..=m).map(|i| lists::pmf_by_series(m, &sizes, i)).collect();
    assert_eq!(law, outcomes::intersection(m, &[vec![1], vec![2]]).0);
    same_law(&of_lists(m, &sizes), &law);
}
