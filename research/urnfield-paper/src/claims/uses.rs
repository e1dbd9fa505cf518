//! Sections 1 and 5: families of laws, and what the paper would use them for.

use crate::claims::evidence::{Claim, Evidence, conditional, right};
use crate::claims::models::{batches, single};
use crate::formulas::exact::{Exact, choose, factorial, falling, ratio, sign, stirling, whole};
use crate::formulas::table::Law;
use crate::formulas::{lists, outcomes, unions};
use urnfield::Error;

pub(super) const FAMILIES: &[Claim] = &[conditional("subsec:contributions/families", families)];

pub(super) const USES: &[Claim] = &[
    conditional("sec:discuss/regression", regression),
    right("sec:discuss/unequal", unequal_urns),
    right("sec:discuss/random-balls", random_balls),
];

const SIZES: [&[u64]; 6] = [&[1], &[2], &[1, 1], &[1, 2], &[2, 2], &[1, 2, 2]];

/// E12, E30: a union is a factorial series distribution, an intersection a GHFMD, and neither is
/// both.
fn families(e: &mut Evidence) -> Result<(), Error> {
    // P(1)/(m·P(0)) of a factorial series distribution does not depend on m.
    let share = |m: u64| {
        let law = outcomes::intersection(m, &[vec![1], vec![1]]);
        &law.0[1] / &(whole(m) * &law.0[0])
    };
    e.differs("intersection of k = (1,1): P(1)/(m·P(0)) at m = 2 and 3", &share(2), &share(3));
    for m in 2..=4 {
        for sizes in SIZES {
            let what = || format!("m = {m}, k = {sizes:?}");
            // Union: P(X = i) = m^(i)·a_i/A(m), the a_i free of m.
            let union = outcomes::union(m, sizes);
            let committees = single(sizes);
            let series = unions::factorial_series(m, &committees);
            let total = unions::ways(m, &committees);
            for (i, p) in (0..).zip(&union.0) {
                let form = falling(&whole(m), i) * &series[i as usize] / &total;
                e.same(&form, p, what);
            }
            ratio_of_moments(e, m, sizes, what);
        }
    }
    Ok(())
}

/// (m−r)^(c−1)·E X^(r+1) = ∏ (k_d − r)·E X^(r) for the intersection of c single committees.
fn ratio_of_moments(e: &mut Evidence, m: u64, sizes: &[u64], what: impl Fn() -> String) {
    let departments: Vec<Vec<u64>> = sizes.iter().map(|&k| vec![k]).collect();
    let law = outcomes::intersection(m, &departments);
    let recurrence = lists::factorial_moments(m, sizes);
    for r in 0..m {
        let left = whole(m - r).pow(sizes.len() as u64 - 1) * law.factorial(r + 1);
        e.same(&left, &(sizes_less(sizes, r) * law.factorial(r)), &what);
        e.same(&recurrence[r as usize], &law.factorial(r), &what);
    }
}

/// ∏ (k_d − r).
fn sizes_less(sizes: &[u64], r: u64) -> Exact {
    sizes.iter().map(|&k| whole(k) - whole(r)).product()
}

/// E30: the ratios are rational in r for intersections and for empty urns, not for a union.
fn regression(e: &mut Evidence) -> Result<(), Error> {
    let union = outcomes::union(2, &[1, 1]);
    let at_zero = sizes_less(&[1, 1], 0) / whole(2);
    e.differs("union of k = (1,1), m = 2: E X/E X^0", &at_zero, &union.mean());
    for m in 2..=4 {
        for sizes in SIZES {
            ratio_of_moments(e, m, sizes, || format!("m = {m}, k = {sizes:?}"));
        }
    }
    // The empty urns of a union are the intersection of the complements.
    for (m, n, k, law) in batches().into_iter().filter(|(_, n, _, _)| *n > 0) {
        let empty = Law(law.0.iter().rev().cloned().collect());
        for r in 0..m {
            let left = whole(m - r).pow(n - 1) * empty.factorial(r + 1);
            let right = (whole(m - k) - whole(r)).pow(n) * empty.factorial(r);
            e.same(&left, &right, || format!("empty urns, m = {m}, n = {n}, k = {k}, r = {r}"));
        }
    }
    Ok(())
}

/// Outside the library: with unequal urns the indicators are not exchangeable. P(urn i occupied)
/// = 1 − (1 − p_i)^n by enumeration of all placements of n balls.
fn unequal_urns(e: &mut Evidence) -> Result<(), Error> {
    for weights in [[2u64, 1, 1], [3, 2, 1], [5, 5, 1]] {
        let total: u64 = weights.iter().sum();
        for n in 1..=4u32 {
            let mut occupied = [whole(0), whole(0), whole(0)];
            for outcome in 0..3u64.pow(n) {
                let urns: Vec<usize> =
                    (0..n).map(|i| (outcome / 3u64.pow(i) % 3) as usize).collect();
                let chance: Exact = urns.iter().map(|&urn| ratio(weights[urn], total)).product();
                for (urn, sum) in occupied.iter_mut().enumerate() {
                    if urns.contains(&urn) {
                        *sum = &*sum + &chance;
                    }
                }
            }
            for (urn, sum) in occupied.iter().enumerate() {
                let form = whole(1) - ratio(total - weights[urn], total).pow(n.into());
                e.same(&form, sum, || format!("{weights:?}, n = {n}, urn {urn}"));
            }
            e.holds(occupied[0] > occupied[2], || format!("{weights:?}, n = {n}"));
        }
    }
    Ok(())
}

/// Outside the library: with independent numbers of balls in the urns, X is binomial. With
/// Poisson numbers, given N balls in all, it is the law of balls: coefficients of θ^N/N! in
/// C(m,i)(e^θ − 1)^i are m^(i)·S(N,i).
fn random_balls(e: &mut Evidence) -> Result<(), Error> {
    for n in 0..=8u64 {
        for i in 0..=n {
            // (e^θ − 1)^i = Σ_j (−1)^(i−j) C(i,j) e^(jθ), of which the coefficient is j^N.
            let terms = (0..=i).map(|j| sign(i - j) * choose(i, j) * whole(j).pow(n));
            let coefficient: Exact = terms.sum();
            e.same(&coefficient, &(factorial(i) * stirling(n, i)), || format!("N = {n}, i = {i}"));
        }
    }
    for (m, n) in [(2, 3), (3, 4), (4, 4)] {
        let law = outcomes::balls(m, n);
        for (i, p) in (0..=m).zip(&law.0) {
            let form = falling(&whole(m), i) * stirling(n, i) / whole(m).pow(n);
            e.same(&form, p, || format!("m = {m}, N = {n}, i = {i}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirmed(label: &str) -> bool {
        let mut claims = FAMILIES.iter().chain(USES);
        claims.find(|claim| claim.label == label).is_some_and(|claim| claim.check().confirmed)
    }

    #[test]
    fn subsec_contributions_families_are_one_for_each_problem() {
        assert!(confirmed("subsec:contributions/families"));
    }

    #[test]
    fn sec_discuss_regression_is_for_intersections_and_empty_urns() {
        assert!(confirmed("sec:discuss/regression"));
    }

    #[test]
    fn sec_discuss_other_models_are_what_the_paper_says() {
        assert!(confirmed("sec:discuss/unequal") && confirmed("sec:discuss/random-balls"));
    }
}
