//! Where the keys of a column lie: nothing is copied.

#![allow(unsafe_code)]

use super::c_data::Array;
use super::column::Unread;
use super::floats::Floats;
use super::words::{Numbers, Words};
use std::slice;

pub(super) enum Layout<'a> {
    /// Bytes one behind the other, and where each begins.
    Offsets {
        ends: Numbers<'a, i32>,
        data: &'a [u8],
    },
    LargeOffsets {
        ends: Numbers<'a, i64>,
        data: &'a [u8],
    },
    Views(Views<'a>),
    Fixed {
        width: usize,
        data: &'a [u8],
    },
    Words(Words<'a>),
    Floats(Floats<'a>),
    /// A column of nothing.
    Null,
}

/// How many rows ahead a text is asked for, so that it has come from memory when it is its turn; of
/// so few rows that the caches hold them, none is.
const AHEAD: usize = 24;
const FEW: usize = 1 << 21;

/// Sixteen bytes a row: a short text itself, or where a long one lies.
pub(super) struct Views<'a> {
    views: &'a [[u8; 16]],
    data: Vec<&'a [u8]>,
    /// How many rows ahead texts are asked for; beyond the last row, none is.
    ahead: usize,
}

/// So many bytes of a buffer, which may be left out where there are none.
pub(super) fn bytes(array: &Array, buffer: usize, length: usize) -> Result<&[u8], Unread> {
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

impl<'a> Layout<'a> {
    /// The keys of so many rows of an array, from one on.
    pub(super) fn of(
        format: &str,
        array: &'a Array,
        from: usize,
        rows: usize,
    ) -> Result<Layout<'a>, Unread> {
        if let Some(words) = Words::of(format, array, from, rows) {
            return Ok(Layout::Words(words?));
        }
        if let Some(floats) = Floats::of(format, array, from, rows) {
            return Ok(Layout::Floats(floats?));
        }
        Ok(match format {
            "u" | "z" => {
                let ends = Numbers::<i32>::of(array, 1, from, ends_of(rows))?;
                let length = if rows == 0 { 0 } else { ends.get(rows).max(0) as usize };
                Layout::Offsets { ends, data: bytes(array, 2, length)? }
            }
            "U" | "Z" => {
                let ends = Numbers::<i64>::of(array, 1, from, ends_of(rows))?;
                let length = if rows == 0 { 0 } else { ends.get(rows).max(0) as usize };
                Layout::LargeOffsets { ends, data: bytes(array, 2, length)? }
            }
            "vu" | "vz" => Layout::Views(Views::of(array, from, rows)?),
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

/// How many ends so many rows have; a column of none may leave them out.
fn ends_of(rows: usize) -> usize {
    if rows == 0 { 0 } else { rows + 1 }
}

impl<'a> Views<'a> {
    fn of(array: &'a Array, from: usize, rows: usize) -> Result<Views<'a>, Unread> {
        let views = bytes(array, 1, (from + rows) * 16)?.as_chunks::<16>().0;
        // The last buffer has the lengths of those between it and the views.
        let many = usize::try_from(array.n_buffers).unwrap_or(0).saturating_sub(3);
        let lengths = Numbers::<i64>::of(array, many + 2, 0, many)?;
        let data = (0..many).map(|i| bytes(array, i + 2, lengths.get(i).max(0) as usize));
        let data = data.collect::<Result<_, _>>()?;
        let ahead = if rows > FEW { AHEAD } else { rows };
        Ok(Views { views: &views[from.min(views.len())..], data, ahead })
    }

    /// The text of a row; `None` where it is nowhere.
    #[inline(always)]
    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        if let Some(view) = self.views.get(row + self.ahead) {
            self.call(view);
        }
        let view = &self.views[row];
        // A negative number is a huge one here, and outside.
        let length = number(view, 0) as usize;
        if length <= 12 {
            return view.get(4..4 + length);
        }
        let from = number(view, 12) as usize;
        self.data.get(number(view, 8) as usize)?.get(from..from.checked_add(length)?)
    }

    /// Asks memory for a text. Whether it is there is seen when it is read.
    #[inline(always)]
    fn call(&self, view: &[u8; 16]) {
        #[cfg(target_arch = "x86_64")]
        if number(view, 0) > 12
            && let Some(data) = self.data.get(number(view, 8) as usize)
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let place = data.as_ptr().wrapping_add(number(view, 12) as usize);
            // SAFETY: a hint, which touches nothing wherever it points.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = view;
    }
}

/// A number of a view.
#[inline(always)]
fn number(view: &[u8; 16], at: usize) -> i32 {
    i32::from_ne_bytes(view[at..at + 4].try_into().expect("four bytes"))
}
