//! Integers of a column, of any width and at any address.

use super::c_data::Array;
use super::column::Unread;
use super::layout::bytes;
use std::marker::PhantomData;
use std::ops::Range;

/// Numbers that need not be aligned.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a, T>(&'a [u8], PhantomData<T>);

/// Integers of some width.
#[derive(Clone, Copy)]
pub(super) enum Words<'a> {
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
            pub(super) fn get(&self, i: usize) -> $type {
                let from = i * size_of::<$type>();
                let bytes = &self.0[from..from + size_of::<$type>()];
                <$type>::from_ne_bytes(bytes.try_into().expect("as many bytes"))
            }

            /// Some of them, in order.
            #[inline(always)]
            pub(super) fn some(&self, some: Range<usize>) -> impl Iterator<Item = $type> {
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

pub(super) use each_width;

impl<'a, T> Numbers<'a, T> {
    /// So many numbers of a buffer, from a place on.
    pub(super) fn of(
        array: &'a Array,
        buffer: usize,
        from: usize,
        count: usize,
    ) -> Result<Numbers<'a, T>, Unread> {
        let width = size_of::<T>();
        let all = bytes(array, buffer, (from + count) * width)?;
        Ok(Numbers(&all[(from * width).min(all.len())..], PhantomData))
    }
}

impl<'a> Words<'a> {
    /// The integers of a column; `None` where its type is another one.
    pub(super) fn of(
        format: &str,
        array: &'a Array,
        from: usize,
        rows: usize,
    ) -> Option<Result<Words<'a>, Unread>> {
        Some(match format {
            "c" => Numbers::of(array, 1, from, rows).map(Words::I8),
            "C" => Numbers::of(array, 1, from, rows).map(Words::U8),
            "s" => Numbers::of(array, 1, from, rows).map(Words::I16),
            "S" => Numbers::of(array, 1, from, rows).map(Words::U16),
            "i" => Numbers::of(array, 1, from, rows).map(Words::I32),
            "I" => Numbers::of(array, 1, from, rows).map(Words::U32),
            "l" => Numbers::of(array, 1, from, rows).map(Words::I64),
            "L" => Numbers::of(array, 1, from, rows).map(Words::U64),
            _ => return None,
        })
    }

    pub(super) fn is_signed(&self) -> bool {
        matches!(self, Words::I8(_) | Words::I16(_) | Words::I32(_) | Words::I64(_))
    }
}
