//! `docs/reference/format.md` and the library say the same, to the bit: golden files, vectors, and
//! an implementation of the page that shares nothing with the library.

mod damage;
mod document;
mod files;
mod golden;
mod line;
mod locks;
mod mangled;
pub(crate) mod packed;
mod rule;
pub(crate) mod spec;
mod streams;
