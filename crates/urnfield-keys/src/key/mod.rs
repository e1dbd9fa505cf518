//! From a record to its key.
//!
//! | file | idea |
//! |---|---|
//! | `json` | one field of a line of JSON |
//! | `parts` | keys of several columns or fields |
//! | `fold` | white space and case, on request |
//! | `integer` | keys that are integers, on request |
//! | `bad` | records without a key: how many there are, and where the first are |

pub(crate) mod bad;
pub(crate) mod fold;
pub(crate) mod integer;
pub(crate) mod json;
pub(crate) mod parts;
