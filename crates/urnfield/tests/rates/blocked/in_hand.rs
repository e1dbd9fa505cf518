//! Filters in hand: every state of tiny ones, with its probability.

use super::brute::{TINY, mean_power, sets_of, states};
use super::{Draws, rate};
use std::collections::BTreeMap;
use urnfield::bloom::blocked::BlockCounts;
use urnfield::{Blocked, Interval, Layout, Point, Rational};

/// Counts a state block by block.
fn counted(design: Blocked, state: u32) -> BlockCounts {
    let mut counts = BlockCounts::new(design).expect("few hashes");
    let (bits, word) = (design.block_bits(), design.word_bits());
    for block in 0..design.blocks() {
        let part = |from: u64, count: u64| {
            u64::from((state >> (block * bits + from) & ((1 << count) - 1)).count_ones())
        };
        let set: Vec<u64> = match design.layout() {
            Layout::Split => (0..design.hashes()).map(|i| part(i * word, word)).collect(),
            _ => vec![part(0, bits)],
        };
        counts.add(1, &set).expect("a block");
    }
    counts
}

#[test]
fn the_rate_of_every_tiny_filter_is_what_it_accepts() {
    for (layout, blocks, bits, hashes, most) in TINY {
        let design = Blocked::new(layout, blocks, bits, hashes).expect("in the domain");
        let sets = sets_of(&design);
        for (state, _) in states(&sets, most) {
            let accepted = sets.iter().filter(|&&set| set & !state == 0).count();
            let share = Rational::new(accepted as i64, sets.len() as u64).expect("a share");
            let counts = counted(design, state);
            assert_eq!(counts.fpr_exact().expect("whole"), share, "{design:?} {state:b}");
            assert!(counts.fpr().expect("whole").contains(&share));
            assert_eq!(counts.bits_set(), u64::from(state.count_ones()));
            assert!(counts.items_at_least() <= most);
        }
    }
}

#[test]
fn the_spread_of_tiny_filters_is_that_of_all_outcomes() {
    for (layout, blocks, bits, hashes, most) in TINY {
        let design = Blocked::new(layout, blocks, bits, hashes).expect("in the domain");
        let sets = sets_of(&design);
        for items in 0..=most {
            let (load, what) = (design.holding(items), format!("{design:?} with {items}"));
            let [mean, square] = [1, 2].map(|power| mean_power(&sets, items, power));
            let variance = &square - &(&mean * &mean);
            let found = load.own_rate_variance().expect("few hashes");
            assert!(found.contains(&variance), "{what}: {found} for {variance}");
            assert_eq!(found.is_zero(), variance.is_zero(), "{what}");
            assert!(found.is_zero() || found.certain_bits() >= 53, "{what}");
            assert!(load.own_rate_mean_square().expect("few").contains(&square), "{what}");
        }
    }
}

/// The confidence is kept for every number of items, as a fraction.
#[test]
fn intervals_cover_what_they_promise() {
    for confidence in ["50%", "90%", "99%"] {
        let confidence = rate(confidence);
        for (layout, blocks, bits, hashes, most) in TINY {
            let design = Blocked::new(layout, blocks, bits, hashes).expect("in the domain");
            let sets = sets_of(&design);
            let mut known = BTreeMap::new();
            for items in 0..=most {
                let (mut inside, mut all) = (0u128, 0u128);
                for (state, ways) in states(&sets, items) {
                    let counts = counted(design, state);
                    let key = (counts.columns().to_vec(), counts.items_at_least());
                    let interval = known
                        .entry(key)
                        .or_insert_with(|| counts.items(&confidence).expect("in reach").interval);
                    all += ways;
                    inside += if interval.contains(items) { ways } else { 0 };
                }
                let share: Rational = format!("{inside}/{all}").parse().expect("a share");
                assert!(share >= *confidence.value(), "{design:?} with {items}: {share}");
            }
        }
    }
}

/// A filter as full as the mean has the point that was put in, inside the interval.
#[test]
fn points_are_where_the_mean_is() {
    let mut draws = Draws(8);
    for _ in 0..40 {
        let layout = [Layout::Standard, Layout::Classic, Layout::Split][draws.next() as usize % 3];
        let design = Blocked::new(layout, draws.within(1, 1 << 40), 256, 8).expect("a filter");
        let set = draws.within(1, 31);
        let mut counts = BlockCounts::new(design).expect("few hashes");
        match layout {
            Layout::Split => counts.add(design.blocks(), &[set; 8]).expect("all"),
            _ => counts.add(design.blocks(), &[8 * set]).expect("all"),
        }
        let items = counts.items(&rate("95%")).expect("in reach");
        let Point::Value(point) = &items.point else { panic!("{items:?}") };
        assert!(point.certain_bits() >= 53);
        let b = design.blocks() as f64;
        let hit = match layout {
            Layout::Standard => -(8.0 * (-1.0f64 / 256.0).ln_1p()).exp_m1(),
            _ => 8.0 / 256.0,
        };
        let expected = (-(set as f64) / 32.0).ln_1p() / (-hit / b).ln_1p();
        assert!((point.lo_f64() / expected - 1.0).abs() < 1e-9, "{design:?}: {point} {expected}");
        let (lo, hi) = items.interval.ends().expect("not empty");
        assert!(lo as f64 <= expected + 1.0 && hi.is_none_or(|hi| hi as f64 >= expected - 1.0));
    }
}

#[test]
fn full_and_empty_filters_and_wrong_counts() {
    let line = Blocked::lines(Layout::Classic, 3, 4).expect("lines");
    let mut counts = BlockCounts::new(line).expect("few hashes");
    let said = |answer: Result<(), urnfield::Error>| answer.unwrap_err().to_string();
    assert!(said(counts.add(1, &[513])).contains("at most all bits set"));
    assert!(said(counts.add(1, &[1, 2])).contains("one count"));
    assert!(said(counts.add(4, &[5])).contains("than the filter has"));
    assert!(said(counts.add(u64::MAX, &[5])).contains("than the filter has"));
    assert!(counts.fpr().unwrap_err().to_string().contains("0 of 3"));
    counts.add(3, &[512]).expect("all");
    assert_eq!(counts.fpr_exact().ok(), Some(Rational::one()));
    let items = counts.items(&rate("95%")).expect("in reach");
    assert_eq!(items.point, Point::Infinite);
    assert!(matches!(items.interval, Interval::From { lo } if lo > 3 * 128), "{items:?}");
    let mut empty =
        BlockCounts::new(Blocked::parquet(u64::MAX >> 8).expect("a size")).expect("few");
    empty.add(u64::MAX >> 8, &[0; 8]).expect("all");
    assert!(empty.fpr().expect("whole").is_zero());
    let items = empty.items(&rate("95%")).expect("in reach");
    assert_eq!(items.interval, Interval::Closed { lo: 0, hi: 0 });
}
