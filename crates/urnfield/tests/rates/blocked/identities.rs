//! What blocked filters share with plain ones, and the ends of the machine's numbers.

use super::{Draws, LAYOUTS, keeps_its_promise};
use std::cmp::Ordering;
use urnfield::{Blocked, Design, Error, Kind, Layout, Plan, Rational};

#[test]
fn one_block_is_a_plain_filter() {
    for (layout, kind) in [(Layout::Standard, Kind::Standard), (Layout::Classic, Kind::Classic)] {
        for (bits, hashes, items) in
            [(1, 1, 5), (8, 3, 4), (20, 20, 2), (64, 4, 9), (100, 7, 3), (33, 5, 40)]
        {
            let blocked = Blocked::new(layout, 1, bits, hashes).expect("a block").holding(items);
            let plain = Design::new(kind, bits, hashes).and_then(|d| d.holding(items));
            let plain = plain.expect("a load");
            assert_eq!(blocked.fpr_exact().ok(), plain.fpr_exact().ok(), "{plain:?}");
        }
        for (bits, hashes, items) in
            [(512, 6, 50), (100_000, 7, 10_000), (1 << 40, 9, 1 << 36), (9_592_957, 7, 1_000_000)]
        {
            let blocked = Blocked::new(layout, 1, bits, hashes).expect("a block").holding(items);
            let plain = Design::new(kind, bits, hashes).and_then(|d| d.holding(items));
            let plain = plain.expect("a load");
            for (a, b) in [
                (blocked.fpr(), plain.fpr()),
                (blocked.one_minus_fpr(), plain.one_minus_fpr()),
                (blocked.efficiency(), plain.efficiency()),
            ] {
                let (a, b) = (a.expect("in reach"), b.expect("in reach"));
                assert!(a.overlaps(&b) && a.certain_bits() >= 53, "{plain:?}: {a} and {b}");
            }
        }
    }
}

/// With one hash there are no blocks: f = 1 − (1 − 1/m)^n.
#[test]
fn one_hash_is_the_same_for_everybody() {
    for (blocks, bits, items) in [(8, 64, 512), (1, 512, 512), (3, 5, 7), (1000, 512, 123_456)] {
        let plain = Design::new(Kind::Standard, blocks * bits, 1).and_then(|d| d.holding(items));
        let plain = plain.and_then(|load| load.precision(120).fpr()).expect("in reach");
        for layout in LAYOUTS {
            let design = Blocked::new(layout, blocks, bits, 1).expect("a filter");
            let rate = design.holding(items).precision(120).fpr().expect("in reach");
            assert!(rate.overlaps(&plain), "{design:?}");
        }
    }
}

/// Slices are independent: f = (1 − (1 − k/m)^n)^k, the one textbook formula that is exact.
#[test]
fn a_partitioned_filter_is_a_product() {
    for (bits, hashes, items) in [(12, 3, 4), (64, 8, 9), (70, 7, 20), (30, 30, 2)] {
        let load = Blocked::partitioned(bits, hashes).expect("slices").holding(items);
        let clear = Rational::new((bits - hashes) as i64, bits).expect("a fraction");
        let product = clear.pow(items as u32).complement().pow(hashes as u32);
        assert_eq!(load.fpr_exact().expect("short"), product);
    }
}

/// Theorem 3 of `docs/internals/blocks.md`: the rate falls with the blocks and rises with the items.
#[test]
fn rates_fall_with_blocks_and_rise_with_items() {
    let mut draws = Draws(3);
    for _ in 0..200 {
        let layout = LAYOUTS[draws.next() as usize % 3];
        let bits = 1 << draws.within(0, 9);
        let hashes = 1 << draws.within(0, 4.min(u64::ilog2(bits).into()));
        let (blocks, items) = (draws.within(1, 1 << 20), draws.within(1, 1 << 24));
        let rate = |blocks, items| {
            let design = Blocked::new(layout, blocks, bits, hashes).expect("a filter");
            design.holding(items).precision(400).fpr().expect("in reach")
        };
        let here = rate(blocks, items);
        assert_ne!(rate(blocks + 1, items).compare(&here), Some(Ordering::Greater));
        assert_ne!(rate(blocks, items + 1).compare(&here), Some(Ordering::Less));
        assert_ne!(rate(blocks * 2, items).compare(&here), Some(Ordering::Greater));
    }
}

