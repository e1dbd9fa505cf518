//! Streams that are not what they should be. The checksums are right, so the decoders see them all.

use super::{Draws, drawn, file_of, filter_of, mended, packed};
use urnfield::filter::{FilterView, Packing};
use urnfield::{Error, Filter};
use urnfield_paper::draws::multiplier;

/// A file in each way of each encoding: m, bits set, file.
fn samples() -> Vec<(u64, u64, Vec<u8>)> {
    let mut draws = Draws::new(21);
    let mut samples = Vec::new();
    for (m, ones, encoding) in [
        (100_001, 300, 1),
        (100_001, 99_700, 1),
        (100_001, 40, 1),
        (100_001, 99_961, 1),
        (100_001, 0, 1),
        (100_100, 9_000, 1),
        (100_100, 70_000, 1),
        (1000, 20, 1),
        (4096, 60, 1),
    ] {
        let file = filter_of(m, &drawn(&mut draws, m, ones)).to_bytes(Packing::Smallest);
        assert_eq!(file[13], encoding, "{ones} of {m}");
        samples.push((m, ones, file));
    }
    samples
}

fn rule(result: Result<Filter, Error>) -> &'static str {
    match result {
        Err(Error::Damaged { rule, .. }) => rule,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_flipped_bit_of_a_compressed_file_is_refused() {
    for (_, _, file) in samples() {
        // The header's checksum covers the payload's, so all flips of long payloads are alike.
        for bit in (0..file.len() * 8).step_by(if file.len() > 1000 { 13 } else { 1 }) {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            rule(Filter::from_bytes(&damaged, None));
        }
    }
}

#[test]
fn files_of_any_other_length_are_refused() {
    for (_, _, file) in samples() {
        for length in 0..file.len() {
            rule(Filter::from_bytes(&file[..length], None));
        }
        let longer = [&file[..], &[0]].concat();
        rule(Filter::from_bytes(&longer, None));
        // Nor with a header that says so.
        for length in (129..file.len() + 3).filter(|length| *length != file.len()) {
            let mut other = file.clone();
            other.resize(length, 0);
            other[64..72].copy_from_slice(&(length as u64 - 128).to_le_bytes());
            rule(Filter::from_bytes(&mended(other), None));
        }
    }
}

/// One form for every filter in each encoding: whatever is accepted is what would be written.
#[test]
fn mangled_streams_never_panic_and_what_is_accepted_is_true() {
    let mut draws = Draws::new(22);
    let (mut accepted, mut refused) = (0, 0);
    for (m, ones, file) in samples() {
        for _ in 0..1500 * multiplier() {
            let mut mangled = file.clone();
            for _ in 0..1 + draws.below(3) {
                match draws.below(9) {
                    // Another number of bits set, and so another model.
                    0 => put(&mut mangled, 48, draws.corner(m)),
                    1 => put(&mut mangled, 48, (ones + draws.below(3)).saturating_sub(1)),
                    // Other sizes.
                    2 => put(&mut mangled, 24, (m + draws.below(130)).saturating_sub(64).max(1)),
                    3 => mangled[13] = draws.below(3) as u8,
                    4 => {
                        let length = 128 + draws.below(mangled.len() as u64 - 127) as usize;
                        mangled.truncate(length);
                    }
                    5 => mangled.extend_from_slice(&draws.word().to_le_bytes()),
                    _ if mangled.len() > 128 => {
                        let at = 128 + draws.below(mangled.len() as u64 - 128) as usize;
                        match draws.below(3) {
                            0 => mangled[at] ^= 1 << draws.below(8),
                            1 => mangled[at] = draws.word() as u8,
                            _ => mangled[at..].fill(draws.word() as u8),
                        }
                    }
                    _ => {}
                }
            }
            let length = mangled.len() as u64 - 128;
            put(&mut mangled, 64, length);
            let mangled = mended(mangled);
            match Filter::from_bytes(&mangled, None) {
                Ok(filter) => {
                    accepted += u32::from(mangled != file);
                    assert_eq!(filter.bits_set().to_le_bytes(), mangled[48..56]);
                    let sent = filter.to_bytes(Packing::Smallest);
                    assert!(sent[13] != mangled[13] || sent == mangled);
                }
                Err(Error::Damaged { .. }) => refused += 1,
                Err(other) => panic!("{other}"),
            }
        }
    }
    // Another rank of the right length is another filter.
    assert!(accepted > 100 && refused > 1000, "{accepted} {refused}");
}

fn put(file: &mut [u8], at: usize, field: u64) {
    file[at..at + 8].copy_from_slice(&field.to_le_bytes());
}

#[test]
fn each_way_to_be_wrong_has_its_sentence() {
    let chunk = "a chunk of an entropy coded payload is what its bits are written as";
    let lengths = "an entropy coded payload is as long as its chunks say";
    let gaps = "an entropy coded payload is the gaps between its bits";
    let reserved = "a payload's encoding is 0 (raw) or 1 (entropy), as 2 (enumerative) was given up \
                    before 0.1.0";
    let spare = "the bits behind the last position are zero";
    let bytes = packed::raw(100, &[3, 20, 21, 22, 23, 24, 99]);
    let whole = packed::entropy(100, &bytes).expect("bytes are coded");
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut payload = whole.clone();
        change(&mut payload);
        payload
    };
    let behind = {
        // Position 100 is behind the end; the model does not know.
        let mut bytes = packed::raw(128, &[3, 20, 21, 22, 23, 24, 100]);
        bytes.truncate(16);
        packed::entropy(100, &bytes).expect("bytes are coded")
    };
    let cases: Vec<(u64, u64, u8, Vec<u8>, &str)> = vec![
        (100, 7, 1, vec![], lengths),
        (100, 7, 1, vec![0; 3], lengths),
        (100, 7, 1, with(&|p| p[0] += 1), lengths),
        (100, 7, 1, with(&|p| p[3] = 255), lengths),
        (100, 7, 1, with(&|p| p.push(0)), lengths),
        (100, 7, 1, vec![0; 4], chunk),
        (100, 7, 1, [&[31, 0, 0, 0][..], &[1; 31]].concat(), chunk),
        (100, 7, 1, with(&|p| p[6] = 0), chunk),
        (100, 7, 1, with(&|p| (p[0], p[4]) = (p[0], p[4] ^ 1)), chunk),
        (100, 7, 1, [&[33, 0, 0, 0][..], &[1; 33]].concat(), chunk),
        (
            100,
            7,
            1,
            with(&|p| {
                p[0] += 2;
                p.extend([0, 0])
            }),
            chunk,
        ),
        (100, 7, 1, behind, spare),
        (100_001, 1, 1, vec![], gaps),
        (100_001, 1, 1, vec![0; 2], gaps),
        (100_001, 1, 1, vec![255; 9], gaps),
        (100_001, 1, 1, vec![0, 0, 128], gaps),
        (100_001, 1, 1, vec![0, 0, 0, 1], gaps),
        (100_001, 1, 1, vec![0; 4], gaps),
        (100_001, 100_000, 1, vec![255, 255, 255], gaps),
        (100_001, 0, 1, vec![0], gaps),
        (100, 13, 2, vec![0xd0, 0x6f, 0x9d, 0x68, 3, 0x16, 5], reserved),
    ];
    for (m, ones, encoding, payload, expected) in cases {
        let found = rule(Filter::from_bytes(&file_of(m, ones, encoding, &payload), None));
        assert_eq!(found, expected, "{ones} of {m}, encoding {encoding}, {payload:?}");
    }
    // A number of bits set that has the same model: the one of the clear bits, by symmetry.
    let one = packed::entropy(64, &[0, 0, 0, 4, 0, 0, 0, 0]).expect("bytes are coded");
    let read = Filter::from_bytes(&file_of(64, 63, 1, &one), None).expect("the complement");
    assert_eq!(read.bits_set(), 63);
    // One more than there are, where that makes no difference to the model.
    let (m, ones) = (200_000, 60_000);
    assert_eq!(packed::frequencies(m, ones), packed::frequencies(m, ones + 1));
    let positions: Vec<u64> = (0..ones).map(|i| 3 * i).collect();
    let payload = packed::entropy(m, &packed::raw(m, &positions)).expect("bytes are coded");
    let set = "as many bits are set as the header says";
    assert_eq!(rule(Filter::from_bytes(&file_of(m, ones + 1, 1, &payload), None)), set);
}

