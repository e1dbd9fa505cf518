//! The promise: the rate of all generations together, whenever one looks.

use super::{chain, growing, keeping};
use urnfield::filter::Key;
use urnfield::{ChainOptions, Enclosure, FilterOptions, Kind, Rational};
use urnfield_paper::draws::multiplier;

/// Chains of five generations, each with another seed, to the last key that fits: as full as they
/// ever are. One in a million may be above its rate, and none of so few is.
#[test]
fn chains_of_five_generations_keep_one_per_cent() {
    let chains = 20 * multiplier();
    for seed in 0..chains {
        let filter =
            FilterOptions { hashing: (1_000_000 + seed).into(), ..FilterOptions::default() };
        let (options, keys) = match seed % 2 {
            0 => (keeping(5, 1_000, "1%"), 5_000),
            _ => (growing(200, "1%"), 200 * 31),
        };
        let mut chain = chain(&ChainOptions { filter, ..options });
        let mut next = 0_u64;
        while chain.generations().iter().map(|one| one.items()).sum::<u64>() < keys {
            chain.insert_all(&[next.to_le_bytes()]).expect("there is room");
            next += 1;
        }
        assert_eq!(chain.generations().len(), 5);
        assert_eq!(chain.keeps_promise(), Ok(Some(true)), "seed {seed}: {:?}", chain.own_fpr());
        // No waste either: it is near what was asked, or what five generations of a chain that
        // grows may use of it, 67 %.
        let least = Rational::new(if seed % 2 == 0 { 6 } else { 3 }, 1_000).expect("a rate");
        assert!(chain.own_fpr().expect("a rate").fpr.certainly_gt(&least), "seed {seed}");
    }
}

/// What a generation takes for its own sets no bits and is not counted; at high rates this is much.
/// Sized for the keys that set bits alone, half of these would break their promise.
#[test]
fn generations_are_sized_for_the_keys_that_they_meet() {
    for seed in 0..4 * multiplier() {
        let filter = FilterOptions { hashing: seed.into(), ..FilterOptions::default() };
        let mut chain = chain(&ChainOptions { filter, ..keeping(1, 20_000, "20%") });
        let mut next = 0_u64;
        while chain.generations().last().is_none_or(|last| last.items() < 20_000) {
            chain.insert(next.to_le_bytes()).expect("there is room");
            next += 1;
        }
        assert_eq!(chain.generations().len(), 1);
        assert_eq!(chain.keeps_promise(), Ok(Some(true)), "seed {seed}: {:?}", chain.own_fpr());
    }
}

/// The second route: strangers are asked, and as many pass as the rate says.
#[test]
fn strangers_pass_as_often_as_the_joint_rate_says() {
    for lines in [false, true] {
        let filter = FilterOptions { lines, kind: Kind::Standard, ..FilterOptions::default() };
        let mut chain = chain(&ChainOptions { filter, ..keeping(7, 500, "10%") });
        let keys: Vec<[u8; 8]> = (0..5_000_u64).map(u64::to_le_bytes).collect();
        chain.insert_all(&keys).expect("there is room");
        let rate = chain.own_fpr().expect("a rate");
        assert!(!rate.is_bound);
        let asked: Vec<u64> = (1 << 40..(1 << 40) + 1_000_000).collect();
        let passed = chain.contains_all_u64(&asked).count() as f64;
        let expected = 1e6 * rate.fpr.lo_f64();
        let sigma = (expected * (1.0 - rate.fpr.lo_f64())).sqrt();
        assert!((passed - expected).abs() < 5.0 * sigma, "{passed} for {expected} ± {sigma}");
        // It is the product and not the sum.
        let rates: Vec<Enclosure> = chain
            .generations()
            .iter()
            .map(|generation| generation.filter().own_fpr().expect("a rate"))
            .collect();
        let sum: f64 = rates.iter().map(Enclosure::lo_f64).sum();
        assert!(sum > rate.fpr.hi_f64());
    }
}

/// One key serves all generations of a keyed chain, so only the sum is certain.
#[test]
fn a_keyed_chain_states_a_bound() {
    let key = Key::new(*b"sixteen secrets!");
    let filter = FilterOptions { hashing: key.into(), ..FilterOptions::default() };
    let mut chain = chain(&ChainOptions { filter, ..keeping(3, 100, "1%") });
    let keys: Vec<[u8; 8]> = (0..250_u64).map(u64::to_le_bytes).collect();
    chain.insert_all(&keys[..50]).expect("there is room");
    assert!(!chain.own_fpr().expect("a rate").is_bound, "of one generation it is exact");
    chain.insert_all(&keys).expect("there is room");
    let rate = chain.own_fpr().expect("a rate");
    let sum = chain.generations().iter().fold(Enclosure::zero(), |sum, generation| {
        &sum + &generation.filter().own_fpr().expect("a rate")
    });
    assert!(rate.is_bound && rate.fpr.overlaps(&sum));
    assert_eq!(chain.keeps_promise(), Ok(Some(true)));
}
