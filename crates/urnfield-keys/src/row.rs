//! One row of a table as it is read, and nothing kept of it but the key: a row may have more
//! fields than there is memory for their ends.

use super::pool::{NoMemory, lengthen};
use super::rows::Place;
use csv_core::{ReadRecordResult, Reader};
use urnfield_answers::read::shown;

/// Fields are unquoted so many bytes,
const PIECE: usize = 8 * 1024;

/// and so many of them at once.
const FIELDS: usize = 32;

/// More of the names of a first row than this is not shown.
const NAMES: usize = 200;

/// Whether a row is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Whole,
    /// It may go on in the next bytes.
    Open,
}

/// The fields that are looked for in a row.
enum Wanted {
    /// The one with this number, from 0.
    Place(usize),
    /// The one with this name, which is in the first row: all of that are looked at.
    Name(Names),
}

/// What has been seen of the names in a first row.
struct Names {
    name: String,
    /// Where it is, and whether it was seen twice.
    place: Option<usize>,
    twice: bool,
    /// The first names, for a message.
    shown: String,
}

/// A row.
pub(super) struct Row {
    wanted: Wanted,
    /// The field that is wanted, or as much of it as has been read.
    key: Vec<u8>,
    length: usize,
    /// Fields that have ended.
    count: usize,
    /// Bytes of fields, unquoted.
    written: usize,
    /// Whether the row is whole, and the next one begins anew.
    whole: bool,
    /// Whether anything has been read of the next one.
    begun: bool,
    piece: Box<[u8; PIECE]>,
}

impl Row {
    pub(super) fn new(place: &Place) -> Row {
        let wanted = match place {
            Place::Numbered(place) => Wanted::Place(*place),
            Place::Named(name) => Wanted::Name(Names {
                name: name.clone(),
                place: None,
                twice: false,
                shown: String::new(),
            }),
        };
        Row {
            wanted,
            key: Vec::new(),
            length: 0,
            count: 0,
            written: 0,
            whole: false,
            begun: false,
            piece: Box::new([0; PIECE]),
        }
    }

    pub(super) fn begun(&self) -> bool {
        self.begun
    }

    /// The number of the column that is wanted, from 1.
    pub(super) fn wanted(&self) -> usize {
        match &self.wanted {
            Wanted::Place(place) => place + 1,
            Wanted::Name(names) => names.place.unwrap_or(0) + 1,
        }
    }

    /// Reads on. Tells how many bytes that took.
    pub(super) fn read(
        &mut self,
        reader: &mut Reader,
        mut input: &[u8],
        taken: &mut usize,
    ) -> Result<End, NoMemory> {
        if self.whole {
            (self.length, self.count, self.written, self.whole) = (0, 0, 0, false);
        }
        self.begun = true;
        while !input.is_empty() {
            let mut ends = [0; FIELDS];
            let (result, read, written, ended) =
                reader.read_record(input, &mut self.piece[..], &mut ends);
            input = &input[read..];
            *taken += read;
            self.see(written, &ends[..ended])?;
            match result {
                ReadRecordResult::Record => {
                    (self.whole, self.begun) = (true, false);
                    return Ok(End::Whole);
                }
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => (),
                ReadRecordResult::InputEmpty | ReadRecordResult::End => break,
            }
        }
        Ok(End::Open)
    }

    /// Sees the next bytes of fields, and which of them end there. Ends are reckoned from the
    /// beginning of the row.
    fn see(&mut self, written: usize, ends: &[usize]) -> Result<(), NoMemory> {
        let before = self.written;
        let local = |end: &usize| end - before;
        match &self.wanted {
            Wanted::Place(place) => {
                // The field begins where the one before it ends, or has begun already.
                let wanted = place.checked_sub(self.count);
                let start = match wanted {
                    Some(0) => Some(0),
                    Some(behind) => ends.get(behind - 1).map(local),
                    None => None,
                };
                let end = wanted.and_then(|behind| ends.get(behind)).map_or(written, local);
                if let Some(start) = start {
                    self.keep(start, end)?;
                }
            }
            Wanted::Name(_) => {
                let mut start = 0;
                for (i, end) in ends.iter().map(local).enumerate() {
                    self.keep(start, end)?;
                    self.see_name(self.count + i);
                    start = end;
                }
                self.keep(start, written)?;
            }
        }
        self.count += ends.len();
        self.written += written;
        Ok(())
    }

    /// These bytes are part of what is wanted.
    fn keep(&mut self, start: usize, end: usize) -> Result<(), NoMemory> {
        let length = self.length + end - start;
        if length > self.key.len() {
            let more = length.max(2 * self.key.len());
            lengthen(&mut self.key, more)?;
        }
        self.key[self.length..length].copy_from_slice(&self.piece[start..end]);
        self.length = length;
        Ok(())
    }

    /// A name of the first row is whole.
    fn see_name(&mut self, place: usize) {
        let name = &self.key[..self.length];
        if let Wanted::Name(names) = &mut self.wanted {
            if name == names.name.as_bytes() {
                names.twice = names.place.is_some();
                names.place.get_or_insert(place);
            }
            if names.shown.len() < NAMES {
                let comma = if place == 0 { "" } else { ", " };
                let name = String::from_utf8_lossy(&name[..name.len().min(NAMES)]);
                names.shown.push_str(comma);
                names.shown.push_str(&name);
            }
        }
        self.length = 0;
    }

    /// The first row was a header: now it is known where the column is, or that there is none.
    pub(super) fn find_column(&mut self) -> Result<(), String> {
        let Wanted::Name(Names { name, place, twice, shown: names }) = &self.wanted else {
            return Ok(());
        };
        match place {
            Some(_) if *twice => {
                Err(format!("a column is named once, got {name:?} more than once; say its number"))
            }
            Some(place) => {
                self.wanted = Wanted::Place(*place);
                Ok(())
            }
            None => Err(format!(
                "a column is named in the first row, got {name:?} and a row of {}; name one of \
                 them, or say its number",
                shown(names)
            )),
        }
    }

    /// Adds the key of a whole row to `keys`; how many columns there are, if it has none.
    pub(super) fn move_key(&mut self, keys: &mut Vec<u8>) -> Result<(), usize> {
        if self.count < self.wanted() {
            return Err(self.count);
        }
        // A long key is first in its block, and never there twice.
        if keys.is_empty() {
            std::mem::swap(keys, &mut self.key);
            keys.truncate(self.length);
        } else {
            keys.extend_from_slice(&self.key[..self.length]);
        }
        Ok(())
    }
}
