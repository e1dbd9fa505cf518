//! The structures of Arrow's C data interface, as a producer fills them: each buffer is exactly as
//! long as the interface promises, so that a tool that watches memory sees a reader that goes
//! beyond.

#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_void};
use std::ptr;
use urnfield_arrow::{Array, Schema};

#[repr(C)]
pub(super) struct RawSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    pub(super) n_children: i64,
    children: *mut *mut RawSchema,
    pub(super) dictionary: *mut RawSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut RawSchema)>,
    private: *mut c_void,
}

#[repr(C)]
pub(super) struct RawArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut RawArray,
    pub(super) dictionary: *mut RawArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut RawArray)>,
    private: *mut c_void,
}

/// One array with its schema, and all that their pointers lead to.
pub(super) struct Node {
    pub(super) schema: Box<RawSchema>,
    pub(super) array: Box<RawArray>,
    format: CString,
    _buffers: Vec<Option<Box<[u8]>>>,
    _pointers: Vec<*const c_void>,
    pub(super) below: Option<Box<Node>>,
    _schemas: Box<[*mut RawSchema; 1]>,
    _arrays: Box<[*mut RawArray; 1]>,
}

/// What is below a node.
pub(super) enum Below {
    Nothing,
    Child(Node),
    Dictionary(Node),
}

unsafe extern "C" fn release_schema(schema: *mut RawSchema) {
    // SAFETY: the reader has it from `hand_over`, and releases it once: a second time there is
    // none.
    unsafe { (*schema).release = None };
}

unsafe extern "C" fn release_array(array: *mut RawArray) {
    // SAFETY: as above.
    unsafe { (*array).release = None };
}

impl Node {
    pub(super) fn new(
        format: &str,
        length: i64,
        offset: i64,
        buffers: Vec<Option<Box<[u8]>>>,
        below: Below,
    ) -> Node {
        let format = CString::new(format).expect("formats have no zero byte");
        let at = |buffer: &Option<Box<[u8]>>| {
            buffer.as_ref().map_or(ptr::null(), |bytes| bytes.as_ptr().cast::<c_void>())
        };
        let mut pointers: Vec<_> = buffers.iter().map(at).collect();
        let mut schemas = Box::new([ptr::null_mut()]);
        let mut arrays = Box::new([ptr::null_mut()]);
        let (is_child, mut below) = match below {
            Below::Nothing => (false, None),
            Below::Child(node) => (true, Some(Box::new(node))),
            Below::Dictionary(node) => (false, Some(Box::new(node))),
        };
        if let Some(node) = &mut below {
            (schemas[0], arrays[0]) = (&raw mut *node.schema, &raw mut *node.array);
        }
        let entries = below.is_some() && !is_child;
        let schema = Box::new(RawSchema {
            format: format.as_ptr(),
            name: c"key".as_ptr(),
            metadata: ptr::null(),
            flags: 2,
            n_children: is_child.into(),
            children: if is_child { schemas.as_mut_ptr() } else { ptr::null_mut() },
            dictionary: if entries { schemas[0] } else { ptr::null_mut() },
            release: Some(release_schema),
            private: ptr::null_mut(),
        });
        let array = Box::new(RawArray {
            length,
            null_count: 0,
            offset,
            n_buffers: buffers.len() as i64,
            n_children: is_child.into(),
            buffers: if buffers.is_empty() { ptr::null_mut() } else { pointers.as_mut_ptr() },
            children: if is_child { arrays.as_mut_ptr() } else { ptr::null_mut() },
            dictionary: if entries { arrays[0] } else { ptr::null_mut() },
            release: Some(release_array),
            private: ptr::null_mut(),
        });
        Node {
            schema,
            array,
            format,
            _buffers: buffers,
            _pointers: pointers,
            below,
            _schemas: schemas,
            _arrays: arrays,
        }
    }

    /// Whether it has this type.
    pub(super) fn is(&self, format: &str) -> bool {
        self.format.as_bytes() == format.as_bytes()
    }

    /// Gives it to a reader, for as long as the node lives.
    pub(super) fn hand_over<T>(&mut self, see: impl FnOnce(&Schema, &Array) -> T) -> T {
        // SAFETY: both have the layout of the interface. Pointers lead to what this node owns, with
        // as many buffers and children as there are counted, or are null; what a fault does to the
        // numbers, a reader sees for itself.
        let (schema, array) = unsafe {
            (
                Schema::take((&raw mut *self.schema).cast()),
                Array::take((&raw mut *self.array).cast()),
            )
        };
        see(&schema, &array)
    }
}
