//! The structures of the C data interface. Each is released once, by whoever holds it last.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

/// What a column is.
#[repr(C)]
pub(super) struct Schema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut Schema,
    pub(super) dictionary: *mut Schema,
    pub(super) release: Option<unsafe extern "C" fn(*mut Schema)>,
    pub(super) private: *mut c_void,
}

/// What is in it.
#[repr(C)]
pub(super) struct Array {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut Array,
    pub(super) dictionary: *mut Array,
    pub(super) release: Option<unsafe extern "C" fn(*mut Array)>,
    pub(super) private: *mut c_void,
}

/// Arrays of one schema, one after the other.
#[repr(C)]
pub(super) struct Stream {
    pub(super) get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    pub(super) get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub(super) private: *mut c_void,
}

macro_rules! released {
    ($($structure:ident)*) => {$(
        impl $structure {
            /// Moves it out of where a producer has put it: the producer's own is then empty.
            ///
            /// # Safety
            ///
            /// `from` points to a structure that its producer has filled.
            pub(super) unsafe fn take(from: *mut $structure) -> $structure {
                // SAFETY: as the caller promises; the interface allows a move that marks the source
                // as released.
                unsafe {
                    let taken = ptr::read(from);
                    (*from).release = None;
                    taken
                }
            }
        }

        impl Drop for $structure {
            fn drop(&mut self) {
                if let Some(release) = self.release.take() {
                    self.release = Some(release);
                    // SAFETY: not released before, and never used again.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the interface lets a structure be used and released on any thread, one at a time;
        // buffers are never written to.
        unsafe impl Send for $structure {}
        // SAFETY: everything shared is only read.
        unsafe impl Sync for $structure {}
    )*};
}

released! { Schema Array Stream }

impl Schema {
    pub(super) fn empty() -> Schema {
        Schema {
            format: ptr::null(),
            name: ptr::null(),
            metadata: ptr::null(),
            flags: 0,
            n_children: 0,
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private: ptr::null_mut(),
        }
    }

    /// The letters that stand for its type.
    pub(super) fn format(&self) -> &str {
        text(self.format)
    }

    pub(super) fn name(&self) -> &str {
        text(self.name)
    }

    pub(super) fn child(&self, i: usize) -> Option<&Schema> {
        if i as i64 >= self.n_children || self.children.is_null() {
            return None;
        }
        // SAFETY: there are n_children pointers, each to a schema that lives as long as this one.
        unsafe { (*self.children.add(i)).as_ref() }
    }

    pub(super) fn dictionary(&self) -> Option<&Schema> {
        // SAFETY: null, or a schema that lives as long as this one.
        unsafe { self.dictionary.as_ref() }
    }
}

impl Array {
    pub(super) fn empty() -> Array {
        Array {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private: ptr::null_mut(),
        }
    }

    pub(super) fn child(&self, i: usize) -> Option<&Array> {
        if i as i64 >= self.n_children || self.children.is_null() {
            return None;
        }
        // SAFETY: there are n_children pointers, each to an array that lives as long as this one.
        unsafe { (*self.children.add(i)).as_ref() }
    }

    pub(super) fn dictionary(&self) -> Option<&Array> {
        // SAFETY: null, or an array that lives as long as this one.
        unsafe { self.dictionary.as_ref() }
    }

    /// Where buffer i begins; null where it is left out.
    pub(super) fn buffer(&self, i: usize) -> *const u8 {
        if i as i64 >= self.n_buffers || self.buffers.is_null() {
            return ptr::null();
        }
        // SAFETY: there are n_buffers pointers.
        unsafe { *self.buffers.add(i) }.cast()
    }
}

impl Stream {
    /// What went wrong last, in its producer's words.
    pub(super) fn complaint(&mut self) -> String {
        let Some(last) = self.get_last_error else { return String::new() };
        // SAFETY: a stream that is not released; the text lives until the next call.
        let words = unsafe { last(self) };
        text(words).to_owned()
    }

    pub(super) fn schema(&mut self) -> Result<Schema, String> {
        let mut schema = Schema::empty();
        // SAFETY: a stream that is not released fills an empty schema.
        let failed = self.get_schema.is_none_or(|get| unsafe { get(self, &mut schema) } != 0);
        if failed { Err(self.complaint()) } else { Ok(schema) }
    }

    /// The next array; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Array>, String> {
        let mut array = Array::empty();
        // SAFETY: a stream that is not released fills an empty array.
        let failed = self.get_next.is_none_or(|get| unsafe { get(self, &mut array) } != 0);
        match failed {
            true => Err(self.complaint()),
            false => Ok(array.release.is_some().then_some(array)),
        }
    }
}

/// Text of a producer; nothing where it is null or no UTF-8.
fn text<'a>(words: *const c_char) -> &'a str {
    if words.is_null() {
        return "";
    }
    // SAFETY: the interface has texts that end in zero and live as long as their structure.
    unsafe { CStr::from_ptr(words) }.to_str().unwrap_or("")
}
