//! Where the keys of a column lie: nothing is copied.

#![allow(unsafe_code)]

use crate::buffer::{bytes, rows_of};
use crate::c_data::Array;
use crate::checks::{Extent, has_buffers};
use crate::floats::Floats;
use crate::unread::{OUTSIDE, Unread, broken, count};
use crate::words::{Numbers, Words};

pub(crate) enum Layout<'a> {
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
pub(crate) struct Views<'a> {
    views: &'a [[u8; 16]],
    data: Vec<&'a [u8]>,
    /// How many rows ahead texts are asked for; beyond the last row, none is.
    ahead: usize,
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
    /// The keys of some rows of an array, of which `whole` are all.
    pub(crate) fn of(
        format: &str,
        array: &'a Array,
        whole: Extent,
        rows: Extent,
    ) -> Result<Layout<'a>, Unread> {
        if let Some(words) = Words::of(format, array, rows)? {
            return Ok(Layout::Words(words));
        }
        if let Some(floats) = Floats::of(format, array, rows)? {
            return Ok(Layout::Floats(floats));
        }
        match format {
            "u" | "z" => {
                has_buffers(array, 3)?;
                // The end of the last row of all is the length of the buffer.
                let all = Numbers::<i32>::of(array, 1, ends_of(whole))?;
                let length = if whole.rows == 0 { 0 } else { all.get(whole.rows).into() };
                let data = bytes(array, 2, end(length)?)?;
                Ok(Layout::Offsets { ends: Numbers::of(array, 1, ends_of(rows))?, data })
            }
            "U" | "Z" => {
                has_buffers(array, 3)?;
                let all = Numbers::<i64>::of(array, 1, ends_of(whole))?;
                let length = if whole.rows == 0 { 0 } else { all.get(whole.rows) };
                let data = bytes(array, 2, end(length)?)?;
                Ok(Layout::LargeOffsets { ends: Numbers::of(array, 1, ends_of(rows))?, data })
            }
            "vu" | "vz" => Views::of(array, rows).map(Layout::Views),
            "n" => Ok(Layout::Null),
            _ => match format.strip_prefix("w:") {
                Some(width) => {
                    has_buffers(array, 2)?;
                    // Widths are 32-bit integers in every implementation of Arrow.
                    let width = width.parse::<u32>().ok().filter(|width| *width <= i32::MAX as u32);
                    let width = width.ok_or_else(|| {
                        broken("the width of an Arrow column is below 2^31 bytes", format)
                    })? as usize;
                    Ok(Layout::Fixed { width, data: rows_of(array, 1, rows, width)? })
                }
                None => Err(Unread::Type(format!(
                    "keys are text, bytes or integers, got a column of {}; cast it to text first",
                    called(format)
                ))),
            },
        }
    }
}

/// The ends of some rows: one more than there are rows. A column without rows may leave them out.
fn ends_of(extent: Extent) -> Extent {
    if extent.rows == 0 {
        Extent { from: 0, rows: 0 }
    } else {
        Extent { rows: extent.rows + 1, ..extent }
    }
}

/// The end of all texts, which is the length of their buffer.
fn end(length: i64) -> Result<usize, Unread> {
    usize::try_from(length).map_err(|_| OUTSIDE.into())
}

impl<'a> Views<'a> {
    fn of(array: &'a Array, extent: Extent) -> Result<Views<'a>, Unread> {
        // The last buffer has the lengths of those between it and the views, which are numbered
        // with 32 bits.
        let Some(many @ 0..=0x7FFF_FFFF) = array.n_buffers.checked_sub(3) else {
            let rule = "an Arrow array of views has 3 to 2^31 buffers";
            return Err(broken(rule, array.n_buffers));
        };
        let many = many as usize;
        let views = rows_of(array, 1, extent, 16)?.as_chunks::<16>().0;
        let lengths = Numbers::<i64>::of(array, many + 2, Extent { from: 0, rows: many })?;
        let length = |i| count("the length of a buffer", lengths.get(i));
        let data = (0..many).map(|i| bytes(array, i + 2, length(i)?));
        let data = data.collect::<Result<_, _>>()?;
        let ahead = if extent.rows > FEW { AHEAD } else { extent.rows };
        Ok(Views { views, data, ahead })
    }

    /// The text of a row; `None` where it is nowhere.
    #[inline(always)]
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
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
