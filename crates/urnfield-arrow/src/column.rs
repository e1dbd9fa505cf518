//! The keys of one batch: which rows have one, and what they are.

use crate::c_data::{Array, MISSING, Schema};
use crate::checks::{Extent, broken, extent};
use crate::dictionary::Dictionary;
use crate::floats::whole;
use crate::layout::{Layout, bytes};
use crate::words::{Words, each_width};
use std::cell::Cell;
use std::ops::Range;

/// One key.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// Text or bytes.
    Bytes(&'a [u8]),
    /// An integer as its 64-bit word, and how many bytes it had.
    Word {
        /// Sign-extended.
        value: u64,
        /// Of the integer, as it lies in its column.
        bytes: u8,
        /// Whether it may be negative.
        signed: bool,
    },
}

impl Key<'_> {
    /// Returns the integer that a float was.
    pub fn whole(value: i64) -> Key<'static> {
        Key::Word { value: value as u64, bytes: 8, signed: value < 0 }
    }
}

/// Why a column cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub enum Unread {
    /// It has no keys.
    Type(String),
    /// It has a float that is no whole number.
    Float {
        /// The float.
        value: f64,
        /// Its row, counted from 1; `None` where it is an entry of a dictionary.
        row: Option<u64>,
    },
    /// Its producer failed, or has given something that is none.
    Broken(String),
    /// What is to be made of it does not fit into memory.
    Memory(String),
}

impl Unread {
    /// Counts rows from one that lies so many rows ahead; `None` where rows are entries of a dictionary.
    pub fn behind(self, rows: Option<u64>) -> Unread {
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
pub(crate) const OUTSIDE: &str = "the Arrow array points outside its buffers";

/// The rows of one batch.
pub enum Column<'a> {
    /// Each has its key.
    Keys(Keys<'a>),
    /// Each has the number of an entry.
    Dictionary(Dictionary<'a>),
}

impl<'a> Column<'a> {
    /// How many rows there are, those without a key included.
    pub fn rows(&self) -> usize {
        match self {
            Column::Keys(keys) => keys.rows(),
            Column::Dictionary(dictionary) => dictionary.rows(),
        }
    }

    /// The rows of a column: of child number `child` of a table, or of the array itself.
    pub fn of(
        schema: &Schema,
        array: &'a Array,
        child: Option<usize>,
    ) -> Result<Column<'a>, Unread> {
        let whole = extent(schema, array)?;
        let Some(i) = child else { return Column::new(schema, array, whole, whole, None) };
        if schema.dictionary().is_some() {
            return Err("a dictionary is indexed by integers".into());
        }
        let schema = schema.child(i).ok_or(MISSING)?;
        let column = array.child(i).ok_or(MISSING)?;
        let all = extent(schema, column)?;
        Column::new(schema, column, all, all.within(whole)?, Some((array, whole)))
    }

    /// Some rows of an array, of which `whole` are all, and the table around it.
    fn new(
        schema: &Schema,
        array: &'a Array,
        whole: Extent,
        rows: Extent,
        table: Option<(&'a Array, Extent)>,
    ) -> Result<Column<'a>, Unread> {
        let format = schema.format()?;
        let mut there = There { rows: rows.rows, valid: Vec::new() };
        // A column of nulls has no bits that say so.
        if format != "n" {
            there.watch(array, rows)?;
        }
        if let Some((table, rows)) = table {
            there.watch(table, rows)?;
        }
        let (Some(entries), Some(values)) = (schema.dictionary(), array.dictionary()) else {
            return Ok(Column::Keys(Keys {
                layout: Layout::of(format, array, whole, rows)?,
                there,
            }));
        };
        let index = Words::of(format, array, rows)?;
        let index = index.ok_or("a dictionary is indexed by integers")?;
        // One that has itself as its dictionary has no end.
        if entries.dictionary().is_some() || values.dictionary().is_some() {
            return Err(Unread::Type("a dictionary of dictionaries has no keys".into()));
        }
        let all = extent(entries, values)?;
        let Column::Keys(entries) = Column::new(entries, values, all, all, None)? else {
            return Err(Unread::Type("a dictionary of dictionaries has no keys".into()));
        };
        if let Layout::Fixed { width: 0, .. } = entries.layout {
            return Err(Unread::Type(
                "the entries of a dictionary have bytes, got a dictionary of width 0; cast it to \
                 text first"
                    .into(),
            ));
        }
        let dictionary = Dictionary { index, there, entries };
        if !dictionary.entries.are_null() {
            return Ok(Column::Dictionary(dictionary));
        }
        // Whatever entry a row has, it has no key. Nulls take no memory, so that their number is no
        // measure of anything, and nothing may be made that is as long.
        if !dictionary.is_inside() {
            return Err(OUTSIDE.into());
        }
        Ok(Column::Keys(Keys { layout: Layout::Null, there: dictionary.there }))
    }
}

/// Which rows there are.
pub(crate) struct There<'a> {
    pub(crate) rows: usize,
    /// The bits that say it, of the column and of the table around it, each with the place of row 0.
    valid: Vec<(&'a [u8], usize)>,
}

impl<'a> There<'a> {
    /// Rows whose bit is not set in the first buffer are not there.
    fn watch(&mut self, array: &'a Array, rows: Extent) -> Result<(), Unread> {
        if array.null_count == 0 || self.rows == 0 {
            return Ok(());
        }
        if array.buffer(0).is_null() {
            // -1 stands for a number that its producer has not counted.
            return match array.null_count {
                -1 => Ok(()),
                nulls => Err(broken("an Arrow array with nulls has bits that say which", nulls)),
            };
        }
        self.valid.push((bytes(array, 0, (rows.from + rows.rows).div_ceil(8))?, rows.from));
        Ok(())
    }

    /// Whether a row is there.
    #[inline(always)]
    pub(crate) fn has(&self, row: usize) -> bool {
        self.valid.iter().all(|(bits, from)| {
            let at = from + row;
            bits[at / 8] >> (at % 8) & 1 == 1
        })
    }

    /// Whether all are, as far as can be said without looking.
    pub(crate) fn has_all(&self) -> bool {
        self.valid.is_empty()
    }
}

/// Rows with a key each, but for some that are not there.
pub struct Keys<'a> {
    layout: Layout<'a>,
    pub(crate) there: There<'a>,
}

impl Keys<'_> {
    /// How many rows there are, those without a key included.
    pub fn rows(&self) -> usize {
        self.there.rows
    }

    /// Whether the keys are floats that are whole numbers.
    pub fn are_floats(&self) -> bool {
        matches!(self.layout, Layout::Floats(_))
    }

    /// Whether no row can have a key, as all are null.
    pub fn are_null(&self) -> bool {
        matches!(self.layout, Layout::Null)
    }

    /// What `hash` makes of the keys of some rows, one behind the other; with `only`, of those that it
    /// names. `there` gets for each row whether it is one of them, or nothing where all are for certain.
    pub fn digests<D>(
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
