//! P-values adjusted for how many were looked at: Holm's, and Benjamini and Hochberg's.
//!
//! With p₁ ≤ p₂ ≤ … ≤ p_n, Holm's are max over i ≤ j of (n − i + 1)·p_i, and Benjamini and
//! Hochberg's min over i ≥ j of n·p_i/i, both at most 1.
//!
//! Both are functions of the sorted values, so that it does not matter which of two equal ones
//! comes first, and **neither falls when any of the p-values rises**. So the lower ends, adjusted,
//! are below the adjusted value, and the upper ends above it, whatever the true order of values
//! whose ends overlap. And p-values that are known up to a factor are adjusted up to that factor.

use super::ends::{End, Ends};

/// A p-value that several rows have: equal sizes and equal overlaps are one question.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) p: Ends,
    pub(super) rows: u64,
}

/// An adjusted value, and the p-values that its ends are multiples of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Adjusted {
    pub(super) ends: Ends,
    pub(super) from: [usize; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Holm,
    BenjaminiHochberg,
}

impl Method {
    /// All adjusted values, in the order of `values`.
    pub(super) fn adjust(self, values: &[Shared]) -> Vec<Adjusted> {
        let [below, above] = [|p: &Ends| p.lo.clone(), |p: &Ends| p.hi.clone()].map(|end| {
            let ends: Vec<(End, u64)> = values.iter().map(|v| (end(&v.p), v.rows)).collect();
            match self {
                Method::Holm => holm(&ends),
                Method::BenjaminiHochberg => benjamini_hochberg(&ends),
            }
        });
        let both = |((lo, a), (hi, b))| Adjusted { ends: Ends { lo, hi }, from: [a, b] };
        below.into_iter().zip(above).map(both).collect()
    }
}

/// Each with the index of the value that it is a multiple of.
type Multiples = Vec<(End, usize)>;

/// From the smallest on: the first of equal values is multiplied by all rows that are left.
fn holm(values: &[(End, u64)]) -> Multiples {
    let mut left: u64 = values.iter().map(|(_, rows)| rows).sum();
    let mut greatest: Option<(End, usize)> = None;
    in_order(values, rising(values), |at| {
        let (p, rows) = &values[at];
        let candidate = (p.times(left, 1), at);
        left -= rows;
        let kept = greatest.take().filter(|(end, _)| *end >= candidate.0);
        greatest.insert(kept.unwrap_or(candidate)).clone()
    })
}

/// From the greatest down: the last of equal values is divided by all rows up to it.
fn benjamini_hochberg(values: &[(End, u64)]) -> Multiples {
    let all: u64 = values.iter().map(|(_, rows)| rows).sum();
    let mut upto = all;
    let mut least: Option<(End, usize)> = None;
    in_order(values, rising(values).into_iter().rev(), |at| {
        let (p, rows) = &values[at];
        let candidate = (p.times(all, upto), at);
        upto -= rows;
        let kept = least.take().filter(|(end, _)| *end <= candidate.0);
        least.insert(kept.unwrap_or(candidate)).clone()
    })
}

fn rising(values: &[(End, u64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].0.cmp(&values[j].0));
    order
}

