//! The upper edge of a union: N members, and nearly as many urns occupied.
//!
//! Where X = N − j the members have met j times. Falling factorials multiply as
//! x^(s)·x^(k) = Σ_l C(s,l)·C(k,l)·l!·x^(s+k−l), so with ∏(x^(k_d))^(n_d) = Σ_j v_j·x^(N−j)
//!
//! P(X = N − j) = v_j·m^(N−j) / ∏(m^(k_d))^(n_d),
//!
//! v_0 = 1, v_1 the pairs of members from different committees, and so on: whole numbers, of which
//! few are needed at this edge however many committees there are. A step of the product is
//! v′_c = Σ_l v_{c−l}·C(k,l)·(s−c+l)^(l); its terms with l ≥ 1 are what v_c gains, and s grows
//! linearly in the number n of equal committees, so **v_c is a polynomial in n of degree at most
//! 2c**: after 2c steps Newton's interpolation says the rest.
//!
//! Source: `eqn:fsd-series`; for balls v_j = S(N, N−j).

use crate::error::Error;
use crate::occupancy::law::{Committees, Department, Event, Occupancy, Shape};
use crate::refine::{Computation, refine};
use dashu_int::{IBig, UBig};
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Real};

/// So far from the edge the integers are still short.
pub(crate) const FEW: u64 = 32;

/// Laws with fewer members than this have exact integers and need no edge.
const MANY_MEMBERS: u64 = 24;

/// v_0, …, v_upto.
pub(crate) fn coefficients(committees: &[Committees], upto: usize) -> Vec<UBig> {
    let mut v = vec![UBig::ZERO; upto + 1];
    v[0] = UBig::ONE;
    let mut members = 0u64;
    for &Committees { count, size } in committees {
        let chosen: Vec<UBig> = (0..=upto as u64).map(|l| binomial(size, l)).collect();
        // Values after 0, 1, …, 2·upto of these committees, at most.
        let steps = count.min(2 * upto as u64);
        let mut history = vec![v];
        for i in 0..steps {
            let last = &history[history.len() - 1];
            history.push(joined(last, members + i * size, &chosen));
        }
        v = if count > steps {
            (0..=upto).map(|c| extrapolated(&history, c, count)).collect()
        } else {
            history.pop().unwrap_or_default()
        };
        members += count * size;
    }
    v
}

/// The coefficients after one more committee, C(k, 0), C(k, 1), … given.
fn joined(v: &[UBig], members: u64, chosen: &[UBig]) -> Vec<UBig> {
    let mut next = vec![UBig::ZERO; v.len()];
    for (c, value) in v.iter().enumerate().filter(|(_, value)| **value != UBig::ZERO) {
        // A product with c collisions has occupied members − c urns: never a negative number.
        let occupied = members - c as u64;
        let mut term = value.clone();
        for (l, ways) in chosen.iter().enumerate().take(v.len() - c) {
            if *ways == UBig::ZERO || l as u64 > occupied {
                break;
            }
            next[c + l] += &term * ways;
            term *= UBig::from(occupied - l as u64);
        }
    }
    next
}

/// The polynomial of degree ≤ 2c through the first values of v_c, at n.
fn extrapolated(history: &[Vec<UBig>], c: usize, n: u64) -> UBig {
    let mut column: Vec<IBig> =
        history.iter().take(2 * c + 1).map(|v| v[c].clone().into()).collect();
    let mut sum = IBig::ZERO;
    let mut choose = IBig::ONE;
    for t in 0..column.len() {
        sum += &choose * &column[0];
        for j in 1..column.len() - t {
            column[j - 1] = &column[j] - &column[j - 1];
        }
        choose = choose * IBig::from(n - t as u64) / IBig::from(t + 1);
    }
    sum.into_parts().1
}

/// m^(x)·weight / ∏(m^(k))^n, or one minus it.
struct Edge<'a> {
    m: u64,
    department: &'a Department,
    x: u64,
    weight: UBig,
    complement: bool,
}

impl Computation for Edge<'_> {
    fn at(&self, words: usize) -> Real {
        let falling = |k: u64| -> Real {
            if k == 1 {
                return Real::from_u64(self.m, words).ln();
            }
            Real::ln_factorial(self.m, words).sub(&Real::ln_factorial(self.m - k, words))
        };
        let mut log = falling(self.x);
        for c in &self.department.committees {
            log = log.sub(&falling(c.size).mul_word(c.count));
        }
        if !self.complement {
            return log.exp().mul(&Real::from_big(&self.weight, 0, words));
        }
        if self.weight == UBig::ONE {
            return log.expm1().negated();
        }
        Real::from_u64(1, words).sub(&log.exp().mul(&Real::from_big(&self.weight, 0, words)))
    }
}

impl Edge<'_> {
    fn value(&self, precision: u64) -> Result<Enclosure, Error> {
        // ln m! has some 70 bits before the point, and few collisions are as rare as N²/m.
        let start = precision + 2 * u64::from(self.m.ilog2()) + 24;
        refine("a probability at the edge of a law", precision, start, self)
    }
}

