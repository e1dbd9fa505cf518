//! The sizes that writers choose, against those that parquet-mr's own class computes. The other writers are
//! asked in `crates/urnfield-python/tests`.

use super::golden::read;
use urnfield::bloom::blocked::ParquetRule;
use urnfield::{Error, Rate};

fn rate(text: &str) -> Rate {
    text.parse().expect("a rate")
}

fn bytes(rule: ParquetRule, items: u64, fpr: &str, cap: u64) -> u64 {
    rule.filter(items, &rate(fpr), cap).expect("a size").design.bits() / 8
}

#[test]
fn parquet_mr_sizes_are_its_own() {
    let text = String::from_utf8(read("parquet-mr-sizes.txt")).expect("text");
    let (mut seen, mut odd) = (0, 0);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [items, fpr, cap, size] = words[..] else { panic!("four words: {line}") };
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let (items, cap, size) = (number(items), number(cap), number(size));
        assert_eq!(bytes(ParquetRule::Mr, items, fpr, cap), size, "{line}");
        let made = ParquetRule::Mr.filter(items, &rate(fpr), cap).expect("a size");
        assert_eq!(made.capped, bytes(ParquetRule::Mr, items, fpr, 1 << 27) > cap, "{line}");
        seen += 1;
        // Its rounding is not the others'.
        odd += u64::from(bytes(ParquetRule::ArrowCpp, items, fpr, cap) != size);
    }
    assert!(seen == 300 && odd > 10, "{seen} {odd}");
}

#[test]
fn a_million_values_are_too_many_for_the_usual_cap_of_parquet_mr() {
    for rule in [ParquetRule::Mr, ParquetRule::MrAdaptive, ParquetRule::MrUntold] {
        assert_eq!(bytes(rule, 1_000_000, "0.01", 1 << 20), 1 << 20, "{rule:?}");
    }
    assert_eq!(bytes(ParquetRule::Mr, 1_000_000, "0.01", 1 << 21), 1 << 21);
    assert_eq!(bytes(ParquetRule::MrUntold, 1, "0.01", 1 << 20), 1 << 20);
    // As Spark has written them: the smallest of five, and one in between.
    assert_eq!(bytes(ParquetRule::MrAdaptive, 1_000, "0.01", 1 << 20), 1 << 16);
    assert_eq!(bytes(ParquetRule::MrAdaptive, 1_000_000, "0.01", 1 << 22), 1 << 21);
    assert_eq!(bytes(ParquetRule::MrAdaptive, 1_000_000, "0.01", 1 << 26), 1 << 22);
}

/// Adaptive filters miss values that they seem to hold; that matters only next to a step.
#[test]
fn adaptive_sizes_are_left_to_chance_only_near_a_step() {
    let halved = |items| {
        let made = ParquetRule::MrAdaptive.filter(items, &rate("0.01"), 1 << 20).expect("a size");
        made.may_be_half
    };
    let edge = (1..2_000)
        .map(|steps| 500 * steps)
        .find(|items| bytes(ParquetRule::MrAdaptive, items + 1, "0.01", 1 << 20) > 1 << 16);
    let edge = edge.expect("the smallest holds fewer than a million");
    assert!(!halved(edge) && halved(edge + 1) && !halved(edge + 600));
    assert!(!halved(1) && !halved(1_000_000) && !halved(1_000_000_000_000));
}

/// Whether half the size is in reach of chance is said where it is near, and only there.
#[test]
fn folding_is_left_to_chance_only_near_the_edge() {
    let made = |fpr: &str| ParquetRule::ArrowCpp.filter(100_000, &rate(fpr), 1 << 27);
    let folded = |fpr: &str| made(fpr).expect("a size").may_be_half;
    // −8n/ln(1 − p^(1/8)) is 2^20 bits for p = 0.00650…: a little above it, and far above it.
    assert!(folded("0.0064"), "just above a power of two");
    assert!(!folded("0.003") && !folded("0.01"));
    let never = ParquetRule::DuckDb.filter(100_000, &rate("0.0064"), 1 << 27).expect("a size");
    assert!(!never.may_be_half);
    let one = ParquetRule::ArrowRs.filter(1, &rate("0.5"), 1 << 27).expect("a size");
    assert!(one.design.blocks() == 1 && !one.may_be_half);
}

#[test]
fn caps_are_powers_of_two() {
    for cap in [0, 16, 48, 1_000_000] {
        let refused = ParquetRule::Mr.filter(7, &rate("0.01"), cap);
        assert!(matches!(refused, Err(Error::Domain { .. })), "{cap}");
    }
    for rule in ParquetRule::ALL {
        for cap in [32, 64, 1 << 20, 1 << 27] {
            let made = rule.filter(1 << 40, &rate("0.01"), cap).expect("a size");
            assert_eq!(made.design.bits() / 8, cap, "{rule:?}");
        }
    }
}
