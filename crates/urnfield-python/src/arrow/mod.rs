//! Columns of Arrow data from Python objects, and a boolean column for them. `urnfield-arrow` reads
//! and writes Arrow's C data interface; here are the capsules in which Python hands it over.
//!
//! | file | idea |
//! |---|---|
//! | `stream` | tables and columns from Python, batch by batch |
//! | `columns` | which columns of a table have the keys |
//! | `export` | a boolean column for others |
//! | `mask` | many answers, a bit each |

pub(crate) mod columns;
mod export;
pub(crate) mod mask;
mod stream;

pub(crate) use export::boolean;
pub(crate) use stream::{Batches, is_arrow, unread};
pub(crate) use urnfield_arrow::{Column, Dictionary, Key as Value, Keys, Unread, not_whole, whole};
