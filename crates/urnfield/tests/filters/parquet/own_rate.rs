//! The exact rate of a filter in hand takes its eight bits for independent. Parquet's come from one
//! 32-bit number by multiplication, so whether that makes a difference is measured.

use super::golden::{all, read};
use std::io::Cursor;
use urnfield::bloom::blocked::BlockCounts;
use urnfield::filter::{ParquetFilter, ParquetFooter};

const QUESTIONS: u64 = 5_000_000;

/// How many of some random hashes, the same on every machine, are let through.
fn let_through(filter: &ParquetFilter, seed: u64) -> u64 {
    let mut state = seed;
    let mut hash = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..QUESTIONS).map(|_| u64::from(filter.contains_hash(hash()))).sum()
}

#[test]
fn filters_of_other_writers_have_the_rate_of_their_bits() {
    let mut seed = 0;
    for file in
        ["pyarrow.parquet", "nested.parquet", "duckdb.parquet", "spark.parquet", "rust.parquet"]
    {
        let bytes = read(file);
        for place in ParquetFooter::read_from(Cursor::new(&bytes)).expect("a footer").filters {
            let filter = place.load(Cursor::new(&bytes)).expect("a filter");
            let mut counts = BlockCounts::new(filter.design()).expect("eight hashes");
            for ones in filter.ones_by_word() {
                counts.add(1, &ones).expect("a block");
            }
            let exact = counts.fpr().expect("all counted").nearest_f64();
            let questions = QUESTIONS as f64;
            seed += 1;
            let measured = let_through(&filter, seed << 40) as f64 / questions;
            let error = (exact * (1.0 - exact) / questions).sqrt();
            let what = format!("{file}, {}: {measured} for {exact} ± {error}", place.column);
            assert!((measured - exact).abs() <= 4.0 * error, "{what}");
        }
    }
    assert_eq!(seed as usize, all().len());
}
