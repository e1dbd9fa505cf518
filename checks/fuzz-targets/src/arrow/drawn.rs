//! Columns of every layout out of bytes, and the keys that they have by a second way of knowing it.

use super::raw::{Below, Node};
use crate::bytes::Bytes;

/// A copy of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kept {
    Bytes(Vec<u8>),
    Word(u64, u8, bool),
}

/// What a row has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Null,
    Key(Kept),
    /// A key that lies outside its buffer.
    Outside,
}

/// A column, and what its rows have.
pub(super) struct Drawn {
    pub(super) node: Node,
    pub(super) rows: Vec<Found>,
    /// Whether it is none that has keys, or broken so that nothing of it is read.
    pub(super) is_refused: bool,
}

const INTEGERS: [(&str, usize, bool); 8] = [
    ("c", 1, true),
    ("C", 1, false),
    ("s", 2, true),
    ("S", 2, false),
    ("i", 4, true),
    ("I", 4, false),
    ("l", 8, true),
    ("L", 8, false),
];
const NO_KEYS: [&str; 8] = ["b", "+l", "d:10,2", "tdD", "", "w:-1", "w:2147483648", "w:x"];

fn drawn(bytes: &mut Bytes<'_>, count: usize) -> Box<[u8]> {
    (0..count).map(|_| bytes.byte()).collect()
}

/// A number near zero, negative ones too.
fn near(bytes: &mut Bytes<'_>) -> i64 {
    i64::from(bytes.byte() as i8 / 4)
}

fn buffer(bytes: impl IntoIterator<Item = u8>) -> Option<Box<[u8]>> {
    Some(bytes.into_iter().collect())
}

fn slice(data: &[u8], from: i64, to: i64) -> Found {
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
    let found = range.and_then(|(from, to)| data.get(from..to));
    found.map_or(Found::Outside, |bytes| Found::Key(Kept::Bytes(bytes.to_vec())))
}

