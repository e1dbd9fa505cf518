//! The rule to the bit.

use super::of_texts;
use std::path::Path;
use urnfield::bloom::blocked::BlockCounts;
use urnfield::filter::ParquetFilter;
use urnfield::{Blocked, Layout};

/// Value, its plain encoding, its hash, its block of 1024 and of 1000, its bit in each word.
type Vector = (&'static str, &'static [u8], u64, usize, usize, [u32; 8]);

const VECTORS: [Vector; 8] = [
    ("empty", b"", 0xef46db3751d8e999, 957, 934, [29, 0, 25, 28, 14, 22, 29, 30]),
    ("a", b"a", 0xd24ec4f1a98c6e5b, 841, 821, [18, 17, 1, 12, 17, 24, 27, 31]),
    ("key-0", b"key-0", 0x12daf06715ffa373, 75, 73, [20, 9, 20, 1, 26, 14, 27, 16]),
    ("int32 0", &[0; 4], 0x3aefa6fd5cf2deb4, 235, 230, [29, 27, 3, 1, 13, 4, 11, 22]),
    ("int64 0", &[0; 8], 0x34c96acdcadb1bbb, 211, 206, [9, 26, 13, 25, 4, 28, 14, 14]),
    (
        "int64 1",
        &[1, 0, 0, 0, 0, 0, 0, 0],
        0x9f29cb17a2a49995,
        636,
        621,
        [27, 25, 25, 17, 26, 27, 6, 8],
    ),
    ("int64 -1", &[255; 8], 0x85d136adb773c6c9, 535, 522, [25, 11, 5, 28, 4, 2, 20, 30]),
    (
        "double 0.5",
        &[0, 0, 0, 0, 0, 0, 0xe0, 0x3f],
        0x48cb5e118059da42,
        291,
        284,
        [25, 31, 3, 17, 17, 26, 25, 19],
    ),
];

/// The bitset with one value in it.
fn expected(blocks: usize, block: usize, bits: [u32; 8]) -> Vec<u8> {
    let mut bytes = vec![0; 32 * blocks];
    for (word, bit) in bits.into_iter().enumerate() {
        bytes[32 * block + 4 * word + bit as usize / 8] |= 1 << (bit % 8);
    }
    bytes
}

#[test]
fn values_set_the_bits_of_the_vectors() {
    for (name, bytes, hash, of_1024, of_1000, bits) in VECTORS {
        assert_eq!(ParquetFilter::hash(bytes), hash, "{name}");
        for (blocks, block) in [(1024, of_1024), (1000, of_1000)] {
            let mut filter = ParquetFilter::exactly(blocks as u64).expect("few blocks");
            assert!(!filter.contains(bytes));
            assert!(filter.insert(bytes), "{name} is new");
            assert!(!filter.insert(bytes), "{name} is not new any more");
            assert!(filter.contains(bytes) && filter.contains_hash(hash));
            assert_eq!(filter.to_bitset(), expected(blocks, block, bits), "{name} of {blocks}");
            let mut by_hash = ParquetFilter::exactly(blocks as u64).expect("few blocks");
            by_hash.insert_hash(hash);
            assert_eq!(by_hash, filter);
            filter.clear();
            assert_eq!((filter.bits_set(), by_hash.bits_set()), (0, 8));
        }
    }
}

#[test]
fn hashes_are_xxh64_for_all_short_lengths() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/parquet/xxh64.txt");
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    for (length, line) in text.lines().enumerate() {
        let bytes: Vec<u8> = (0..length).map(|i| (7 * i + 3) as u8).collect();
        assert_eq!(line, format!("{length} {:016x}", ParquetFilter::hash(bytes)));
    }
    assert_eq!(text.lines().count(), 101);
}

