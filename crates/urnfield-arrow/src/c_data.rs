//! The structures of the C data interface. Each is released once, by its last holder.

#![allow(unsafe_code)]

use crate::unread::{Unread, broken, count};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::str::Utf8Error;

/// A table whose columns are not all there.
pub(crate) const MISSING: &str = "a table of Arrow has all its columns";

/// A structure that was moved away or released.
const READ: &str = "this Arrow data was read already; ask for it again";

/// What a column is.
#[repr(C)]
pub struct Schema {
    pub(crate) format: *const c_char,
    pub(crate) name: *const c_char,
    pub(crate) metadata: *const c_char,
    pub(crate) flags: i64,
    pub(crate) n_children: i64,
    pub(crate) children: *mut *mut Schema,
    pub(crate) dictionary: *mut Schema,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Schema)>,
    pub(crate) private: *mut c_void,
}

/// What is in it.
#[repr(C)]
pub struct Array {
    pub(crate) length: i64,
    pub(crate) null_count: i64,
    pub(crate) offset: i64,
    pub(crate) n_buffers: i64,
    pub(crate) n_children: i64,
    pub(crate) buffers: *mut *const c_void,
    pub(crate) children: *mut *mut Array,
    pub(crate) dictionary: *mut Array,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Array)>,
    pub(crate) private: *mut c_void,
}

/// Arrays of one schema, one after the other.
#[repr(C)]
pub struct Stream {
    pub(crate) get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    pub(crate) get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    pub(crate) get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub(crate) private: *mut c_void,
}

macro_rules! released {
    ($($structure:ident)*) => {$(
        impl $structure {
            /// Moves it out of where a producer has put it: the producer's own is then released.
            ///
            /// # Safety
            ///
            /// `from` points to a structure that its producer has filled as the interface says, or
            /// has marked as released. What a reader has to take from the producer:
            ///
            /// - pointers are null or lead to what they are declared to lead to, as often as the
            ///   counts beside them say;
            /// - texts end in a zero byte;
            /// - a buffer is as long as offset and length of its array demand, and a buffer of
            ///   texts as long as the last offset says (for views: as the buffer of lengths says);
            /// - nothing of it changes until it is released.
            ///
            /// Everything else may be wrong, and is refused.
            pub unsafe fn take(from: *mut $structure) -> $structure {
                // SAFETY: as the caller promises; the interface allows a move that marks the source
                // as released.
                unsafe {
                    let taken = ptr::read(from);
                    (*from).release = None;
                    taken
                }
            }
        }

        impl $structure {
            /// Whether there is nothing in it any more.
            pub fn is_released(&self) -> bool {
                self.release.is_none()
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
    pub(crate) fn empty() -> Schema {
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
    pub(crate) fn format(&self) -> Result<&str, Unread> {
        let rule = "the type of an Arrow column is a text in UTF-8";
        let format = text(self.format).map_err(|_| broken(rule, "other bytes"))?;
        format.ok_or_else(|| broken(rule, "none"))
    }

    /// Whether it is that of a table: a struct of columns.
    pub fn is_table(&self) -> bool {
        self.format().is_ok_and(|format| format == "+s")
    }

    /// The names of a table's columns.
    pub fn names(&self) -> Result<Vec<&str>, Unread> {
        let columns = count("the number of columns", self.n_children)?;
        let name = |i| {
            let column = self.child(i).ok_or(MISSING)?;
            let rule = "the name of an Arrow column is a text in UTF-8";
            let name = text(column.name).map_err(|_| broken(rule, "other bytes"))?;
            Ok(name.unwrap_or(""))
        };
        (0..columns).map(name).collect()
    }

    pub(crate) fn child(&self, i: usize) -> Option<&Schema> {
        if i as i64 >= self.n_children || self.children.is_null() {
            return None;
        }
        // SAFETY: there are n_children pointers, each to a schema that lives as long as this one.
        unsafe { (*self.children.add(i)).as_ref() }
    }

    pub(crate) fn dictionary(&self) -> Option<&Schema> {
        // SAFETY: null, or a schema that lives as long as this one.
        unsafe { self.dictionary.as_ref() }
    }
}

impl Array {
    pub(crate) fn empty() -> Array {
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

    pub(crate) fn child(&self, i: usize) -> Option<&Array> {
        if i as i64 >= self.n_children || self.children.is_null() {
            return None;
        }
        // SAFETY: there are n_children pointers, each to an array that lives as long as this one.
        unsafe { (*self.children.add(i)).as_ref() }
    }

    pub(crate) fn dictionary(&self) -> Option<&Array> {
        // SAFETY: null, or an array that lives as long as this one.
        unsafe { self.dictionary.as_ref() }
    }

    /// Where buffer i begins; null where it is left out.
    pub(crate) fn buffer(&self, i: usize) -> *const u8 {
        if i as i64 >= self.n_buffers || self.buffers.is_null() {
            return ptr::null();
        }
        // SAFETY: there are n_buffers pointers.
        unsafe { *self.buffers.add(i) }.cast()
    }
}

impl Stream {
    /// The sentence for a call that failed, in its producer's words where it has some.
    fn complaint(&mut self, doing: &str, status: c_int) -> Unread {
        // SAFETY: a stream that is not released; the text lives until the next call.
        let words = self.get_last_error.map(|last| unsafe { last(self) });
        match text(words.unwrap_or(ptr::null())) {
            Ok(Some(words)) if !words.trim().is_empty() => Unread::Broken(words.to_owned()),
            _ => Unread::Broken(format!(
                "the producer of this Arrow data could not give {doing} (error {status}) and does \
                 not say why; ask it for the data again"
            )),
        }
    }

    /// What all arrays of the stream are.
    pub fn schema(&mut self) -> Result<Schema, Unread> {
        if self.is_released() {
            return Err(READ.into());
        }
        let mut schema = Schema::empty();
        let get = self.get_schema.ok_or("an Arrow stream has a function that gives its schema")?;
        // SAFETY: a stream that is not released fills an empty schema.
        match unsafe { get(self, &mut schema) } {
            0 if schema.is_released() => Err(broken("an Arrow stream has a schema", "none")),
            0 => Ok(schema),
            status => Err(self.complaint("a schema", status)),
        }
    }

    /// The next array; `None` after the last.
    pub fn next_array(&mut self) -> Result<Option<Array>, Unread> {
        if self.is_released() {
            return Err(READ.into());
        }
        let mut array = Array::empty();
        let get = self.get_next.ok_or("an Arrow stream has a function that gives its arrays")?;
        // SAFETY: a stream that is not released fills an empty array.
        match unsafe { get(self, &mut array) } {
            0 => Ok(Some(array).filter(|array| !array.is_released())),
            status => Err(self.complaint("its next batch", status)),
        }
    }
}

/// A text of a producer; `None` where it is left out.
fn text<'a>(words: *const c_char) -> Result<Option<&'a str>, Utf8Error> {
    if words.is_null() {
        return Ok(None);
    }
    // SAFETY: the interface has texts that end in zero and live as long as their structure.
    unsafe { CStr::from_ptr(words) }.to_str().map(Some)
}
