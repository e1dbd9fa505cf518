//! Every row of `oracle/laws.json`: whole laws from an independent exact program.

use serde_json::Value;
use urnfield::{Committees, Occupancy};
use urnfield_paper::formulas::exact::{Exact, number};
use urnfield_paper::formulas::table::{Law, encloses, same_law, same_tails};

fn rows() -> Vec<Value> {
    serde_json::from_str(include_str!("../oracle/laws.json")).expect("laws.json is JSON")
}

fn numbers(row: &Value, key: &str) -> Vec<Exact> {
    let texts = row[key].as_array().expect("a list of fractions");
    texts.iter().map(|text| number(text.as_str().expect("a fraction is text"))).collect()
}

fn value(row: &Value, key: &str) -> Exact {
    number(row[key].as_str().expect("a fraction is text"))
}

fn whole_number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

/// `[[committees, size], …]`.
fn committees(row: &Value) -> Vec<Committees> {
    let pairs = row["departments"].as_array().expect("a list of pairs");
    pairs
        .iter()
        .map(|pair| Committees { count: whole_number(&pair[0]), size: whole_number(&pair[1]) })
        .collect()
}

fn law(row: &Value) -> Occupancy {
    let urns = whole_number(&row["urns"]);
    let law = match row["model"].as_str() {
        Some("balls") => Occupancy::balls(urns, whole_number(&row["balls"])),
        Some("union") => Occupancy::union(urns, &committees(row)),
        Some("intersection") => {
            let committees = committees(row);
            let departments: Vec<&[Committees]> = committees.chunks(1).collect();
            Occupancy::intersection(urns, &departments)
        }
        other => panic!("the oracle knows no model {other:?}"),
    };
    law.expect("the oracle asks for laws that exist")
}

/// Calls `check` with each law and its row, and makes sure that there were any.
fn each(model: &str, count: usize, check: impl Fn(&Occupancy, &Value)) {
    let rows = rows();
    let rows: Vec<&Value> = rows.iter().filter(|row| row["model"] == model).collect();
    assert_eq!(rows.len(), count);
    for row in rows {
        check(&law(row), row);
    }
}

fn probabilities(law: &Occupancy, row: &Value) {
    let table = Law(numbers(row, "pmf"));
    same_law(law, &table.0);
    same_tails(law, &table);
    assert_eq!(law.support(), table.support(), "{law:?}");
    assert_eq!(law.mode().expect("small"), table.modes(), "{law:?}");
    let (least, most) = law.support();
    for (i, p) in law.pmf_window(least, most).expect("small") {
        encloses(Ok(p), &table.0[i as usize], &format!("{i} of {law:?}"));
    }
}

fn moments(law: &Occupancy, row: &Value) {
    encloses(law.mean(), &value(row, "mean"), &format!("mean {law:?}"));
    encloses(law.variance(), &value(row, "variance"), &format!("variance {law:?}"));
    for (r, raw) in (0..).zip(numbers(row, "raw")) {
        encloses(law.raw_moment(r), &raw, &format!("raw {r} {law:?}"));
    }
    for (r, factorial) in (0..).zip(numbers(row, "factorial")) {
        encloses(law.factorial_moment(r), &factorial, &format!("factorial {r} {law:?}"));
    }
    for (r, binomial) in (0..).zip(numbers(row, "binomial")) {
        encloses(law.binomial_moment(r), &binomial, &format!("binomial {r} {law:?}"));
    }
}

#[test]
fn laws_of_balls_have_the_oracles_probabilities() {
    each("balls", 60, probabilities);
}

#[test]
fn laws_of_balls_have_the_oracles_moments() {
    each("balls", 60, moments);
}

#[test]
fn unions_have_the_oracles_probabilities() {
    each("union", 120, probabilities);
}

#[test]
fn unions_have_the_oracles_moments() {
    each("union", 120, moments);
}

#[test]
fn intersections_have_the_oracles_probabilities() {
    each("intersection", 90, probabilities);
}

#[test]
fn intersections_have_the_oracles_moments() {
    each("intersection", 90, moments);
}

/// The oracle's own numbers hang together: a damaged file must not pass for a law.
#[test]
fn the_oracle_agrees_with_itself() {
    for row in rows() {
        let table = Law(numbers(&row, "pmf"));
        assert_eq!(table.at_least(0), number("1"));
        assert_eq!(table.mean(), value(&row, "mean"));
        assert_eq!(table.variance(), value(&row, "variance"));
        for (r, raw) in (0..).zip(numbers(&row, "raw")) {
            assert_eq!(table.raw(r), raw);
        }
    }
}
