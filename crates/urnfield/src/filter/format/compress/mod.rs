//! Payloads for transmission: the filter in fewer bytes (`docs/reference/format.md`, encoding 1).
//!
//! | file | idea |
//! |---|---|
//! | `entropy` | chunks, and which bits are coded |
//! | `frequencies` | how often each byte is expected, in whole numbers |
//! | `rans` | bytes to words and back by that model |
//! | `gaps` | few bits among many |
//! | `room` | memory for payloads, refused while there is still some left |
//!
//! Given bits have one form, and readers accept no other.

pub(crate) mod entropy;
pub(crate) mod frequencies;
pub(crate) mod gaps;
pub(crate) mod rans;
pub(crate) mod room;
