//! Counting filters: every row of `oracle/laws-overflow.json`, and all outcomes of tiny ones.

use serde_json::Value;
use urnfield::Rational;
use urnfield::bloom::{Counters, Positions};
use urnfield::occupancy::binomial::Binomial;

#[test]
fn every_row_of_the_vectors_is_enclosed() {
    let all: Value = serde_json::from_str(include_str!("../oracle/laws-overflow.json"))
        .expect("the vectors are JSON");
    let rows = all["vectors"].as_array().expect("a list");
    assert_eq!(rows.len(), 22);
    let mut counted = 0;
    for row in rows {
        let number = |key: &str| row[key].as_u64().expect("a number");
        let decimal =
            |key: &str| row[key].as_str().map(|text| text.parse::<Rational>().expect(key));
        let limit = number("limit");
        if !limit.is_power_of_two() {
            // No counter overflows there; the chance of one urn is a binomial tail.
            continue;
        }
        let counters =
            Counters::new(Positions::Independent, number("urns"), 1, limit.ilog2().into());
        let found = counters.and_then(|c| c.overflow(number("balls"))).expect("in reach");
        let slightly: Rational = "1e-30".parse().expect("a number");
        if let Some(exact) = decimal("P") {
            let slack = &exact * &slightly;
            assert!(!found.chance.certainly_lt(&(&exact - &slack)), "{row}: {}", found.chance);
            assert!(!found.chance.certainly_gt(&(&exact + &slack)), "{row}: {}", found.chance);
            counted += u32::from(found.is_counted);
        }
        if !found.is_counted {
            let [lower, upper] = ["lower", "upper"].map(|key| decimal(key).expect(key));
            let close = &upper * &"1e-15".parse().expect("a number");
            assert!(!found.chance.certainly_gt(&upper), "{row}");
            assert!(found.chance.certainly_le(&(&upper + &close)), "{row}: {}", found.chance);
            // The library's lower bound leaves out (m·p₁)³/6, where m·p₁ is below 10^-6.
            let less = &lower * &"1e-12".parse().expect("a number");
            assert!(found.chance.certainly_ge(&(&lower - &less)), "{row}: {}", found.chance);
        }
        if let Some(one) = decimal("p1") {
            let slack = &one * &slightly;
            assert!(!found.of_one.certainly_lt(&(&one - &slack)), "{row}: {}", found.of_one);
            assert!(!found.of_one.certainly_gt(&(&one + &slack)), "{row}: {}", found.of_one);
        }
    }
    assert!(counted >= 5, "{counted}");
}

/// All outcomes of a few balls, and of a few pairs of distinct positions.
#[test]
fn the_chance_is_the_share_of_all_outcomes() {
    for (urns, balls, bits) in
        [(2u64, 5u32, 1u64), (3, 6, 1), (3, 7, 2), (4, 5, 2), (5, 4, 1), (2, 9, 3)]
    {
        let mut over = 0u64;
        for outcome in 0..urns.pow(balls) {
            let mut counts = vec![0; urns as usize];
            let mut rest = outcome;
            for _ in 0..balls {
                counts[(rest % urns) as usize] += 1;
                rest /= urns;
            }
            over += u64::from(counts.iter().any(|&count| count >= 1 << bits));
        }
        let share = Rational::from_integers(over.into(), urns.pow(balls).into());
        let counters = Counters::new(Positions::Independent, urns, 1, bits).expect("counters");
        let found = counters.overflow(balls.into()).expect("short");
        assert!(found.is_counted && found.chance.contains(&share), "{urns} {balls} {bits}");
    }
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3usize]];
    let items = 4u32;
    let mut over = 0u64;
    for outcome in 0..6u64.pow(items) {
        let mut counts = [0; 4];
        let item = |i: u32| pairs[(outcome / 6u64.pow(i) % 6) as usize];
        (0..items).flat_map(item).for_each(|place| counts[place] += 1);
        over += u64::from(counts.iter().any(|&count| count >= 4));
    }
    let share = Rational::from_integers(over.into(), 6u64.pow(items).into());
    let counters = Counters::new(Positions::Distinct, 4, 2, 2).expect("counters");
    let found = counters.overflow(items.into()).expect("short");
    assert!(!found.is_counted && found.chance.contains(&share), "{}", found.chance);
}

#[test]
fn one_urn_is_a_binomial_law() {
    let counters = Counters::new(Positions::Independent, 19_200, 1, 4).expect("counters");
    let one = Binomial::new(13_000, &"1/19200".parse().expect("a chance"))
        .and_then(|one| one.at_least(16));
    assert!(counters.overflow(13_000).expect("in reach").of_one.overlaps(&one.expect("in reach")));
}
