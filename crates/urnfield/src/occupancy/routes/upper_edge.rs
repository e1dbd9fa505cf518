//! The upper edge of an intersection of departments, where few moments are left.
//!
//! With t the largest value of X, P(X ≥ x) = Σ_{x≤r≤t} (−1)^(r−x)·C(r−1,x−1)·E C(X,r), and P(X = x)
//! is the same with C(r,x). E C(X,r) = C(m,r)·∏_d ρ_d(r), where ρ_d(r) is the chance that r given
//! urns are all in department d: a circle integral, and near the department's own edge Σ_{s≥r}
//! P(X_d = s)·C(s,r)/C(m,r), which has as few terms. Windows of the departments' sizes would have
//! to be integrated there for every one of them.
//!
//! Source: `eqn:binom-moment` and the p.m.f. below it, `eq:mutual-batch-expected`.

use crate::error::Error;
use crate::occupancy::law::joint::choose;
use crate::occupancy::law::{Department, Event, Occupancy, Shape};
use crate::occupancy::routes::contour;
use crate::occupancy::routes::recursion::recursion_cost;
use crate::refine::until_certain;
use urnfield_num::{Enclosure, Real};

/// So many values from the edge are served.
const FEW: u64 = 48;

/// A department's own edge: what [`crate::occupancy::routes::collisions`] serves.
const OWN_EDGE: u64 = crate::occupancy::routes::collisions::FEW;

/// Laws that take fewer word operations by other routes do not need this one.
const COSTLY: f64 = 2e7;

/// Bits more than asked for, as terms cancel; tried in turn.
const SPARE: [u64; 3] = [20, 60, 140];

/// P(event) near the upper edge of an intersection that is costly otherwise; `None` elsewhere.
pub(crate) fn event(law: &Occupancy, event: Event) -> Option<Enclosure> {
    let Shape::General(departments) = &law.shape else { return None };
    let (x, tail) = match event {
        Event::Point(x) => (x, false),
        Event::AtLeast(x) => (x, true),
        Event::AtMost(_) => return None,
    };
    let near = x >= 1 && law.support().1.checked_sub(x).is_some_and(|left| left <= FEW);
    if !near || recursion_cost(law) < COSTLY {
        return None;
    }
    sum(law, departments, x, tail)
}

fn sum(law: &Occupancy, departments: &[Department], x: u64, tail: bool) -> Option<Enclosure> {
    let attempt = |spare: u64| -> Result<Enclosure, Error> {
        Ok(sum_with(law, departments, (x, tail), law.precision + spare)
            .unwrap_or_else(|| Enclosure::from_real(&Real::unknown(2))))
    };
    until_certain(law.precision, SPARE, attempt).ok().flatten()
}

fn sum_with(
    law: &Occupancy,
    departments: &[Department],
    (x, tail): (u64, bool),
    bits: u64,
) -> Option<Enclosure> {
    let (m, top) = (law.urns, law.support().1);
    let words = words(bits);
    let a = u64::from(tail);
    let mut weight = ln_choose(m, x, words).exp();
    let mut sum = Enclosure::zero();
    for r in x..=top {
        let mut term = weight.enclosure();
        for d in departments {
            term = &term * &joint(m, d, r, bits)?;
        }
        sum = if (r - x).is_multiple_of(2) { &sum + &term } else { &sum - &term };
        if r < top {
            // C(r−a, x−a)·C(m, r) → the same at r + 1.
            weight = weight.mul_word(r + 1 - a).div_word(r + 1 - x);
            weight = weight.mul_word(m - r).div_word(r + 1);
        }
    }
    Some(sum)
}

/// Logarithms of factorials have some 70 bits before the point.
fn words(bits: u64) -> usize {
    (bits + 96).div_ceil(64) as usize
}

/// ln C(n, k).
fn ln_choose(n: u64, k: u64, words: usize) -> Real {
    let ln = |n: u64| Real::ln_factorial(n, words);
    ln(n).sub(&ln(k)).sub(&ln(n - k))
}

/// The chance that r given urns are all in a department.
fn joint(m: u64, d: &Department, r: u64, bits: u64) -> Option<Enclosure> {
    let words = words(bits);
    if let Some(size) = d.single() {
        return Some(ln_choose(size, r, words).sub(&ln_choose(m, r, words)).exp().enclosure());
    }
    // A department alone is a union, which never comes back to this route.
    let union = Occupancy::of_department(m, d, bits);
    if d.members - r > OWN_EDGE {
        return contour::joint(&union, r);
    }
    let mut sum = Enclosure::zero();
    for s in r..=d.members.min(m) {
        sum = &sum + &(&union.pmf(s).ok()? * &choose(s, r, words).enclosure());
    }
    let each = ln_choose(m, r, words).negated().exp();
    Some(&sum * &each.enclosure())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Committees;
    use crate::occupancy::routes::choice::LawRoute;

    /// Laws whose departments have edges of their own, single lists among them, against the
    /// recursion.
    #[test]
    fn at_the_edge_it_is_the_law() {
        let group = |count, size| Committees { count, size };
        let laws = [
            (400, vec![vec![group(8, 10)], vec![group(6, 15), group(3, 2)]]),
            (300, vec![vec![group(2, 40)], vec![group(1, 90)], vec![group(5, 30)]]),
            (900, vec![vec![group(70, 1)], vec![group(40, 3)]]),
        ];
        for (m, departments) in laws {
            let parts: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
            let law = Occupancy::intersection(m, &parts).expect("a law");
            let Shape::General(departments) = &law.shape else { panic!("departments") };
            let top = law.support().1;
            for x in top - 30..=top {
                for (tail, kind) in [(false, 0), (true, 1)] {
                    let found = sum(&law, departments, x, tail).expect("an edge");
                    let other = law.by_route(LawRoute::Exact, kind, x).expect("not decided");
                    let other = other.expect("a small law");
                    assert!(found.overlaps(&other), "{x} of {m}: {found} and {other}");
                    assert!(found.certain_bits() >= 53);
                }
            }
        }
    }

    /// Near the upper edge of large departments nothing takes seconds.
    #[test]
    fn deep_tails_near_the_edge_are_answered() {
        let group = |count, size| [Committees { count, size }];
        let (a, b, c) = (group(50, 100), group(30, 200), group(20, 300));
        let law = Occupancy::intersection(20_000, &[&a, &b, &c]).expect("a law");
        let tail = |x: u64| law.at_least(x).expect("an edge");
        for x in [4952, 4975, 4990, 4999, 5000] {
            let p = tail(x);
            assert!(p.certain_bits() >= 53);
            if x < 5000 {
                let point = law.pmf(x).expect("an edge");
                assert!((&point + &tail(x + 1)).overlaps(&p), "{x}");
            }
        }
        // The windows of the departments' sizes say the same where they still reach.
        let by_windows = law.by_route(LawRoute::Contour, 1, 4955).expect("not decided");
        assert!(by_windows.expect("windows").overlaps(&tail(4955)));
    }
}
