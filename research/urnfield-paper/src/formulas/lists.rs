//! `subsubsec:single-committee-intersection`: urns in the one committee of every department.

use super::differences::{delta, hypergeometric};
use super::exact::{Exact, choose, factorial, sign, signed, stirling, whole};
use super::unions;

fn least(sizes: &[u64]) -> u64 {
    *sizes.iter().min().expect("at least one list")
}

/// `lem:intersect-union-complement`, with the complementary sizes on the right (E1).
pub fn pmf_by_complement(m: u64, sizes: &[u64], i: u64) -> Exact {
    let left_out: Vec<u64> = sizes.iter().map(|&k| m - k).collect();
    unions::pmf_of_sizes(m, &left_out, m - i)
}

/// `eqn:committee-intersection-finite-pmf`.
pub fn pmf_by_differences(m: u64, sizes: &[u64], i: u64) -> Exact {
    let chance = |x: i64| -> Exact {
        sizes.iter().map(|&k| choose(x as u64, m - k) / choose(m, m - k)).product()
    };
    choose(m, i) * delta(m - i, 0, chance)
}

/// `eqn:committee-intersection-gh-pmf`: the series where it is defined, whatever i.
pub fn pmf_by_open_series(m: u64, sizes: &[u64], i: u64) -> Option<Exact> {
    let upper: Vec<i64> = sizes.iter().map(|&k| i as i64 - k as i64).collect();
    if upper.iter().all(|&a| a > 0) {
        return None;
    }
    let lower = vec![i as i64 - m as i64; sizes.len() - 1];
    let series = hypergeometric(&upper, &lower, &whole(1))?;
    let ways: Exact = sizes.iter().map(|&k| choose(k, i)).product();
    Some(ways * series / choose(m, i).pow(sizes.len() as u64 - 1))
}

/// `eqn:committee-intersection-gh-pmf` for i ≤ min k, and 0 above (E17).
pub fn pmf_by_series(m: u64, sizes: &[u64], i: u64) -> Exact {
    if i > least(sizes) {
        return whole(0);
    }
    pmf_by_open_series(m, sizes, i).expect("defined up to min k")
}

/// `eqn:committee-intersection-binom-moment`.
pub fn binomial_moment(m: u64, sizes: &[u64], r: u64) -> Exact {
    let ways: Exact = sizes.iter().map(|&k| choose(k, r)).product();
    choose(m, r) * ways / choose(m, r).pow(sizes.len() as u64)
}

/// `eqn:unoccupied-pgf`, `thm:ghfd`.
pub fn pgf_by_series(m: u64, sizes: &[u64], z: &Exact) -> Exact {
    let upper: Vec<i64> = sizes.iter().map(|&k| -(k as i64)).collect();
    let lower = vec![-(m as i64); sizes.len() - 1];
    hypergeometric(&upper, &lower, &(whole(1) - z)).expect("k ≤ m")
}

/// e_s(k): the elementary symmetric polynomial.
fn elementary(sizes: &[u64], s: u64) -> Exact {
    let mut e = vec![whole(1)];
    for &k in sizes {
        e.push(whole(0));
        for j in (1..e.len()).rev() {
            e[j] = &e[j] + &e[j - 1] * whole(k);
        }
    }
    e[s as usize].clone()
}

/// The numerator of Q of `eqn:recursive-pmf`.
fn q_numerator(m: u64, sizes: &[u64], i: u64, j: u64) -> Exact {
    let c = sizes.len() as u64;
    let term = |u: u64, v: u64| {
        let bracket = whole(j) * choose(c - 1, u - 1) * whole(m + 1).pow(c - u)
            - whole(v) * elementary(sizes, c - u);
        sign(c - u) * stirling(u, v) * choose(i, v - j) * factorial(v - 1) * bracket
    };
    (j..=c).map(|u| (j..=u).map(|v| term(u, v)).sum::<Exact>()).sum()
}

/// `eqn:recursive-pmf` for one i, as numerator and denominator, from the probabilities above it.
pub fn pmf_from_above(m: u64, sizes: &[u64], i: u64, above: impl Fn(u64) -> Exact) -> [Exact; 2] {
    let below: Exact = sizes.iter().map(|&k| signed(i as i64 - k as i64)).product();
    let sum: Exact = (1..sizes.len() as u64)
        .map(|j| sign(j) * choose(i + j, j) * q_numerator(m, sizes, i, j) * above(i + j))
        .sum();
    [sum, below]
}

/// The whole law by `eqn:recursive-pmf`: zeros above k0 = min k, C(m,k0)^{1−c} ∏ C(k_d,k0) there,
/// and downwards from it (E16).
pub fn law_downwards(m: u64, sizes: &[u64]) -> Vec<Exact> {
    let top = least(sizes);
    let mut law = vec![whole(0); m as usize + 1];
    let ways: Exact = sizes.iter().map(|&k| choose(k, top)).product();
    law[top as usize] = choose(m, top) * ways / choose(m, top).pow(sizes.len() as u64);
    for i in (0..top).rev() {
        let above = |x: u64| law.get(x as usize).cloned().unwrap_or_else(|| whole(0));
        let [numerator, denominator] = pmf_from_above(m, sizes, i, above);
        law[i as usize] = numerator / denominator;
    }
    law
}

/// ∏_j (k_j − r)/(m − r), of the moment recurrences; r < m.
fn step(m: u64, sizes: &[u64], r: u64) -> Exact {
    sizes.iter().map(|&k| signed(k as i64 - r as i64) / whole(m - r)).product()
}

/// The factorial moments 0, …, m by the recurrence under `eqn:recursive-pmf`.
pub fn factorial_moments(m: u64, sizes: &[u64]) -> Vec<Exact> {
    let mut moments = vec![whole(1)];
    for r in 0..m {
        moments.push(whole(m - r) * step(m, sizes, r) * &moments[r as usize]);
    }
    moments
}

/// The binomial moments 0, …, m by the recurrence under `eqn:recursive-pmf`.
pub fn binomial_moments(m: u64, sizes: &[u64]) -> Vec<Exact> {
    let mut moments = vec![whole(1)];
    for r in 0..m {
        let factor = whole(m - r) / whole(r + 1);
        moments.push(factor * step(m, sizes, r) * &moments[r as usize]);
    }
    moments
}

/// The recurrence in the proof, from `eqn:ghfmd-diff-eqn`, left minus right:
/// r(r−(m+1))^{c−1} b_r + ∏_j((r−1)−k_j) b_{r−1} (E7), 1 ≤ r ≤ m.
pub fn differential_recurrence(m: u64, sizes: &[u64], r: u64, b: &[Exact]) -> Exact {
    let left = whole(r) * signed(r as i64 - (m as i64 + 1)).pow(sizes.len() as u64 - 1);
    let product: Exact = sizes.iter().map(|&k| signed(r as i64 - 1 - k as i64)).product();
    left * &b[r as usize] + product * &b[r as usize - 1]
}
