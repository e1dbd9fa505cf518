//! Central moments, from four factorial moments.

use crate::occupancy::law::joint::{choose, joint};
use crate::occupancy::law::{Committees, Department, Occupancy, Shape};
use urnfield_num::combinatorics::falling_factorial;
use urnfield_num::{Rational, Real};

/// The most committees for which central moments are computed as fractions.
const MOST_COMMITTEES: u64 = 64;

/// Central moments of orders 2, 3, 4 from factorial ones of orders 1, 2, 3, 4, in any numbers.
macro_rules! central {
    ($f:expr, $add:expr, $sub:expr, $mul:expr, $times:expr) => {{
        let [f1, f2, f3, f4] = $f;
        // Raw moments: S(2,·) = 1 1, S(3,·) = 1 3 1, S(4,·) = 1 7 6 1.
        let e2 = $add(&f2, &f1);
        let e3 = $add(&$add(&f3, &$times(&f2, 3)), &f1);
        let e4 = $add(&$add(&f4, &$times(&f3, 6)), &$add(&$times(&f2, 7), &f1));
        let square = $mul(&f1, &f1);
        let second = $sub(&e2, &square);
        let third = $add(&$sub(&e3, &$times(&$mul(&f1, &e2), 3)), &$times(&$mul(&f1, &square), 2));
        let fourth = $sub(
            &$add(&e4, &$times(&$mul(&square, &e2), 6)),
            &$add(&$times(&$mul(&f1, &e3), 4), &$times(&$mul(&square, &square), 3)),
        );
        [second, third, fourth]
    }};
}

/// Central moments of orders 2, 3, 4 of Y, which is X, or for a union the number of vacant
/// urns: that has the same central moments but for the sign of the third.
pub(crate) fn central(law: &Occupancy, words: usize) -> [Real; 3] {
    let m = law.urns;
    let upto = m.min(4);
    let joint = match &law.shape {
        Shape::Union(d) => d.vacancies(m, upto, words),
        _ => joint(law, upto, words),
    };
    let factorial = [1u64, 2, 3, 4].map(|r| match joint.get(r as usize) {
        Some(p) => choose(m, r, words).mul_word((1..=r).product()).mul(p),
        None => Real::zero(words),
    });
    central!(factorial, Real::add, Real::sub, Real::mul, Real::mul_word)
}

/// Central moments of orders 2, 3, 4 of Y ([`central`]) as fractions, where those are short.
pub(crate) fn central_exact(law: &Occupancy) -> Option<[Rational; 3]> {
    let m = law.urns;
    // P(r given urns are vacant, or in every list).
    let lists: Vec<u64> = match &law.shape {
        Shape::Union(Department { committees, .. }) => {
            let count: u64 = committees.iter().map(|c| c.count).sum();
            if count > MOST_COMMITTEES {
                return None;
            }
            let each = |c: &Committees| vec![m - c.size; c.count as usize];
            committees.iter().flat_map(each).collect()
        }
        Shape::Lists(lists) if lists.len() as u64 <= MOST_COMMITTEES => lists.clone(),
        _ => return None,
    };
    let factorial = [1u64, 2, 3, 4].map(|r| {
        let all = falling_factorial(m, r);
        if r > m {
            return Rational::zero();
        }
        // m^(r)·∏ k^(r)/m^(r).
        let (over, under) = lists.iter().fold((all.clone(), None), |(over, under), &k| {
            let under = under.map_or(all.clone(), |under| under * &all);
            (over * falling_factorial(k, r), Some(under))
        });
        Rational::from_integers(over.into(), under.unwrap_or(all))
    });
    let times = |a: &Rational, n: u64| a * &Rational::from(n);
    let (add, sub, mul) = (
        |a: &Rational, b: &Rational| a + b,
        |a: &Rational, b: &Rational| a - b,
        |a: &Rational, b: &Rational| a * b,
    );
    Some(central!(factorial, add, sub, mul, times))
}

pub(crate) fn mirrored(law: &Occupancy) -> bool {
    matches!(law.shape, Shape::Union(_))
}
