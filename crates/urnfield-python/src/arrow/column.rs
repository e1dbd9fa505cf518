//! The keys of a column, wherever they lie: nothing is copied.

#![allow(unsafe_code)]

use super::c_data::{Array, Schema};
use std::ops::Range;
use std::slice;

/// One key.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    /// Text or bytes.
    Bytes(&'a [u8]),
    /// An integer as its 64-bit word, and how many bytes it had.
    Word { value: u64, bytes: u8, signed: bool },
}

/// Why a column cannot be read.
pub(crate) enum Unread {
    /// It has no keys.
    Type(String),
    /// Its producer failed, or has given something that is none.
    Broken(String),
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

/// The keys of one batch.
pub(crate) struct Column<'a> {
    layout: Layout<'a>,
    rows: usize,
    /// The bits that say which rows are there, of the column and of the table around it, each with
    /// the place of row 0.
    valid: Vec<(&'a [u8], usize)>,
}

enum Layout<'a> {
    /// Bytes one behind the other, and where each begins.
    Offsets {
        ends: Numbers<'a, i32>,
        data: &'a [u8],
    },
    LargeOffsets {
        ends: Numbers<'a, i64>,
        data: &'a [u8],
    },
    /// Sixteen bytes a row: a short text itself, or where a long one lies.
    Views {
        views: &'a [[u8; 16]],
        data: Vec<&'a [u8]>,
    },
    Fixed {
        width: usize,
        data: &'a [u8],
    },
    Words(Words<'a>),
    /// Rows are numbers of entries.
    Dictionary {
        index: Words<'a>,
        entries: Box<Column<'a>>,
    },
    /// A column of nothing.
    Null,
}

/// Numbers that need not be aligned.
#[derive(Clone, Copy)]
struct Numbers<'a, T>(&'a [u8], std::marker::PhantomData<T>);

