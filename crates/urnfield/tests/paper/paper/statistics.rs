//! The estimators of `subsec:estimators`: E9, E10.

use super::of_batches;
use urnfield::Occupancy;
use urnfield_paper::formulas::exact::{Exact, falling, whole};
use urnfield_paper::formulas::statistics::{batches_by_moments, urns_by_balls, urns_by_committees};
use urnfield_paper::formulas::table::Law;

/// E of an estimator that is asked only where X can be.
fn expected(law: &Law, estimate: impl Fn(u64) -> Exact) -> Exact {
    law.expect(|x| match law.0[x as usize].is_zero() {
        true => whole(0),
        false => estimate(x),
    })
}

/// E9: both branches are one number, and it is unbiased for m ≤ n only, short by
/// (m−n)·P(X = n) beyond.
#[test]
fn subsec_estimators_urns_from_balls_printed_branch_fails() {
    for n in 1..=9 {
        for m in 1..=9 {
            let law = Law::of(&Occupancy::balls(m, n).expect("in the domain"));
            for x in 1..=n.min(m) {
                let [beyond, within] = urns_by_balls(n, x);
                assert_eq!(beyond, within);
            }
            let mean = expected(&law, |x| urns_by_balls(n, x)[0].clone());
            let short = if m > n {
                whole(m - n) * falling(&whole(m), n) / whole(m).pow(n)
            } else {
                whole(0)
            };
            assert_eq!(mean, whole(m) - short);
        }
    }
    let one_ball = Law::of(&Occupancy::balls(2, 1).expect("in the domain"));
    assert_eq!(expected(&one_ball, |x| urns_by_balls(1, x)[0].clone()), whole(1));
}

/// The lemma for committees is right for k ≤ m ≤ nk, and short by (m−nk)·P(X = nk) beyond.
#[test]
fn subsec_estimators_urns_from_committees_are_unbiased_up_to_nk() {
    for k in 1..=3 {
        for n in 1..=4 {
            for m in k..=10 {
                let law = Law::of(&of_batches(m, n, k));
                let mean = expected(&law, |x| urns_by_committees(n, k, x));
                let short = match m.checked_sub(n * k) {
                    Some(more) => whole(more) * &law.0[(n * k) as usize],
                    None => whole(0),
                };
                assert_eq!(mean, whole(m) - short, "m = {m}, n = {n}, k = {k}");
            }
        }
    }
}

/// All n that make X = x most likely.
fn most_likely_batches(m: u64, k: u64, x: u64) -> Vec<u64> {
    let most = 2 * batches_by_moments(m, k, x).ceil() as u64 + 3;
    let likelihood = |n: u64| of_batches(m, n, k).pmf_exact(x).expect("a small law");
    let all: Vec<_> = (1..=most).map(|n| (n, likelihood(n))).collect();
    let best = all.iter().map(|(_, p)| p).max().expect("some n").clone();
    let best = all.into_iter().filter(|(_, p)| *p == best);
    best.map(|(n, _)| n).collect()
}

/// E10: the formula is the method of moments. It is not the maximum of the likelihood, neither
/// over whole n nor, where P(X = 2) = 6(2^{n−1} − 1)/3ⁿ is meant for real n, at 2.4380.
#[test]
fn cor_method_of_moments_is_not_maximum_likelihood() {
    let estimate = batches_by_moments(3, 1, 2);
    assert!((estimate - 2.7095).abs() < 1e-4);
    assert_eq!(most_likely_batches(3, 1, 2), [2, 3]);
    let likelihood = |n: f64| 6.0 * (2f64.powf(n - 1.0) - 1.0) / 3f64.powf(n);
    let peak = likelihood(2.4380);
    assert!([2.43, 2.45, estimate].iter().all(|&n| likelihood(n) < peak));

    // Rounding does not repair it.
    let estimate = batches_by_moments(7, 1, 3);
    assert!((estimate - 3.630).abs() < 1e-3 && estimate.round() == 4.0);
    assert_eq!(most_likely_batches(7, 1, 3), [3]);
}

/// It does solve E X = x, which is what the method of moments asks, and it is a neighbour of
/// every whole maximum seen (observed, not proved).
#[test]
fn eq_moments_n_solves_the_mean_and_is_next_to_the_most_likely() {
    let mut cases = 0;
    for m in 2u64..=14 {
        for k in 1..m {
            for x in k..m {
                let estimate = batches_by_moments(m, k, x);
                let missed = (1.0 - k as f64 / m as f64).powf(estimate);
                assert!((m as f64 * (1.0 - missed) - x as f64).abs() < 1e-9);
                for n in most_likely_batches(m, k, x) {
                    assert!((n as f64 - estimate).abs() < 1.0 + 1e-9, "{m} {k} {x}");
                }
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 455);
}
