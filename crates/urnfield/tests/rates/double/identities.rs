//! Filters whose rate is known by other means, and the ends of the machine's numbers.

use super::{STEPS, filter};
use urnfield::bloom::double::{DoubleHashing, Steps};
use urnfield::error::Unit;
use urnfield::{Design, Error, Kind};

#[test]
fn one_hash_is_a_plain_filter() {
    for steps in STEPS {
        for bits in [2, 3, 64, 1000, 1 << 40] {
            let plain = Design::new(Kind::Standard, bits, 1).expect("a design");
            for items in [1, 2, 100] {
                let rate = filter(steps, bits, 1).fpr(items).expect("in reach");
                let other = plain.holding(items).and_then(|load| load.fpr()).expect("in reach");
                assert!(rate.overlaps(&other), "{steps} {bits} {items}: {rate}, {other}");
            }
        }
    }
}

#[test]
fn two_hashes_with_steps_beside_zero_of_a_prime_are_a_classic_filter() {
    for bits in [2, 3, 101, 6_700_417] {
        let classic = Design::new(Kind::Classic, bits, 2).expect("a design");
        for items in [1, 50, 3_000_000] {
            let rate = filter(Steps::Nonzero, bits, 2).fpr(items).expect("in reach");
            let other = classic.holding(items).and_then(|load| load.fpr()).expect("in reach");
            assert!(rate.overlaps(&other), "{bits} {items}: {rate}, {other}");
        }
    }
}

/// A block is chosen as the start is: the blocks of one bucket are one block.
#[test]
fn one_block_is_a_filter_without_blocks() {
    for steps in STEPS {
        let blocks = DoubleHashing::in_blocks(steps, 1, 96, 5).and_then(|design| design.fpr(12));
        assert_eq!(blocks, filter(steps, 96, 5).fpr(12));
    }
}

#[test]
fn positions_repeat_from_the_m_th_on() {
    for steps in STEPS {
        for bits in 2..=12 {
            let rates = |hashes| filter(steps, bits, hashes).rates().expect("in reach");
            assert_eq!(rates(bits).fpr_exact(2), rates(u64::MAX).fpr_exact(2), "{steps} {bits}");
        }
    }
}

#[test]
fn large_sizes_are_answered() {
    let rate = filter(Steps::All, u64::MAX, 7).fpr(1_800_000_000_000_000_000).expect("in reach");
    assert!(rate.certain_bits() >= 53);
    let plain = Design::new(Kind::Standard, u64::MAX, 7).expect("a design");
    let other = plain.holding(1_800_000_000_000_000_000).and_then(|load| load.fpr());
    let difference = rate.nearest_f64() / other.expect("in reach").nearest_f64() - 1.0;
    assert!(difference.abs() < 1e-12, "{difference}");
}

/// What is refused says by how much.
#[test]
fn many_hashes_are_refused() {
    assert!(filter(Steps::All, 4096, 20).fpr(200).is_ok());
    let limit = |filter: DoubleHashing| match filter.fpr(10) {
        Err(Error::TooCostly { needs, limit, unit, .. }) => (needs, limit, unit),
        other => panic!("{other:?}"),
    };
    assert_eq!(limit(filter(Steps::All, 4096, 25)), (25, 24, Unit::Steps("hashes")));
    // 2^4·3^2·5·7·11·13·17·19·23: hundreds of classes of 2^23 sets.
    let (needs, most, unit) = limit(filter(Steps::All, 5_354_228_880, 24));
    assert!(needs > most && unit == Unit::Steps("cells of subsets"), "{needs} {most}");
}
