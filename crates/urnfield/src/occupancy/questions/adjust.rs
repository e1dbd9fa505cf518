//! P-values adjusted for multiple tests: by Holm, and by Benjamini and Hochberg.
//!
//! With p₁ ≤ p₂ ≤ … ≤ p_n, Holm's values are max over i ≤ j of (n − i + 1)·p_i, and Benjamini and
//! Hochberg's min over i ≥ j of n·p_i/i, both at most 1.
//!
//! Both are functions of the sorted values, so that it does not matter which of two equal ones
//! comes first, and **neither falls when any of the p-values rises**. So the lower ends, adjusted,
//! are below the adjusted value, and the upper ends above it, whatever the true order of values
//! whose ends overlap. And p-values that are known up to a factor are adjusted up to that factor.

use urnfield_num::{Dyadic, Enclosure, Rational};

/// A p-value, and how many tests share it. Tests of equal sizes and overlaps are one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PValue {
    /// The p-value.
    pub p: Enclosure,
    /// How many tests have this p-value.
    pub times: u32,
}

/// An adjusted p-value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdjustedP {
    /// The value, at most 1.
    pub value: Enclosure,
    /// The places of the p-values that its lower and its upper end are multiples of. A more precise
    /// adjusted value needs these p-values more precisely.
    pub from: [usize; 2],
}

/// A method of adjusting p-values for multiple tests.
///
/// ```
/// use urnfield::occupancy::{Adjustment, PValue};
/// use urnfield::Enclosure;
/// let p = |text: &str| -> Result<PValue, urnfield::Error> {
///     Ok(PValue { p: Enclosure::from(&text.parse()?), times: 1 })
/// };
/// let values = [p("0.5")?, p("0.01")?, p("0.011")?];
/// let holm = Adjustment::Holm.adjust(&values);
/// // Three times 0.01 is more than twice 0.011.
/// let exact = |at: usize| holm[at].value.exact().unwrap().to_string();
/// assert_eq!([exact(0), exact(1), exact(2)], ["1/2", "3/100", "3/100"]);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjustment {
    /// Holm's method: the chance of at least one wrong rejection stays below the level.
    Holm,
    /// Benjamini and Hochberg's method: the false discovery rate, which is the expected share of
    /// wrong rejections, stays below the level.
    BenjaminiHochberg,
}

/// An end of an enclosure.
type End = fn(&Enclosure) -> Dyadic;

/// A multiple of a p-value, and the place of that.
type Multiple = (Enclosure, usize);

impl Adjustment {
    /// Returns the adjusted values, in the order of `values`.
    pub fn adjust(self, values: &[PValue]) -> Vec<AdjustedP> {
        let [lower, upper] = [Enclosure::lo as End, Enclosure::hi].map(|end| match self {
            Adjustment::Holm => holm(values, end),
            Adjustment::BenjaminiHochberg => benjamini_hochberg(values, end),
        });
        let both = |((low, a), (high, b)): (Multiple, Multiple)| AdjustedP {
            value: from_low_to_high(&low, &high).min(&Enclosure::one()),
            from: [a, b],
        };
        lower.into_iter().zip(upper).map(both).collect()
    }
}

/// From the smallest on: the first of equal values is multiplied by all that are left.
fn holm(values: &[PValue], end: End) -> Vec<Multiple> {
    let mut left = count(values);
    let mut greatest: Option<Multiple> = None;
    in_order(values, rising(values, end), |at| {
        let PValue { p, times } = &values[at];
        let candidate = (p * &Enclosure::from(left), at);
        left -= u64::from(*times);
        let kept = greatest.take().filter(|(value, _)| key(value, end) >= key(&candidate.0, end));
        greatest.insert(kept.unwrap_or(candidate)).clone()
    })
}

/// From the greatest down: the last of equal values is divided by all up to it.
fn benjamini_hochberg(values: &[PValue], end: End) -> Vec<Multiple> {
    let all = count(values);
    let mut upto = all;
    let mut least: Option<Multiple> = None;
    in_order(values, rising(values, end).into_iter().rev(), |at| {
        let PValue { p, times } = &values[at];
        let candidate = (&(p * &Enclosure::from(all)) / &Enclosure::from(upto.max(1)), at);
        upto -= u64::from(*times);
        let kept = least.take().filter(|(value, _)| key(value, end) <= key(&candidate.0, end));
        least.insert(kept.unwrap_or(candidate)).clone()
    })
}

