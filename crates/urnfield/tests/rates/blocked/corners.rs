//! Every public function of plans and counts at the ends of the machine's numbers, with overflow
//! checks on: nothing panics, and what is answered is an answer.

use super::{Draws, LAYOUTS, rate};
use urnfield::bloom::blocked::{BlockCounts, BlockSizing, BlockedPlan};
use urnfield::{Blocked, Error, Layout, Point, Rate};

const CORNERS: [u64; 10] =
    [0, 1, 2, 255, 1 << 32, (1 << 53) + 1, (1 << 62) - 1, 1 << 63, u64::MAX - 1, u64::MAX];

fn rates() -> Vec<Rate> {
    ["1e-300", "1e-9", "1%", "1/2", "0.999999999"].map(rate).to_vec()
}

/// A plan keeps its rate, and one step further nothing does.
fn check(plan: Result<BlockedPlan, Error>, p: &Rate) -> bool {
    let Ok(plan) = plan else { return false };
    assert!(plan.fpr.certain_bits() >= 53 && !plan.fpr.certainly_gt(p.value()), "{plan:?}");
    assert!(plan.ties.contains(&plan.design.hashes()), "{plan:?}");
    if let Ok(Some(beyond)) = plan.beyond() {
        assert!(!beyond.certainly_le(p.value()), "{plan:?}: {beyond}");
    }
    let _ = plan.ask_writer_for();
    true
}

#[test]
fn plans_at_the_ends() {
    let sizings = [
        BlockSizing::parquet(),
        BlockSizing::lines(Layout::Standard),
        BlockSizing::lines(Layout::Classic),
        BlockSizing::blocks_of(Layout::Classic, 1),
        BlockSizing::blocks_of(Layout::Split, 1 << 40).at_most_hashes(4),
        BlockSizing::blocks_of(Layout::Standard, 1 << 62).at_most_hashes(3),
    ];
    let mut answered = 0;
    for sizing in sizings {
        for corner in CORNERS {
            for p in rates() {
                answered += u32::from(check(sizing.smallest(corner, &p), &p));
                answered += u32::from(check(sizing.smallest_power_of_two(corner, &p), &p));
                answered += u32::from(check(sizing.most_items(corner, &p), &p));
                let _ = Blocked::parquet_as_written(corner, &p);
            }
            for items in [0, 1, 1 << 40, u64::MAX] {
                if let Ok(plan) = sizing.best_hashes(corner, items) {
                    assert!(plan.fpr.certain_bits() >= 53, "{plan:?}");
                    assert_eq!(plan.beyond().ok(), Some(None));
                }
            }
        }
    }
    assert!(answered > 200, "{answered}");
}

#[test]
fn sure_plans_at_the_ends() {
    let sizings = [BlockSizing::parquet(), BlockSizing::blocks_of(Layout::Classic, 64)];
    let mut answered = 0;
    for sizing in sizings {
        for corner in [0, 1, 2, 1 << 53, u64::MAX] {
            for p in ["1e-30", "1%", "0.999"].map(rate) {
                let Ok(plan) = sizing.keeping(corner, &p, &rate("0.999")) else { continue };
                answered += 1;
                assert!(plan.share_worse.certainly_le(rate("0.001").value()), "{plan:?}");
            }
        }
    }
    assert!(answered > 5, "{answered}");
}

#[test]
fn counts_at_the_ends() {
    let mut draws = Draws(21);
    for round in 0..120 {
        let layout = LAYOUTS[draws.next() as usize % 3];
        let bits = draws.within(1, 1 << (round % 40));
        let hashes = draws.within(1, bits.min(20));
        let blocks = draws.within(1, u64::MAX / bits);
        let Ok(design) = Blocked::new(layout, blocks, bits, hashes) else { continue };
        let mut counts = BlockCounts::new(design).expect("few hashes");
        let split = layout == Layout::Split;
        let (words, room) = if split { (hashes, bits / hashes) } else { (1, bits) };
        let some = draws.within(0, blocks);
        for part in [some, blocks - some] {
            let set: Vec<u64> = (0..words).map(|_| draws.within(0, room)).collect();
            counts.add(part, &set).expect("in the filter");
        }
        let own = counts.fpr().expect("whole");
        assert!(own.certain_bits() >= 53, "{design:?}: {own}");
        assert!(counts.bits_set() <= design.bits());
        match counts.items(&rate("95%")) {
            Ok(items) => {
                if let Point::Value(point) = items.point {
                    assert!(point.certain_bits() >= 53, "{design:?}: {point}");
                }
            }
            Err(Error::TooCostly { .. } | Error::Precision { .. } | Error::Unreachable { .. }) => {}
            Err(error) => panic!("{design:?}: {error}"),
        }
    }
}
