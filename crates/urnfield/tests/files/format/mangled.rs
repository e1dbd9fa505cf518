//! Bytes that somebody meant to look right: changed at random, with the checksums made to fit, so
//! that the checks behind them are reached. Nothing panics, and nothing has two forms.

use super::golden::{KEY, filters};
use super::spec::{crc32c, mended};
use proptest::prelude::*;
use proptest::sample::Index;
use std::cell::Cell;
use urnfield::Filter;
use urnfield::filter::{FilterView, Key, Packing};

#[derive(Clone, Debug)]
enum Change {
    Bit(Index, u8),
    Byte(Index, u8),
    /// A field of the header becomes a number near a power of two, or near nothing.
    Field(u8, u8, i8),
    Cut(Index),
    Grow(Vec<u8>),
    /// Words moved about within the file.
    Copy(Index, Index),
    /// Field 48 becomes true.
    Count,
    /// Field 64 becomes true.
    Length,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (any::<Index>(), 0..8_u8).prop_map(|(at, bit)| Change::Bit(at, bit)),
        2 => (any::<Index>(), any::<u8>()).prop_map(|(at, to)| Change::Byte(at, to)),
        4 => (0..15_u8, 0..65_u8, -2..3_i8).prop_map(|(at, power, by)| Change::Field(at, power, by)),
        1 => any::<Index>().prop_map(Change::Cut),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Change::Grow),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Copy(from, to)),
        3 => Just(Change::Count),
        1 => Just(Change::Length),
    ]
}

fn apply(file: &mut Vec<u8>, change: &Change) {
    let length = file.len();
    match change {
        _ if length == 0 => {}
        Change::Bit(at, bit) => file[at.index(length)] ^= 1 << bit,
        Change::Byte(at, to) => file[at.index(length)] = *to,
        Change::Field(at, power, by) => {
            let at = usize::from(*at) * 8;
            let power = 1_u64.checked_shl(u32::from(*power)).unwrap_or(0);
            let value = power.wrapping_add_signed(i64::from(*by));
            if let Some(field) = file.get_mut(at..at + 8) {
                field.copy_from_slice(&value.to_le_bytes());
            }
        }
        Change::Cut(at) => file.truncate(at.index(length)),
        Change::Grow(more) => file.extend(more),
        Change::Copy(from, to) => {
            let (from, to) = (from.index(length), to.index(length));
            let count = 8.min(length - from.max(to));
            file.copy_within(from..from + count, to);
        }
        Change::Count if length >= 128 => {
            let ones: u64 = file[128..].iter().map(|byte| u64::from(byte.count_ones())).sum();
            file[48..56].copy_from_slice(&ones.to_le_bytes());
        }
        Change::Length if length >= 128 => {
            file[64..72].copy_from_slice(&(length as u64 - 128).to_le_bytes());
        }
        Change::Count | Change::Length => {}
    }
}

/// Reads in every way there is; whether some way accepted.
fn read(file: &[u8]) -> bool {
    let key = Key::new(KEY);
    let mut accepted = false;
    for (filter, view) in [
        (Filter::from_bytes(file, None), FilterView::new(file, None)),
        (Filter::from_bytes(file, &key), FilterView::new(file, &key)),
    ] {
        match (filter, view) {
            // A change of the encoding that still makes sense; `tests/compress` looks closer.
            (Ok(filter), Err(_)) if file[13] != 0 => {
                accepted = true;
                assert_eq!(filter.bits_set().to_le_bytes(), file[48..56]);
            }
            (Ok(mut filter), Ok(view)) => {
                accepted = true;
                assert_eq!(filter.to_bytes(Packing::Raw), file);
                assert_eq!(view.to_filter().expect("the same checks"), filter);
                assert_eq!(view.verify().expect("the same checks").bits_set, filter.bits_set());
                for item in 0..20 {
                    assert_eq!(view.contains_u64(item), filter.contains_u64(item));
                }
                filter.insert_u64(3);
                assert!(filter.contains_u64(3));
            }
            (Err(error), Ok(view)) => assert_eq!(view.verify(), Err(error)),
            (Ok(_), Err(error)) => panic!("a filter but no view: {error}"),
            (Err(error), Err(_)) => assert!(!error.to_string().is_empty()),
        }
    }
    accepted
}

#[test]
fn mangled_bytes_never_panic_and_accepted_ones_have_one_form() {
    let files: Vec<Vec<u8>> =
        filters().iter().map(|(_, filter)| filter.to_bytes(Packing::Raw)).collect();
    let cases = 20_000 * urnfield_paper::draws::multiplier() as u32;
    let seed = proptest::test_runner::RngSeed::Fixed(8);
    let config = ProptestConfig {
        cases,
        rng_seed: seed,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let input = (any::<Index>(), prop::collection::vec(change(), 1..6), any::<bool>());
    let result = runner.run(&input, |(file, changes, mend)| {
        let original = &files[file.index(files.len())];
        let mut file = original.clone();
        changes.iter().for_each(|change| apply(&mut file, change));
        let untouched = file == *original;
        if mend {
            file = mended(file);
        }
        if read(&file) && !untouched {
            accepted.set(accepted.get() + 1);
            // Accepted means that both checksums are right, by this file's own reckoning.
            assert_eq!(crc32c(&file[128..]).to_le_bytes(), file[120..124]);
            assert_eq!(crc32c(&file[..124]).to_le_bytes(), file[124..128]);
        } else {
            refused.set(refused.get() + 1);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // Both sides of the reader were reached, and not by a handful.
    let enough = cases / 50;
    assert!(accepted.get() > enough && refused.get() > enough, "{accepted:?} {refused:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_of_any_kind_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!read(&bytes));
        let begun = [&b"\x89URN\r\n\x1a\n\x01\x00"[..], &bytes].concat();
        read(&begun);
        read(&mended(begun));
    }
}
