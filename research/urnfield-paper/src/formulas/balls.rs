//! `sec:classic-occupancy`: n balls into m urns.

use super::differences::{backward, nabla};
use super::exact::{Exact, choose, falling, ratio, sign, signed, stirling_row, whole};

/// `eqn:occupy-probability`: S(n,i) m(m−1)…(m−i+1)/mⁿ, right at i = 0 and n = 0 too.
pub fn law_by_stirling(m: u64, n: u64) -> Vec<Exact> {
    let row = stirling_row(n);
    let ways = |i: u64| row.get(i as usize).cloned().unwrap_or_else(|| whole(0));
    (0..=m).map(|i| ways(i) * falling(&whole(m), i) / whole(m).pow(n)).collect()
}

/// `eq:classic-moments-1`, started at i = 0 (E24).
pub fn raw_by_stirling(m: u64, n: u64, r: u64) -> Exact {
    (0..).zip(law_by_stirling(m, n)).map(|(i, p)| p * whole(i).pow(r)).sum()
}

/// `lem:classic-moments-2`, first form: Σ_j (−1)^j C(i,j) (1 − j/m)ⁿ.
pub fn joint_by_exclusion(m: u64, n: u64, i: u64) -> Exact {
    (0..=i).map(|j| sign(j) * choose(i, j) * ratio(m - j, m).pow(n)).sum()
}

/// `lem:classic-moments-2`, second form: ∇^i\[xⁿ\]_{x=m}/mⁿ, for all i ≤ m.
pub fn joint_by_differences(m: u64, n: u64) -> Vec<Exact> {
    let powers: Vec<Exact> = (0..=m).map(|x| whole(x).pow(n)).collect();
    backward(&powers).into_iter().map(|d| d / whole(m).pow(n)).collect()
}

/// `eqn:classic-moments-2`, started at i = 0 (E24); terms beyond i = m are zero.
pub fn raw_by_differences(m: u64, n: u64, r: u64) -> Exact {
    stirling_row(r)
        .into_iter()
        .zip(joint_by_differences(m, n))
        .zip(0..)
        .map(|((s, joint), i)| s * falling(&whole(m), i) * joint)
        .sum()
}

/// `eq:moment-1` with the first form of `lem:classic-moments-2`, for urns without number.
pub fn raw_by_exclusion(m: u64, n: u64, r: u64) -> Exact {
    stirling_row(r)
        .into_iter()
        .zip(0..=m)
        .map(|(s, i)| s * falling(&whole(m), i) * joint_by_exclusion(m, n, i))
        .sum()
}

/// `eqn:binom-fac-moments`, as a binomial moment; r ≤ m (E25).
pub fn binomial_moment(m: u64, n: u64, r: u64) -> Exact {
    choose(m, r) * nabla(r, m as i64, |x| signed(x).pow(n)) / whole(m).pow(n)
}

/// `eqn:classic-recurrence`, run from n = 0.
pub fn law_by_recurrence(m: u64, n: u64) -> Vec<Exact> {
    let mut law = vec![whole(0); m as usize + 1];
    law[0] = whole(1);
    for _ in 0..n {
        let above = (0..m).map(|i| {
            let (here, next) = (&law[i as usize], &law[i as usize + 1]);
            ratio(m - i, m) * here + ratio(i + 1, m) * next
        });
        // No ball leaves no urn occupied: the recurrence begins at 1.
        law = std::iter::once(whole(0)).chain(above).collect();
    }
    law
}

/// `thm:recursive-moments`, the right side; m ≥ 2.
pub fn raw_by_recursion(m: u64, n: u64, r: u64) -> Exact {
    let fewer = ratio(m - 1, m).pow(n) * raw_by_stirling(m - 1, n, r);
    raw_by_stirling(m, n, r + 1) / whole(m) + fewer
}

/// `eq:stirling-identity`, left side.
pub fn stirling_identity_left(n: u64, r: u64, z: &Exact) -> Exact {
    let row = stirling_row(n);
    (1..=n).map(|i| &row[i as usize] * whole(i).pow(r) * falling(z, i)).sum()
}

/// `eq:stirling-identity`, right side.
pub fn stirling_identity_right(n: u64, r: u64, z: &Exact) -> Exact {
    let row = stirling_row(r);
    (0..=r)
        .map(|j| &row[j as usize] * nabla(j, 0, |x| (z + signed(x)).pow(n)) * falling(z, j))
        .sum()
}

/// `eq:classic-mean`.
pub fn mean(m: u64, n: u64) -> Exact {
    whole(m) * (whole(1) - ratio(m - 1, m).pow(n))
}

/// `eq:classic-variance`, right even at m = 1.
pub fn variance(m: u64, n: u64) -> Exact {
    let one = whole(1) - ratio(1, m);
    let two = whole(1) - ratio(2, m);
    whole(m) * (one.pow(n) - two.pow(n)) - whole(m).pow(2) * (one.pow(2 * n) - two.pow(n))
}
