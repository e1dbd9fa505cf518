//! Keys of Python's, one or many, on their way to a filter.
//!
//! | file | idea |
//! |---|---|
//! | `key` | a key, and its bytes |
//! | `object` | the key that an object of Python's is |
//! | `parts` | keys of several values: tuples, and rows of several columns |
//! | `kinds` | texts, integers or tuples, and the warning where a filter holds other ones |
//! | `sources` | where many keys come from |
//! | `rows` | rows that are read a stretch at a time |
//! | `flow`, `gather` | keys on their way to a filter, in stretches or by the million |
//! | `many`, `key_bytes` | many keys of one call, as digests or as bytes |

pub(crate) mod flow;
mod gather;
pub(crate) mod key;
pub(crate) mod key_bytes;
pub(crate) mod kinds;
pub(crate) mod many;
pub(crate) mod object;
mod parts;
mod rows;
pub(crate) mod sources;