/// How many there are, counted as often as they count.
fn count(values: &[PValue]) -> u64 {
    values.iter().map(|value| u64::from(value.times)).sum()
}

/// By one end, and of equal ends by what is known exactly.
fn key(value: &Enclosure, end: End) -> (Dyadic, Option<&Rational>) {
    (end(value), value.exact())
}

fn rising(values: &[PValue], end: End) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_cached_key(|&at| key(&values[at].p, end));
    order
}

/// Visits the values in an order, and puts what is found in its place.
fn in_order(
    values: &[PValue],
    order: impl IntoIterator<Item = usize>,
    mut visit: impl FnMut(usize) -> Multiple,
) -> Vec<Multiple> {
    let mut found: Vec<Multiple> = vec![(Enclosure::one(), 0); values.len()];
    for at in order {
        found[at] = visit(at);
    }
    found
}

/// From the lower end of one value to the upper end of another: one value where they are the same.
fn from_low_to_high(low: &Enclosure, high: &Enclosure) -> Enclosure {
    let same = low.exact().is_some() && low.exact() == high.exact();
    if same || low == high {
        return low.clone();
    }
    // Ends are cut outward to no fewer bits than they are certain of.
    let bits = low.certain_bits().max(high.certain_bits()).min(MOST_BITS);
    let words = (bits / 64) as usize + 3;
    let ([low, _], [_, high]) = (low.reals(words), high.reals(words));
    Enclosure::between(&low, &high)
}

