//! P(the first s urns are all occupied): the one kernel of every occupancy law.
//!
//! For a department with committees of sizes k_l, let h(j) be the chance that j given urns are
//! all empty: ∏_l C(m−j, k_l)/C(m, k_l). Inclusion and exclusion turn it into the chance that r
//! given urns are all occupied, ρ(r) = Σ_j (−1)^j C(r,j) h(j) = ∇^r: the entries of a difference
//! table. Departments are independent, so their ρ multiply.
//!
//! Source: `lem:classic-moments-2`, `eqn:batch-factorial-moments`, `eqn:committee-union-binom`,
//! `eq:mutual-batch-expected`.

use crate::occupancy::law::{Committees, Department, Occupancy, Shape};
use urnfield_num::Real;

impl Department {
    /// h(0), …, h(upto). One power a committee size and step: h(j+1)/h(j) = ∏ ((m−j−k)/(m−j))^n.
    pub(crate) fn vacancies(&self, m: u64, upto: u64, words: usize) -> Vec<Real> {
        let mut all = Vec::with_capacity(upto as usize + 1);
        all.push(Real::from_u64(1, words));
        for j in 0..upto {
            let ratio = self.vacancy_ratio(m, j, words);
            all.push(if j == 0 { ratio } else { ratio.mul(&all[j as usize]) });
        }
        all
    }

    /// h(j+1)/h(j), for j < m.
    pub(crate) fn vacancy_ratio(&self, m: u64, j: u64, words: usize) -> Real {
        let power = |c: &Committees| {
            Real::from_ratio((m - j).saturating_sub(c.size), m - j, words).pow(c.count)
        };
        let product = self.committees.iter().map(power).reduce(|product, p| product.mul(&p));
        product.unwrap_or_else(|| Real::from_u64(1, words))
    }

    /// ρ(0), …, ρ(upto): the difference table of the vacancies, or k^(r)/m^(r) for one committee.
    ///
    /// Coq: `occupancy.union_moment`.
    pub(crate) fn joint(&self, m: u64, upto: u64, words: usize) -> Vec<Real> {
        if let Some(k) = self.single() {
            return list_joint(k, m, upto, words);
        }
        // ∇^r stays at place r.
        let mut column = self.vacancies(m, upto, words);
        for r in 1..column.len() {
            for j in (r..column.len()).rev() {
                column[j] = column[j - 1].sub(&column[j]);
            }
        }
        column
    }
}

/// k^(r)/m^(r) for r ≤ upto: r given urns all in one committee of size k.
///
/// Coq: `occupancy.lists_moment`.
fn list_joint(k: u64, m: u64, upto: u64, words: usize) -> Vec<Real> {
    let mut p = Real::from_u64(1, words);
    let mut all = vec![p.clone()];
    for r in 0..upto {
        p = p.mul_word(k.saturating_sub(r)).div_word(m - r);
        all.push(p.clone());
    }
    all
}

/// P(the first r urns are all occupied) for r = 0, …, upto ≤ m.
///
/// Coq: `occupancy.intersection_moment`.
pub(crate) fn joint(law: &Occupancy, upto: u64, words: usize) -> Vec<Real> {
    let m = law.urns;
    match &law.shape {
        Shape::Certain(x) => list_joint(*x, m, upto, words),
        Shape::Union(d) => d.joint(m, upto, words),
        Shape::Lists(sizes) => {
            let mut product = list_joint(sizes[0], m, upto, words);
            for &k in &sizes[1..] {
                multiply_into(&mut product, &list_joint(k, m, upto, words));
            }
            product
        }
        Shape::General(departments) => {
            let mut product = departments[0].joint(m, upto, words);
            for d in &departments[1..] {
                multiply_into(&mut product, &d.joint(m, upto, words));
            }
            product
        }
    }
}

fn multiply_into(product: &mut [Real], factors: &[Real]) {
    for (p, f) in product.iter_mut().zip(factors) {
        *p = p.mul(f);
    }
}

/// C(m, r), as r multiplications and divisions by words.
pub(crate) fn choose(m: u64, r: u64, words: usize) -> Real {
    let mut c = Real::from_u64(1, words);
    for i in 0..r.min(m - r) {
        c = c.mul_word(m - i).div_word(i + 1);
    }
    c
}
