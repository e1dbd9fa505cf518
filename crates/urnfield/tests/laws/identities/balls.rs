//! `sec:classic-occupancy` and `sec:finite-differences`.

use super::{ball_problems, binomial_from_joint, of_balls, same_binomial_moments};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{choose, choose_at, signed, whole};
use urnfield_paper::formulas::table::{encloses, same_law};
use urnfield_paper::formulas::{balls, differences};

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

/// Here the variance is what is left of two numbers that nearly cancel.
#[test]
fn cor_classic_mean_and_variance_of_urns_without_number() {
    for m in [1_000_003, 1 << 40, (1 << 63) + 12_345, u64::MAX] {
        for n in [2, 3, 100, 1000] {
            let law = of_balls(m, n);
            encloses(law.mean(), &balls::mean(m, n), &format!("mean of {law:?}"));
            encloses(law.variance(), &balls::variance(m, n), &format!("variance of {law:?}"));
        }
    }
}
