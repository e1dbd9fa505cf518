//! What stands before the blocks: their length in bytes, and three choices of which Parquet has one
//! each so far.

use crate::error::{Damage, Error};
use crate::filter::parquet::block::SplitBlock;
use crate::filter::parquet::compact::{Compact, Field, Wire};
use std::io::Read;

/// The most that a signed word of 32 bits says in whole blocks.
pub(crate) const MOST_BYTES: u64 = (1 << 31) - SplitBlock::BYTES as u64;

/// A header has some 17 bytes. What goes on for longer is none.
const LONGEST: u64 = 1024;

const RULE: &str = "a Parquet filter begins with a Thrift header of at most 1024 bytes";

/// The three choices: the number of the field, and what its one known value is called.
const CHOICES: [(i64, &str); 3] = [
    (2, "a Parquet filter's header must name the algorithm BLOCK, number 1"),
    (3, "a Parquet filter's header must name the hash XXHASH, number 1"),
    (4, "a Parquet filter's header must name the compression UNCOMPRESSED, number 1"),
];

/// The header before so many bytes of blocks, which are at most [`MOST_BYTES`].
pub(crate) fn write(bytes: u64) -> Vec<u8> {
    let mut header = vec![0x15]; // field 1, an integer
    let mut zigzag = 2 * bytes;
    while zigzag >= 128 {
        header.push(zigzag as u8 | 128);
        zigzag >>= 7;
    }
    header.push(zigzag as u8);
    for _ in CHOICES {
        header.extend([0x1c, 0x1c, 0, 0]); // the next field, a union: its field 1, empty
    }
    header.push(0);
    header
}

/// Reads a header and no byte more; how many blocks follow.
pub(crate) fn read(reader: impl Read) -> Result<u64, Error> {
    let mut compact = Compact::new(reader.take(LONGEST), RULE);
    let (mut bytes, mut chosen) = (None, [None; 3]);
    compact.structure(|compact, number, wire| {
        match (number, wire) {
            (1, Wire::Integer) => bytes = Some(compact.integer()?),
            (2..=4, Wire::Structure) => {
                let choice = &mut chosen[number as usize - 2];
                compact.structure(|_, number, _| {
                    *choice = Some(number);
                    Ok(Field::Unknown)
                })?;
            }
            _ => return Ok(Field::Unknown),
        }
        Ok(Field::Read)
    })?;
    let Some(bytes) = bytes else { return compact.refused("a header without a length") };
    for ((_, rule), choice) in CHOICES.into_iter().zip(chosen) {
        match choice {
            Some(1) => {}
            Some(other) => {
                return Err(Error::damaged(Damage::Impossible, rule, format!("number {other}")));
            }
            None => return Err(Error::damaged(Damage::Impossible, rule, "none")),
        }
    }
    match u64::try_from(bytes) {
        Ok(length) => blocks(length),
        Err(_) => blocks_refused(bytes),
    }
}

/// Returns how many blocks this many bytes are.
pub(crate) fn blocks(bytes: u64) -> Result<u64, Error> {
    let size = SplitBlock::BYTES as u64;
    if bytes.is_multiple_of(size) && (size..=MOST_BYTES).contains(&bytes) {
        Ok(bytes / size)
    } else {
        blocks_refused(bytes)
    }
}

fn blocks_refused<T>(bytes: impl std::fmt::Display) -> Result<T, Error> {
    Err(Error::damaged(
        Damage::Impossible,
        "a Parquet filter has a multiple of 32 bytes, from 32 to 2^31 - 32",
        format!("{bytes} bytes"),
    ))
}
