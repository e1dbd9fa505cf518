//! Every row of the vectors, made by an independent program.

use serde_json::Value;
use urnfield::Rational;
use urnfield::bloom::double::DoubleHashing;

fn rows(text: &str, count: usize) -> Vec<Value> {
    let all: Value = serde_json::from_str(text).expect("the vectors are JSON");
    let rows = all["vectors"].as_array().expect("a list").clone();
    assert_eq!(rows.len(), count);
    rows
}

/// The decimals have 32 digits, and are within a unit of the last one.
fn agrees(row: &Value, blocks: u64, bits: u64) {
    let number = |key: &str| row[key].as_u64().unwrap_or_else(|| panic!("{row} has no {key}"));
    let steps = row["law"].as_str().expect("a law").parse().expect("a law of steps");
    let design = DoubleHashing::in_blocks(steps, blocks, bits, number("k")).expect("in the domain");
    let rates = design.rates().expect("in reach");
    let (items, text) = (number("n"), row["f"].as_str().expect("a decimal"));
    let shown: Rational = text.parse().expect("a decimal");
    let slack = &shown * &"1e-31".parse().expect("a decimal");
    for precision in [53, 130] {
        let rate = rates.fpr_to(items, precision).expect("in reach");
        let outside =
            rate.certainly_lt(&(&shown - &slack)) || rate.certainly_gt(&(&shown + &slack));
        assert!(!outside, "{row}: {rate}");
        assert!(rate.certain_bits() >= precision, "{row} has {} bits", rate.certain_bits());
    }
    let rest = rates.one_minus_fpr_to(items, 130).expect("in reach").complement();
    assert!(rest.overlaps(&rates.fpr_to(items, 130).expect("in reach")), "{row}: {rest}");
    if let Some(fraction) = row["exact"].as_str() {
        assert_eq!(rates.fpr_exact(items).expect("short").to_string(), fraction, "{row}");
    }
}

#[test]
fn every_rate_is_inside_its_enclosure() {
    for row in rows(include_str!("../../oracle/laws-double_hashing.json"), 35) {
        agrees(&row, 1, row["m"].as_u64().expect("bits"));
    }
}

#[test]
fn every_rate_of_blocks_is_inside_its_enclosure() {
    for row in rows(include_str!("../../oracle/laws-double_blocks.json"), 18) {
        let number = |key: &str| row[key].as_u64().expect("a number");
        agrees(&row, number("blocks"), number("B"));
    }
}
