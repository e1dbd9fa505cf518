//! Thrift's compact protocol, as far as Parquet's filters need it: structures field by field, and
//! whatever is not known skipped. No bytes make it panic, recurse deeply or take memory.

use crate::error::{Damage, Error};
use std::io::{self, Read};

/// Structures within structures that are skipped; Parquet has fewer than ten.
const DEEPEST: u32 = 32;

/// What a value on the wire is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    /// True or false: in a field the type says which, in a list there is a byte.
    Flag,
    Byte,
    Integer,
    Double,
    /// A length, and so many bytes.
    Binary,
    /// A list or a set.
    List,
    Map,
    Structure,
    /// Sixteen bytes.
    Uuid,
}

/// Whether a field's value has been read, or is to be skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Read,
    Unknown,
}

/// Reads values one after the other.
pub(crate) struct Compact<R> {
    reader: R,
    /// What the bytes should have been, for refusals.
    rule: &'static str,
}

impl<R: Read> Compact<R> {
    pub(crate) fn new(reader: R, rule: &'static str) -> Compact<R> {
        Compact { reader, rule }
    }

    /// The refusal of bytes that are something else.
    pub(crate) fn refused<T>(&self, got: impl Into<String>) -> Result<T, Error> {
        Err(Error::damaged(Damage::Impossible, self.rule, got))
    }

    /// A structure: shows the number and the type of each field, and skips what is unknown.
    pub(crate) fn structure(
        &mut self,
        mut see: impl FnMut(&mut Compact<R>, i64, Wire) -> Result<Field, Error>,
    ) -> Result<(), Error> {
        let mut number = 0;
        while let Some((next, wire)) = self.field(number)? {
            number = next;
            if see(self, number, wire)? == Field::Unknown {
                self.skip(wire, DEEPEST, true)?;
            }
        }
        Ok(())
    }

    /// The number and the type of the field after that number; `None` at the structure's end.
    fn field(&mut self, last: i64) -> Result<Option<(i64, Wire)>, Error> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        // Four bits of distance, or the number in full.
        let number = match head >> 4 {
            0 => self.integer()?,
            distance => last.saturating_add(i64::from(distance)),
        };
        Ok(Some((number, self.wire(head & 15)?)))
    }

    /// A list: how many values of which type follow.
    pub(crate) fn list(&mut self) -> Result<(u64, Wire), Error> {
        let head = self.byte()?;
        let length = match head >> 4 {
            15 => self.varint()?,
            short => u64::from(short),
        };
        Ok((length, self.wire(head & 15)?))
    }

    /// An integer of any size, in zigzag: 0, −1, 1, −2, …
    pub(crate) fn integer(&mut self) -> Result<i64, Error> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    /// Bytes that are a text, if they are at most so many.
    pub(crate) fn text(&mut self, most: u64) -> Result<String, Error> {
        let length = self.varint()?;
        if length > most {
            return self.refused(format!("a text of {length} bytes"));
        }
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(length).read_to_end(&mut bytes);
        if read.map_err(failed)? as u64 == length {
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        } else {
            self.refused("an end in the middle")
        }
    }

    fn byte(&mut self) -> Result<u8, Error> {
        let mut byte = [0];
        match self.reader.read_exact(&mut byte) {
            Ok(()) => Ok(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.refused("an end in the middle")
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Seven bits a byte, the lowest first; the last byte is below 128.
    fn varint(&mut self) -> Result<u64, Error> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 127);
            if (bits << shift) >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        self.refused("a number of more than 64 bits")
    }

    fn wire(&self, code: u8) -> Result<Wire, Error> {
        Ok(match code {
            1 | 2 => Wire::Flag,
            3 => Wire::Byte,
            4..=6 => Wire::Integer,
            7 => Wire::Double,
            8 => Wire::Binary,
            9 | 10 => Wire::List,
            11 => Wire::Map,
            12 => Wire::Structure,
            13 => Wire::Uuid,
            _ => return self.refused(format!("a value of type {code}")),
        })
    }

    /// Every value but a flag of a field takes at least a byte, so that no count of them, however
    /// large, is believed beyond the bytes that are there.
    fn skip(&mut self, wire: Wire, depth: u32, in_field: bool) -> Result<(), Error> {
        let Some(depth) = depth.checked_sub(1) else {
            return self.refused("structures within structures without end");
        };
        match wire {
            Wire::Flag if in_field => Ok(()),
            Wire::Flag | Wire::Byte => self.pass_over(1),
            Wire::Integer => self.varint().map(|_| ()),
            Wire::Double => self.pass_over(8),
            Wire::Uuid => self.pass_over(16),
            Wire::Binary => {
                let length = self.varint()?;
                self.pass_over(length)
            }
            Wire::List => {
                let (length, each) = self.list()?;
                (0..length).try_for_each(|_| self.skip(each, depth, false))
            }
            Wire::Map => {
                let length = self.varint()?;
                if length == 0 {
                    return Ok(());
                }
                let types = self.byte()?;
                let key = self.wire(types >> 4)?;
                let value = self.wire(types & 15)?;
                (0..length).try_for_each(|_| {
                    self.skip(key, depth, false)?;
                    self.skip(value, depth, false)
                })
            }
            // Not through `structure`: its closure would be one type within another without end.
            Wire::Structure => {
                while let Some((_, wire)) = self.field(0)? {
                    self.skip(wire, depth, true)?;
                }
                Ok(())
            }
        }
    }

    fn pass_over(&mut self, bytes: u64) -> Result<(), Error> {
        let passed = io::copy(&mut self.reader.by_ref().take(bytes), &mut io::sink());
        if passed.map_err(failed)? == bytes { Ok(()) } else { self.refused("an end in the middle") }
    }
}

fn failed(error: io::Error) -> Error {
    Error::file("read", "a stream", error)
}
