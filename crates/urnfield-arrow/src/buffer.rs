//! The bytes of an array's buffers, after everything that a reader can check.

#![allow(unsafe_code)]

use crate::c_data::Array;
use crate::checks::Extent;
use crate::unread::{Unread, broken};
use std::slice;

/// Returns the first `length` bytes of a buffer. A buffer of no bytes may be missing.
pub(crate) fn bytes(array: &Array, buffer: usize, length: usize) -> Result<&[u8], Unread> {
    let at = array.buffer(buffer);
    if length == 0 {
        return Ok(&[]);
    }
    if at.is_null() {
        return Err("a buffer of an Arrow array is missing".into());
    }
    // No object of a process ends above this address.
    if at.addr().checked_add(length).is_none_or(|end| end > isize::MAX as usize) {
        return Err(broken("the buffer of an Arrow array fits into memory", length));
    }
    // SAFETY: `take` has the producer's word that each buffer is as long as the array's offset and
    // length demand, alive and unchanged for as long as the array is not released.
    Ok(unsafe { slice::from_raw_parts(at, length) })
}

/// Returns the bytes of some rows of a buffer, `width` for each.
pub(crate) fn rows_of(
    array: &Array,
    buffer: usize,
    extent: Extent,
    width: usize,
) -> Result<&[u8], Unread> {
    let all = bytes(array, buffer, extent.bytes(width)?)?;
    Ok(&all[extent.from * width..])
}