/// Memory for such filters is nowhere, so a reader that took it first would say so, or abort.
#[test]
fn short_files_do_not_pretend_to_be_large_filters() {
    let short = "a file has at least one byte for every 4096 bytes of its filter's bits";
    for m in [1 << 48, 1 << 45, 4096 * 8 * 128 + 1] {
        for ones in [0, 1, m / 2, m - 1, m] {
            assert_eq!(rule(Filter::from_bytes(&file_of(m, ones, 1, &[]), None)), short);
        }
    }
    // Exactly as many bytes as are needed, and one less.
    let m = 4096 * 8 * 1000;
    assert!(Filter::from_bytes(&file_of(m, 0, 1, &[0; 1000 - 128]), None).is_ok());
    assert_eq!(rule(Filter::from_bytes(&file_of(m, 0, 1, &[0; 999 - 128]), None)), short);
    let full =
        Filter::from_bytes(&file_of(m, m, 1, &[0; 1000 - 128]), None).expect("all clear bits");
    assert_eq!(full.bits_set(), m);
    // What is said about length comes first.
    let mut file = file_of(1 << 48, 0, 1, &[]);
    put(&mut file, 64, 1 << 40);
    let length = "a filter file is as long as its header and payload";
    assert_eq!(rule(Filter::from_bytes(&mended(file), None)), length);
}

#[test]
fn a_view_names_the_remedy() {
    for (_, _, file) in samples() {
        let error = FilterView::new(&file, None).expect_err("not raw").to_string();
        assert!(error.contains("load") && error.contains("raw packing"), "{error}");
    }
}
