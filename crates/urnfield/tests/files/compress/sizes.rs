//! Round trips, and how many bytes they take.

use super::{Draws, drawn, filter_of, packed, raw_of};
use urnfield::Filter;
use urnfield::filter::{Encoding, Packing};

/// H(q) in bits.
fn entropy(q: f64) -> f64 {
    if q <= 0.0 || q >= 1.0 { 0.0 } else { -q * q.log2() - (1.0 - q) * (1.0 - q).log2() }
}

fn round_trip(filter: &Filter) -> Vec<u8> {
    let file = filter.to_bytes(Packing::Smallest);
    let back = Filter::from_bytes(&file, None).expect("it was just written");
    assert!(back == *filter, "{:?}", filter.design());
    assert_eq!(back.planned_items(), filter.planned_items());
    assert!(file.len() <= filter.to_bytes(Packing::Raw).len());
    file
}

#[test]
fn every_filter_comes_back() {
    let mut draws = Draws::new(1);
    for m in [1, 2, 3, 8, 63, 64, 65, 127, 1000, 8192, 100_000, 100_001, 1_000_007] {
        let corners = [0, 1, 2, m / 3, m / 2, m / 2 + 1, m - 1, m];
        let parts = [1000, 100, 20, 10, 3].map(|part| m / part);
        let mut counts: Vec<u64> = corners.into_iter().chain(parts).collect();
        // Each way to choose between bytes and gaps.
        counts.extend([m / 1024, m.div_ceil(1024), m - m / 1024, m - m.div_ceil(1024)]);
        counts.retain(|ones| *ones <= m);
        for ones in counts {
            round_trip(&filter_of(m, &drawn(&mut draws, m, ones)));
        }
    }
}

#[test]
fn sizes_are_within_a_thousandth_of_the_entropy() {
    let m = 1 << 23;
    let mut draws = Draws::new(2);
    for q in [0.005, 0.0065, 0.01, 0.02, 0.035, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.45, 0.49] {
        for q in [q, 1.0 - q] {
            let filter = filter_of(m, &drawn(&mut draws, m, (m as f64 * q) as u64));
            let file = round_trip(&filter);
            let exact = filter.bits_set() as f64 / m as f64;
            let bound = m as f64 * entropy(exact) / 8.0;
            let size = (file.len() - 128) as f64;
            assert!(size < bound * 1.001, "q = {q}: {size} bytes for {bound}");
            // Nor below: the model is the source's.
            assert!(size > bound * 0.998, "q = {q}: {size} bytes for {bound}");
            assert_eq!(file[13], 1);
        }
    }
}

#[test]
fn a_few_bits_take_little_more_than_their_entropy() {
    let m = 1 << 23;
    let mut draws = Draws::new(3);
    for ones in [100, 1_000, 5_000, 8_191, 8_192, 8_193, 20_000] {
        let filter = filter_of(m, &drawn(&mut draws, m, ones));
        let bound = m as f64 * entropy(ones as f64 / m as f64) / 8.0;
        let size = (round_trip(&filter).len() - 128) as f64;
        assert!(size < bound * 1.006 + 40.0, "{ones} bits: {size} bytes for {bound}");
    }
    // However few, there is a byte of the file for every 4096 of the bits.
    let empty = filter_of(m, &packed::raw(m, &[]));
    assert_eq!(round_trip(&empty).len(), (1 << 20) / 4096);
}

#[test]
fn half_full_filters_stay_raw() {
    for m in [64, 100_032, 1 << 23] {
        let mut draws = Draws::new(m);
        let mut bytes = packed::raw(m, &[]);
        bytes.iter_mut().for_each(|byte| *byte = draws.word() as u8);
        let filter = filter_of(m, &bytes);
        assert_eq!(round_trip(&filter), filter.to_bytes(Packing::Raw));
        assert_eq!(raw_of(&filter), bytes);
    }
}

/// The same bytes with threads and without: the sum was made without.
#[test]
fn several_chunks_are_the_same_on_any_number_of_cores() {
    let m = (1 << 24) + 77;
    let mut draws = Draws::new(5);
    for (ones, sum) in [(m / 5, SUMS[0]), (m / 10 * 7, SUMS[1])] {
        let bytes = drawn(&mut draws, m, ones);
        let filter = filter_of(m, &bytes);
        let file = round_trip(&filter);
        assert_eq!(file[13], 1);
        assert_eq!(packed::from_entropy(m, filter.bits_set(), &file[128..]), bytes);
        assert_eq!(packed::entropy(m, &bytes).expect("bytes are coded"), file[128..]);
        assert_eq!(
            crate::format::spec::crc32c(&file),
            sum,
            "{:08x}",
            crate::format::spec::crc32c(&file)
        );
    }
}

/// CRC-32C of two files of three chunks.
const SUMS: [u32; 2] = [0xbedc_4d9d, 0x0c24_1fcb];

#[test]
fn encodings_have_names() {
    let names = [Encoding::Raw, Encoding::Entropy].map(|e| e.to_string());
    assert_eq!(names, ["raw", "entropy"]);
}
