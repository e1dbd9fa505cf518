//! Every row of the vectors, made by an independent program.

use super::rate;
use serde_json::Value;
use urnfield::bloom::blocked::BlockSizing;
use urnfield::{Blocked, Enclosure, Layout, Rational};

fn rows(name: &str, count: usize) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../../oracle/blocked.json"))
        .expect("the vectors are JSON");
    let rows = all[name].as_array().expect("a list").clone();
    assert_eq!(rows.len(), count, "{name}");
    rows
}

fn number(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap_or_else(|| panic!("{row} has no {key}"))
}

fn layout(row: &Value) -> Layout {
    row["kind"].as_str().expect("a kind").parse().expect("a layout")
}

fn blocked(row: &Value, hashes: &str) -> Blocked {
    let [blocks, bits, hashes] = ["blocks", "block_bits", hashes].map(|key| number(row, key));
    Blocked::new(layout(row), blocks, bits, hashes).expect("in the domain")
}

/// The decimals are correct to the digits shown: half a unit of the last one.
fn agrees(value: &Enclosure, row: &Value, key: &str) {
    let text = row[key].as_str().expect("a decimal");
    let shown: Rational = text.parse().expect("a decimal");
    let digits = text.split('e').next().map_or(0, |mantissa| mantissa.len() - 1);
    let slack = &shown * &format!("1e-{}", digits - 1).parse().expect("a decimal");
    let outside = value.certainly_lt(&(&shown - &slack)) || value.certainly_gt(&(&shown + &slack));
    assert!(!outside, "{key} of {row}: {value}");
    assert!(value.certain_bits() >= 53, "{key} of {row} has {} bits", value.certain_bits());
}

#[test]
fn every_rate_is_inside_its_enclosure() {
    let mut exact = 0;
    for row in rows("rates", 205) {
        let load = blocked(&row, "hashes").holding(number(&row, "items"));
        agrees(&load.fpr().expect("in reach"), &row, "fpr");
        agrees(&load.precision(200).fpr().expect("in reach"), &row, "fpr");
        let less = load.precision(200).one_minus_fpr().expect("in reach");
        agrees(&less.complement(), &row, "fpr");
        if let Some(fraction) = row["exact"].as_str() {
            exact += 1;
            assert_eq!(load.fpr_exact().expect("short").to_string(), fraction, "{row}");
        }
    }
    assert!(exact > 5, "{exact} fractions");
}

#[test]
fn every_smallest_plan_is_the_same() {
    for row in rows("smallest_plans", 47) {
        let (bits, items) = (number(&row, "block_bits"), number(&row, "items"));
        let target = rate(row["target"].as_str().expect("a rate"));
        let mut sizing = BlockSizing::blocks_of(layout(&row), bits);
        if row["hashes_given"] == true {
            sizing = sizing.exactly_hashes(number(&row, "hashes"));
        }
        let plan = sizing.smallest(items, &target).expect("in reach");
        assert_eq!(plan.design, blocked(&row, "hashes"), "{row}");
        assert_eq!(plan.design.bits(), number(&row, "bits"));
        assert!(plan.fpr.certainly_le(target.value()));
        agrees(&plan.fpr, &row, "fpr");
        match plan.beyond().expect("in reach") {
            Some(beyond) => {
                assert!(beyond.certainly_gt(target.value()), "{row}");
                agrees(&beyond, &row, "fpr_of_one_block_less");
            }
            None => assert_eq!(plan.design.blocks(), 1),
        }
    }
}

#[test]
fn every_plan_for_parquet_is_the_same() {
    let parquet = BlockSizing::parquet();
    for row in rows("parquet_plans", 18) {
        let (items, p) = (number(&row, "ndv"), rate(row["fpp"].as_str().expect("a rate")));
        let least = parquet.smallest(items, &p).expect("in reach");
        assert_eq!(least.design.bits() / 8, number(&row, "least_bytes"), "{row}");
        agrees(&least.fpr, &row, "rate_at_least_bytes");
        let whole = parquet.smallest_power_of_two(items, &p).expect("in reach");
        assert_eq!(whole.design.bits() / 8, number(&row, "least_power_of_two_bytes"), "{row}");
        agrees(&whole.fpr, &row, "rate_at_power_of_two");
        if let Some(beyond) = whole.beyond().expect("in reach") {
            assert!(beyond.certainly_gt(p.value()), "{row}");
        }
        let formula = Blocked::parquet_as_written(items, &p).expect("a size");
        assert_eq!(formula.bits() / 8, number(&row, "formula_bytes"), "{row}");
        let rate = formula.holding(items).fpr().expect("in reach");
        agrees(&rate, &row, "rate_at_formula_bytes");
    }
    for row in rows("parquet_most_items", 8) {
        let p = rate(row["fpp"].as_str().expect("a rate"));
        let plan = parquet.most_items(number(&row, "bytes") / 32, &p).expect("in reach");
        assert_eq!(plan.items, number(&row, "most_items"), "{row}");
        agrees(&plan.fpr, &row, "fpr");
        agrees(&plan.beyond().expect("in reach").expect("one more"), &row, "fpr_of_one_item_more");
    }
}

#[test]
fn every_second_moment_is_inside_its_enclosure() {
    for row in rows("own_rate_second_moments", 8) {
        let load = blocked(&row, "hashes").holding(number(&row, "items"));
        agrees(&load.fpr().expect("in reach"), &row, "fpr");
        agrees(&load.own_rate_mean_square().expect("few"), &row, "mean_square_of_own_rate");
        agrees(&load.own_rate_variance().expect("few"), &row, "variance_of_own_rate");
        agrees(&load.precision(90).own_rate_variance().expect("few"), &row, "variance_of_own_rate");
    }
}