/// Ends of values that are known better than this are cut, outward.
const MOST_BITS: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use urnfield_num::Real;

    /// By the definitions that need no order: a value's rank is counted, ties and all.
    fn naive(adjustment: Adjustment, p: &[Rational]) -> Vec<Rational> {
        let n = p.len() as u64;
        let count = |of: &dyn Fn(&Rational) -> bool| p.iter().filter(|q| of(q)).count() as u64;
        let over =
            |a: u64, b: u64| Rational::from(a).checked_div(&Rational::from(b)).expect("b > 0");
        let adjusted = |mine: &Rational| {
            let found = match adjustment {
                Adjustment::Holm => p
                    .iter()
                    .filter(|q| *q <= mine)
                    .map(|q| q * &Rational::from(n - count(&|other| other < q)))
                    .max(),
                Adjustment::BenjaminiHochberg => p
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
    fn rejected(adjustment: Adjustment, p: &[Rational], level: &Rational) -> Vec<bool> {
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|&i, &j| p[i].cmp(&p[j]));
        let n = p.len() as u64;
        let holds = |rank: usize| {
            let (i, value) = (rank as u64 + 1, &p[order[rank]]);
            match adjustment {
                Adjustment::Holm => value * &Rational::from(n + 1 - i) <= *level,
                Adjustment::BenjaminiHochberg => {
                    value * &Rational::from(n) <= level * &Rational::from(i)
                }
            }
        };
        let upto = match adjustment {
            // Down from the most significant until one fails.
            Adjustment::Holm => (0..p.len()).take_while(|&rank| holds(rank)).count(),
            // Up from the least significant until one holds.
            Adjustment::BenjaminiHochberg => {
                (0..p.len()).rev().find(|&rank| holds(rank)).map_or(0, |r| r + 1)
            }
        };
        let mut found = vec![false; p.len()];
        order[..upto].iter().for_each(|&at| found[at] = true);
        found
    }

    const ADJUSTMENTS: [Adjustment; 2] = [Adjustment::Holm, Adjustment::BenjaminiHochberg];

    fn exact(value: &Rational) -> Enclosure {
        Enclosure::from_rational(value, 64)
    }

    fn rational(adjusted: &AdjustedP) -> Rational {
        adjusted.value.exact().expect("short").clone()
    }

    /// p-values of which many are equal.
    fn few() -> impl Strategy<Value = Vec<(Rational, u32)>> {
        let p = (1i64..=12, 1u32..4).prop_map(|(p, rows)| (Rational::new(p, 12).expect("p"), rows));
        prop::collection::vec(p, 1..8)
    }

    proptest! {
        #[test]
        fn adjusted_values_are_those_of_the_definitions(values in few()) {
            let rows: Vec<Rational> = values.iter()
                .flat_map(|(p, rows)| std::iter::repeat_n(p.clone(), *rows as usize)).collect();
            let shared: Vec<PValue> =
                values.iter().map(|(p, times)| PValue { p: exact(p), times: *times }).collect();
            for adjustment in ADJUSTMENTS {
                let adjusted = adjustment.adjust(&shared);
                let each: Vec<Rational> = adjusted.iter().zip(&values)
                    .flat_map(|(a, (_, rows))| std::iter::repeat_n(rational(a), *rows as usize))
                    .collect();
                prop_assert_eq!(&each, &naive(adjustment, &rows));
                for level in 1..24 {
                    let level = Rational::new(level, 24).expect("a level");
                    let small: Vec<bool> = each.iter().map(|p| *p <= level).collect();
                    prop_assert_eq!(small, rejected(adjustment, &rows, &level));
                }
            }
        }

        #[test]
        fn wide_ends_enclose_whatever_the_order_is(
            values in prop::collection::vec((1i64..1000, 0i64..100, 0i64..100), 1..9),
        ) {
            let p = |n: i64| Rational::new(n, 1100).expect("p");
            let truth: Vec<Rational> = values.iter().map(|&(lo, up, _)| p(lo + up)).collect();
            let shared: Vec<PValue> = values.iter().map(|&(lo, up, more)| {
                let end = |n| Real::from_rational(&p(n), 4);
                let p = Enclosure::between(&end(lo), &end((lo + up + more).min(1100)));
                PValue { p, times: 1 }
            }).collect();
            for adjustment in ADJUSTMENTS {
                for (adjusted, truth) in adjustment.adjust(&shared).iter().zip(naive(adjustment, &truth)) {
                    prop_assert!(adjusted.value.contains(&truth));
                    prop_assert!(adjusted.value.certainly_le(&Rational::one()));
                }
            }
        }
    }

    #[test]
    fn a_value_says_what_it_is_a_multiple_of() {
        let p = |text: &str| PValue { p: exact(&text.parse().expect(text)), times: 1 };
        let values = [p("0.5"), p("0.01"), p("0.011")];
        let holm = Adjustment::Holm.adjust(&values);
        let from: Vec<usize> = holm.iter().map(|a| a.from[0]).collect();
        assert_eq!(from, [0, 1, 1], "0.03 is more than 0.022");
        let bh = Adjustment::BenjaminiHochberg.adjust(&values);
        let from: Vec<usize> = bh.iter().map(|a| a.from[1]).collect();
        assert_eq!(from, [0, 2, 2], "0.0165 is less than 0.03");
    }

    /// Values of which no double knows anything, and the wide ones among them.
    #[test]
    fn values_of_any_size_are_adjusted() {
        let tiny = Real::from_u128(3, -(1 << 100), 4);
        let wide = Enclosure::between(&tiny, &tiny.clone().shift(70));
        let values: Vec<PValue> = [tiny.enclosure(), wide, Enclosure::one()]
            .into_iter()
            .map(|p| PValue { p, times: 2 })
            .collect();
        for adjustment in ADJUSTMENTS {
            let adjusted = adjustment.adjust(&values);
            assert!(adjusted[0].value.lo() >= tiny.enclosure().lo());
            assert!(adjusted[0].value.hi() < Dyadic::power_of_two(-(1 << 99)));
            assert_eq!(adjusted[2].value.exact(), Some(&Rational::one()));
        }
        let holm = Adjustment::Holm.adjust(&values);
        let six = tiny.mul_word(6).enclosure();
        assert_eq!((holm[0].value.lo(), holm[0].value.hi()), (six.lo(), six.hi()));
    }

    #[test]
    fn no_values_are_no_values() {
        assert!(ADJUSTMENTS.iter().all(|adjustment| adjustment.adjust(&[]).is_empty()));
    }
}
