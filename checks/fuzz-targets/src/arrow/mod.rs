//! Columns through Arrow's C data interface: what breaks a rule that a reader can see is refused,
//! and everything else has the keys that were put in.
//!
//! | file | idea |
//! |---|---|
//! | `raw` | the structures of the interface, as a producer fills them |
//! | `drawn` | columns of every layout out of bytes, and the keys that they have |
//! | `mod` | faults, and what is read of columns with and without them |

mod drawn;
mod raw;

use crate::bytes::Bytes;
use drawn::{Found, Kept, column, table};
use raw::Node;
use std::ptr;
use urnfield_arrow::{Array, Column, Key, Schema, Unread};

/// A column or a table, perhaps with a fault.
pub fn read_arrow(data: &[u8]) {
    let mut bytes = Bytes(data);
    let fault = bytes.byte();
    let place = bytes.byte();
    let is_table = bytes.flag();
    let mut drawn = column(&mut bytes, true);
    if is_table {
        drawn = table(&mut bytes, drawn);
    }
    let node = match (place % 2, &mut drawn.node) {
        (0, node) => node,
        (_, node) if node.below.is_some() => node.below.as_mut().expect("asked"),
        (_, node) => node,
    };
    let faulty = break_a_rule(fault, node);
    let child = is_table.then_some(0);
    let read = drawn.node.hand_over(|schema, array| read(schema, array, child));
    match read {
        Err(Unread::Float { value, .. }) => panic!("no column has floats, got {value}"),
        Err(Unread::Type(sentence) | Unread::Broken(sentence) | Unread::Memory(sentence)) => {
            assert!(sentence.len() > 20, "{sentence}");
            let outside = drawn.rows.contains(&Found::Outside);
            assert!(faulty || outside || drawn.is_refused, "{sentence}: {:?}", drawn.rows);
        }
        Ok(keys) => {
            assert!(!faulty && !drawn.is_refused, "fault {fault} was not seen");
            let expected: Vec<Found> =
                keys.into_iter().map(|key| key.map_or(Found::Null, Found::Key)).collect();
            assert_eq!(expected, drawn.rows);
        }
    }
}

/// One number that a reader can see to be wrong; false where this node has no such number.
fn break_a_rule(fault: u8, node: &mut Node) -> bool {
    let (schema, array) = (&mut node.schema, &mut node.array);
    match fault {
        1 => array.length = -1,
        2 => array.offset = i64::MIN,
        3 => array.length = i64::MAX,
        4 => array.offset = i64::MAX,
        5 => array.null_count = array.length + 1,
        6 => array.null_count = -2,
        7 => array.n_buffers = -1,
        8 if array.n_buffers > 0 => array.buffers = ptr::null_mut(),
        9 => array.n_children += 1,
        10 => schema.n_children = -1,
        11 if array.n_children > 0 => array.children = ptr::null_mut(),
        12 => array.release = None,
        13 => schema.release = None,
        14 if !array.dictionary.is_null() => array.dictionary = ptr::null_mut(),
        15 if !schema.dictionary.is_null() => schema.dictionary = ptr::null_mut(),
        16 => (schema.n_children, array.n_children) = (-1, -1),
        17 => {
            // A dictionary that has itself as its dictionary.
            (schema.dictionary, array.dictionary) = (&raw mut **schema, &raw mut **array);
        }
        _ => return false,
    }
    true
}

/// The key of each row, as a filter would have it.
fn read(schema: &Schema, array: &Array, child: Option<usize>) -> Result<Vec<Option<Kept>>, Unread> {
    let keep = |key: Key<'_>| match key {
        Key::Bytes(bytes) => Kept::Bytes(bytes.to_vec()),
        Key::Word { value, bytes, signed } => Kept::Word(value, bytes, signed),
    };
    let mut keys = Vec::new();
    let mut there = Vec::new();
    let spread = |keys: Vec<Kept>, there: &[bool]| -> Vec<Option<Kept>> {
        let mut keys = keys.into_iter();
        if there.is_empty() {
            return keys.map(Some).collect();
        }
        there.iter().map(|has| has.then(|| keys.next().expect("as many as are there"))).collect()
    };
    match Column::of(schema, array, child)? {
        Column::Keys(all) => {
            let half = all.rows() / 2;
            for some in [0..half, half..all.rows()] {
                all.digests(some, None, &keep, &mut keys, &mut there)?;
            }
            Ok(spread(keys, &there))
        }
        Column::Dictionary(dictionary) => {
            let used = dictionary.used()?;
            let entries = 0..dictionary.entries().rows();
            dictionary.entries().digests(entries, used.as_deref(), &keep, &mut keys, &mut there)?;
            let entries = spread(keys, &there);
            let mut rows = Vec::new();
            dictionary.each_entry(0..dictionary.rows(), |entry| {
                rows.push(entry.and_then(|entry| entries[entry].clone()));
            });
            Ok(rows)
        }
    }
}
