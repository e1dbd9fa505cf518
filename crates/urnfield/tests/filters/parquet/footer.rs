//! Where the filters of a file are: against what DuckDB lists, and in damaged files.

use super::golden::{all, read};
use proptest::prelude::*;
use std::io::Cursor;
use urnfield::Error;
use urnfield::filter::ParquetFooter;

const FILES: [(&str, &str, u64); 5] = [
    (
        "spark.parquet",
        "parquet-mr version 1.17.0 (build fac0c746532e133beb928a7f6a7e57b510b477a1)",
        3,
    ),
    ("pyarrow.parquet", "parquet-cpp-arrow version 26.0.1", 10),
    ("nested.parquet", "parquet-cpp-arrow version 26.0.1", 2),
    ("duckdb.parquet", "DuckDB version v2.0.0 (build d54cbbe3df)", 2),
    ("rust.parquet", "parquet-rs version 60.1.0", 6),
];

fn footer(bytes: &[u8]) -> Result<ParquetFooter, Error> {
    ParquetFooter::read_from(Cursor::new(bytes))
}

fn told<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result {
        Err(error @ Error::Damaged { .. }) => error.to_string(),
        other => panic!("not a refusal of the format: {other:?}"),
    }
}

#[test]
fn all_filters_of_other_writers_are_found_and_are_ours() {
    for (name, writer, chunks) in FILES {
        let bytes = read(name);
        let found = footer(&bytes).expect("a footer");
        assert_eq!((found.writer.as_deref(), found.chunks), (Some(writer), chunks), "{name}");
        let listed: Vec<_> = all().into_iter().filter(|golden| golden.file == name).collect();
        assert_eq!(found.filters.len(), listed.len(), "{name}");
        for (place, golden) in found.filters.iter().zip(listed) {
            assert_eq!(place.row_group, golden.row_group as u64);
            assert_eq!(place.column, golden.column);
            assert_eq!((place.offset, place.length), (golden.offset, Some(golden.length)));
            let rows = (golden.rows.end - golden.rows.start) as u64;
            assert_eq!(place.values, if name == "duckdb.parquet" { 10 * rows } else { rows });
            let physical_type = match (name, golden.column) {
                (_, "id") => "INT64",
                (_, "small") => "INT32",
                ("rust.parquet", "share") => "FLOAT",
                (_, "share") => "DOUBLE",
                _ => "BYTE_ARRAY",
            };
            assert_eq!(place.physical_type, physical_type, "{name}, {}", place.column);
            let filter = place.load(Cursor::new(&bytes)).expect("a filter");
            assert_eq!(filter, golden.ours(filter.design().blocks()), "{name}, {}", place.column);
            // Older writers do not say how long it is.
            let mut older = place.clone();
            older.length = None;
            assert_eq!(older.load(Cursor::new(&bytes)).expect("the same"), filter);
        }
    }
}

/// A name with a dot and a field of a structure look alike in one text, and do not as a path.
#[test]
fn columns_are_counted_by_their_paths() {
    let columns = |name: &str| {
        let found = footer(&read(name)).expect("a footer").columns;
        found.into_iter().map(|column| (column.path, column.chunks)).collect::<Vec<_>>()
    };
    let path = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let spark = [(path(&["a.b"]), 1), (path(&["outer", "inner"]), 1), (path(&["id"]), 1)];
    assert_eq!(columns("spark.parquet"), spark);
    let rust = ["name", "id", "share"].map(|name| (path(&[name]), 2));
    assert_eq!(columns("rust.parquet"), rust);
    let found = footer(&read("spark.parquet")).expect("a footer");
    assert_eq!(found.filters[0].path, path(&["outer", "inner"]));
}

#[test]
fn places_that_are_none_are_refused() {
    let bytes = read("nested.parquet");
    let mut place = footer(&bytes).expect("a footer").filters.swap_remove(0);
    place.length = Some(271);
    assert!(told(place.load(Cursor::new(&bytes))).contains("it was cut short"));
    place.length = Some(273);
    assert_eq!(
        told(place.load(Cursor::new(&bytes))),
        "a Parquet filter is as long as the file's footer says, got \"256 bytes of blocks and more \
         behind them\""
    );
    for offset in [0, bytes.len() as u64, u64::MAX >> 1] {
        place.offset = offset;
        assert!(place.load(Cursor::new(&bytes)).is_err(), "{offset}");
    }
}

#[test]
fn files_that_are_cut_short_or_something_else_are_refused() {
    let bytes = read("nested.parquet");
    for end in 0..bytes.len() {
        let told = told(footer(&bytes[..end]));
        assert!(
            told.starts_with("a Parquet file ends with a Thrift footer, its length and PAR1, got"),
            "{told}"
        );
    }
    let with_end = |end: &[u8]| [&bytes[..bytes.len() - 8], end].concat();
    assert!(told(footer(&with_end(b"\x01\x00\x00\x00PARE"))).contains("an encrypted footer"));
    assert!(told(footer(&with_end(b"\xff\xff\xff\xffPAR1"))).contains("a footer of 4294967295"));
    // A footer that begins later is another one, or none; never a panic.
    for length in 0..300_u32 {
        let _ = footer(&with_end(&[&length.to_le_bytes()[..], b"PAR1"].concat()));
    }
}

proptest! {
    #[test]
    fn no_flipped_bits_make_it_panic(
        file in 0_usize..4,
        flips in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let mut bytes = read(FILES[file].0);
        let start = bytes.len() * 2 / 3; // mostly the footer
        let bits = 8 * (bytes.len() - start);
        for flip in flips {
            let bit = flip.index(bits);
            bytes[start + bit / 8] ^= 1 << (bit % 8);
        }
        if let Ok(found) = footer(&bytes) {
            for place in found.filters {
                let _ = place.load(Cursor::new(&bytes));
            }
        }
    }
}
