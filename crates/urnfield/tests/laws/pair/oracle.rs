//! Two lists against the values of R and scipy, each within its own tolerance (`oracle/README.md`).

use urnfield::occupancy::{PairOfLists, Point};
use urnfield::{Enclosure, Occupancy};

/// A row of numbers; R and scipy write infinity in their own ways.
pub(super) fn rows(text: &str) -> Vec<Vec<f64>> {
    let number = |field: &str| match field {
        "Inf" | "inf" => f64::INFINITY,
        other => other.parse().unwrap_or_else(|_| panic!("{other} is no number")),
    };
    let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|line| line.split('\t').map(number).collect()).collect()
}

fn near(ours: &Enclosure, theirs: f64, relative: f64, what: &str) {
    let off = (ours.nearest_f64() - theirs).abs();
    assert!(off <= relative * theirs.abs() + 1e-300, "{what}: {ours} and {theirs}");
}

/// Odds by a distance that treats 1/ω as ω.
pub(super) fn near_odds(ours: Option<&Enclosure>, theirs: f64, distance: f64, what: &str) {
    let Some(ours) = ours else { return assert!(theirs.is_infinite(), "{what}: {theirs}") };
    let ours = ours.nearest_f64();
    let off = if ours > 1.0 { 1.0 / ours - 1.0 / theirs } else { ours - theirs };
    assert!(off.abs() <= distance, "{what}: {ours} and {theirs}");
}

/// Population, sizes, overlap; then the tails, the two-sided p-value and the odds.
struct Case {
    law: Occupancy,
    pair: PairOfLists,
    x: u64,
    what: String,
}

impl Case {
    fn new(row: &[f64]) -> Case {
        let [m, a, b, x] = [0, 1, 2, 3].map(|at| row[at] as u64);
        Case {
            law: Occupancy::lists(m, &[a, b]).expect("a law"),
            pair: PairOfLists::new(m, [a, b]).expect("two lists"),
            x,
            what: format!("{m} {a} {b} {x}"),
        }
    }

    fn check_log(&self, log: f64, relative: f64) {
        let ours = self.law.at_least(self.x).expect("in reach").ln().expect("above zero");
        let off = (ours.nearest_f64() - log).abs();
        assert!(off <= relative * log.abs().max(1.0), "{}: {ours} and {log}", self.what);
    }

    fn check_odds(&self, [ratio, lo, hi]: [f64; 3], distance: f64) {
        let found = self.pair.intervals(self.x, &"95%".parse().expect("a rate")).expect("in reach");
        near_odds(Some(&found.odds.lo), lo, distance, &self.what);
        near_odds(found.odds.hi.as_ref(), hi, distance, &self.what);
        match self.pair.odds_ratio(self.x).expect("in reach") {
            Point::Value(odds) => near_odds(Some(&odds), ratio, distance, &self.what),
            Point::Infinite => assert!(ratio.is_infinite(), "{}", self.what),
            // Only one overlap is possible: they say 0.
            Point::Undefined => {}
        }
    }
}

#[test]
fn values_of_r_are_within_its_tolerance() {
    let rows = rows(include_str!("../../oracle/overlaps-R.tsv"));
    assert_eq!(rows.len(), 400);
    for row in rows {
        let case = Case::new(&row);
        near(&case.law.at_least(case.x).expect("in reach"), row[4], 1e-9, &case.what);
        case.check_log(row[5], 1e-9);
        near(&case.law.at_most(case.x).expect("in reach"), row[6], 1e-9, &case.what);
        near(&case.law.two_sided(case.x).expect("in reach"), row[7], 1e-7, &case.what);
        case.check_odds([row[8], row[9], row[10]], 2.5e-4);
    }
}

#[test]
fn values_of_scipy_are_within_its_tolerance() {
    let rows = rows(include_str!("../../oracle/overlaps-scipy.tsv"));
    assert_eq!(rows.len(), 200);
    for row in rows {
        let case = Case::new(&row);
        case.check_log(row[4], 1e-9);
        near(&case.law.two_sided(case.x).expect("in reach"), row[5], 1e-7, &case.what);
        case.check_odds([row[6], row[7], row[8]], 1e-8);
    }
}
