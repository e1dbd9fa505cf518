//! What the bits of filters say about the sets in them.
//!
//! | file | idea |
//! |---|---|
//! | `compare` | [`Comparison`](compare::Comparison): how many items filters hold, how many in common, the law of their AND |
//! | `set_overlap` | what sets have in common, from counts of each set and of their union |

pub(crate) mod compare;
pub(crate) mod set_overlap;
