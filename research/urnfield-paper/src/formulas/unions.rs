//! `subsec:committee-occupancy` and `sec:committee-union-problem`: urns in some committee.

use super::differences::{backward, forward, hypergeometric};
use super::exact::{Exact, choose, factorial, falling, ratio, sign, whole};
use urnfield::Committees;

/// ∏_d C(x,k_d)^{n_d}: the ways to choose all committees among x urns.
pub fn ways(x: u64, committees: &[Committees]) -> Exact {
    committees.iter().map(|c| choose(x, c.size).pow(c.count)).product()
}

/// The re-indexing before `thm:psi-formulas`: one size for each committee.
pub fn sizes(committees: &[Committees]) -> Vec<u64> {
    committees.iter().flat_map(|c| (0..c.count).map(|_| c.size)).collect()
}

fn largest(sizes: &[u64]) -> u64 {
    sizes.iter().copied().max().unwrap_or(0)
}

fn lowered(sizes: &[u64], by: u64) -> Vec<i64> {
    sizes.iter().map(|&k| k as i64 - by as i64).collect()
}

/// `eq:batch-probability` and `eqn:committee-union-pmf`, first forms:
/// C(m,i) Σ_j (−1)^{i−j} C(i,j) ∏ \[C(j,k_d)/C(m,k_d)\]^{n_d}.
pub fn pmf_by_exclusion(m: u64, committees: &[Committees], i: u64) -> Exact {
    let all = ways(m, committees);
    let sum: Exact = (0..=i).map(|j| sign(i - j) * choose(i, j) * ways(j, committees)).sum();
    choose(m, i) * sum / all
}

/// `eqn:variable-committee-sizes`: one factor for each committee.
pub fn pmf_of_sizes(m: u64, sizes: &[u64], i: u64) -> Exact {
    let chance = |j: u64| -> Exact { sizes.iter().map(|&k| choose(j, k) / choose(m, k)).product() };
    let sum: Exact = (0..=i).map(|j| sign(i - j) * choose(i, j) * chance(j)).sum();
    choose(m, i) * sum
}

/// `eq:batch-probability` and `eqn:committee-union-pmf`, second forms: C(m,i) Δ^i{…}_{x=0}.
pub fn law_by_differences(m: u64, committees: &[Committees]) -> Vec<Exact> {
    let values: Vec<Exact> = (0..=m).map(|x| ways(x, committees)).collect();
    forward(&values)
        .into_iter()
        .zip(0..)
        .map(|(d, i)| choose(m, i) * d / ways(m, committees))
        .collect()
}

/// `eqn:batch-factorial-moments`, the sum: Σ_i (−1)^i C(r,i) \[C(m−i,k)/C(m,k)\]ⁿ, r ≤ m (E25).
pub fn joint_by_exclusion(m: u64, committees: &[Committees], r: u64) -> Exact {
    let sum: Exact = (0..=r).map(|i| sign(i) * choose(r, i) * ways(m - i, committees)).sum();
    sum / ways(m, committees)
}

/// `eqn:batch-factorial-moments` and `eqn:committee-union-binom`: ∇^r{…}_{x=m} for all r ≤ m.
pub fn joint_by_differences(m: u64, committees: &[Committees]) -> Vec<Exact> {
    let values: Vec<Exact> = (0..=m).map(|x| ways(x, committees)).collect();
    backward(&values).into_iter().map(|d| d / ways(m, committees)).collect()
}

/// `eqn:batch-occupancy-mean`, `eq:batch-mean`: n committees of k (E3).
pub fn mean(m: u64, n: u64, k: u64) -> Exact {
    whole(m) * (whole(1) - ratio(m - k, m).pow(n))
}

