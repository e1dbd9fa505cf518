//! The keys of some rows: which rows have one, and what they are.

use crate::buffer::bytes;
use crate::c_data::Array;
use crate::checks::Extent;
use crate::floats::whole;
use crate::layout::Layout;
use crate::unread::{OUTSIDE, Unread, broken};
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

/// Which rows there are.
pub(crate) struct There<'a> {
    pub(crate) rows: usize,
    /// The bits that say it, of the column and of the table around it, each with the place of row
    /// 0.
    pub(crate) valid: Vec<(&'a [u8], usize)>,
}

impl<'a> There<'a> {
    /// Rows whose bit is not set in the first buffer are not there.
    pub(crate) fn watch(&mut self, array: &'a Array, rows: Extent) -> Result<(), Unread> {
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
    pub(crate) layout: Layout<'a>,
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

    /// Appends the hashes of the keys of some rows to `digests`; with `only`, of the rows that it
    /// marks. Appends to `there` whether each row has a hash, or nothing if all rows have one.
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
