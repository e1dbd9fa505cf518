//! Tiny filters: all choices of all items, all questions, in fractions.

use std::collections::BTreeMap;
use urnfield::{Blocked, Layout, Rational};

/// The equally likely sets of bits of an item within one block that begins at bit 0.
fn choices(layout: Layout, bits: u64, hashes: u64) -> Vec<u32> {
    let word = bits / hashes;
    let draws = if layout == Layout::Split { word } else { bits };
    let all = (0..draws.pow(hashes as u32)).map(|mut number| {
        let mut sets = Vec::new();
        for i in 0..hashes {
            let first = if layout == Layout::Split { word * i } else { 0 };
            sets.push(1u32 << (first + number % draws));
            number /= draws;
        }
        sets
    });
    let distinct = |sets: &Vec<u32>| {
        layout != Layout::Classic || sets.iter().sum::<u32>().count_ones() == sets.len() as u32
    };
    all.filter(distinct).map(|sets| sets.iter().fold(0, |all, set| all | set)).collect()
}

/// The same in any of the blocks.
fn in_blocks(block: &[u32], bits: u64, blocks: u64) -> Vec<u32> {
    (0..blocks).flat_map(|b| block.iter().map(move |set| set << (b * bits))).collect()
}

/// How many ways lead to each state of the filter.
pub(crate) fn states(sets: &[u32], items: u64) -> BTreeMap<u32, u128> {
    let mut states = BTreeMap::from([(0u32, 1u128)]);
    for _ in 0..items {
        let mut next = BTreeMap::new();
        for (state, ways) in &states {
            for set in sets {
                *next.entry(state | set).or_insert(0) += ways;
            }
        }
        states = next;
    }
    states
}

/// The mean of the `power`-th power of the own rate: states, and questions among all sets.
pub(crate) fn mean_power(sets: &[u32], items: u64, power: u32) -> Rational {
    let (mut sum, count) = (0u128, sets.len() as u128);
    for (state, ways) in states(sets, items) {
        let accepted = sets.iter().filter(|&&set| set & !state == 0).count() as u128;
        sum += ways * accepted.pow(power);
    }
    let all = count.pow(items as u32 + power);
    format!("{sum}/{all}").parse().expect("a fraction")
}

pub(crate) fn sets_of(design: &Blocked) -> Vec<u32> {
    let block = choices(design.layout(), design.block_bits(), design.hashes());
    in_blocks(&block, design.block_bits(), design.blocks())
}

/// Tiny filters: layout, blocks, bits, hashes, most items.
pub(crate) const TINY: [(Layout, u64, u64, u64, u64); 20] = [
    (Layout::Classic, 1, 1, 1, 3),
    (Layout::Classic, 2, 3, 2, 6),
    (Layout::Classic, 3, 4, 2, 5),
    (Layout::Classic, 1, 5, 3, 6),
    (Layout::Classic, 4, 2, 2, 6),
    (Layout::Classic, 2, 4, 4, 5),
    (Layout::Classic, 5, 3, 1, 5),
    (Layout::Standard, 1, 1, 1, 3),
    (Layout::Standard, 2, 3, 2, 6),
    (Layout::Standard, 3, 4, 2, 5),
    (Layout::Standard, 1, 4, 3, 5),
    (Layout::Standard, 2, 3, 3, 5),
    (Layout::Standard, 5, 2, 1, 5),
    (Layout::Standard, 6, 2, 2, 5),
    (Layout::Split, 2, 4, 2, 6),
    (Layout::Split, 3, 6, 3, 5),
    (Layout::Split, 1, 9, 3, 5),
    (Layout::Split, 2, 6, 2, 5),
    (Layout::Split, 2, 3, 3, 4),
    (Layout::Split, 3, 4, 1, 5),
];

#[test]
fn tiny_rates_are_those_of_all_outcomes() {
    for (layout, blocks, bits, hashes, most) in TINY {
        let design = Blocked::new(layout, blocks, bits, hashes).expect("in the domain");
        let sets = sets_of(&design);
        for items in 0..=most {
            let (load, brute) = (design.holding(items), mean_power(&sets, items, 1));
            assert_eq!(load.fpr_exact().expect("short"), brute, "{design:?} with {items}");
            let [rate, less] = [load.fpr(), load.one_minus_fpr()].map(|side| side.expect("short"));
            assert!(rate.contains(&brute), "{design:?} with {items}");
            assert!(less.contains(&brute.complement()), "{design:?} with {items}");
        }
    }
}
