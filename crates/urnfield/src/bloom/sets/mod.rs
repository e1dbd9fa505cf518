//! Estimates of the sets in filters, from their bits.
//!
//! | file | idea |
//! |---|---|
//! | `compare` | how many items filters hold, how many in common, the law of their AND |
//! | `set_overlap` | intervals of the common items, from those of each set and of their union |

pub(crate) mod compare;
pub(crate) mod set_overlap;
