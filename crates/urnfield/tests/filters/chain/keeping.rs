//! In memory: what goes in, what is found, when generations begin and when they are forgotten.

use super::{chain, daily, day, growing, keeping, numbers, some_day};
use urnfield::chain::{Chain, Period, generation_seed};
use urnfield::filter::KeyKinds;
use urnfield::{ChainOptions, FilterOptions, Kind};
use urnfield_paper::draws::Draws;

fn key(i: u64) -> [u8; 8] {
    i.to_le_bytes()
}

#[test]
fn a_full_generation_is_followed_by_the_next_one() {
    let mut chain = chain(&keeping(3, 100, "1e-6"));
    assert_eq!(chain.generations().len(), 0);
    for i in 0..450 {
        assert!(chain.insert(key(i)).expect("there is room"), "{i}");
        assert!(!chain.insert(key(i)).expect("it is there"), "{i}");
    }
    // 450 keys: the first two generations are gone, and the keys with them.
    assert_eq!(numbers(&chain), [2, 3, 4]);
    let items: Vec<u64> = chain.generations().iter().map(|one| one.items()).collect();
    assert_eq!(items, [100, 100, 50]);
    assert_eq!((200..450).filter(|i| chain.contains(key(*i))).count(), 250);
    assert!((0..200).filter(|i| chain.contains(key(*i))).count() < 2, "forgotten");
    let seeds: Vec<Option<u64>> =
        chain.generations().iter().map(|generation| generation.filter().seed()).collect();
    assert_eq!(seeds, [2, 3, 4].map(|number| Some(generation_seed(0, number))));
}

#[test]
fn a_chain_without_keep_doubles_and_forgets_nothing() {
    let mut chain = chain(&growing(50, "1%"));
    (0..1_000).for_each(|i| {
        chain.insert(key(i)).expect("there is room");
    });
    assert_eq!(numbers(&chain), [0, 1, 2, 3, 4]);
    let sizes: Vec<u64> = chain.generations().iter().map(|one| one.capacity()).collect();
    assert_eq!(sizes, [50, 100, 200, 400, 800]);
    assert!((0..1_000).all(|i| chain.contains(key(i))));
    assert_eq!(chain.keeps_promise(), Ok(Some(true)));
}

#[test]
fn dates_begin_generations_and_clocks_that_go_back_begin_none() {
    let mut chain = chain(&daily(2, 1_000, "1%"));
    chain.insert("monday").expect("there is room");
    let turns = [
        ("2026-11-19", &[0][..]), // the day it began
        ("2026-11-18", &[0]),     // back
        ("2026-11-20", &[0, 1]),
        ("2026-11-19", &[0, 1]), // back
        ("2026-11-20", &[0, 1]), // and the day of the last one again
        ("2026-12-24", &[1, 2]), // however many days there were between
    ];
    for (today, expected) in turns {
        chain.turn_to(day(today)).expect("there is memory");
        assert_eq!(numbers(&chain), expected, "{today}");
    }
    assert!(!chain.contains("monday"));
    let mut weekly = Chain::new(
        &ChainOptions { every: Some(Period::Week), ..keeping(2, 10, "1%") },
        day("2026-11-19"),
    )
    .expect("a chain");
    weekly.insert("thursday").expect("there is room");
    weekly.turn_to(day("2026-11-22")).expect("there is memory");
    assert_eq!(numbers(&weekly), [0]);
    weekly.turn_to(day("2026-11-23")).expect("there is memory");
    assert_eq!(numbers(&weekly), [0, 1]);
}

/// A key that comes every day is forgotten when the generation goes in which it was first seen.
#[test]
fn seeing_a_key_again_does_not_renew_it() {
    let mut chain = chain(&daily(3, 1_000, "1e-9"));
    let mut news = Vec::new();
    for date in 19..=30 {
        chain.turn_to(day(&format!("2026-11-{date}"))).expect("there is memory");
        news.push(chain.insert("every day").expect("there is room"));
        chain.insert(format!("only on {date}")).expect("there is room");
    }
    let expected: Vec<bool> = (0..12).map(|i| i % 3 == 0).collect();
    assert_eq!(news, expected);
}

/// Whatever the batches are, they are what single keys give: flags, counts and bits.
#[test]
fn batches_give_what_single_keys_give() {
    let mut draws = Draws::new(33);
    for options in [
        keeping(3, 7, "1%"),
        keeping(1, 100, "30%"),
        keeping(4, 5_000, "1%"),
        growing(10, "20%"),
        ChainOptions {
            filter: FilterOptions { lines: true, kind: Kind::Classic, ..FilterOptions::default() },
            ..keeping(3, 300, "1%")
        },
    ] {
        let (mut one_by_one, mut batches) = (chain(&options), chain(&options));
        for _ in 0..12 {
            let (length, most) = (draws.below(3_000), 1 + draws.below(20_000));
            let keys: Vec<[u8; 8]> = (0..length).map(|_| key(draws.below(most))).collect();
            let single: Vec<bool> =
                keys.iter().map(|key| one_by_one.insert(key).expect("room")).collect();
            let new = batches.new_among(&keys).expect("room");
            assert_eq!(new.iter().collect::<Vec<_>>(), single, "{options:?}");
            let both = one_by_one.generations().iter().zip(batches.generations());
            for (one, other) in both {
                assert_eq!((one.number(), one.items()), (other.number(), other.items()));
                assert_eq!(one.filter(), other.filter());
            }
            let asked: Vec<u64> = (0..20_000).collect();
            let as_bytes: Vec<[u8; 8]> = asked.iter().map(|i| key(*i)).collect();
            let found = batches.contains_all(&as_bytes);
            assert_eq!(found, batches.contains_all_u64(&asked));
            assert!(found.iter().zip(&as_bytes).all(|(yes, key)| yes == batches.contains(key)));
        }
        assert!(numbers(&batches).last() > Some(&0), "generations began: {options:?}");
    }
}

#[test]
fn what_no_chain_can_be_is_refused() {
    let refused = |options: ChainOptions| {
        let refused = Chain::new(&options, some_day()).map(|_| ());
        refused.expect_err("no chain").to_string()
    };
    assert!(refused(keeping(0, 10, "1%")).contains("keeps at least one"));
    assert!(refused(keeping(10_001, 10, "1%")).contains("at most 10000 generations"));
    assert!(refused(growing(0, "1%")).contains("at least one key"));
    let endless = ChainOptions { every: Some(Period::Day), ..growing(10, "1%") };
    assert!(refused(endless).contains("keeps a number of them"));
}

/// A text and an integer that it spells are different keys, and what a chain holds is noted.
#[test]
fn kinds_of_keys_are_noted() {
    let mut chain = chain(&keeping(2, 3, "1e-9"));
    assert_eq!(chain.key_kinds(), KeyKinds::UNKNOWN);
    for (i, kinds) in [(41, KeyKinds::INTEGERS), (42, KeyKinds::INTEGERS)] {
        assert_eq!((chain.insert_u64(i), chain.insert_u64(i)), (Ok(true), Ok(false)));
        assert_eq!(chain.key_kinds(), kinds);
    }
    assert!(chain.insert("42").expect("there is room"));
    assert_eq!(chain.key_kinds(), KeyKinds::INTEGERS | KeyKinds::TEXTS);
    // As those with integers are forgotten, so is their kind.
    chain.insert_all(&["a", "b", "c", "d"]).expect("there is room");
    assert_eq!(chain.key_kinds(), KeyKinds::TEXTS);
}