/// With the best k of each, a blocked filter (Bloom-1) never has a lower rate than the plain standard
/// filter of its size: the discussion's sentence is wrong.
#[test]
fn bloom_g_is_not_more_efficient() {
    let rate = |design: Blocked, n| design.holding(n).fpr_exact().expect("short");
    for bits in 2..=24u64 {
        for items in 1..=bits {
            let plain = |k| Design::new(Kind::Standard, bits, k).and_then(|d| d.holding(items));
            let best = (1..=bits)
                .map(|k| plain(k).and_then(|load| load.fpr_exact()))
                .min_by(|a, b| a.as_ref().expect("short").cmp(b.as_ref().expect("short")));
            let best = best.expect("some k").expect("short");
            for size in (1..bits).filter(|size| bits % size == 0) {
                for k in 1..=size {
                    let blocked = Blocked::new(Layout::Classic, bits / size, size, k);
                    let blocked = rate(blocked.expect("a filter"), items);
                    assert!(blocked >= best, "{bits} {items}: {size} {k}");
                }
            }
        }
    }
    let items = 1_000_000;
    for (size, blocks) in [(512, 11_719), (512, 19_531), (512, 31_250), (64, 156_250)] {
        let plain = Plan::best_hashes(Kind::Standard, size * blocks, items).expect("in reach").fpr;
        for layout in [Layout::Standard, Layout::Classic] {
            for k in 1..=12 {
                let design = Blocked::new(layout, blocks, size, k).expect("a filter");
                let rate = design.holding(items).fpr().expect("in reach");
                let what = format!("{size} {layout} {k}: {rate} and {plain}");
                assert_eq!(rate.compare(&plain), Some(Ordering::Greater), "{what}");
            }
        }
    }
    let line = Blocked::lines(Layout::Classic, 19_531, 6).expect("lines").holding(items);
    assert_eq!(format!("{:.4}", line.efficiency().expect("in reach")), "0.6710");
    let plain =
        Design::new(Kind::Standard, 19_531 * 512, 7).and_then(|d| d.holding(items)?.efficiency());
    assert_eq!(format!("{:.4}", plain.expect("in reach")), "0.6931");
}

/// Everything that can be asked of a load, with overflow checks on.
fn ask_everything(design: Blocked, items: u64) {
    let load = design.holding(items);
    let what = format!("{load:?}");
    for answer in [load.fpr(), load.one_minus_fpr()] {
        match answer {
            Ok(value) => keeps_its_promise(&value, &what),
            Err(Error::TooCostly { .. } | Error::Precision { .. }) => {}
            Err(error) => panic!("{what}: {error}"),
        }
    }
    match load.efficiency() {
        Ok(value) => assert!(value.certain_bits() >= 53, "{what}: {value}"),
        Err(Error::TooCostly { .. } | Error::Precision { .. }) => {}
        Err(error) => panic!("{what}: {error}"),
    }
    let _: Result<Rational, Error> = load.fpr_exact();
    if design.hashes() <= 8 {
        match load.own_rate_variance() {
            Ok(value) => assert!(value.certain_bits() >= 53, "{what}: {value}"),
            Err(Error::TooCostly { .. } | Error::Precision { .. }) => {}
            Err(error) => panic!("{what}: {error}"),
        }
        for formula in [load.textbook(), load.poisson()] {
            assert!(formula.map_or(53, |f| f.value.certain_bits()) >= 53, "{what}");
        }
        let _ = (load.rocksdb(), load.boost());
    }
    if design.block_bits() <= 64
        && let Ok(worse) = load.own_rate_above(&super::rate("1%"))
    {
        assert!(worse.certainly_le(&Rational::one()), "{what}: {worse}");
    }
}

#[test]
fn nothing_panics_at_the_ends() {
    const CORNERS: [u64; 8] = [0, 1, 2, 1 << 32, (1 << 53) + 1, (1 << 63) - 1, 1 << 63, u64::MAX];
    let mut answered = 0;
    for layout in LAYOUTS {
        for blocks in CORNERS {
            for bits in [0, 1, 2, 3, 64, 512, 1 << 32, u64::MAX] {
                for hashes in [0, 1, 2, 3, 8, 64, 1 << 32, u64::MAX] {
                    let Ok(design) = Blocked::new(layout, blocks, bits, hashes) else { continue };
                    for items in [0, 1, 2, 1 << 53, u64::MAX] {
                        answered += 1;
                        ask_everything(design, items);
                    }
                }
            }
        }
    }
    assert!(answered > 300, "{answered}");
}

#[test]
fn random_corners_keep_their_promise() {
    let mut draws = Draws(99);
    for _ in 0..150 {
        let layout = LAYOUTS[draws.next() as usize % 3];
        let bits = draws.within(1, 1 << 16);
        let hashes = draws.within(1, bits.min(40));
        let blocks = draws.within(1, u64::MAX >> 16);
        let Ok(design) = Blocked::new(layout, blocks, bits, hashes) else { continue };
        ask_everything(design, draws.within(0, u64::MAX));
    }
}
