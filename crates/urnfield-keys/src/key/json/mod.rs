//! One field of a line of JSON. A line is read once from left to right and checked all the way.
//! Nothing of it is kept except the field.
//!
//! | file | idea |
//! |---|---|
//! | `fault` | why a line has no key |
//! | `text` | strings and their escapes |
//! | `scan` | from the first byte of a line to its last |
//! | `step` | one step into a value |
//! | `path` | where in a line the key is |
//! | `field` | the text of the field |

mod fault;
mod field;
mod path;
mod scan;
mod step;
mod text;

pub(crate) use crate::key::json::field::field;
pub(crate) use crate::key::json::path::{Path, split};
