//! Plans of small filters, against all sizes one after the other, as fractions; and what is refused.

use super::{Draws, LAYOUTS, rate};
use urnfield::bloom::blocked::BlockSizing;
use urnfield::{Blocked, Error, Layout, Rate, Rational};

/// The least rate over all hashes, and the hashes that have it.
fn best(layout: Layout, blocks: u64, bits: u64, items: u64) -> (Rational, Vec<u64>) {
    let design = |k| Blocked::new(layout, blocks, bits, k).ok();
    let rates: Vec<(Rational, u64)> = (1..=bits)
        .filter_map(|k| Some((design(k)?.holding(items).fpr_exact().expect("short"), k)))
        .collect();
    let least = rates.iter().map(|(rate, _)| rate).min().expect("some k").clone();
    let ties = rates.iter().filter(|(rate, _)| *rate == least).map(|&(_, k)| k).collect();
    (least, ties)
}

#[test]
fn small_plans_are_the_first_that_hold() {
    for layout in LAYOUTS {
        for (bits, items) in [(4, 3), (6, 5), (8, 1), (8, 4), (12, 2)] {
            let sizing = BlockSizing::blocks_of(layout, bits);
            for p in ["1/2", "1/3", "1/10", "1/100", "3/16"] {
                let p = rate(p);
                let holds = |blocks: u64| best(layout, blocks, bits, items).0 <= *p.value();
                let first = (1..).find(|&blocks| holds(blocks)).expect("some size");
                let plan = sizing.smallest(items, &p).expect("in reach");
                let what = format!("{layout} {bits} {items} {p}");
                assert_eq!(plan.design.blocks(), first, "{what}");
                assert_eq!(plan.ties, best(layout, first, bits, items).1, "{what}");
                let whole = sizing.smallest_power_of_two(items, &p).expect("in reach");
                let power = (0..).map(|e| 1 << e).find(|&blocks| holds(blocks));
                assert_eq!(Some(whole.design.blocks()), power, "{what}");
                for blocks in [first, first + 3] {
                    let most = (1..).find(|&n| best(layout, blocks, bits, n).0 > *p.value());
                    let plan = sizing.most_items(blocks, &p).expect("in reach");
                    assert_eq!(Some(plan.items + 1), most, "{what}");
                }
            }
        }
    }
}

/// A rate that is reached exactly is reached: one item, one hash, f = 1/m.
#[test]
fn equal_is_enough() {
    for layout in LAYOUTS {
        let sizing = BlockSizing::blocks_of(layout, 50).exactly_hashes(1);
        let plan = sizing.smallest(1, &rate("1/500")).expect("in reach");
        assert_eq!(plan.design.blocks(), 10);
        assert_eq!(plan.fpr.exact().map(ToString::to_string).as_deref(), Some("1/500"));
        assert_eq!(sizing.most_items(10, &rate("1/500")).expect("in reach").items, 1);
    }
}

#[test]
fn random_plans_have_their_evidence() {
    let mut draws = Draws(5);
    for round in 0..60 {
        let layout = LAYOUTS[draws.next() as usize % 3];
        let bits = [32, 64, 256, 512][draws.next() as usize % 4];
        let sizing = BlockSizing::blocks_of(layout, bits).at_most_hashes(14);
        let items = draws.within(1, 1 << (10 + round % 40));
        let p: Rate = rate(&format!("1/{}", draws.within(2, 1_000_000)));
        let plan = sizing.smallest(items, &p).expect("in reach");
        assert!(plan.fpr.certainly_le(p.value()), "{plan:?}");
        if let Some(beyond) = plan.beyond().expect("in reach") {
            assert!(beyond.certainly_gt(p.value()), "{plan:?}: {beyond}");
        }
        // There and back: so many blocks hold these items, and one block fewer does not.
        let back = sizing.most_items(plan.design.blocks(), &p).expect("in reach");
        assert!(back.items >= items, "{plan:?}");
        let best = sizing.best_hashes(plan.design.blocks(), items).expect("in reach");
        assert_eq!(best.ties, plan.ties);
        for k in 1..=14 {
            let Ok(other) = Blocked::new(layout, plan.design.blocks(), bits, k) else { continue };
            let rate = other.holding(items).fpr().expect("in reach");
            assert_ne!(rate.compare(&best.fpr), Some(std::cmp::Ordering::Less), "{k}");
        }
    }
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let said = |answer: Result<_, Error>| answer.map(|_| ()).unwrap_err().to_string();
    let (parquet, p) = (BlockSizing::parquet(), rate("1%"));
    assert_eq!(said(parquet.smallest(0, &p)), "a plan needs at least one item, got items = 0");
    assert!(said(parquet.exactly_hashes(7).smallest(9, &p)).contains("divide its bits"));
    assert!(said(parquet.exactly_hashes(0).smallest(9, &p)).contains("1 <= hashes"));
    assert!(said(parquet.at_most_hashes(0).smallest(9, &p)).contains("1 <= hashes"));
    assert!(said(parquet.most_items(0, &p)).contains("at least one block"));
    assert!(said(parquet.most_items(1, &rate("1e-30"))).contains("not hold even one item"));
    assert!(said(parquet.smallest(u64::MAX, &p)).contains("2^63 bits"));
    assert!(said(BlockSizing::blocks_of(Layout::Classic, 0).smallest(1, &p)).contains("hashes"));
    assert!(
        said(BlockSizing::blocks_of(Layout::Classic, u64::MAX).smallest(1, &p)).contains("2^63")
    );
    let most = BlockSizing::lines(Layout::Standard).most_items((1 << 55) - 1, &p);
    assert!(most.expect("in reach").items > 1 << 58);
}
