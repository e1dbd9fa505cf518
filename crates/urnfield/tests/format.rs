//! `docs/format.md` and the library say the same, to the bit: golden files, vectors, and an
//! implementation of the page that shares nothing with the library.

#[path = "format/damage.rs"]
mod damage;
#[path = "format/document.rs"]
mod document;
#[path = "format/files.rs"]
mod files;
#[path = "format/golden.rs"]
mod golden;
#[path = "format/line.rs"]
mod line;
#[path = "format/locks.rs"]
mod locks;
#[path = "format/mangled.rs"]
mod mangled;
#[cfg(feature = "mmap")]
mod mapped;
#[allow(dead_code)] // The tests of compression need the rest.
#[path = "format/packed.rs"]
mod packed;
#[path = "format/rule.rs"]
mod rule;
#[path = "format/spec.rs"]
mod spec;
#[path = "format/streams.rs"]
mod streams;