/// Visits the values in an order, and puts what is found, at most 1, in its place.
fn in_order(
    values: &[(End, u64)],
    order: impl IntoIterator<Item = usize>,
    mut visit: impl FnMut(usize) -> (End, usize),
) -> Multiples {
    let mut found: Multiples = vec![(End::one(), 0); values.len()];
    for at in order {
        let (end, from) = visit(at);
        found[at] = (end.min(End::one()), from);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use urnfield::{Enclosure, Rational};

    /// By the definitions that need no order: a value's rank is counted, ties and all.
    fn naive(method: Method, p: &[Rational]) -> Vec<Rational> {
        let n = p.len() as u64;
        let count = |of: &dyn Fn(&Rational) -> bool| p.iter().filter(|q| of(q)).count() as u64;
        let over =
            |a: u64, b: u64| Rational::from(a).checked_div(&Rational::from(b)).expect("b > 0");
        let adjusted = |mine: &Rational| {
            let found = match method {
                Method::Holm => p
                    .iter()
                    .filter(|q| *q <= mine)
                    .map(|q| q * &Rational::from(n - count(&|other| other < q)))
                    .max(),
                Method::BenjaminiHochberg => p
                    .iter()
                    .filter(|q| *q >= mine)
                    .map(|q| q * &over(n, count(&|other| other <= q)))
                    .min(),
            };
            found.expect("mine is among them").min(Rational::one())
        };
        p.iter().map(adjusted).collect()
    }

    /// Which hypotheses the procedures themselves reject at a level, in their authors' words.
    fn rejected(method: Method, p: &[Rational], level: &Rational) -> Vec<bool> {
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|&i, &j| p[i].cmp(&p[j]));
        let n = p.len() as u64;
        let holds = |rank: usize| {
            let (i, value) = (rank as u64 + 1, &p[order[rank]]);
            match method {
                Method::Holm => value * &Rational::from(n + 1 - i) <= *level,
                Method::BenjaminiHochberg => {
                    value * &Rational::from(n) <= level * &Rational::from(i)
                }
            }
        };
        let upto = match method {
            // Down from the most significant until one fails.
            Method::Holm => (0..p.len()).take_while(|&rank| holds(rank)).count(),
            // Up from the least significant until one holds.
            Method::BenjaminiHochberg => {
                (0..p.len()).rev().find(|&rank| holds(rank)).map_or(0, |r| r + 1)
            }
        };
        let mut found = vec![false; p.len()];
        order[..upto].iter().for_each(|&at| found[at] = true);
        found
    }

    const METHODS: [Method; 2] = [Method::Holm, Method::BenjaminiHochberg];

    fn exact(value: &Rational) -> Ends {
        Ends::of(&Enclosure::from_rational(value, 64), 64).expect("positive")
    }

    fn rational(ends: &Ends) -> Rational {
        ends.enclosure(64).exact().expect("short").clone()
    }

    /// p-values of which many are equal.
    fn few() -> impl Strategy<Value = Vec<(Rational, u64)>> {
        let p = (1i64..=12, 1u64..4).prop_map(|(p, rows)| (Rational::new(p, 12).expect("p"), rows));
        prop::collection::vec(p, 1..8)
    }

    proptest! {
        #[test]
        fn adjusted_values_are_those_of_the_definitions(values in few()) {
            let rows: Vec<Rational> = values.iter()
                .flat_map(|(p, rows)| std::iter::repeat_n(p.clone(), *rows as usize)).collect();
            let shared: Vec<Shared> =
                values.iter().map(|(p, rows)| Shared { p: exact(p), rows: *rows }).collect();
            for method in METHODS {
                let adjusted = method.adjust(&shared);
                let each: Vec<Rational> = adjusted.iter().zip(&values)
                    .flat_map(|(a, (_, rows))| std::iter::repeat_n(rational(&a.ends), *rows as usize))
                    .collect();
                prop_assert_eq!(&each, &naive(method, &rows));
                for level in 1..24 {
                    let level = Rational::new(level, 24).expect("a level");
                    let small: Vec<bool> = each.iter().map(|p| *p <= level).collect();
                    prop_assert_eq!(small, rejected(method, &rows, &level));
                }
            }
        }

        #[test]
        fn wide_ends_enclose_whatever_the_order_is(
            values in prop::collection::vec((1i64..1000, 0i64..100, 0i64..100), 1..9),
        ) {
            let p = |n: i64| Rational::new(n, 1100).expect("p");
            let truth: Vec<Rational> = values.iter().map(|&(lo, up, _)| p(lo + up)).collect();
            let shared: Vec<Shared> = values.iter().map(|&(lo, up, more)| {
                let end = |n| exact(&p(n)).lo;
                Shared { p: Ends { lo: end(lo), hi: end((lo + up + more).min(1100)) }, rows: 1 }
            }).collect();
            for method in METHODS {
                for (adjusted, truth) in method.adjust(&shared).iter().zip(naive(method, &truth)) {
                    let truth = exact(&truth).lo;
                    prop_assert!(adjusted.ends.lo <= truth && truth <= adjusted.ends.hi);
                }
            }
        }
    }

    #[test]
    fn a_value_says_what_it_is_a_multiple_of() {
        let p = |text: &str| Shared { p: exact(&text.parse().expect(text)), rows: 1 };
        let values = [p("0.5"), p("0.01"), p("0.011")];
        let holm = Method::Holm.adjust(&values);
        let from: Vec<usize> = holm.iter().map(|a| a.from[0]).collect();
        assert_eq!(from, [0, 1, 1], "0.03 is more than 0.022");
        let bh = Method::BenjaminiHochberg.adjust(&values);
        let from: Vec<usize> = bh.iter().map(|a| a.from[1]).collect();
        assert_eq!(from, [0, 2, 2], "0.0165 is less than 0.03");
    }
}
