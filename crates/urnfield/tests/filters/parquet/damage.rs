//! Bytes that are not as they were written: refused in a sentence, or read for what they are.

use super::of_texts;
use proptest::prelude::*;
use urnfield::Error;
use urnfield::filter::ParquetFilter;

const CHOICE: [u8; 4] = [0x1c, 0x1c, 0, 0];

/// A header with a length as it stands on the wire, three choices, and what follows.
fn file(length: &[u8], choices: [&[u8]; 3], rest: &[u8]) -> Vec<u8> {
    [&[0x15], length, choices[0], choices[1], choices[2], &[0], rest].concat()
}

fn told(bytes: &[u8]) -> String {
    match ParquetFilter::from_bytes(bytes) {
        Err(error @ Error::Damaged { .. }) => error.to_string(),
        other => panic!("not a refusal of the format: {other:?}"),
    }
}

#[test]
fn whatever_is_cut_off_or_added_is_noticed() {
    let filter = of_texts(3, 0..20);
    let bytes = filter.to_bytes();
    assert_eq!(ParquetFilter::from_bytes(&bytes).expect("whole"), filter);
    for end in 0..bytes.len() {
        let rule = match end < bytes.len() - 96 {
            true => "a Parquet filter begins with a Thrift header of at most 1024 bytes",
            false => "a Parquet filter is as long as its header says",
        };
        assert!(told(&bytes[..end]).starts_with(rule), "{end}: {}", told(&bytes[..end]));
    }
    let longer = [&bytes[..], b"more"].concat();
    assert!(told(&longer).contains("4 bytes more"));
    // A stream is left where the filter ends.
    let mut reader = &longer[..];
    assert_eq!(ParquetFilter::read_from(&mut reader).expect("whole"), filter);
    assert_eq!(reader, b"more");
}

#[test]
fn lengths_that_no_filter_has_are_refused() {
    let all = [&CHOICE[..]; 3];
    // 0, 31, 33, −32, −1 and 2^31 bytes, and the most that 64 bits say.
    let most = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
    let lengths: [&[u8]; 7] =
        [&[0], &[62], &[66], &[63], &[1], &[0x80, 0x80, 0x80, 0x80, 0x10], &most];
    for length in lengths {
        let told = told(&file(length, all, &[0; 64]));
        let rule = "a Parquet filter has a multiple of 32 bytes, from 32 to 2^31 - 32, got";
        assert!(told.starts_with(rule), "{told}");
    }
    let endless = [255; 10];
    assert!(told(&file(&endless, all, &[])).contains("a number of more than 64 bits"));
    for length in [0, 1, 31, 33, 95] {
        assert!(ParquetFilter::from_bitset(&vec![0; length]).is_err(), "{length}");
    }
    assert_eq!(ParquetFilter::from_bitset(&[0; 96]).expect("three blocks"), of_texts(3, 0..0));
}

/// 2^31 − 32 bytes are said to follow and 64 do: nothing is taken for what does not arrive.
#[test]
fn a_filter_that_pretends_to_be_large_is_cut_short() {
    let bytes = file(&[0xc0, 0xff, 0xff, 0xff, 0x0f], [&CHOICE; 3], &[0; 64]);
    assert_eq!(
        told(&bytes),
        "a Parquet filter is as long as its header says, got \"64 of 2147483616 bytes; it was cut \
         short\""
    );
}

#[test]
fn other_algorithms_hashes_and_compressions_are_refused() {
    let names = ["algorithm BLOCK", "hash XXHASH", "compression UNCOMPRESSED"];
    for (place, name) in names.into_iter().enumerate() {
        let rule = format!("a Parquet filter's header must name the {name}, number 1, got");
        let (second, none) = ([0x1c, 0x2c, 0, 0], [0x1c, 0]);
        let cases: [(&[u8], &str); 2] = [(&second, "\"number 2\""), (&none, "\"none\"")];
        for (choice, got) in cases {
            let mut choices = [&CHOICE[..]; 3];
            choices[place] = choice;
            assert_eq!(told(&file(&[0x40], choices, &[0; 32])), format!("{rule} {got}"));
        }
    }
    let without_length = [&[0x2c, 0x1c, 0, 0][..], &CHOICE, &CHOICE, &[0], &[0; 32]].concat();
    assert!(told(&without_length).contains("a header without a length"));
}

/// What Thrift allows and nobody writes so far: numbers of fields in full, and unknown fields of every
/// type.
#[test]
fn headers_of_later_versions_are_read() {
    let in_full =
        [&[0x05, 2, 0x40][..], &[0x0c, 4, 0x1c, 0, 0], &CHOICE, &CHOICE, &[0], &[0; 32]].concat();
    assert_eq!(ParquetFilter::from_bytes(&in_full).expect("the same"), of_texts(1, 0..0));

    let unknown: [&[u8]; 11] = [
        &[0x11],                                              // true
        &[0x13, 9],                                           // a byte
        &[0x16, 0x80, 1],                                     // an integer
        &[0x17, 0, 0, 0, 0, 0, 0, 0, 0],                      // a double
        &[0x18, 3, b'u', b'r', b'n'],                         // a text
        &[0x19, 0x21, 1, 2],                                  // a list of two flags
        &[0x19, 0xf5, 2, 7, 7],                               // a list whose length is written out
        &[0x1b, 0],                                           // an empty map
        &[0x1b, 1, 0x58, 7, 1, b'u'],                         // a map of one integer to a text
        &[0x1c, 0x15, 2, 0x1c, 0x11, 0, 0],                   // structures
        &[0x1d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0], // sixteen bytes, one short
    ];
    for field in &unknown[..10] {
        let bytes = [&[0x15, 0x40][..], &CHOICE, &CHOICE, &CHOICE, field, &[0], &[0; 32]].concat();
        assert_eq!(ParquetFilter::from_bytes(&bytes).expect("skipped"), of_texts(1, 0..0));
    }
    let uuid = [&[0x15, 0x40][..], &CHOICE, &CHOICE, &CHOICE, unknown[10], &[0, 0], &[0; 32]];
    assert!(ParquetFilter::from_bytes(&uuid.concat()).is_ok());
}

#[test]
fn headers_without_end_are_refused() {
    // Structures within structures, lists within lists, a text and a list that never end.
    let cases: [Vec<u8>; 4] = [
        vec![0x9c; 5000],
        [vec![0x99], vec![0x19; 5000]].concat(),
        vec![0x98, 0xff, 0xff, 0x7f],
        { vec![0x99, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 1] },
    ];
    for bytes in cases {
        assert!(told(&bytes).starts_with("a Parquet filter begins with a Thrift header"));
    }
    assert!(told(&[0x1e]).contains("a value of type 14"));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = ParquetFilter::from_bytes(&bytes);
        let _ = ParquetFilter::from_bytes(&[&[0x15, 0x40], &bytes[..]].concat());
    }

    /// A flipped bit makes another filter or none, but no filter of another size.
    #[test]
    fn flipped_bits_are_other_filters_or_none(bit in 0_usize..8 * 112) {
        let mut bytes = of_texts(3, 0..20).to_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        if let Ok(filter) = ParquetFilter::from_bytes(&bytes) {
            prop_assert_eq!(filter.design().blocks(), 3);
        }
    }
}
