//! A boolean column for other readers of Arrow data.

#![allow(unsafe_code)]

use crate::c_data::{Array, Schema};
use std::ffi::{CStr, c_void};
use std::ptr;

/// What an exported array keeps alive.
struct Kept {
    _words: [Option<Vec<u64>>; 2],
    buffers: [*const c_void; 2],
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: called once, on an array that `boolean` has made.
    unsafe {
        drop(Box::from_raw((*array).private.cast::<Kept>()));
        (*array).release = None;
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: called once, on a schema that `boolean` has made; its texts are constants.
    unsafe { (*schema).release = None };
}

/// Makes a boolean column of bits: the answers, and with `there` which rows have one.
pub fn boolean(rows: usize, bits: Vec<u64>, there: Option<Vec<u64>>) -> (Schema, Array) {
    const FORMAT: &CStr = c"b";
    let mut schema = Schema::empty();
    schema.format = FORMAT.as_ptr();
    schema.name = c"".as_ptr();
    schema.flags = 2; // May have nulls.
    schema.release = Some(release_schema);
    let nulls = there.as_ref().map_or(0, |there| {
        rows as i64 - there.iter().map(|word| i64::from(word.count_ones())).sum::<i64>()
    });
    let at = |words: &Vec<u64>| words.as_ptr().cast::<c_void>();
    let buffers = [there.as_ref().map_or(ptr::null(), at), at(&bits)];
    let kept = Box::into_raw(Box::new(Kept { _words: [there, Some(bits)], buffers }));
    let mut array = Array::empty();
    array.length = rows as i64;
    array.null_count = nulls;
    array.n_buffers = 2;
    // SAFETY: just made, and freed by `release_array` alone.
    array.buffers = unsafe { (*kept).buffers.as_mut_ptr() };
    array.private = kept.cast();
    array.release = Some(release_array);
    (schema, array)
}
