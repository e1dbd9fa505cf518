//! What the bits of filters say about the sets in them.
//!
//! | file | idea |
//! |---|---|
//! | `compare` | [`Comparison`](compare::Comparison): how many items filters hold, and how many in common |
//! | `set_overlap` | what sets have in common, from counts of each set and of their union |
//! | `combine` | the rate of the AND of filters that hold disjoint sets |

pub(crate) mod combine;
pub(crate) mod compare;
pub(crate) mod set_overlap;
