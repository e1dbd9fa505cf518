//! The `.urn` format (`docs/reference/format.md`): headers, payloads and their checks.
//!
//! | file | idea |
//! |---|---|
//! | `header` | the first 128 bytes, versions 1 and 2 |
//! | `origin` | [`Origin`](origin::Origin): the bits of one set, or the remainder of an AND |
//! | `pieces` | the bits alone, as bytes in pieces |
//! | `reading` | a whole filter from bytes or from a stream |
//! | `writing` | a whole filter to bytes or to a stream |
//! | `compress` | payloads in fewer bytes |

pub(crate) mod compress;
pub(crate) mod header;
pub(crate) mod origin;
pub(crate) mod pieces;
pub(crate) mod reading;
pub(crate) mod writing;
