//! Every rate and plan of the reference vectors, made by an independent program.

use serde_json::Value;
use urnfield::{Design, Enclosure, Kind, Plan, Rate, Rational};

fn rows(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("the vectors are JSON")
}

fn kind(row: &Value) -> Kind {
    match row["kind"].as_str() {
        Some("classic") => Kind::Classic,
        Some("standard") => Kind::Standard,
        other => panic!("unknown kind {other:?}"),
    }
}

fn number(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap_or_else(|| panic!("{row} has no {key}"))
}

/// The decimals of the vectors are correct to the digits shown: half a unit of the last one.
fn agrees(enclosure: &Enclosure, text: &str) -> bool {
    let value: Rational = text.parse().expect("a decimal");
    let slack = &value * &"1e-38".parse().expect("a decimal");
    !enclosure.certainly_lt(&(&value - &slack)) && !enclosure.certainly_gt(&(&value + &slack))
}

#[test]
fn every_rate_is_inside_its_enclosure() {
    let rows = rows(include_str!("../oracle/rates.json"));
    assert_eq!(rows.len(), 447);
    for row in rows {
        let design = Design::new(kind(&row), number(&row, "bits"), number(&row, "hashes"));
        let load = design.and_then(|d| d.holding(number(&row, "items"))).expect("in the domain");
        let check = |name: &str, value: Enclosure| {
            let text = row[name].as_str().expect("a decimal");
            assert!(agrees(&value, text), "{name} of {load:?}: {value} against {text}");
            assert!(
                value.certain_bits() >= 53,
                "{name} of {load:?} has {} bits",
                value.certain_bits()
            );
        };
        check("fpr", load.fpr().expect("in reach"));
        check("efficiency", load.efficiency().expect("in reach"));
        check("E", load.exponential().expect("in reach").value);
        check("M", load.independent().expect("in reach").value);
        check("L", load.lower().expect("in reach").value);
        check("U", load.upper().expect("in reach").value);
    }
}

#[test]
fn every_plan_is_the_same() {
    let rows = rows(include_str!("../oracle/plans.json"));
    assert_eq!(rows.len(), 150);
    for row in rows {
        let rate = || -> Rate { row["fpr"].as_str().expect("a rate").parse().expect("a rate") };
        match row["quantity"].as_str() {
            Some("best_hashes") => {
                let plan =
                    Plan::best_hashes(kind(&row), number(&row, "bits"), number(&row, "items"));
                let ties: Vec<u64> = row["hashes"]
                    .as_array()
                    .expect("ties")
                    .iter()
                    .filter_map(Value::as_u64)
                    .collect();
                assert_eq!(plan.expect("in reach").ties, ties, "{row}");
            }
            Some("smallest_bits") => {
                let plan = Plan::smallest(kind(&row), number(&row, "items"), &rate());
                assert_eq!(plan.expect("in reach").design.bits(), number(&row, "answer"), "{row}");
            }
            Some("most_items") => {
                let plan = Plan::most_items(kind(&row), number(&row, "bits"), &rate());
                assert_eq!(plan.expect("in reach").items, number(&row, "answer"), "{row}");
            }
            other => panic!("unknown quantity {other:?}"),
        }
    }
}