/// `eq:batch-variance`, corrected (E2): mq\[1 − mq + (m−1)(1 − k/(m−1))ⁿ\], 0 for m = 1.
pub fn variance(m: u64, n: u64, k: u64) -> Exact {
    if m == 1 {
        return whole(0);
    }
    let vacant = whole(m) * ratio(m - k, m).pow(n);
    let rest = whole(1) - ratio(k, m - 1);
    &vacant * (whole(1) - &vacant + whole(m - 1) * rest.pow(n))
}

/// `thm:psi-formulas`: ρ(0,m), …, ρ(m,m) by its recursion from ρ(0,s) = 1, with the product over
/// all of 1 − k_d/s (E7), and its term 0 at s = max k (E13).
pub fn rho_by_recursion(m: u64, sizes: &[u64]) -> Vec<Exact> {
    let least = largest(sizes);
    // row[s] = ρ(r,s), for s from max(r, least) on.
    let mut row = vec![whole(1); m as usize + 1];
    let mut at_m = vec![whole(1)];
    for r in 1..=m {
        let next = |s: u64| {
            if s < r.max(least) {
                return whole(0); // Never read.
            }
            let missed: Exact = sizes.iter().map(|&k| ratio(s - k, s)).product();
            // ρ(r−1,s−1) does not exist at s = max k, where its factor is 0.
            let term = if missed.is_zero() { whole(0) } else { missed * &row[s as usize - 1] };
            &row[s as usize] - term
        };
        row = (0..=m).map(next).collect();
        at_m.push(row[m as usize].clone());
    }
    at_m
}

/// `thm:psi-formulas`: ρ(r,s) as an (n+1)F(n), for r ≤ s and max k ≤ s (E13).
pub fn rho_by_series(r: u64, s: u64, sizes: &[u64]) -> Exact {
    let mut upper = lowered(sizes, s);
    upper.push(-(r as i64));
    let lower = vec![-(s as i64); sizes.len()];
    hypergeometric(&upper, &lower, &whole(1)).expect("r ≤ s")
}

/// `eqn:committee-union-gh-pmf`, for at least one committee.
pub fn pmf_by_series(m: u64, sizes: &[u64], i: u64) -> Exact {
    if i < largest(sizes) {
        return whole(0);
    }
    let chance: Exact = sizes.iter().map(|&k| choose(i, k) / choose(m, k)).product();
    let lower = vec![-(i as i64); sizes.len() - 1];
    let series = hypergeometric(&lowered(sizes, i), &lower, &whole(1)).expect("k ≥ 0");
    choose(m, i) * chance * series
}

/// `cor:committee-union-pgf`, for at least one committee and z ≠ 0.
pub fn pgf_by_series(m: u64, sizes: &[u64], z: &Exact) -> Exact {
    let lower = vec![-(m as i64); sizes.len() - 1];
    let at = whole(1) - whole(1) / z;
    z.pow(m) * hypergeometric(&lowered(sizes, m), &lower, &at).expect("k ≥ 0")
}

/// `eqn:fsd-series`: a_i = Δ^i\[A(x)\]_{x=0}/i! with A(x) = ∏ C(x,k_d).
pub fn factorial_series(m: u64, committees: &[Committees]) -> Vec<Exact> {
    let values: Vec<Exact> = (0..=m).map(|x| ways(x, committees)).collect();
    forward(&values).into_iter().zip(0..).map(|(d, i)| d / factorial(i)).collect()
}

/// Σ m(m−1)…(m−i+1) a_i z^i: A(m) at z = 1 by `eqn:fsd-series`; the printed p.g.f. of an FSD.
pub fn factorial_series_at(m: u64, coefficients: &[Exact], z: &Exact) -> Exact {
    (0..).zip(coefficients).map(|(i, a)| falling(&whole(m), i) * a * z.pow(i)).sum()
}

/// The p.g.f. of an FSD, divided by A(m) as it must be (E4).
pub fn pgf_by_factorial_series(m: u64, committees: &[Committees], z: &Exact) -> Exact {
    factorial_series_at(m, &factorial_series(m, committees), z) / ways(m, committees)
}
