//! `subsubsec:general-committee-intersection`: urns in some committee of every department.

use super::differences::{forward, nabla};
use super::exact::{Exact, choose, falling, sign, signed, whole};
use super::unions;
use urnfield::Committees;

/// P(the first r urns are occupied) for all r ≤ m: ∏_d ∇^r{…}_{x=m}.
pub fn joint(m: u64, departments: &[Vec<Committees>]) -> Vec<Exact> {
    let mut joint = vec![whole(1); m as usize + 1];
    for department in departments {
        for (p, d) in joint.iter_mut().zip(unions::joint_by_differences(m, department)) {
            *p = &*p * d;
        }
    }
    joint
}

/// `thm:mutual-batch-occupy-moment`, first line, and its corollary of varying sizes:
/// C(m,i) Δ^{m−i}{∏_d ∇^{m−y}\[…\]_{x=m}}_{y=0}.
pub fn law_by_differences(m: u64, departments: &[Vec<Committees>]) -> Vec<Exact> {
    // As a function of y the product runs through the joint probabilities backwards.
    let of_y: Vec<Exact> = joint(m, departments).into_iter().rev().collect();
    let differences = forward(&of_y);
    (0..=m).map(|i| choose(m, i) * &differences[(m - i) as usize]).collect()
}

/// `thm:mutual-batch-occupy-moment`, second line, with the inner sign `inner(s, l)` for s = i + j:
/// (−1)^l is right, the printed (−1)^{s−l} is not (E5).
pub fn law_by_exclusion(
    m: u64,
    departments: &[Vec<Committees>],
    inner: impl Fn(u64, u64) -> Exact,
) -> Vec<Exact> {
    let department = |committees: &[Committees], s: u64| -> Exact {
        let sum: Exact =
            (0..=s).map(|l| inner(s, l) * choose(s, l) * unions::ways(m - l, committees)).sum();
        sum / unions::ways(m, committees)
    };
    let products: Vec<Exact> =
        (0..=m).map(|s| departments.iter().map(|d| department(d, s)).product()).collect();
    let pmf = |i: u64| -> Exact {
        (0..=m - i).map(|j| sign(j) * choose(m - i, j) * &products[(i + j) as usize]).sum()
    };
    (0..=m).map(|i| choose(m, i) * pmf(i)).collect()
}

/// `eq:mutual-batch-expected`, and the same for varying sizes.
pub fn binomial_moments(m: u64, departments: &[Vec<Committees>]) -> Vec<Exact> {
    (0..).zip(joint(m, departments)).map(|(r, p)| choose(m, r) * p).collect()
}

/// `eqn:two-color-factorial-moments`; ∇ acts on x^{n_d} at x = m; r ≤ m.
pub fn two_colour_factorial_moment(m: u64, balls: [u64; 2], r: u64) -> Exact {
    let colours: Exact = balls.iter().map(|&n| nabla(r, m as i64, |x| signed(x).pow(n))).product();
    falling(&whole(m), r) * colours / whole(m).pow(balls[0] + balls[1])
}

/// ∏_i (m^{n_i k} − (m−1)^{n_i k}) and ∏_i (m^{n_i k} − 2(m−1)^{n_i k} + (m−2)^{n_i k}).
pub fn filter_products(m: u64, k: u64, items: &[u64]) -> [Exact; 2] {
    let product = |order: u64| -> Exact {
        items.iter().map(|&n| nabla(order, m as i64, |x| signed(x).pow(n * k))).product()
    };
    [product(1), product(2)]
}

/// `eqn:expected_intersection`, the product over both terms (E7), disjoint sets (E15).
pub fn filter_mean(m: u64, k: u64, items: &[u64]) -> Exact {
    let [one, _] = filter_products(m, k, items);
    whole(m) * one / whole(m).pow(k * items.iter().sum::<u64>())
}

/// `eqn:var_intersection`, without (−1)^c and with the last term subtracted (E6).
pub fn filter_variance(m: u64, k: u64, items: &[u64]) -> Exact {
    let [one, two] = filter_products(m, k, items);
    let outcomes = whole(m).pow(k * items.iter().sum::<u64>());
    let squares = (one + whole(m - 1) * two) * whole(m) / &outcomes;
    squares - filter_mean(m, k, items).pow(2)
}
