//! Filters beyond 2^32 bits. Memory that is never written costs little: the pages of a new filter
//! come into being as bits are set.

use super::design;
#[cfg(feature = "mmap")]
use crate::mapped::mapped;
use urnfield::filter::{Packing, positions};
use urnfield::{Error, Filter, Kind};
use urnfield_paper::draws::multiplier;

/// What a machine without the memory says, instead of ending the process.
#[test]
fn the_largest_filter_works_or_is_too_costly() {
    for m in [1 << 48, (1 << 48) - 1, 1 << 46] {
        match Filter::new(design(Kind::Standard, m, 4), 0) {
            Ok(mut filter) => {
                assert!(filter.insert_u64(1) && filter.contains_u64(1) && !filter.contains_u64(2));
            }
            Err(Error::TooCostly { needs, limit, .. }) => {
                assert_eq!(needs, u128::from(m.div_ceil(64) * 8));
                assert!(limit < needs);
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn beyond_two_to_the_thirty_two_bits_nothing_is_lost() {
    const M: u64 = (1 << 33) + 7;
    let design = design(Kind::Classic, M, 5);
    let mut filter = Filter::new(design, 0).expect("a gibibyte of addresses");
    let (mut low, mut new) = (0_u32, 0_u32);
    for item in 0..2_000 {
        new += u32::from(filter.insert_u64(item));
        let places = positions(design, filter.digest_u64(item)).expect("few");
        low += places.iter().filter(|place| **place < 1 << 32).count() as u32;
        assert!(places.iter().all(|place| *place < M));
    }
    assert_eq!(new, 2_000);
    assert!((0..2_000).all(|item| filter.contains_u64(item)));
    // Nearly nothing is set: a member by chance has a probability of 1e-29.
    assert!(!(2_000..4_000).any(|item| filter.contains_u64(item)));
    // Half of 10000, give or take six standard deviations.
    assert!(low.abs_diff(5_000) < 300, "{low} of 10000 positions below 2^32");
    // If positions were cut to 32 bits, more of them would coincide than this.
    let set = filter.bits_set();
    assert!((9_990..=10_000).contains(&set), "{set}");
}

/// The same through files of a gibibyte, when there is time: URNFIELD_TEST_MULTIPLIER=2.
#[test]
fn files_beyond_two_to_the_thirty_two_bits() {
    if multiplier() < 2 {
        return;
    }
    let name = format!("urnfield-large-{}.urn", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut filter = Filter::new(design(Kind::Standard, 1 << 33, 7), 0).expect("a gibibyte");
    for item in 0..2_000 {
        filter.insert_u64(item);
    }
    filter.save(&path, Packing::Raw).expect("a gibibyte of disk");
    let summary = Filter::verify(&path).expect("just written");
    assert_eq!((summary.bits_set, summary.bytes), (filter.bits_set(), (1 << 30) + 128));
    #[cfg(feature = "mmap")]
    {
        let view = mapped(&path, None).expect("just written");
        assert!((0..4_000).all(|item| view.contains_u64(item) == (item < 2_000)));
    }
    let same = Filter::load(&path, None).expect("just written") == filter;
    std::fs::remove_file(&path).expect("it was there");
    assert!(same);
}
