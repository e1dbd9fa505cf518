//! The keys of one batch: which rows have one, and what they are.

use super::c_data::{Array, Schema};
use super::dictionary::Dictionary;
use super::floats::whole;
use super::layout::{Layout, bytes};
use super::words::{Words, each_width};
use std::cell::Cell;
use std::ops::Range;

/// One key.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    /// Text or bytes.
    Bytes(&'a [u8]),
    /// An integer as its 64-bit word, and how many bytes it had.
    Word { value: u64, bytes: u8, signed: bool },
}

impl Key<'_> {
    /// Returns the integer that a float was.
    pub(crate) fn whole(value: i64) -> Key<'static> {
        Key::Word { value: value as u64, bytes: 8, signed: value < 0 }
    }
}

/// Why a column cannot be read.
pub(crate) enum Unread {
    /// It has no keys.
    Type(String),
    /// It has a float that is no whole number, in this row of its batch.
    Float { value: f64, row: Option<u64> },
    /// Its producer failed, or has given something that is none.
    Broken(String),
}

impl Unread {
    /// Counts rows from one that lies so many rows ahead; `None` where rows are entries of a dictionary.
    pub(crate) fn behind(self, rows: Option<u64>) -> Unread {
        match self {
            Unread::Float { value, row } => {
                Unread::Float { value, row: row.zip(rows).map(|(row, rows)| row + rows) }
            }
            other => other,
        }
    }
}

impl From<String> for Unread {
    fn from(sentence: String) -> Unread {
        Unread::Broken(sentence)
    }
}

impl From<&str> for Unread {
    fn from(sentence: &str) -> Unread {
        Unread::Broken(sentence.into())
    }
}

/// What a producer has got wrong is found when it is read, and nothing is read where there is nothing.
pub(super) const OUTSIDE: &str = "the Arrow array points outside its buffers";

/// The rows of one batch.
pub(crate) enum Column<'a> {
    /// Each has its key.
    Keys(Keys<'a>),
    /// Each has the number of an entry.
    Dictionary(Dictionary<'a>),
}

impl<'a> Column<'a> {
    /// The rows of a column; `outer` is the table that it is a column of.
    pub(super) fn new(
        schema: &Schema,
        array: &'a Array,
        outer: Option<&'a Array>,
    ) -> Result<Column<'a>, Unread> {
        let (skip, rows) = match outer {
            Some(outer) => (outer.offset.max(0) as usize, outer.length.max(0) as usize),
            None => (0, array.length.max(0) as usize),
        };
        let from = array.offset.max(0) as usize + skip;
        let mut there = There { rows, valid: Vec::new() };
        if schema.format() != "n" {
            there.watch(array, from)?;
        }
        if let Some(outer) = outer {
            there.watch(outer, skip)?;
        }
        Ok(match (schema.dictionary(), array.dictionary()) {
            (Some(entries), Some(values)) => {
                let index = Words::of(schema.format(), array, from, rows)
                    .ok_or("a dictionary is indexed by integers")??;
                let Column::Keys(entries) = Column::new(entries, values, None)? else {
                    return Err(Unread::Type("a dictionary of dictionaries has no keys".into()));
                };
                Column::Dictionary(Dictionary { index, there, entries })
            }
            _ => {
                let layout = Layout::of(schema.format(), array, from, rows)?;
                Column::Keys(Keys { layout, there })
            }
        })
    }
}

/// Which rows there are.
pub(super) struct There<'a> {
    pub(super) rows: usize,
    /// The bits that say it, of the column and of the table around it, each with the place of row 0.
    valid: Vec<(&'a [u8], usize)>,
}

impl<'a> There<'a> {
    /// Rows whose bit is not set in the first buffer are not there.
    fn watch(&mut self, array: &'a Array, from: usize) -> Result<(), Unread> {
        if array.null_count != 0 && !array.buffer(0).is_null() && self.rows > 0 {
            self.valid.push((bytes(array, 0, (from + self.rows).div_ceil(8))?, from));
        }
        Ok(())
    }

    /// Whether a row is there.
    #[inline(always)]
    pub(super) fn has(&self, row: usize) -> bool {
        self.valid.iter().all(|(bits, from)| {
            let at = from + row;
            bits[at / 8] >> (at % 8) & 1 == 1
        })
    }

    /// Whether all are, as far as can be said without looking.
    pub(super) fn has_all(&self) -> bool {
        self.valid.is_empty()
    }
}

/// Rows with a key each, but for some that are not there.
pub(crate) struct Keys<'a> {
    layout: Layout<'a>,
    pub(super) there: There<'a>,
}

impl Keys<'_> {
    pub(crate) fn rows(&self) -> usize {
        self.there.rows
    }

    /// Whether the keys are floats that are whole numbers.
    pub(crate) fn are_floats(&self) -> bool {
        matches!(self.layout, Layout::Floats(_))
    }

    /// What `hash` makes of the keys of some rows, one behind the other; with `only`, of those that it
    /// names. `there` gets for each row whether it is one of them, or nothing where all are for certain.
    pub(crate) fn digests<D>(
        &self,
        some: Range<usize>,
        only: Option<&[bool]>,
        hash: &impl Fn(Key<'_>) -> D,
        digests: &mut Vec<D>,
        there: &mut Vec<bool>,
    ) -> Result<(), Unread> {
        let full = self.there.has_all() && only.is_none();
        let broken = Cell::new(false);
        let found = |key: Option<&[u8]>| match key {
            // The lifetime of what is found ends with the call of `hash`.
            Some(key) => hash(Key::Bytes(key)),
            None => {
                broken.set(true);
                hash(Key::Bytes(&[]))
            }
        };
        macro_rules! rows {
            ($digest:expr) => {{
                let digest = $digest;
                if full {
                    digests.extend(some.map(digest));
                } else {
                    for i in some {
                        let has = only.is_none_or(|only| only[i]) && self.there.has(i);
                        there.push(has);
                        if has {
                            digests.push(digest(i));
                        }
                    }
                }
            }};
        }
        match &self.layout {
            Layout::Offsets { ends, data } => rows!(|i: usize| {
                // A negative end is a huge one here, and outside.
                found(data.get(ends.get(i) as usize..ends.get(i + 1) as usize))
            }),
            Layout::LargeOffsets { ends, data } => rows!(|i: usize| {
                found(data.get(ends.get(i) as usize..ends.get(i + 1) as usize))
            }),
            Layout::Views(views) => rows!(|i| found(views.get(i))),
            Layout::Fixed { width, data } => {
                rows!(|i: usize| found(data.get(i * width..(i + 1) * width)))
            }
            Layout::Words(words) => each_width!(words, numbers => {
                let signed = words.is_signed();
                rows!(|i| {
                    let value = numbers.get(i);
                    let bytes = size_of_val(&value) as u8;
                    #[allow(clippy::unnecessary_cast)] // Of the widest.
                    hash(Key::Word { value: value as u64, bytes, signed })
                })
            }),
            Layout::Floats(floats) => {
                for i in some {
                    let has = only.is_none_or(|only| only[i]) && self.there.has(i);
                    let value = if has { floats.get(i) } else { f64::NAN };
                    there.push(!value.is_nan());
                    if !value.is_nan() {
                        let row = Some(i as u64 + 1);
                        let word = whole(value).ok_or(Unread::Float { value, row })?;
                        digests.push(hash(Key::whole(word)));
                    }
                }
            }
            Layout::Null => there.extend(some.map(|_| false)),
        }
        if broken.get() { Err(OUTSIDE.into()) } else { Ok(()) }
    }
}
