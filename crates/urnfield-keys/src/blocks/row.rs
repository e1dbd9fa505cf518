//! One row of a table as it is read, and nothing kept of it but the key: a row may have more
//! fields than there is memory for their ends.

use crate::blocks::column::{Column, Place};
use crate::blocks::pool::{NoMemory, lengthen};
use csv_core::{ReadRecordResult, Reader};

/// The bytes of fields that are unquoted at once.
const PIECE: usize = 8 * 1024;

/// The most fields that end in one step.
const FIELDS: usize = 32;

/// The most bytes of the names in a first row that a message shows.
const NAMES: usize = 200;

/// Whether a row is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    /// The row may continue in the next bytes.
    Open,
}

/// The fields that are looked for in a row.
enum Wanted {
    Places(Places),
    /// Fields by their names, which are in the first row.
    Names(Names),
}

/// Fields by their numbers, from 0.
struct Places {
    /// From the first to the last, as they are met.
    sorted: Vec<usize>,
    /// Where among these the parts of a key are, in the order of the parts.
    order: Vec<usize>,
}

impl Places {
    fn of(parts: &[usize]) -> Places {
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        let slot = |part: &usize| sorted.partition_point(|place| place < part);
        Places { order: parts.iter().map(slot).collect(), sorted }
    }
}

/// What has been seen of the names in a first row.
struct Names {
    /// The name that all of the typed text may be, and those of the parts.
    whole: Option<Sought>,
    parts: Vec<Part>,
    /// The first names, for a message.
    shown: String,
}

/// A column that is a part of the key.
enum Part {
    Numbered(usize),
    Named(Sought),
}

/// A name that is looked for.
struct Sought {
    name: String,
    /// Where it is, and whether it was seen twice.
    place: Option<usize>,
    twice: bool,
}

impl Sought {
    fn new(name: &str) -> Sought {
        Sought { name: name.to_owned(), place: None, twice: false }
    }

    fn see(&mut self, name: &[u8], place: usize) {
        if name == self.name.as_bytes() {
            self.twice = self.place.is_some();
            self.place.get_or_insert(place);
        }
    }

    /// Returns the place of the column. `shown` are the existing names, for the refusal.
    fn found(&self, shown: &str) -> Result<usize, String> {
        let name = &self.name;
        match self.place {
            Some(_) if self.twice => {
                Err(format!("a column is named once, got {name:?} more than once; say its number"))
            }
            Some(place) => Ok(place),
            None => Err(format!(
                "a column is named in the first row, got {name:?} and a row of {}; name one of \
                 them, or say its number",
                urnfield_answers::read::shown(shown)
            )),
        }
    }
}

/// A row.
pub(crate) struct Row {
    wanted: Wanted,
    /// The fields that are wanted, one behind the other, or as much of them as has been read.
    key: Vec<u8>,
    length: usize,
    /// Where each of them ends in `key`, in the order of the row.
    part_ends: Vec<usize>,
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
    pub(crate) fn new(column: &Column) -> Row {
        let part = |place: &Place| match place {
            Place::Numbered(place) => Part::Numbered(*place),
            Place::Named(name) => Part::Named(Sought::new(name)),
        };
        let parts: Vec<Part> = column.places.iter().map(part).collect();
        let numbers = parts.iter().map(|part| match part {
            Part::Numbered(place) => Some(*place),
            Part::Named(_) => None,
        });
        let wanted = match numbers.collect::<Option<Vec<usize>>>() {
            Some(numbers) => Wanted::Places(Places::of(&numbers)),
            None => {
                let whole = column.whole.as_deref().map(Sought::new);
                Wanted::Names(Names { whole, parts, shown: String::new() })
            }
        };
        Row {
            wanted,
            key: Vec::new(),
            length: 0,
            part_ends: vec![0; column.places.len()],
            count: 0,
            written: 0,
            whole: false,
            begun: false,
            piece: Box::new([0; PIECE]),
        }
    }

    pub(crate) fn begun(&self) -> bool {
        self.begun
    }

    /// Returns the number of parts of a key.
    pub(crate) fn parts(&self) -> usize {
        match &self.wanted {
            Wanted::Places(places) => places.order.len(),
            Wanted::Names(names) => names.parts.len(),
        }
    }

    /// Returns the number of the first missing column, from 1.
    pub(crate) fn missing(&self) -> usize {
        let Wanted::Places(places) = &self.wanted else { return 1 };
        let behind = places.sorted.partition_point(|place| *place < self.count);
        places.sorted.get(behind).map_or(1, |place| place + 1)
    }

    /// Reads more of the row, and adds the number of bytes read to `taken`.
    pub(crate) fn read(
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
            Wanted::Places(places) => {
                for slot in 0..places.sorted.len() {
                    let Wanted::Places(places) = &self.wanted else { break };
                    // The field begins where the one before it ends, or has begun already.
                    let wanted = places.sorted[slot].checked_sub(self.count);
                    let start = match wanted {
                        Some(0) => Some(0),
                        Some(behind) => ends.get(behind - 1).map(local),
                        None => None,
                    };
                    let end = wanted.and_then(|behind| ends.get(behind)).map_or(written, local);
                    if let Some(start) = start {
                        self.keep(start, end)?;
                        self.part_ends[slot] = self.length;
                    }
                }
            }
            Wanted::Names(_) => {
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

    /// Appends bytes of a wanted field.
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

    /// Compares a complete name of the first row with the wanted names.
    fn see_name(&mut self, place: usize) {
        let name = &self.key[..self.length];
        if let Wanted::Names(names) = &mut self.wanted {
            names.whole.iter_mut().for_each(|sought| sought.see(name, place));
            for part in &mut names.parts {
                if let Part::Named(sought) = part {
                    sought.see(name, place);
                }
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

    /// Finds the columns after the header was read. Fails if one is missing.
    pub(crate) fn find_columns(&mut self) -> Result<(), String> {
        let Wanted::Names(Names { whole, parts, shown }) = &self.wanted else { return Ok(()) };
        let place = |part: &Part| match part {
            Part::Numbered(place) => Ok(*place),
            Part::Named(sought) => sought.found(shown),
        };
        let places = match whole {
            Some(whole) if whole.place.is_some() => vec![whole.found(shown)?],
            _ => parts.iter().map(place).collect::<Result<Vec<_>, _>>()?,
        };
        let twice = (1..places.len()).find(|i| places[..*i].contains(&places[*i]));
        if let Some(i) = twice {
            let rule = "the parts of a key are different columns";
            return Err(format!("{rule}, got column {} twice; name it once", places[i] + 1));
        }
        self.wanted = Wanted::Places(Places::of(&places));
        Ok(())
    }

    /// Appends the parts of the key of a complete row to `keys`, and their ends. Fails with the
    /// number of columns if one is missing.
    pub(crate) fn move_key(
        &mut self,
        keys: &mut Vec<u8>,
        key_ends: &mut Vec<usize>,
    ) -> Result<(), usize> {
        let Wanted::Places(places) = &self.wanted else { return Err(self.count) };
        if places.sorted.last().is_some_and(|last| self.count <= *last) {
            return Err(self.count);
        }
        // A long key is first in its block, and never there twice.
        if keys.is_empty() && places.order.len() == 1 {
            std::mem::swap(keys, &mut self.key);
            keys.truncate(self.length);
            key_ends.push(keys.len());
            return Ok(());
        }
        for slot in &places.order {
            let start = if *slot == 0 { 0 } else { self.part_ends[slot - 1] };
            keys.extend_from_slice(&self.key[start..self.part_ends[*slot]]);
            key_ends.push(keys.len());
        }
        Ok(())
    }
}
