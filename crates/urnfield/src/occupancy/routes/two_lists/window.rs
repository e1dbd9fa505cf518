//! Many probabilities of two lists at once: from the likeliest of them outward, each from its
//! neighbour.
//!
//! P(x+1)/P(x) = (a−x)(b−x)/((x+1)(m−a−b+x+1)) is a ratio of whole numbers, so a row costs two
//! products and two quotients by words, whatever its depth. The errors are the arithmetic's own: a
//! mantissa knows how many of its units are uncertain, each of the four operations adds a unit or
//! two, and so some 10^7 rows cost 26 bits of those that [`words`] has to spare. Ratios are at most
//! 1 on the way out from the mode (and no factor is zero inside the support).

use crate::occupancy::routes::two_lists::law::{TwoLists, hypergeometric};
use crate::occupancy::routes::two_lists::long::{self, SHORT_BITS};
use urnfield_num::{Enclosure, Real};

/// Words for rows of so many certain bits.
fn words(precision: u64, m: u64) -> usize {
    if precision <= SHORT_BITS { 4 } else { long::words(precision + 32, m) as usize }
}

/// About how many word operations so many rows take. Measured: 0.2 µs a row of four words, and 4 ns
/// more for every word.
pub(crate) fn cost(two: &TwoLists, rows: f64, precision: u64) -> f64 {
    let words = words(precision, two.m) as f64;
    2_000.0 * words * words + rows * (180.0 + 4.0 * words)
}

/// P(X = i) for i = low, …, high, all of them inside the support, as certain as they come.
pub(crate) fn window(two: &TwoLists, (low, high): (u64, u64), precision: u64) -> Vec<Enclosure> {
    let words = words(precision, two.m);
    let start = two.modes()[0].clamp(low, high);
    let point = hypergeometric(two.m, two.a, two.b, start, words);
    let mut rows = rows_to(two, low, (start, &point));
    rows.reverse();
    rows.push(point.enclosure());
    rows.extend(rows_to(two, high, (start, &point)));
    rows
}

/// The values beyond `start`, up or down, as far as `end`.
fn rows_to(two: &TwoLists, end: u64, (start, point): (u64, &Real)) -> Vec<Enclosure> {
    let up = end > start;
    let (mut x, mut term) = (start, point.clone());
    let mut rows = Vec::with_capacity(start.abs_diff(end) as usize);
    while x != end {
        let (over, under) = two.outward(x, up);
        term = match over.0.checked_mul(over.1) {
            Some(product) => term.mul_word(product),
            None => term.mul_word(over.0).mul_word(over.1),
        };
        term = match under.0.checked_mul(under.1) {
            Some(product) => term.div_word(product),
            None => term.div_word(under.0).div_word(under.1),
        };
        rows.push(term.enclosure());
        x = if up { x + 1 } else { x - 1 };
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Occupancy;
    use urnfield_num::Rational;

    fn two(m: u64, a: u64, b: u64) -> (Occupancy, TwoLists) {
        let law = Occupancy::lists(m, &[a, b]).expect("two lists");
        let two = TwoLists::of(&law).expect("two lists");
        (law, two)
    }

    /// C(n,k), exactly.
    fn choose(n: u64, k: u64) -> Rational {
        (0..k).fold(Rational::one(), |product, i| {
            (&product * &Rational::from(n - i)).checked_div(&Rational::from(i + 1)).expect("not 0")
        })
    }

    /// Every row is the quotient of binomial coefficients, wherever the window lies: about the
    /// mode, beside it, at an end, a single row.
    #[test]
    fn rows_are_quotients_of_binomial_coefficients() {
        let mut rows = 0;
        for m in [3, 12, 63, 64, 65, 150] {
            for (a, b) in [(1, 1), (1, m - 1), (m / 2, m / 2), (m / 3, m - 2), (m / 3 + 1, m / 2)] {
                let a = a.clamp(1, m - 1);
                let b = b.clamp(1, m - 1);
                let (a, b) = (a.min(b), a.max(b));
                let (law, _) = two(m, a, b);
                let two = TwoLists { m, a, b };
                let (least, most) = law.support();
                let third = (most - least) / 3;
                let whole = choose(m, b);
                for (low, high) in [
                    (least, most),
                    (least, least + third),
                    (least + third, most - third),
                    (most - third, most),
                    (most, most),
                ] {
                    for precision in [53, 80, 81, 300] {
                        let window = window(&two, (low, high), precision);
                        assert_eq!(window.len() as u64, high - low + 1);
                        for (x, row) in (low..).zip(&window) {
                            let ways = &choose(a, x) * &choose(m - a, b - x);
                            let truth = ways.checked_div(&whole).expect("not zero");
                            let what = format!("{a} and {b} of {m} at {x}, {precision} bits");
                            assert!(row.contains(&truth), "{what}: {row}");
                            assert!(row.certain_bits() >= precision, "{what}");
                            rows += 1;
                        }
                    }
                }
            }
        }
        assert!(rows > 3_000, "{rows}");
    }

    /// The last of very many rows agrees with ln n!, and has lost few bits on its way.
    #[test]
    fn a_long_way_costs_few_bits() {
        for (m, a, b, rows) in [
            (20_000_000, 812_000, 1_450_000, 60_000),
            (u64::MAX, u64::MAX / 2, u64::MAX / 2 + 1, 20_000),
            (u64::MAX - 1, 50_000, u64::MAX / 3, 30_000),
        ] {
            let (_, two) = two(m, a, b);
            let low = two.modes()[0] - rows / 3;
            for precision in [53, 200] {
                let window = window(&two, (low, low + rows), precision);
                for at in [0, rows / 2, rows] {
                    let row = &window[at as usize];
                    let direct = hypergeometric(m, a, b, low + at, words(precision, m)).enclosure();
                    let what = format!("{a} and {b} of {m}, row {at}, {precision} bits");
                    assert!(row.overlaps(&direct), "{what}: {row} {direct}");
                    assert!(row.certain_bits() >= precision, "{what}");
                }
            }
        }
    }
}
