//! The row indexes of ORC files: a Bloom filter for each row group of a column.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | from the postscript to the streams of Bloom filters |
//! | `protobuf` | fields of a message, as far as they are there |
//! | `chunks` | compressed streams, chunk by chunk |
//! | `snappy`, `lz4` | the decoders that no dependency brings |

mod chunks;
mod lz4;
mod protobuf;
mod snappy;

use super::java32;
use crate::format::hashes;
use crate::hash::orc;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Layer, Refusal, Rule, Stated};
use chunks::Codec;
use protobuf::{Field, Value, fields, number};

pub(super) static FORMAT: Format = Format {
    name: "orc",
    library: "Apache ORC",
    is_by_content: true,
    read,
    keys: &[KeyForm::bytes("addString"), KeyForm::integer("addLong")],
    writer: None,
    reservation: "",
};

#[derive(Debug)]
struct Orc {
    bits: u64,
    hashes: u32,
}

impl Rule for Orc {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        java32::probe(words[0], self.hashes, self.bits, visit)
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        Ok(vec![match key {
            Key::Bytes(bytes) => orc::bytes(bytes),
            Key::Integer(n) => orc::integer(*n),
        }])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let (rest, last) = match bytes {
        [rest @ .., last] if rest.ends_with(b"ORC") => (rest, u64::from(*last)),
        _ => return Err(Refusal::other("the postscript does not end with ORC")),
    };
    in_file(rest, last).map_err(Refusal::certain)
}

/// Takes so many bytes off the end.
fn tail<'a>(bytes: &mut &'a [u8], count: u64) -> Result<&'a [u8], Refusal> {
    let start = usize::try_from(count).ok().and_then(|count| bytes.len().checked_sub(count));
    let start = start.ok_or_else(|| {
        Refusal::other(format!("{count} bytes are stated, {} are there", bytes.len()))
    })?;
    let (rest, tail) = bytes.split_at(start);
    *bytes = rest;
    Ok(tail)
}

fn in_file(mut bytes: &[u8], postscript: u64) -> Result<Vec<Foreign>, Refusal> {
    let file = bytes;
    let postscript = fields(tail(&mut bytes, postscript)?)?;
    let mut codec = Codec::new(number(&postscript, 2), number(&postscript, 3), file.len())?;
    let footer = codec.unpack(tail(&mut bytes, number(&postscript, 1))?)?;
    let footer = fields(&footer)?;
    let names = column_names(&footer)?;
    let stride = Some(number(&footer, 8)).filter(|stride| *stride > 0);
    let version = footer.iter().find_map(|field| match field {
        (12, Value::Bytes(text)) => Some(String::from_utf8_lossy(text).chars().take(40).collect()),
        _ => None,
    });
    let writer = match number(&footer, 9) {
        0 => "Java",
        1 => "C++",
        2 => "Presto",
        4 => "Trino",
        _ => "another writer",
    };
    let version: Option<String> = version.map(|version: String| format!("{writer} {version}"));
    let mut found = Vec::new();
    for (stripe, message) in messages(&footer, 3).enumerate() {
        let stripe_fields = fields(message)?;
        let [offset, index, data, length] = [1, 2, 3, 4].map(|id| number(&stripe_fields, id));
        let mut reader = Reader(file);
        reader.bytes(offset)?;
        let mut streams = Reader(reader.bytes(index)?);
        reader.bytes(data)?;
        let stripe_footer = codec.unpack(reader.bytes(length)?)?;
        for stream in messages(&fields(&stripe_footer)?, 1) {
            let stream = fields(stream)?;
            let [kind, column, length] = [1, 2, 3].map(|id| number(&stream, id));
            // Streams of data follow those of the index.
            let Ok(taken) = streams.bytes(length) else { break };
            if kind != 7 && kind != 8 {
                continue;
            }
            let name = usize::try_from(column).ok().and_then(|column| names.get(column));
            let name = name.filter(|name| !name.is_empty()).map_or("the root", |name| name);
            for (group, filter) in messages(&fields(&codec.unpack(taken)?)?, 1).enumerate() {
                let mut filter = one_filter(filter)?;
                filter.place = Some(format!("stripe {stripe}, column {name}, row group {group}"));
                filter.version.clone_from(&version);
                filter.stated = Stated { capacity: stride, ..Stated::default() };
                found.push(filter);
            }
        }
    }
    Ok(found)
}

fn messages<'a>(fields: &'a [Field<'a>], id: u64) -> impl Iterator<Item = &'a [u8]> {
    fields.iter().filter_map(move |field| match field {
        (found, Value::Bytes(message)) if *found == id => Some(*message),
        _ => None,
    })
}

/// The names of columns by their ids, with dots; that of the root is empty.
fn column_names(footer: &[Field]) -> Result<Vec<String>, Refusal> {
    let types: Vec<&[u8]> = messages(footer, 4).collect();
    let mut names = vec![String::new(); types.len()];
    for (id, message) in types.iter().enumerate() {
        let of_type = fields(message)?;
        let mut children = Vec::new();
        for field in &of_type {
            match field {
                (2, Value::Number(child)) => children.push(*child),
                (2, Value::Bytes(packed)) => {
                    let mut reader = Reader(packed);
                    while !reader.0.is_empty() {
                        children.push(reader.varint()?);
                    }
                }
                _ => {}
            }
        }
        let mut own = messages(&of_type, 3);
        for child in children {
            let name = own.next().map_or("_elem".into(), String::from_utf8_lossy);
            let before = &names[id];
            let name = if before.is_empty() { name.into() } else { format!("{before}.{name}") };
            // Children follow their parent; names are cut so that nesting cannot multiply them.
            let name: String = name.chars().take(200).collect();
            if let Some(place) = usize::try_from(child).ok().filter(|child| *child > id)
                && let Some(place) = names.get_mut(place)
            {
                *place = name;
            }
        }
    }
    Ok(names)
}

fn one_filter(message: &[u8]) -> Result<Foreign, Refusal> {
    let found = fields(message)?;
    let hashes = hashes(number(&found, 1))?;
    let mut bytes = Vec::new();
    for field in &found {
        match field {
            (2, Value::Number(word)) => bytes.extend(word.to_le_bytes()),
            (2 | 3, Value::Bytes(packed)) => bytes.extend(*packed),
            _ => {}
        }
    }
    let len = 8 * bytes.len() as u64;
    let bits = Bits::new(bytes, len)?;
    let rule = Orc { bits: len, hashes };
    Ok(Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, java32::LAW)))
}
