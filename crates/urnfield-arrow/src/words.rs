//! Integers of a column, of any width and at any address.

use crate::buffer::rows_of;
use crate::c_data::Array;
use crate::checks::{Extent, has_buffers};
use crate::unread::Unread;
use std::marker::PhantomData;
use std::ops::Range;

/// Numbers that need not be aligned.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a, T>(&'a [u8], PhantomData<T>);

/// Integers of some width.
#[derive(Clone, Copy)]
pub(crate) enum Words<'a> {
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
            pub(crate) fn get(&self, i: usize) -> $type {
                let from = i * size_of::<$type>();
                let bytes = &self.0[from..from + size_of::<$type>()];
                <$type>::from_ne_bytes(bytes.try_into().expect("as many bytes"))
            }

            /// Some of them, in order.
            #[inline(always)]
            pub(crate) fn some(&self, some: Range<usize>) -> impl Iterator<Item = $type> {
                let all = self.0.as_chunks::<{ size_of::<$type>() }>().0;
                all[some].iter().map(|bytes| <$type>::from_ne_bytes(*bytes))
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

pub(crate) use each_width;

impl<'a, T> Numbers<'a, T> {
    /// So many numbers of a buffer, from a place on.
    pub(crate) fn of(
        array: &'a Array,
        buffer: usize,
        extent: Extent,
    ) -> Result<Numbers<'a, T>, Unread> {
        Ok(Numbers(rows_of(array, buffer, extent, size_of::<T>())?, PhantomData))
    }
}

impl<'a> Words<'a> {
    /// The integers of a column; `None` where its type is another one.
    pub(crate) fn of(
        format: &str,
        array: &'a Array,
        extent: Extent,
    ) -> Result<Option<Words<'a>>, Unread> {
        let words = match format {
            "c" => Words::I8(Numbers::of(array, 1, extent)?),
            "C" => Words::U8(Numbers::of(array, 1, extent)?),
            "s" => Words::I16(Numbers::of(array, 1, extent)?),
            "S" => Words::U16(Numbers::of(array, 1, extent)?),
            "i" => Words::I32(Numbers::of(array, 1, extent)?),
            "I" => Words::U32(Numbers::of(array, 1, extent)?),
            "l" => Words::I64(Numbers::of(array, 1, extent)?),
            "L" => Words::U64(Numbers::of(array, 1, extent)?),
            _ => return Ok(None),
        };
        has_buffers(array, 2)?;
        Ok(Some(words))
    }

    pub(crate) fn is_signed(&self) -> bool {
        matches!(self, Words::I8(_) | Words::I16(_) | Words::I32(_) | Words::I64(_))
    }
}
