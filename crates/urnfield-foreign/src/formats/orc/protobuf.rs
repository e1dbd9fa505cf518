//! Fields of a protobuf message: numbers and bytes, in the order in which they are there.

use crate::Refusal;
use crate::reader::Reader;

/// The number of a field, and its value.
pub(super) type Field<'a> = (u64, Value<'a>);

#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// Reads a message. A message inside it is read by another call, so nothing recurses.
pub(super) fn fields(message: &[u8]) -> Result<Vec<Field<'_>>, Refusal> {
    let mut reader = Reader(message);
    let mut found = Vec::new();
    while !reader.0.is_empty() {
        let tag = reader.varint()?;
        let value = match tag & 7 {
            0 => Value::Number(reader.varint()?),
            1 => Value::Number(reader.u64_le()?),
            2 => {
                let length = reader.varint()?;
                Value::Bytes(reader.bytes(length)?)
            }
            5 => {
                reader.bytes(4)?;
                continue;
            }
            kind => return Err(Refusal::other(format!("protobuf has no wire type {kind}"))),
        };
        found.push((tag >> 3, value));
    }
    Ok(found)
}

/// Returns the first number of a field, 0 if there is none.
pub(super) fn number(fields: &[Field], id: u64) -> u64 {
    let found = fields.iter().find_map(|field| match field {
        (found, Value::Number(number)) if *found == id => Some(*number),
        _ => None,
    });
    found.unwrap_or(0)
}