#[derive(Clone, Copy)]
enum Words<'a> {
    I8(Numbers<'a, i8>),
    U8(Numbers<'a, u8>),
    I16(Numbers<'a, i16>),
    U16(Numbers<'a, u16>),
    I32(Numbers<'a, i32>),
    U32(Numbers<'a, u32>),
    I64(Numbers<'a, i64>),
    U64(Numbers<'a, u64>),
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Numbers<'_, $type> {
            #[inline(always)]
            fn get(&self, i: usize) -> $type {
                let from = i * size_of::<$type>();
                let bytes = &self.0[from..from + size_of::<$type>()];
                <$type>::from_ne_bytes(bytes.try_into().expect("as many bytes"))
            }
        }
    )*};
}

numbers! { i8 u8 i16 u16 i32 u32 i64 u64 }

/// For each width of integers, with the numbers as `$numbers`.
macro_rules! each_width {
    ($words:expr, $numbers:ident => $do:expr) => {
        match $words {
            Words::I8($numbers) => $do,
            Words::U8($numbers) => $do,
            Words::I16($numbers) => $do,
            Words::U16($numbers) => $do,
            Words::I32($numbers) => $do,
            Words::U32($numbers) => $do,
            Words::I64($numbers) => $do,
            Words::U64($numbers) => $do,
        }
    };
}

/// So many bytes of a buffer, which may be left out where there are none.
fn bytes(array: &Array, buffer: usize, length: usize) -> Result<&[u8], Unread> {
    let at = array.buffer(buffer);
    if length == 0 {
        return Ok(&[]);
    }
    if at.is_null() {
        return Err("a buffer of an Arrow array is missing".into());
    }
    // SAFETY: the interface has each buffer as long as the array's length says, alive and unchanged
    // for as long as the array is not released.
    Ok(unsafe { slice::from_raw_parts(at, length) })
}

fn numbers<'a, T>(
    array: &'a Array,
    buffer: usize,
    from: usize,
    count: usize,
) -> Result<Numbers<'a, T>, Unread> {
    let width = size_of::<T>();
    let all = bytes(array, buffer, (from + count) * width)?;
    Ok(Numbers(&all[(from * width).min(all.len())..], std::marker::PhantomData))
}

/// What a type of Arrow is called, for people.
fn called(format: &str) -> String {
    let name = match format.as_bytes() {
        [b'f' | b'e' | b'g', ..] => "floats",
        [b'b', ..] => "booleans",
        [b'd', ..] => "decimals",
        [b't', ..] => "dates or times",
        [b'+', b's', ..] => "structs",
        [b'+', ..] => "lists",
        _ => return format!("type {format}"),
    };
    name.into()
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
        let mut column = Column::of(schema, array, from, rows)?;
        if let Some(outer) = outer {
            column.watch(outer, skip)?;
        }
        Ok(column)
    }

    fn of(
        schema: &Schema,
        array: &'a Array,
        from: usize,
        rows: usize,
    ) -> Result<Column<'a>, Unread> {
        let format = schema.format();
        let layout = match (schema.dictionary(), array.dictionary()) {
            (Some(entries), Some(values)) => {
                let index = Words::of(format, array, from, rows)
                    .ok_or("a dictionary is indexed by integers")??;
                let length = values.length.max(0) as usize;
                let entries = Column::of(entries, values, values.offset.max(0) as usize, length)?;
                Layout::Dictionary { index, entries: Box::new(entries) }
            }
            _ => Layout::of(format, array, from, rows)?,
        };
        let mut column = Column { layout, rows, valid: Vec::new() };
        if !matches!(column.layout, Layout::Null) {
            column.watch(array, from)?;
        }
        column.check()?;
        Ok(column)
    }

    /// Rows whose bit is not set in the first buffer are not there.
    fn watch(&mut self, array: &'a Array, from: usize) -> Result<(), Unread> {
        if array.null_count != 0 && !array.buffer(0).is_null() && self.rows > 0 {
            self.valid.push((bytes(array, 0, (from + self.rows).div_ceil(8))?, from));
        }
        Ok(())
    }

    /// What a producer has got wrong is found here, so that nothing is read where there is nothing.
    fn check(&self) -> Result<(), Unread> {
        let fine = match &self.layout {
            Layout::Offsets { ends, data } => (0..self.rows).all(|i| {
                let (start, end) = (ends.get(i), ends.get(i + 1));
                0 <= start && start <= end && end as usize <= data.len()
            }),
            Layout::LargeOffsets { ends, data } => (0..self.rows).all(|i| {
                let (start, end) = (ends.get(i), ends.get(i + 1));
                0 <= start && start <= end && end as usize <= data.len()
            }),
            Layout::Views { .. } => {
                (0..self.rows).all(|i| !self.is_there(i) || self.view(i).is_some())
            }
            Layout::Dictionary { index, entries } => (0..self.rows).all(|i| {
                !self.is_there(i)
                    || index.get(i).is_some_and(|entry| (entry as usize) < entries.rows)
            }),
            _ => true,
        };
        if fine { Ok(()) } else { Err("the Arrow array points outside its buffers".into()) }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Whether a row has a key.
    #[inline(always)]
    pub(crate) fn is_there(&self, row: usize) -> bool {
        self.valid.iter().all(|(bits, from)| {
            let at = from + row;
            bits[at / 8] >> (at % 8) & 1 == 1
        })
    }

    /// Whether every row has one, as far as can be said without looking.
    pub(crate) fn is_full(&self) -> bool {
        let entries = match &self.layout {
            Layout::Null => return self.rows == 0,
            Layout::Dictionary { entries, .. } => entries.is_full(),
            _ => true,
        };
        self.valid.is_empty() && entries
    }

    /// Whether rows are numbers of entries, which are hashed anew whenever some rows are looked at.
    pub(crate) fn is_dictionary(&self) -> bool {
        matches!(self.layout, Layout::Dictionary { .. })
    }

    #[inline(always)]
    fn view(&self, row: usize) -> Option<&'a [u8]> {
        let Layout::Views { views, data } = &self.layout else { return None };
        let view = &views[row];
        let number =
            |at: usize| i32::from_ne_bytes(view[at..at + 4].try_into().expect("four bytes"));
        let length = usize::try_from(number(0)).ok()?;
        if length <= 12 {
            return view.get(4..4 + length);
        }
        let from = usize::try_from(number(12)).ok()?;
        data.get(usize::try_from(number(8)).ok()?)?.get(from..from.checked_add(length)?)
    }

    /// Shows what `hash` makes of the key of each row in `some`; of a row without a key, nothing.
    pub(crate) fn each<D: Copy>(
        &self,
        some: Range<usize>,
        hash: &impl Fn(Key<'_>) -> D,
        mut see: impl FnMut(Option<D>),
    ) {
        let full = self.valid.is_empty();
        macro_rules! rows {
            ($key:expr) => {{
                let key = $key;
                if full {
                    some.for_each(|i| see(Some(hash(key(i)))));
                } else {
                    some.for_each(|i| see(self.is_there(i).then(|| hash(key(i)))));
                }
            }};
        }
        match &self.layout {
            Layout::Offsets { ends, data } => rows!(|i: usize| {
                Key::Bytes(&data[ends.get(i) as usize..ends.get(i + 1) as usize])
            }),
            Layout::LargeOffsets { ends, data } => rows!(|i: usize| {
                Key::Bytes(&data[ends.get(i) as usize..ends.get(i + 1) as usize])
            }),
            Layout::Views { .. } => rows!(|i| Key::Bytes(self.view(i).unwrap_or_default())),
            Layout::Fixed { width, data } => {
                rows!(|i: usize| Key::Bytes(&data[i * width..(i + 1) * width]))
            }
            Layout::Words(words) => each_width!(words, numbers => rows!(|i| {
                let value = numbers.get(i);
                let bytes = size_of_val(&value) as u8;
                #[allow(clippy::unnecessary_cast)] // Of the widest.
                let value = value as u64;
                Key::Word { value, bytes, signed: words.is_signed() }
            })),
            Layout::Null => some.for_each(|_| see(None)),
            Layout::Dictionary { index, entries } => {
                // Each entry is hashed once, however many rows have it.
                let mut made = Vec::with_capacity(entries.rows);
                let keep: &mut dyn FnMut(Option<D>) = &mut |found| made.push(found);
                entries.each(0..entries.rows, hash, keep);
                some.for_each(|i| {
                    let entry = index.get(i).filter(|_| self.is_there(i));
                    see(entry.and_then(|entry| made[entry as usize]));
                });
            }
        }
    }

    /// The entries of a dictionary that some row has: what is to be inserted of it.
    pub(crate) fn entries_in_use<D: Copy>(&self, hash: &impl Fn(Key<'_>) -> D) -> Option<Vec<D>> {
        let Layout::Dictionary { index, entries } = &self.layout else { return None };
        let mut used = vec![false; entries.rows];
        for row in (0..self.rows).filter(|&row| self.is_there(row)) {
            used[index.get(row)? as usize] = true;
        }
        let mut found = Vec::new();
        let mut used = used.into_iter();
        entries.each(0..entries.rows, hash, |made| {
            if let (Some(true), Some(made)) = (used.next(), made) {
                found.push(made);
            }
        });
        Some(found)
    }
}

impl<'a> Layout<'a> {
    fn of(format: &str, array: &'a Array, from: usize, rows: usize) -> Result<Layout<'a>, Unread> {
        if let Some(words) = Words::of(format, array, from, rows) {
            return Ok(Layout::Words(words?));
        }
        Ok(match format {
            "u" | "z" => {
                let ends = numbers::<i32>(array, 1, from, if rows == 0 { 0 } else { rows + 1 })?;
                let length = if rows == 0 { 0 } else { ends.get(rows).max(0) as usize };
                Layout::Offsets { ends, data: bytes(array, 2, length)? }
            }
            "U" | "Z" => {
                let ends = numbers::<i64>(array, 1, from, if rows == 0 { 0 } else { rows + 1 })?;
                let length = if rows == 0 { 0 } else { ends.get(rows).max(0) as usize };
                Layout::LargeOffsets { ends, data: bytes(array, 2, length)? }
            }
            "vu" | "vz" => {
                let views = bytes(array, 1, (from + rows) * 16)?.as_chunks::<16>().0;
                // The last buffer has the lengths of those between it and the views.
                let many = usize::try_from(array.n_buffers).unwrap_or(0).saturating_sub(3);
                let lengths = numbers::<i64>(array, many + 2, 0, many)?;
                let data = (0..many).map(|i| bytes(array, i + 2, lengths.get(i).max(0) as usize));
                Layout::Views {
                    views: &views[from.min(views.len())..],
                    data: data.collect::<Result<_, _>>()?,
                }
            }
            "n" => Layout::Null,
            _ => match format.strip_prefix("w:").and_then(|width| width.parse::<usize>().ok()) {
                Some(width) => {
                    let all = bytes(array, 1, (from + rows) * width)?;
                    Layout::Fixed { width, data: &all[(from * width).min(all.len())..] }
                }
                None => {
                    return Err(Unread::Type(format!(
                        "keys are text, bytes or integers, got a column of {}; cast it to text first",
                        called(format)
                    )));
                }
            },
        })
    }
}

impl<'a> Words<'a> {
    fn of(
        format: &str,
        array: &'a Array,
        from: usize,
        rows: usize,
    ) -> Option<Result<Words<'a>, Unread>> {
        Some(match format {
            "c" => numbers(array, 1, from, rows).map(Words::I8),
            "C" => numbers(array, 1, from, rows).map(Words::U8),
            "s" => numbers(array, 1, from, rows).map(Words::I16),
            "S" => numbers(array, 1, from, rows).map(Words::U16),
            "i" => numbers(array, 1, from, rows).map(Words::I32),
            "I" => numbers(array, 1, from, rows).map(Words::U32),
            "l" => numbers(array, 1, from, rows).map(Words::I64),
            "L" => numbers(array, 1, from, rows).map(Words::U64),
            _ => return None,
        })
    }

    fn is_signed(&self) -> bool {
        matches!(self, Words::I8(_) | Words::I16(_) | Words::I32(_) | Words::I64(_))
    }

    /// As the number of an entry; `None` for a negative one.
    #[inline(always)]
    #[allow(clippy::unnecessary_fallible_conversions, clippy::useless_conversion)] // Of unsigned ones.
    fn get(&self, i: usize) -> Option<u64> {
        each_width!(self, numbers => u64::try_from(numbers.get(i)).ok())
    }
}
