//! Partitioned filters: every row of `oracle/laws-partitioned.json`, all outcomes, and plans.

use serde_json::Value;
use urnfield::bloom::partitioned::{Partitioned, PartitionedPlan};
use urnfield::{Blocked, Layout, Occupancy, Rate, Rational};

fn rate(text: &str) -> Rate {
    text.parse().expect(text)
}

#[test]
fn every_row_of_the_vectors_is_enclosed() {
    let all: Value = serde_json::from_str(include_str!("../oracle/laws-partitioned.json"))
        .expect("the vectors are JSON");
    let rows = all["vectors"].as_array().expect("a list");
    assert_eq!(rows.len(), 16);
    let mut tails = 0;
    for row in rows {
        let sizes = row["sizes"].as_array().expect("sizes").iter();
        let sizes: Vec<u64> = sizes.map(|size| size.as_u64().expect("a size")).collect();
        let items = row["n"].as_u64().expect("items");
        let filter = Partitioned::new(&sizes).expect("slices");
        let text = |key: &str| row[key].as_str();
        let number = |text: &str| text.parse::<Rational>().expect("a number");
        let fpr = filter.fpr(items, 120).expect("in reach");
        let shown = number(text("f").expect("a rate"));
        let slack = &shown * &number("1e-31");
        assert!(!fpr.certainly_lt(&(&shown - &slack)) && !fpr.certainly_gt(&(&shown + &slack)));
        let found =
            filter.own_rate_at_least(items, &rate(text("p").expect("a rate"))).expect("in reach");
        if let Some(exact) = text("tail") {
            let exact = number(exact);
            let slack = &exact * &number("1e-31");
            assert!(!found.certainly_lt(&(&exact - &slack)), "{row}: {found}");
            assert!(!found.certainly_gt(&(&exact + &slack)), "{row}: {found}");
        } else {
            let [low, high] = ["tail_low", "tail_high"].map(|key| number(text(key).expect(key)));
            // Two pairs of bounds of one number overlap, and ours are as close.
            assert!(!found.certainly_gt(&high) && !found.certainly_lt(&low), "{row}: {found}");
            assert!(found.hi_f64() < 1.4 * found.lo_f64(), "{row}: {found}");
            tails += 1;
        }
    }
    assert!(tails >= 6, "{tails}");
}

/// Slices of one size are one block of a split layout, whose rate is an alternating sum.
#[test]
fn equal_slices_are_one_split_block() {
    for (hashes, bits, items) in [(1, 2, 1), (3, 5, 4), (7, 1370, 1000), (20, 40, 10)] {
        let filter = Partitioned::equal(hashes, bits).expect("slices");
        let split = Blocked::new(Layout::Split, 1, hashes * bits, hashes).expect("a block");
        let rate = filter.fpr(items, 100).expect("in reach");
        assert!(rate.overlaps(&split.holding(items).precision(100).fpr().expect("in reach")));
        let less = filter.one_minus_fpr(items, 100).expect("in reach");
        assert!(less.complement().overlaps(&rate));
    }
}

/// No filter of fewer bits keeps the rate, whatever its number of slices.
#[test]
fn smallest_plans_are_smallest() {
    for (items, p) in [(1, "1/3"), (2, "1%"), (10, "1/2"), (10, "0.9"), (25, "0.1%"), (100, "5%")] {
        let p = rate(p);
        let plan = PartitionedPlan::smallest(items, &p, None).expect("a plan");
        // For one item and 1/3 the rate is 1/3 itself.
        assert!(!plan.fpr.certainly_gt(p.value()));
        let bits = plan.filter.bits();
        for hashes in 1..bits {
            let most = (bits - 1) / hashes;
            let filter = Partitioned::equal(hashes.min(1024), most).expect("slices");
            let fpr = filter.fpr(items, 64).expect("in reach");
            assert!(fpr.certainly_gt(p.value()), "{items} {p}: {hashes} slices of {most}");
        }
    }
}

#[test]
fn filters_that_keep_the_rate_do_so() {
    let (p, confidence) = (rate("1%"), rate("0.999"));
    let mean = PartitionedPlan::smallest(300, &p, None).expect("a plan");
    let plan = mean.keeping(&p, &confidence).expect("a plan");
    let worse = plan.filter.own_rate_at_least(300, &p).expect("in reach");
    assert!(worse.certainly_le(confidence.complement().value()));
    assert!(plan.filter.bits() > mean.filter.bits());
    let less: Vec<u64> = plan.filter.slices().iter().map(|bits| bits - 1).collect();
    let worse =
        Partitioned::new(&less).and_then(|f| f.own_rate_at_least(300, &p)).expect("a bound");
    assert!(!worse.certainly_le(confidence.complement().value()));
}

/// For every number of items of tiny filters the interval misses as seldom as it promises, counted
/// over all outcomes.
#[test]
fn intervals_of_items_cover_as_often_as_they_promise() {
    let confidence = rate("0.8");
    for sizes in [vec![3, 4, 2], vec![6, 6], vec![9]] {
        let filter = Partitioned::new(&sizes).expect("slices");
        let bits = filter.bits();
        let ends: Vec<_> =
            (0..=bits).map(|set| filter.items(set, &confidence).expect("small")).collect();
        for items in 0..=20u64 {
            let mut law = vec![Rational::one()];
            for &size in &sizes {
                let slice = Occupancy::balls(size, items).expect("a law");
                let mut next = vec![Rational::zero(); law.len() + size as usize];
                for (set, chance) in law.iter().enumerate() {
                    for x in 0..=size {
                        let both = chance * &slice.pmf_exact(x).expect("short");
                        next[set + x as usize] = &next[set + x as usize] + &both;
                    }
                }
                law = next;
            }
            let missed = law.iter().zip(&ends).filter(|(_, (least, most))| {
                items < *least || most.is_some_and(|most| items > most)
            });
            let missed = missed.fold(Rational::zero(), |sum, (chance, _)| &sum + chance);
            assert!(missed <= *confidence.complement().value(), "{sizes:?} {items}: {missed}");
        }
        // The interval says something: it is not everything.
        assert!(ends[2].1.is_some_and(|most| most < 20), "{:?}", ends[2]);
    }
}