/// Each type of number, as a method and as the bytes that Parquet writes for it.
#[test]
fn numbers_are_their_little_endian_bytes() {
    macro_rules! same {
        ($insert:ident, $contains:ident, $($value:expr),*) => {$(
            let (mut typed, mut plain) = (of_texts(8, 0..0), of_texts(8, 0..0));
            assert!(typed.$insert($value) && !typed.$insert($value));
            plain.insert($value.to_le_bytes());
            assert_eq!(typed, plain);
            assert!(plain.$contains($value) && typed.contains($value.to_le_bytes()));
        )*};
    }
    same!(insert_i32, contains_i32, 0_i32, -1_i32, i32::MIN, i32::MAX);
    same!(insert_i64, contains_i64, 0_i64, -1_i64, i64::MIN, i64::MAX);
    same!(insert_f32, contains_f32, 0.0_f32, -0.0_f32, 0.1_f32, f32::NAN);
    same!(insert_f64, contains_f64, 0.0_f64, -0.0_f64, 0.1_f64, f64::INFINITY);
    let mut zero = of_texts(64, 0..0);
    zero.insert_f64(0.0);
    assert!(!zero.contains_f64(-0.0), "both zeros are values of their own");
}

#[test]
fn blocks_are_counted_word_by_word() {
    let filter = of_texts(10, 0..200);
    let bytes = filter.to_bitset();
    let mut counts = BlockCounts::new(filter.design()).expect("eight hashes");
    for (block, ones) in bytes.chunks(32).zip(filter.ones_by_word()) {
        let by_hand: Vec<u64> =
            block.chunks(4).map(|w| w.iter().map(|b| u64::from(b.count_ones())).sum()).collect();
        assert_eq!(ones.to_vec(), by_hand);
        counts.add(1, &ones).expect("a block");
    }
    assert_eq!(counts.bits_set(), filter.bits_set());
    let items = counts.items(&"99.9%".parse().expect("a rate")).expect("all counted");
    let (lo, hi) = items.interval.ends().expect("not empty");
    assert!(lo <= 200 && hi.is_some_and(|hi| hi >= 200), "{:?}", items.interval);
}

#[test]
fn sizes_are_powers_of_two_unless_asked_for_exactly() {
    let blocks = |filter: ParquetFilter| filter.design().blocks();
    for (asked, rounded) in [(1, 1), (2, 2), (3, 4), (1000, 1024), (1024, 1024), (1025, 2048)] {
        assert_eq!(blocks(ParquetFilter::new(asked).expect("few blocks")), rounded);
        assert_eq!(blocks(ParquetFilter::exactly(asked).expect("few blocks")), asked);
    }
    let design = of_texts(3, 0..0).design();
    assert_eq!(design, Blocked::new(Layout::Split, 3, 256, 8).expect("Parquet's"));
    assert_eq!(of_texts(3, 0..0).byte_size(), 96);
}

#[test]
fn sizes_that_no_header_can_state_are_refused_without_memory() {
    let most = ParquetFilter::MOST_BLOCKS;
    assert_eq!(most, (1 << 26) - 1);
    let told = |result: Result<ParquetFilter, urnfield::Error>| match result {
        Err(error) => error.to_string(),
        Ok(filter) => panic!("{filter:?}"),
    };
    for blocks in [most + 1, u64::MAX] {
        assert_eq!(
            told(ParquetFilter::exactly(blocks)),
            format!(
                "a Parquet filter has at most 2^26 - 1 blocks, as its header has 31 bits for its \
                 bytes, got blocks = {blocks}"
            )
        );
    }
    for blocks in [(1 << 25) + 1, u64::MAX] {
        assert!(told(ParquetFilter::new(blocks)).contains("has at most 2^25"));
    }
    for result in [ParquetFilter::new(0), ParquetFilter::exactly(0)] {
        assert!(told(result).starts_with("a blocked filter needs at least one block"));
    }
}

#[test]
fn a_header_is_the_one_of_the_specification() {
    let cases: [(u64, &[u8]); 3] = [(1, &[0x40]), (2, &[0x80, 1]), (1024, &[0x80, 0x80, 4])];
    for (blocks, length) in cases {
        let bytes = of_texts(blocks, 0..9).to_bytes();
        let choice = [0x1c, 0x1c, 0, 0];
        let header = [&[0x15], length, &choice, &choice, &choice, &[0]].concat();
        assert_eq!(bytes[..header.len()], header);
        assert_eq!(bytes[header.len()..], of_texts(blocks, 0..9).to_bitset());
        let mut written = Vec::new();
        of_texts(blocks, 0..9).write_to(&mut written).expect("a vector takes all");
        assert_eq!(written, bytes);
    }
}