/// An integer as Arrow has it, and as a key.
fn word(bytes: &[u8], signed: bool) -> u64 {
    let negative = signed && bytes.last().is_some_and(|top| top >> 7 == 1);
    let mut all = [if negative { 0xFF } else { 0 }; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// The layout of some rows behind an offset: its format, its buffers but for the first, what the
/// rows have, and whether it is refused.
type Layout = (String, Vec<Option<Box<[u8]>>>, Vec<Found>, bool);

fn texts(bytes: &mut Bytes<'_>, width: usize, from: usize, rows: usize) -> Layout {
    let ends: Vec<i64> = (0..=from + rows).map(|_| near(bytes)).collect();
    let last = ends[from + rows];
    let data = drawn(bytes, usize::try_from(last).unwrap_or(0));
    let found = (from..from + rows).map(|row| slice(&data, ends[row], ends[row + 1])).collect();
    let lying = ends.iter().flat_map(|end| end.to_le_bytes()[..width].to_vec());
    let format = if width == 4 { "u" } else { "Z" };
    (format.into(), vec![buffer(lying), Some(data)], found, rows > 0 && last < 0)
}

fn views(bytes: &mut Bytes<'_>, from: usize, rows: usize) -> Layout {
    let lengths: Vec<i64> = (0..bytes.between(0, 2)).map(|_| near(bytes)).collect();
    let data: Vec<Box<[u8]>> =
        lengths.iter().map(|length| drawn(bytes, usize::try_from(*length).unwrap_or(0))).collect();
    let mut lying = Vec::new();
    let mut found = Vec::new();
    for row in 0..from + rows {
        let length = near(bytes) as i32;
        let mut view: [u8; 16] = drawn(bytes, 16)[..].try_into().expect("sixteen bytes");
        view[..4].copy_from_slice(&length.to_le_bytes());
        let mut key = slice(&view[4..], 0, length.into());
        if !(0..=12).contains(&length) {
            let number = (near(bytes) / 8) as i32;
            let at = near(bytes) as i32;
            view[8..12].copy_from_slice(&number.to_le_bytes());
            view[12..].copy_from_slice(&at.to_le_bytes());
            let inside = usize::try_from(number).ok().and_then(|number| data.get(number));
            let end = i64::from(at) + i64::from(length);
            key = inside.map_or(Found::Outside, |data| slice(data, at.into(), end));
        }
        lying.extend(view);
        if row >= from {
            found.push(key);
        }
    }
    let mut buffers = vec![Some(lying.into_boxed_slice())];
    let broken = lengths.iter().any(|length| *length < 0);
    buffers.extend(data.into_iter().map(Some));
    buffers.push(buffer(lengths.iter().flat_map(|length| length.to_le_bytes())));
    ("vu".into(), buffers, found, broken)
}

fn fixed(bytes: &mut Bytes<'_>, width: usize, from: usize, rows: usize) -> Layout {
    let data = drawn(bytes, (from + rows) * width);
    let key = |row: usize| slice(&data, (row * width) as i64, (row * width + width) as i64);
    let found = (from..from + rows).map(key).collect();
    (format!("w:{width}"), vec![Some(data)], found, false)
}

fn integers(bytes: &mut Bytes<'_>, which: usize, from: usize, rows: usize) -> Layout {
    let (format, width, signed) = INTEGERS[which];
    // Small ones may be the numbers of entries.
    let all = (0..from + rows).flat_map(|_| near(bytes).to_le_bytes()[..width].to_vec());
    let data: Box<[u8]> = all.collect();
    let key = |row: usize| {
        let value = word(&data[row * width..(row + 1) * width], signed);
        Found::Key(Kept::Word(value, width as u8, signed))
    };
    let found = (from..from + rows).map(key).collect();
    (format.into(), vec![Some(data)], found, false)
}

/// Bits that say which rows are there: none, or their buffer.
fn bits(bytes: &mut Bytes<'_>, rows: usize) -> (Option<Box<[u8]>>, Vec<bool>) {
    if !bytes.flag() {
        return (None, vec![true; rows]);
    }
    let bits = drawn(bytes, rows.div_ceil(8));
    let there = (0..rows).map(|row| bits[row / 8] >> (row % 8) & 1 == 1).collect();
    (Some(bits), there)
}

/// Says how many rows are not there: counted, or left to the reader.
fn count_nulls(bytes: &mut Bytes<'_>, node: &mut Node, there: &[bool]) {
    let nulls = there.iter().filter(|there| !**there).count() as i64;
    node.array.null_count = if bytes.flag() { -1 } else { nulls };
}

/// A column, with `nested` perhaps of numbers of entries.
pub(super) fn column(bytes: &mut Bytes<'_>, nested: bool) -> Drawn {
    let from = bytes.between(0, 3) as usize;
    let rows = bytes.between(0, 9) as usize;
    let (first, there) = bits(bytes, from + rows);
    let which = bytes.between(0, 17) as usize;
    let (format, rest, mut found, mut is_refused) = match which {
        0..8 => integers(bytes, which, from, rows),
        8 | 9 => texts(bytes, 4, from, rows),
        10 => texts(bytes, 8, from, rows),
        11 | 12 => views(bytes, from, rows),
        13 => fixed(bytes, 3, from, rows),
        14 => fixed(bytes, 0, from, rows),
        15 => ("n".into(), Vec::new(), vec![Found::Null; rows], false),
        _ => {
            let format = NO_KEYS[bytes.between(0, 7) as usize];
            (format.into(), vec![None], vec![Found::Null; rows], true)
        }
    };
    let mut below = Below::Nothing;
    if nested && which < 8 && bytes.flag() {
        let entries = column(bytes, false);
        is_refused |= entries.is_refused || entries.node.is("w:0");
        for row in &mut found {
            let Found::Key(Kept::Word(entry, ..)) = row else { unreachable!("of integers") };
            let entry = usize::try_from(*entry).ok().and_then(|entry| entries.rows.get(entry));
            *row = entry.cloned().unwrap_or(Found::Outside);
        }
        below = Below::Dictionary(entries.node);
    }
    for (row, key) in found.iter_mut().enumerate() {
        if format != "n" && !there[from + row] {
            *key = Found::Null;
        }
    }
    let buffers = if format == "n" { Vec::new() } else { [vec![first], rest].concat() };
    let mut node = Node::new(&format, rows as i64, from as i64, buffers, below);
    count_nulls(bytes, &mut node, &there[from..]);
    Drawn { node, rows: found, is_refused }
}

/// A table around a column, of some of its rows.
pub(super) fn table(bytes: &mut Bytes<'_>, column: Drawn) -> Drawn {
    let all = column.rows.len();
    let from = bytes.between(0, all as u64) as usize;
    // One row more than the column has, sometimes.
    let rows = bytes.between(0, (all - from) as u64 + 1) as usize;
    let (first, there) = bits(bytes, from + rows);
    let too_long = from + rows > all;
    let mut found = column.rows[from..all.min(from + rows)].to_vec();
    for (row, key) in found.iter_mut().enumerate() {
        if !there[from + row] {
            *key = Found::Null;
        }
    }
    let (rows, from) = (rows as i64, from as i64);
    let is_refused = column.is_refused || too_long;
    let mut node = Node::new("+s", rows, from, vec![first], Below::Child(column.node));
    count_nulls(bytes, &mut node, &there[from as usize..]);
    Drawn { node, rows: found, is_refused }
}
