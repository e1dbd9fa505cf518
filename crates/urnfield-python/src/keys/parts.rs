//! The parts of keys of several values: tuples of Python's, and rows of several columns.

use crate::arrow::{Column, Dictionary, Keys, Unread, Value};
use crate::keys::key::Key;
use crate::keys::rows::Rows;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// Copies of parts that are being read.
#[derive(Default)]
pub(crate) struct Reading {
    bytes: RefCell<Vec<u8>>,
    /// The length of a part that is too long for a tuple.
    too_long: Cell<Option<usize>>,
}

/// A part: the place of its copy, or the integer itself.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Bytes { from: usize, to: usize },
    Word { value: u64, bytes: u8, signed: bool },
}

/// Copies of parts.
#[derive(Clone)]
pub(crate) struct Parts(Vec<u8>);

impl Reading {
    /// Copies a part.
    pub(crate) fn add(&self, key: Key<'_>) -> Part {
        match key {
            Key::One(Value::Word { value, bytes, signed }) => Part::Word { value, bytes, signed },
            Key::One(Value::Bytes(part)) => {
                if u32::try_from(part.len()).is_err() {
                    self.too_long.set(Some(part.len()));
                    return Part::Bytes { from: 0, to: 0 };
                }
                let mut bytes = self.bytes.borrow_mut();
                let from = bytes.len();
                bytes.extend_from_slice(part);
                Part::Bytes { from, to: bytes.len() }
            }
            Key::Tuple(_) => unreachable!("a tuple within a tuple is refused"),
        }
    }

    /// Returns the copies, unless a part was too long.
    pub(crate) fn done(self) -> Result<Parts, String> {
        match self.too_long.get() {
            None => Ok(Parts(self.bytes.into_inner())),
            Some(length) => {
                Err(format!("a part of a tuple has fewer than 2^32 bytes, got {length} bytes"))
            }
        }
    }
}

impl Parts {
    pub(crate) fn value(&self, part: Part) -> Value<'_> {
        match part {
            Part::Bytes { from, to } => Value::Bytes(&self.0[from..to]),
            Part::Word { value, bytes, signed } => Value::Word { value, bytes, signed },
        }
    }
}

/// The columns of a batch, of which each has a part of every key.
pub(crate) struct PartColumns<'a>(Vec<PartColumn<'a>>);

enum PartColumn<'a> {
    Keys(&'a Keys<'a>),
    /// The entries of a dictionary are copied once, those that no row has left out.
    Dictionary {
        of: &'a Dictionary<'a>,
        parts: Parts,
        entries: Vec<Option<Part>>,
    },
}

impl<'a> PartColumns<'a> {
    pub(crate) fn of(columns: &'a [Column<'a>]) -> Result<PartColumns<'a>, Unread> {
        columns.iter().map(PartColumn::of).collect::<Result<_, _>>().map(PartColumns)
    }

    /// Hashes the keys of some rows. A row has a key where it has every part.
    pub(crate) fn read<D>(
        &self,
        some: Range<usize>,
        hash: &impl Fn(Key<'_>) -> D,
        rows: &mut Rows<D>,
    ) -> Result<(), Unread> {
        let columns = self.0.iter().map(|column| column.read(some.clone()));
        let columns = columns.collect::<Result<Vec<_>, Unread>>()?;
        let mut values = Vec::with_capacity(columns.len());
        for row in 0..some.len() {
            values.clear();
            values.extend(columns.iter().map_while(|(parts, rows)| Some(parts.value(rows[row]?))));
            let has = values.len() == columns.len();
            rows.there.push(has);
            if has {
                rows.digests.push(hash(Key::Tuple(&values)));
            }
        }
        // Where every row has a key, that is not written down.
        if rows.digests.len() == some.len() {
            rows.there.clear();
        }
        Ok(())
    }
}

/// The copies of parts, and which of them each row has.
type PartRows<'a> = (Cow<'a, Parts>, Vec<Option<Part>>);

impl<'a> PartColumn<'a> {
    fn of(column: &'a Column<'a>) -> Result<PartColumn<'a>, Unread> {
        match column {
            Column::Keys(keys) => Ok(PartColumn::Keys(keys)),
            Column::Dictionary(of) => {
                let used = of.used()?;
                let all = 0..of.entries().rows();
                let read = copied(of.entries(), all, used.as_deref());
                // An entry has no row of its own.
                let (parts, entries) = read.map_err(|unread| unread.behind(None))?;
                Ok(PartColumn::Dictionary { of, parts, entries })
            }
        }
    }

    fn read(&self, some: Range<usize>) -> Result<PartRows<'_>, Unread> {
        match self {
            PartColumn::Keys(keys) => {
                let (parts, rows) = copied(keys, some, None)?;
                Ok((Cow::Owned(parts), rows))
            }
            PartColumn::Dictionary { of, parts, entries } => {
                let mut rows = Vec::with_capacity(some.len());
                of.each_entry(some, |entry| rows.push(entry.and_then(|entry| entries[entry])));
                Ok((Cow::Borrowed(parts), rows))
            }
        }
    }
}

/// Copies the values of some rows; with `only`, of those that it names.
fn copied(
    keys: &Keys<'_>,
    some: Range<usize>,
    only: Option<&[bool]>,
) -> Result<(Parts, Vec<Option<Part>>), Unread> {
    let reading = Reading::default();
    let mut there = Vec::new();
    let mut found = Vec::with_capacity(some.len());
    let copy = |value: Value<'_>| reading.add(Key::One(value));
    keys.digests(some, only, &copy, &mut found, &mut there)?;
    let parts = reading.done().map_err(Unread::Type)?;
    if there.is_empty() {
        return Ok((parts, found.into_iter().map(Some).collect()));
    }
    let mut found = found.into_iter();
    let rows = there.into_iter().map(|has| if has { found.next() } else { None });
    Ok((parts, rows.collect()))
}
