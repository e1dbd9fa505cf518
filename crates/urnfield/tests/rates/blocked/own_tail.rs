//! How surely one filter keeps a rate: bounds, against all outcomes of tiny filters and the exact law
//! of one block.

use super::brute::{TINY, sets_of, states};
use super::{LAYOUTS, rate};
use urnfield::bloom::blocked::BlockSizing;
use urnfield::{Blocked, Design, Kind, Layout, Rational};

#[test]
fn bounds_are_above_the_truth_in_tiny_filters() {
    let mut tight = 0;
    for (layout, blocks, bits, hashes, most) in TINY {
        let design = Blocked::new(layout, blocks, bits, hashes).expect("in the domain");
        let sets = sets_of(&design);
        for items in 0..=most {
            let states = states(&sets, items);
            let all: u128 = states.values().sum();
            for p in ["1/100", "1/10", "1/4", "1/2", "3/4", "99/100"].map(rate) {
                let worse = states.iter().filter(|(state, _)| {
                    let accepted = sets.iter().filter(|&&set| set & !**state == 0).count();
                    let own = Rational::new(accepted as i64, sets.len() as u64).expect("a share");
                    own > *p.value()
                });
                let worse: u128 = worse.map(|(_, ways)| ways).sum();
                let share: Rational = format!("{worse}/{all}").parse().expect("a share");
                let bound = design.holding(items).own_rate_above(&p).expect("few steps");
                let what = format!("{design:?} with {items}, {p}: {bound} for {share}");
                assert!(bound.certainly_ge(&share) || bound.contains(&share), "{what}");
                assert!(bound.certainly_le(&Rational::one()), "{what}");
                if blocks == 1 && layout != Layout::Split {
                    assert!(bound.contains(&share), "{what}");
                }
                tight += u32::from(bound.hi_f64() < 0.5);
            }
        }
    }
    assert!(tight > 100, "{tight} bounds say something");
}

/// One block has the law of a plain filter.
#[test]
fn one_block_has_the_spread_of_a_plain_filter() {
    for (layout, kind) in [(Layout::Standard, Kind::Standard), (Layout::Classic, Kind::Classic)] {
        for (bits, hashes, items) in [(512, 6, 50), (64, 4, 9), (300, 7, 30)] {
            let load = Blocked::new(layout, 1, bits, hashes).expect("a block").holding(items);
            let plain = Design::new(kind, bits, hashes).and_then(|d| d.holding(items));
            let spread = plain.and_then(|load| load.spread()).expect("small");
            for p in ["0.1%", "1%", "2%", "10%"].map(rate) {
                let (a, b) = (load.own_rate_above(&p), spread.above(&p));
                assert!(a.expect("few steps").overlaps(&b.expect("small")), "{load:?} {p}");
            }
        }
    }
}

/// Simulated: of 200000 filters of 39 blocks with 1000 values 5 % are above 1.148 f, 0.1 % above 1.326 f.
#[test]
fn bounds_are_near_what_was_simulated() {
    let load = Blocked::parquet(39).expect("a filter").holding(1000);
    let f = load.fpr().expect("in reach").lo_f64();
    let bound = |times: f64| {
        let p = rate(&format!("{:.6}", f * times));
        load.own_rate_above(&p).expect("few steps").hi_f64()
    };
    for (times, simulated) in [(1.148, 0.05), (1.326, 0.001)] {
        assert!(bound(times) > simulated, "{times}: {}", bound(times));
    }
    // Far out, where promises are made, they are of use.
    assert!(bound(1.7) < 1e-3 && bound(2.0) < 1e-6, "{} {}", bound(1.7), bound(2.0));
}

#[test]
fn sure_plans_are_vouched_for_and_larger_than_the_mean() {
    for layout in LAYOUTS {
        let sizing = match layout {
            Layout::Split => BlockSizing::parquet(),
            _ => BlockSizing::lines(layout),
        };
        for (items, p, confidence) in
            [(100, "1%", "0.9"), (1000, "1%", "0.999999"), (1_000_000, "0.1%", "0.999999")]
        {
            let (p, confidence) = (rate(p), rate(confidence));
            let plan = sizing.keeping(items, &p, &confidence).expect("in reach");
            let doubt = confidence.value().complement();
            assert!(plan.share_worse.certainly_le(&doubt), "{plan:?}");
            let again = plan.design.holding(items).own_rate_above(&p).expect("few steps");
            assert!(again.certainly_le(&doubt), "{plan:?}: {again}");
            let mean = sizing.smallest(items, &p).expect("in reach");
            assert!(plan.design.blocks() >= mean.design.blocks());
            let more = plan.design.blocks() as f64 / mean.design.blocks() as f64;
            assert!(more < 1.0 + 30.0 / (items as f64).sqrt(), "{plan:?}: {more}");
        }
    }
    let unsure = BlockSizing::parquet().keeping(100, &rate("1%"), &rate("0.4"));
    assert!(unsure.unwrap_err().to_string().contains("at least 1/2"));
}
