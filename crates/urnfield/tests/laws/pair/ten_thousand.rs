//! Ten thousand intervals of odds ratios, drawn by R, which says what they are, and so does scipy
//! (`oracle/odds.tsv`). Each is held against both within their tolerance, and against whole numbers: at
//! either end of what we print the tail is certainly on its side of the level.
//!
//! Every tenth row of them, or all with `URNFIELD_TEST_MULTIPLIER=10`.

use super::oracle::{near_odds, rows};
use super::rate;
use super::whole::{Passing, Whole};
use urnfield::Rational;
use urnfield::occupancy::Point;
use urnfield_paper::draws::multiplier;

/// R looks for a root until it is known to 1.2e-4, from both sides.
const OF_R: f64 = 2.5e-4;
/// scipy's roots have the errors of its sums.
const OF_SCIPY: f64 = 1e-8;
/// Certain bits that are asked for.
const BITS: u64 = 53;

#[test]
fn ten_thousand_intervals_are_those_of_r_of_scipy_and_of_whole_numbers() {
    let rows = rows(include_str!("../../oracle/odds.tsv"));
    assert_eq!(rows.len(), 10_000);
    let step = usize::try_from(10 / multiplier().clamp(1, 10)).expect("at most ten");
    let (mut seen, mut ends) = (0, 0);
    for row in rows.iter().step_by(step) {
        ends += check(row);
        seen += 1;
    }
    println!("{seen} tables, {ends} ends with evidence on both sides");
    assert_eq!(seen, rows.len() / step);
    assert!(ends > seen, "{ends}");
}

/// Holds a table against all three, and returns how many ends had whole numbers beside them.
fn check(row: &[f64]) -> usize {
    let [m, a, b, x] = [0, 1, 2, 3].map(|at| row[at] as u64);
    let what = format!("{m} {a} {b} {x}");
    let whole = Whole::new(m, a, b);
    let pair = whole.pair().precision(BITS);
    let confidence = rate("95%");
    let level = confidence.value().complement().shift(-1);
    let odds = pair.intervals(x, &confidence).expect("small").odds;
    for (their, distance) in [(&row[4..7], OF_R), (&row[7..10], OF_SCIPY)] {
        near_odds(Some(&odds.lo), their[1], distance, &what);
        near_odds(odds.hi.as_ref(), their[2], distance, &what);
    }
    let mut ends = 0;
    if !odds.lo.is_zero() {
        whole.check(&odds.lo, Passing::AtLeast(x), &level, BITS);
        ends += 1;
    }
    if let Some(hi) = &odds.hi {
        whole.check(hi, Passing::AtMost(x), &level, BITS);
        ends += 1;
    }
    match pair.odds_ratio(x).expect("small") {
        Point::Undefined => assert_eq!(whole.least, whole.most(), "{what}"),
        Point::Infinite => assert!(row[4].is_infinite() && row[7].is_infinite(), "{what}"),
        Point::Value(ratio) => {
            near_odds(Some(&ratio), row[4], OF_R, &what);
            near_odds(Some(&ratio), row[7], OF_SCIPY, &what);
            if !ratio.is_zero() {
                whole.check(&ratio, Passing::Mean(x), &Rational::zero(), BITS);
                ends += 1;
            }
        }
    }
    ends
}
