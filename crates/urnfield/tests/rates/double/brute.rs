//! All outcomes of tiny filters: every start and every step of every item and of the question.

use super::STEPS;
use std::collections::HashMap;
use urnfield::Rational;
use urnfield::bloom::double::{DoubleHashing, Steps};

/// The positions of every equally likely item, as sets of bits.
fn all_items(steps: Steps, blocks: u64, bits: u64, hashes: u64) -> Vec<u64> {
    let is_unit = |d: u64| (2..=bits).all(|p| !d.is_multiple_of(p) || !bits.is_multiple_of(p));
    let law = |&d: &u64| match steps {
        Steps::All => true,
        Steps::Nonzero => d != 0,
        Steps::Unit => is_unit(d),
    };
    let mut items = Vec::new();
    for block in 0..blocks {
        for d in (0..bits).filter(law) {
            for a in 0..bits {
                let positions = (0..hashes).map(|i| block * bits + (a + i * d) % bits);
                items.push(positions.fold(0, |set, position| set | 1 << position));
            }
        }
    }
    items
}

/// Wrong answers of all filters to all questions, as a share of all outcomes.
fn rate(items: &[u64], held: u32) -> Rational {
    let mut filters = HashMap::from([(0u64, 1u64)]);
    for _ in 0..held {
        let mut fuller = HashMap::new();
        for (filter, count) in &filters {
            items.iter().for_each(|item| *fuller.entry(filter | item).or_default() += count);
        }
        filters = fuller;
    }
    let passed = |filter: u64| items.iter().filter(|&&item| item & !filter == 0).count() as u64;
    let wrong: u64 = filters.iter().map(|(&filter, count)| passed(filter) * count).sum();
    let all = (items.len() as u64).pow(held + 1);
    Rational::from_integers(wrong.into(), all.into())
}

#[test]
fn the_rate_is_the_share_of_all_outcomes() {
    let mut seen = 0;
    for bits in 2..=13 {
        for hashes in 1..=6 {
            for steps in STEPS {
                let items = all_items(steps, 1, bits, hashes);
                let filter = super::filter(steps, bits, hashes).rates().expect("in reach");
                for held in 0..=3 {
                    let exact = filter.fpr_exact(held.into()).expect("short");
                    assert_eq!(exact, rate(&items, held), "{steps} {bits} {hashes} {held}");
                    let enclosure = filter.fpr(held.into()).expect("in reach");
                    assert!(enclosure.contains(&exact), "{steps} {bits} {hashes} {held}");
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 12 * 6 * 3 * 4);
}

#[test]
fn the_rate_of_blocks_is_the_share_of_all_outcomes() {
    for (blocks, bits) in [(2, 4), (2, 5), (3, 4), (2, 6), (4, 2), (3, 3)] {
        for hashes in 1..=5 {
            for steps in STEPS {
                let items = all_items(steps, blocks, bits, hashes);
                let filter = DoubleHashing::in_blocks(steps, blocks, bits, hashes);
                let rates = filter.and_then(|filter| filter.rates()).expect("in reach");
                for held in 1..=3 {
                    let exact = rates.fpr_exact(held.into()).expect("short");
                    assert_eq!(
                        exact,
                        rate(&items, held),
                        "{steps} {blocks}x{bits} {hashes} {held}"
                    );
                }
            }
        }
    }
}
