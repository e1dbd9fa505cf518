//! `sec:approximations`: bounds on moments and estimators.

use super::exact::{Exact, choose, choose_at, stirling_row, whole};
use super::{balls, unions};
use urnfield::Committees;

/// The four members of `thm:batch-occupancy-bounds` at one r, greatest first.
#[derive(Debug)]
pub struct Bounds {
    /// (μ/m)^r.
    pub upper: Exact,
    /// ∇^r\[C(x,k)ⁿ\]_{x=m}/C(m,k)ⁿ.
    pub joint: Exact,
    /// C(μ,r)/C(m,r).
    pub jensen: Exact,
    /// ∇^r\[x^{nk}\]_{x=m}/m^{nk}.
    pub balls: Exact,
}

/// The members for r = 0, …, m.
pub fn bounds(m: u64, n: u64, k: u64) -> Vec<Bounds> {
    let mean = unions::mean(m, n, k);
    let committees = [Committees { count: n, size: k }];
    unions::joint_by_differences(m, &committees)
        .into_iter()
        .zip(balls::joint_by_differences(m, n * k))
        .zip(0..)
        .map(|((joint, balls), r)| Bounds {
            upper: (&mean / whole(m)).pow(r),
            joint,
            jensen: choose_at(&mean, r) / choose(m, r),
            balls,
        })
        .collect()
}

/// `eq:moments-n`: the method of moments, for 0 < k < m and x < m.
pub fn batches_by_moments(m: u64, k: u64, x: u64) -> f64 {
    (-(x as f64) / m as f64).ln_1p() / (-(k as f64) / m as f64).ln_1p()
}

/// The unbiased estimate of m ≤ nk from n committees of k and the occupancy number x, the lemma
/// after `cor:method-of-moments`: x(1 + Δ^{x−1}/Δ^x) of C(y,k)ⁿ at y = 0.
pub fn urns_by_committees(n: u64, k: u64, x: u64) -> Exact {
    let committees = [Committees { count: n, size: k }];
    let a = unions::factorial_series(x, &committees);
    // Δ^{x−1}/Δ^x = a_{x−1}/(x·a_x)
    whole(x) + &a[x as usize - 1] / &a[x as usize]
}

/// Returns both branches of the last corollary, for single balls; they are one number (E9).
pub fn urns_by_balls(n: u64, x: u64) -> [Exact; 2] {
    let row = stirling_row(n);
    let next = stirling_row(n + 1);
    let x_ = x as usize;
    [whole(x) + &row[x_ - 1] / &row[x_], &next[x_] / &row[x_]]
}
