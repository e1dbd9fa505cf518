//! The own rate of given bits.

use super::{STEPS, filter};
use serde_json::Value;
use urnfield::bloom::double::{DoubleHashing, Steps};
use urnfield::{Error, Rational};

fn words(hex: &str) -> Vec<u64> {
    let digits: Vec<char> = hex.chars().rev().collect();
    let digit = |c: &char| u64::from(c.to_digit(16).expect("a hex digit"));
    let word = |word: &[char]| word.iter().rev().fold(0, |all, c| all << 4 | digit(c));
    digits.chunks(16).map(word).collect()
}

#[test]
fn every_row_of_the_vectors_is_counted() {
    let all: Value = serde_json::from_str(include_str!("../../oracle/laws-own_rate.json"))
        .expect("the vectors are JSON");
    let rows = all["vectors"].as_array().expect("a list");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let number = |key: &str| row[key].as_u64().expect("a number");
        let steps = row["law"].as_str().expect("a law").parse().expect("a law of steps");
        let mut bits = words(row["bits_hex"].as_str().expect("bits"));
        bits.resize(number("m").div_ceil(64) as usize, 0);
        let design = filter(steps, number("m"), number("k"));
        let share = Rational::from_integers(number("pairs").into(), number("of").into());
        assert_eq!(design.own_rate(&bits), Ok(share.clone()), "{row}");
        let confidence = "0.999999".parse().expect("a rate");
        let found = design.own_rate_sampled(&bits, 20_000, 7, &confidence).expect("a sample");
        assert!(found.lower <= share && share <= found.upper, "{row}: {found:?}");
    }
}

/// Every pair of tiny filters, with blocks and without; every set of bits.
#[test]
fn every_pair_is_judged_as_counted() {
    for (blocks, m) in [(1, 2), (1, 3), (1, 6), (1, 8), (2, 4), (3, 3)] {
        for hashes in [1, 2, 3, 5, 9] {
            for steps in STEPS {
                let design = DoubleHashing::in_blocks(steps, blocks, m, hashes).expect("a filter");
                for bits in 0u64..1 << (blocks * m) {
                    let (mut hits, mut all) = (0u64, 0u64);
                    let is_unit =
                        |d: u64| (2..=m).all(|p| !(d.is_multiple_of(p) && m.is_multiple_of(p)));
                    for d in 0..m {
                        let in_law = match steps {
                            Steps::All => true,
                            Steps::Nonzero => d > 0,
                            Steps::Unit => is_unit(d),
                        };
                        for start in (0..blocks * m).filter(|_| in_law) {
                            let place = |i: u64| start / m * m + (start % m + i * d) % m;
                            hits += u64::from((0..hashes).all(|i| bits >> place(i) & 1 == 1));
                            all += 1;
                        }
                    }
                    let share = Rational::from_integers(hits.into(), all.into());
                    assert_eq!(design.own_rate(&[bits]), Ok(share), "{design:?} {bits:b}");
                }
            }
        }
    }
}

/// Over many seeds the interval of one half misses about half of the time, and no more.
#[test]
fn intervals_of_samples_hold_the_rate_as_often_as_they_promise() {
    let bits = [0xf0f3_5a5a_9c3c_ffe1, 0x0000_00ab_cdef_1234];
    let confidence = "1/2".parse().expect("a rate");
    for steps in STEPS {
        let design = filter(steps, 101, 3);
        let exact = design.own_rate(&bits).expect("small");
        let holds = |&seed: &u64| {
            let found = design.own_rate_sampled(&bits, 400, seed, &confidence).expect("a sample");
            found.lower <= exact && exact <= found.upper
        };
        let held = (0..400).filter(holds).count();
        // Five standard deviations below one half of 400; far above it nothing was drawn.
        assert!((150..300).contains(&held), "{steps}: {held}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let large = filter(Steps::All, 1 << 20, 7);
    let bits = vec![u64::MAX; 1 << 14];
    assert!(matches!(large.own_rate(&bits), Err(Error::TooCostly { .. })));
    let error = filter(Steps::All, 65, 7).own_rate(&[1]).unwrap_err().to_string();
    assert_eq!(error, "a filter of m bits has ⌈m/64⌉ words, got 1 words for 65 bits");
    let none = filter(Steps::Nonzero, 65, 7).own_rate_sampled(
        &[1, 0],
        10,
        1,
        &"1/2".parse().expect("a rate"),
    );
    assert!(none.is_ok_and(|none| none.draws == 0 && none.upper.is_zero()));
}
