//! [`ParquetFooter`]: which Bloom filters a Parquet file has, and where. Of the footer only what
//! leads to them is read, and the rest skipped; no data are.

use crate::error::{Damage, Error};
use crate::filter::parquet::ParquetFilter;
use crate::filter::parquet::compact::{Compact, Field, Wire};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

const MAGIC: &[u8; 4] = b"PAR1";
/// A file whose footer is encrypted.
const ENCRYPTED: &[u8; 4] = b"PARE";

const RULE: &str = "a Parquet file ends with a Thrift footer, its length and PAR1";

/// Names that are longer are none that a person gave.
const LONGEST_NAME: u64 = 1 << 16;

/// What a Parquet file says of its Bloom filters.
///
/// ```no_run
/// use std::fs::File;
/// use urnfield::filter::ParquetFooter;
/// let mut file = File::open("trips.parquet").expect("a file");
/// for place in ParquetFooter::read_from(&mut file)?.filters {
///     let filter = place.load(&mut file)?;
///     println!("{}: {} bits set", place.column, filter.bits_set());
/// }
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParquetFooter {
    /// The program that wrote the file, if it says so.
    pub writer: Option<String>,
    /// How many column chunks there are, with a filter or without.
    pub chunks: u64,
    /// The columns, in the order in which they come first.
    pub columns: Vec<ColumnChunks>,
    /// The column chunks with a filter, in the order of the footer.
    pub filters: Vec<ColumnFilter>,
}

/// A column and the number of its chunks, with a filter or without.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnChunks {
    /// The column's path, from the outermost field inward.
    pub path: Vec<String>,
    /// How many chunks it has: one in each row group.
    pub chunks: u64,
}

/// A column chunk that has a Bloom filter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnFilter {
    /// The row group, from 0.
    pub row_group: u64,
    /// The column's path, with dots. Names may have dots themselves: `path` tells them apart.
    pub column: String,
    /// The column's path, from the outermost field inward.
    pub path: Vec<String>,
    /// The type as which values are hashed, in Parquet's words: `INT64`, `BYTE_ARRAY`.
    pub physical_type: &'static str,
    /// How many values the chunk has, nulls among them: no fewer than distinct ones.
    pub values: u64,
    /// Where the filter's header begins.
    pub offset: u64,
    /// Bytes of header and blocks; older writers do not say.
    pub length: Option<u64>,
}

impl ParquetFooter {
    /// Reads the footer of a file. No bytes make it panic, and it takes no more memory than the
    /// footer has bytes, some times over.
    pub fn read_from(mut file: impl Read + Seek) -> Result<ParquetFooter, Error> {
        let size = file.seek(SeekFrom::End(0)).map_err(failed)?;
        // The magic bytes at both ends, and the footer's length before the last.
        let Some(before) = size.checked_sub(12) else {
            return refused(format!("{size} bytes, too few for a file"));
        };
        file.seek(SeekFrom::End(-8)).map_err(failed)?;
        let mut end = [0; 8];
        file.read_exact(&mut end).map_err(failed)?;
        let ([a, b, c, d, ..], magic) = (end, &end[4..]);
        if magic == ENCRYPTED {
            return refused("an encrypted footer, which needs a key");
        }
        if magic != MAGIC {
            return refused("other last bytes");
        }
        let length = u64::from(u32::from_le_bytes([a, b, c, d]));
        let Some(start) = (before + 4).checked_sub(length) else {
            return refused(format!("a footer of {length} bytes in a file of {size}"));
        };
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        ParquetFooter::of(Compact::new(BufReader::new(file.take(length)), RULE))
    }

    fn of(mut compact: Compact<impl Read>) -> Result<ParquetFooter, Error> {
        let mut footer =
            ParquetFooter { writer: None, chunks: 0, columns: Vec::new(), filters: Vec::new() };
        compact.structure(|compact, number, wire| {
            match (number, wire) {
                (4, Wire::List) => {
                    for row_group in 0..structures(compact)? {
                        footer.read_row_group(compact, row_group)?;
                    }
                }
                (6, Wire::Binary) => footer.writer = Some(compact.text(LONGEST_NAME)?),
                _ => return Ok(Field::Unknown),
            }
            Ok(Field::Read)
        })?;
        Ok(footer)
    }

