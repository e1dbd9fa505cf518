//! The full filter of RocksDB's SST files: `FastLocalBloom`, whose items keep to 512 bits.
//!
//! The footer leads to the index of metablocks, that to the filter:
//! `lines × 64 bytes | 0xFF | 0 | probes in the low 5 bits | 0 0`.

use crate::format::hashes;
use crate::hash::xxph3;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};

pub(super) static FORMAT: Format = Format {
    name: "rocksdb",
    library: "RocksDB BuiltinBloomFilter",
    is_by_content: true,
    read,
    keys: &[KeyForm::bytes("Slice")],
    writer: None,
    reservation: "",
};

const FOOTER: usize = 53;
const MAGIC: [u8; 8] = 0x88e2_41b7_85f4_cff7_u64.to_le_bytes();
const NAME: &[u8] = b"rocksdb.BuiltinBloomFilter";

#[derive(Debug)]
struct FastLocalBloom {
    lines: u64,
    hashes: u32,
}

impl Rule for FastLocalBloom {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let line = (u64::from(words[0] as u32) * self.lines) >> 32;
        let mut place = (words[0] >> 32) as u32;
        for _ in 0..self.hashes {
            if !visit(512 * line + u64::from(place >> 23)) {
                return false;
            }
            place = place.wrapping_mul(0x9e37_79b9);
        }
        true
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        Ok(vec![match key {
            Key::Bytes(bytes) => xxph3::hash(bytes),
            Key::Integer(n) => xxph3::hash(&n.to_le_bytes()),
        }])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let start = bytes.len().checked_sub(FOOTER);
    let footer = start.map(|start| &bytes[start..]).filter(|footer| footer.ends_with(&MAGIC));
    let footer = footer.ok_or_else(|| Refusal::other("the last 8 bytes are not an SST file's"))?;
    in_file(bytes, footer).map_err(Refusal::certain)
}

fn in_file(bytes: &[u8], footer: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let version = little(&footer[41..45]);
    let index = match version {
        0..=5 => {
            let mut reader = Reader(&footer[1..]);
            let offset = reader.varint()?;
            block(bytes, offset, reader.varint()?)?
        }
        _ => {
            // The index ends before the trailer of 5 bytes that is before the footer.
            let size = little(&footer[13..17]);
            let end = (bytes.len() - FOOTER) as u64;
            let offset = end.checked_sub(size + 5);
            block(bytes, offset.ok_or_else(|| Refusal::other("the index does not fit"))?, size)?
        }
    };
    let mut filters = Vec::new();
    for (name, value) in entries(index)? {
        let Some(kind) = name.strip_suffix(NAME) else { continue };
        if kind != b"fullfilter." {
            let why = "the filter is partitioned: only full filters are read";
            return Err(Refusal::other(why));
        }
        let mut reader = Reader(value);
        let offset = reader.varint()?;
        let mut found = filter(block(bytes, offset, reader.varint()?)?)?;
        found.version = Some(format!("format_version {version}"));
        filters.push(found);
    }
    Ok(filters)
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn block(bytes: &[u8], offset: u64, size: u64) -> Result<&[u8], Refusal> {
    let mut reader = Reader(bytes);
    reader.bytes(offset)?;
    reader.bytes(size)
}

/// A name and its value.
type Entry<'a> = (Vec<u8>, &'a [u8]);

/// The entries of a block: each name shares its beginning with the name before it.
fn entries(block: &[u8]) -> Result<Vec<Entry<'_>>, Refusal> {
    let (rest, restarts) = block
        .split_last_chunk::<4>()
        .ok_or_else(|| Refusal::other("a block has no number of restarts"))?;
    let restarts = 4 * u64::from(u32::from_le_bytes(*restarts));
    let end = (rest.len() as u64).checked_sub(restarts);
    let end = end.ok_or_else(|| Refusal::other("a block has more restarts than bytes"))?;
    let mut reader = Reader(&rest[..end as usize]);
    let mut found: Vec<Entry> = Vec::new();
    // Names are short; a name that repeats a long one over and over is not RocksDB's.
    while !reader.0.is_empty() && found.len() < 1000 {
        let shared = reader.varint()?.min(1000) as usize;
        let (own, value) = (reader.varint()?, reader.varint()?);
        let before = found.last().and_then(|(name, _)| name.get(..shared));
        let mut name = before.unwrap_or_default().to_vec();
        name.extend(reader.bytes(own)?);
        found.push((name, reader.bytes(value)?));
    }
    Ok(found)
}

fn filter(bytes: &[u8]) -> Result<Foreign, Refusal> {
    let (lines, last) = bytes
        .split_last_chunk::<5>()
        .ok_or_else(|| Refusal::other("the filter has fewer than 5 bytes"))?;
    if last[0] != 0xff || last[1] != 0 || last[2] >> 5 != 0 {
        let why = "the filter is not a FastLocalBloom: Ribbon and older filters are not read";
        return Err(Refusal::other(why));
    }
    let hashes = hashes((last[2] & 31).into())?;
    if !lines.len().is_multiple_of(64) {
        return Err(Refusal::other(format!("{} bytes are no lines of 64", lines.len())));
    }
    let bits = Bits::new(lines.to_vec(), 8 * lines.len() as u64)?;
    let rule = FastLocalBloom { lines: bits.len() / 512, hashes };
    Ok(Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, Law::Lines(512))))
}