/// The departments of a union of many members, the urns x of the event with at most [`FEW`]
/// collisions, and whether it is asked for as 1 − P(X ≥ x); `None` elsewhere.
fn at_the_edge(law: &Occupancy, event: Event) -> Option<(&Department, u64, bool)> {
    let Shape::Union(d) = &law.shape else { return None };
    let (x, complement) = match event {
        Event::Point(x) | Event::AtLeast(x) => (x, false),
        Event::AtMost(x) => (x.checked_add(1)?, true),
    };
    let few = d.members.checked_sub(x).is_some_and(|collisions| collisions <= FEW);
    let inside = d.members >= MANY_MEMBERS && x <= law.urns && x > d.largest();
    (few && inside).then_some((d, x, complement))
}

/// Whether [`event`] answers.
pub(crate) fn reaches(law: &Occupancy, event: Event) -> bool {
    at_the_edge(law, event).is_some()
}

/// P(event) for a union of many members with at most [`FEW`] collisions; `None` elsewhere.
pub(crate) fn event(law: &Occupancy, event: Event) -> Option<Result<Enclosure, Error>> {
    let (d, x, complement) = at_the_edge(law, event)?;
    let (m, collisions) = (law.urns, d.members - x);
    let v = coefficients(&d.committees, collisions as usize);
    let weight = match event {
        Event::Point(_) => v[collisions as usize].clone(),
        // Σ v_{N−i}·(m−x)^(i−x) from i = x on; beyond m the falling factorial is 0.
        _ => {
            let (mut sum, mut falling) = (UBig::ZERO, UBig::ONE);
            for (i, v) in v.iter().rev().enumerate() {
                sum += v * &falling;
                falling *= UBig::from((m - x).saturating_sub(i as u64));
            }
            sum
        }
    };
    Some(Edge { m, department: d, x, weight, complement }.value(law.precision))
}

/// 1 − P(X = N) for a union of N ≤ m members: the chance that two members share an urn.
pub(crate) fn any(law: &Occupancy, d: &Department) -> Result<Enclosure, Error> {
    let edge =
        Edge { m: law.urns, department: d, x: d.members, weight: UBig::ONE, complement: true };
    edge.value(law.precision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::by_support;
    use crate::occupancy::law::exact;
    use urnfield_num::combinatorics::stirling_row;

    fn committees(pairs: &[(u64, u64)]) -> Vec<Committees> {
        pairs.iter().map(|&(count, size)| Committees { count, size }).collect()
    }

    #[test]
    fn of_balls_they_are_stirling_numbers() {
        for n in [1, 2, 5, 30, 100] {
            let row = stirling_row(n);
            let v = coefficients(&committees(&[(n as u64, 1)]), 12);
            for (j, value) in v.iter().enumerate() {
                let expected = n.checked_sub(j).map_or(UBig::ZERO, |i| row[i].clone());
                assert_eq!(*value, expected, "S({n}, {n} - {j})");
            }
        }
    }

    /// Σ v_j x^(N−j) is ∏ (x^(k))^n, for more values of x than the polynomial has degrees.
    #[test]
    fn they_are_those_of_the_product_of_falling_factorials() {
        use urnfield_num::combinatorics::falling_factorial;
        for pairs in [&[(3, 2)][..], &[(1, 5), (1, 3)], &[(2, 4), (3, 2), (9, 1)], &[(12, 3)]] {
            let committees = committees(pairs);
            let members: u64 = committees.iter().map(|c| c.count * c.size).sum();
            let v = coefficients(&committees, members as usize);
            for x in 0..=members + 1 {
                let product = committees.iter().fold(UBig::ONE, |product, c| {
                    product * falling_factorial(x, c.size).pow(c.count as usize)
                });
                let terms = v.iter().enumerate();
                let sum = terms.fold(UBig::ZERO, |sum, (j, v)| {
                    sum + v * falling_factorial(x, members - j as u64)
                });
                assert_eq!(sum, product, "{pairs:?} at {x}");
            }
        }
    }

    /// Fewer collisions than asked for leave the polynomials as they are.
    #[test]
    fn many_equal_committees_are_extrapolated() {
        for (n, k) in [(40, 3), (200, 1), (77, 10)] {
            let one_by_one: Vec<Committees> = committees(&vec![(1, k); n as usize]);
            assert_eq!(coefficients(&committees(&[(n, k)]), 9), coefficients(&one_by_one, 9));
        }
    }

    #[test]
    fn at_the_edge_it_is_the_law() {
        for (m, pairs) in [(80, &[(50, 1)][..]), (55, &[(30, 2)]), (300, &[(2, 40), (9, 5)])] {
            let law = Occupancy::union(m, &committees(pairs)).expect("a law");
            let (least, most) = law.support();
            let mut edges = 0;
            for x in least..=most {
                for asked in [Event::Point(x), Event::AtLeast(x), Event::AtMost(x)] {
                    let Some(found) = event(&law, asked) else { continue };
                    if by_support(&law, asked).is_some() {
                        continue;
                    }
                    let exact = exact::probability(&law, asked, 1e9).expect("a small law");
                    let found = found.expect("a value");
                    assert!(found.contains(&exact), "{asked:?} of {law:?}: {found}");
                    assert!(found.certain_bits() >= 53);
                    edges += 1;
                }
            }
            assert!(edges >= 60, "{edges}");
        }
    }
}