    /// Counts a chunk. Row groups have their columns in one order, so its place is where to look
    /// first.
    fn count(&mut self, path: Vec<String>, place: usize) {
        let is_at = |column: &ColumnChunks| column.path == path;
        let found = if self.columns.get(place).is_some_and(is_at) {
            Some(place)
        } else {
            self.columns.iter().position(is_at)
        };
        match found {
            Some(place) => self.columns[place].chunks += 1,
            None => self.columns.push(ColumnChunks { path, chunks: 1 }),
        }
    }

    fn read_row_group(
        &mut self,
        compact: &mut Compact<impl Read>,
        row_group: u64,
    ) -> Result<(), Error> {
        compact.structure(|compact, number, wire| {
            if (number, wire) != (1, Wire::List) {
                return Ok(Field::Unknown);
            }
            for place in 0..structures(compact)? {
                self.chunks += 1;
                compact.structure(|compact, number, wire| {
                    if (number, wire) != (3, Wire::Structure) {
                        return Ok(Field::Unknown);
                    }
                    let (path, filter) = column(compact, row_group)?;
                    self.count(path, place as usize);
                    self.filters.extend(filter);
                    Ok(Field::Read)
                })?;
            }
            Ok(Field::Read)
        })
    }
}

/// Reads what is said of a column chunk: its path, and its filter if it has one.
fn column(
    compact: &mut Compact<impl Read>,
    row_group: u64,
) -> Result<(Vec<String>, Option<ColumnFilter>), Error> {
    let (mut physical_type, mut path, mut values) = (-1, Vec::new(), 0);
    let (mut offset, mut length) = (None, None);
    compact.structure(|compact, number, wire| {
        match (number, wire) {
            (1, Wire::Integer) => physical_type = compact.integer()?,
            (3, Wire::List) => {
                let (names, each) = compact.list()?;
                if each != Wire::Binary {
                    return compact.refused("a path that is no list of names");
                }
                for _ in 0..names {
                    path.push(compact.text(LONGEST_NAME)?);
                }
            }
            (5, Wire::Integer) => values = natural(compact, "values")?,
            (14, Wire::Integer) => offset = Some(natural(compact, "an offset")?),
            (15, Wire::Integer) => length = Some(natural(compact, "a length")?),
            _ => return Ok(Field::Unknown),
        }
        Ok(Field::Read)
    })?;
    let physical_type = type_name(physical_type);
    let column = path.join(".");
    let filter = offset.map(|offset| ColumnFilter {
        row_group,
        column,
        path: path.clone(),
        physical_type,
        values,
        offset,
        length,
    });
    Ok((path, filter))
}

impl ColumnFilter {
    /// The filter itself, out of the file whose footer this came from.
    pub fn load(&self, mut file: impl Read + Seek) -> Result<ParquetFilter, Error> {
        file.seek(SeekFrom::Start(self.offset)).map_err(failed)?;
        let mut reader = BufReader::new(file.take(self.length.unwrap_or(u64::MAX)));
        let filter = ParquetFilter::read_from(&mut reader)?;
        let more = self.length.is_some() && !reader.fill_buf().map_err(failed)?.is_empty();
        if more {
            Err(Error::damaged(
                Damage::Impossible,
                "a Parquet filter is as long as the file's footer says",
                format!("{} bytes of blocks and more behind them", filter.byte_size()),
            ))
        } else {
            Ok(filter)
        }
    }
}

/// Returns how many structures a list has.
fn structures(compact: &mut Compact<impl Read>) -> Result<u64, Error> {
    match compact.list()? {
        (length, Wire::Structure) => Ok(length),
        // Some write an empty list as one of nothing in particular.
        (0, _) => Ok(0),
        _ => compact.refused("a list of something else than structures"),
    }
}

fn natural(compact: &mut Compact<impl Read>, what: &str) -> Result<u64, Error> {
    let number = compact.integer()?;
    match u64::try_from(number) {
        Ok(number) => Ok(number),
        Err(_) => compact.refused(format!("{what} below zero, {number}")),
    }
}

fn type_name(number: i64) -> &'static str {
    match number {
        0 => "BOOLEAN",
        1 => "INT32",
        2 => "INT64",
        3 => "INT96",
        4 => "FLOAT",
        5 => "DOUBLE",
        6 => "BYTE_ARRAY",
        7 => "FIXED_LEN_BYTE_ARRAY",
        _ => "unknown",
    }
}

fn refused<T>(got: impl Into<String>) -> Result<T, Error> {
    Err(Error::damaged(Damage::Impossible, RULE, got))
}

fn failed(error: io::Error) -> Error {
    Error::file("read", "a stream", error)
}
