//! The encodings by the page: what the library writes, a reader made from the page reads, and the
//! other way round.

use super::{Draws, drawn, file_of, filter_of, packed, raw_of};
use urnfield::Filter;
use urnfield::filter::Packing;

#[test]
fn what_is_written_is_read_by_the_page() {
    let mut draws = Draws::new(11);
    for m in [100_001_u64, 100_032, 1_000_007] {
        for part in [2, 3, 5, 10, 20, 50, 200, 700, 1023, 1024, 1025, 3000, 50_000] {
            for ones in [m / part, m - m / part] {
                let bytes = drawn(&mut draws, m, ones);
                let file = filter_of(m, &bytes).to_bytes(Packing::Smallest);
                match file[13] {
                    0 => assert_eq!(file[128..], bytes),
                    _ => assert_eq!(packed::from_entropy(m, ones, &file[128..]), bytes),
                }
                if let Some(payload) = packed::entropy(m, &bytes).filter(|_| file[13] == 1) {
                    assert_eq!(file[128..], payload);
                }
            }
        }
    }
}

/// Bits that are not at all as expected: runs, and bytes that the model takes for impossible.
#[test]
fn crowded_bits_are_written_as_the_page_says() {
    let m = 200_000;
    for (at, ones) in [(0, 300), (77, 5_000), (100_000, 60_000), (0, 199_500), (120_000, 80_000)] {
        let positions: Vec<u64> = (at..at + ones).map(|p| p % m).collect();
        let bytes = packed::raw(m, &positions);
        let payload = packed::entropy(m, &bytes).expect("bytes are coded");
        let made = file_of(m, ones, 1, &payload);
        assert_eq!(raw_of(&Filter::from_bytes(&made, None).expect("made by the page")), bytes);
        let file = filter_of(m, &bytes).to_bytes(Packing::Smallest);
        assert_eq!(
            file,
            if file[13] == 1 { made } else { filter_of(m, &bytes).to_bytes(Packing::Raw) }
        );
    }
}

/// Filters so small that nobody would send them in encoding 1 are read in it all the same.
#[test]
fn what_the_page_writes_is_read() {
    let mut draws = Draws::new(12);
    for m in [1, 2, 7, 63, 64, 65, 128, 1000, 20_000] {
        for _ in 0..50 {
            let ones = draws.corner(m);
            let bytes = drawn(&mut draws, m, ones);
            let Some(payload) = packed::entropy(m, &bytes) else { continue };
            let file = file_of(m, ones, 1, &payload);
            let read =
                Filter::from_bytes(&file, None).unwrap_or_else(|e| panic!("{ones} of {m}: {e}"));
            assert_eq!(raw_of(&read), bytes, "{ones} of {m}");
        }
    }
}

#[test]
fn frequencies_add_up_for_any_share() {
    for s in 98..=50_000 {
        let (first, second) = packed::frequencies(100_000, s);
        assert_eq!(first.iter().sum::<u64>(), 16384, "{s}");
        if let Some(second) = second {
            assert_eq!(second.iter().sum::<u64>(), 16384, "{s}");
            assert!((0..255).all(|byte| (first[byte] > 0) != (second[byte] > 0)), "{s}");
            assert!(first[255] > 0 && second[255] > 0, "{s}");
        } else {
            assert!(first.iter().all(|frequency| *frequency > 0), "{s}");
        }
    }
}
