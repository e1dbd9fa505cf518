//! Finite differences (`sec:finite-differences`) and terminating hypergeometric series.

use super::exact::{Exact, choose, sign, signed, whole};

/// f(a−n), …, f(a) to ∇⁰f(a), …, ∇ⁿf(a), by applying ∇ again and again.
pub fn backward(values: &[Exact]) -> Vec<Exact> {
    triangle(values, |row| row[row.len() - 1].clone())
}

/// f(a), …, f(a+n) to Δ⁰f(a), …, Δⁿf(a), by applying Δ again and again.
pub fn forward(values: &[Exact]) -> Vec<Exact> {
    triangle(values, |row| row[0].clone())
}

fn triangle(values: &[Exact], end: impl Fn(&[Exact]) -> Exact) -> Vec<Exact> {
    let mut row = values.to_vec();
    let mut ends = Vec::with_capacity(row.len());
    while !row.is_empty() {
        ends.push(end(&row));
        row = row.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    }
    ends
}

/// ∇^i \[f\]_{x=a}, by applying ∇ again and again.
pub fn nabla(i: u64, a: i64, f: impl Fn(i64) -> Exact) -> Exact {
    let values: Vec<Exact> = (a - i as i64..=a).map(f).collect();
    backward(&values).pop().expect("i + 1 values")
}

/// Δ^i \[f\]_{x=a}, by applying Δ again and again.
pub fn delta(i: u64, a: i64, f: impl Fn(i64) -> Exact) -> Exact {
    let values: Vec<Exact> = (a..=a + i as i64).map(f).collect();
    forward(&values).pop().expect("i + 1 values")
}

/// Σ_j (−1)^j C(i,j) f(a−j): the display before the definition of Δ.
pub fn nabla_as_sum(i: u64, a: i64, f: impl Fn(i64) -> Exact) -> Exact {
    (0..=i).map(|j| sign(j) * choose(i, j) * f(a - j as i64)).sum()
}

/// The series pFq(upper; lower; z), which ends where an upper parameter reaches 0.
///
/// `None` where a lower parameter reaches 0 first: then the series is undefined. Where both reach
/// 0 at once it has ended, as in the paper.
pub fn hypergeometric(upper: &[i64], lower: &[i64], z: &Exact) -> Option<Exact> {
    assert!(upper.iter().any(|&a| a <= 0), "the series does not end");
    let mut term = whole(1);
    let mut total = whole(1);
    for j in 0.. {
        if upper.iter().any(|&a| a + j == 0) {
            break;
        }
        if lower.iter().any(|&b| b + j == 0) {
            return None;
        }
        let above: Exact = upper.iter().map(|&a| signed(a + j)).product();
        let below: Exact = lower.iter().map(|&b| signed(b + j)).product();
        term = term * above * z / (below * signed(j + 1));
        total = total + &term;
    }
    Some(total)
}
