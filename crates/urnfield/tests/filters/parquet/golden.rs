//! Files of other writers: our filter of the same values is theirs, byte for byte.

use std::ops::Range;
use std::path::Path;
use urnfield::filter::ParquetFilter;

/// A filter in a file, and the rows whose values are in it.
pub(crate) struct Golden {
    pub(crate) file: &'static str,
    pub(crate) row_group: usize,
    pub(crate) column: &'static str,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) rows: Range<i64>,
}

/// As DuckDB's `parquet_metadata` lists them.
pub(crate) fn all() -> Vec<Golden> {
    let golden = |(file, row_group, column, offset, length, rows)| Golden {
        file,
        row_group,
        column,
        offset,
        length,
        rows,
    };
    [
        ("pyarrow.parquet", 0, "name", 4290, 272, 0..150),
        ("pyarrow.parquet", 0, "id", 4562, 272, 0..150),
        ("pyarrow.parquet", 0, "small", 4834, 272, 0..150),
        ("pyarrow.parquet", 0, "share", 5106, 272, 0..150),
        ("pyarrow.parquet", 1, "name", 5378, 272, 150..300),
        ("pyarrow.parquet", 1, "id", 5650, 272, 150..300),
        ("pyarrow.parquet", 1, "small", 5922, 272, 150..300),
        ("pyarrow.parquet", 1, "share", 6194, 272, 150..300),
        ("nested.parquet", 0, "outer.inner", 1775, 272, 0..300),
        ("nested.parquet", 0, "id", 2047, 47, 0..300),
        ("duckdb.parquet", 0, "name", 2558, 528, 0..300),
        ("duckdb.parquet", 0, "id", 3086, 528, 0..300),
        ("spark.parquet", 0, "outer.inner", 1392, 528, 0..300),
        ("spark.parquet", 0, "id", 1920, 528, 0..300),
        ("rust.parquet", 0, "name", 1833, 528, 0..200),
        ("rust.parquet", 0, "id", 2361, 528, 0..200),
        ("rust.parquet", 0, "share", 2889, 528, 0..200),
        ("rust.parquet", 1, "name", 4523, 272, 200..300),
        ("rust.parquet", 1, "id", 4795, 272, 200..300),
        ("rust.parquet", 1, "share", 5067, 272, 200..300),
    ]
    .map(golden)
    .into()
}

pub(crate) fn read(file: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/parquet");
    std::fs::read(folder.join(file)).expect("the golden file is there")
}

impl Golden {
    /// Header and bitset, as they stand in the file.
    fn bytes(&self) -> Vec<u8> {
        read(self.file)[self.offset as usize..][..self.length as usize].to_vec()
    }

    /// Our filter of the same values, of so many blocks.
    pub(crate) fn ours(&self, blocks: u64) -> ParquetFilter {
        let mut filter = ParquetFilter::exactly(blocks).expect("few blocks");
        for i in self.rows.clone() {
            match (self.file, self.column) {
                (_, "name" | "outer.inner") => filter.insert(format!("key-{i}")),
                (_, "id") => filter.insert_i64(i * i - 100),
                (_, "small") => filter.insert_i32(i as i32 - 7),
                ("rust.parquet", "share") => filter.insert_f32(i as f32 / 8.0),
                (_, "share") => filter.insert_f64(i as f64 / 8.0),
                (file, column) => panic!("{column} of {file} has no filter"),
            };
        }
        filter
    }
}

#[test]
fn filters_of_other_writers_are_ours_byte_for_byte() {
    for golden in all() {
        let (bytes, what) = (golden.bytes(), format!("{} of {}", golden.column, golden.file));
        let theirs = ParquetFilter::from_bytes(&bytes).expect("a filter");
        let ours = golden.ours(theirs.design().blocks());
        assert_eq!(theirs, ours, "{what}");
        assert_eq!(ours.to_bytes(), bytes, "{what}, with its header");
        assert_eq!(bytes[bytes.len() - ours.to_bitset().len()..], ours.to_bitset(), "{what}");
    }
}
