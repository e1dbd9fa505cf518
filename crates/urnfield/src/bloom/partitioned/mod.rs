//! Partitioned filters: k slices, in each of which an item has one uniform bit. pybloom and many
//! hardware filters are of this kind.
//!
//! | file | idea |
//! |---|---|
//! | `filter` | [`Partitioned`]: its slices, its mean rate, its own rate |
//! | `tail` | how many filters have an own rate of at least p: two bounds by a sum over a grid |
//! | `items` | how many items a filter holds, from the bits set |
//! | `plan` | the smallest filters for a mean rate, and for a rate that each filter keeps |
//!
//! **Theorem.** With slices of s_1, …, s_k bits and n items the rate is f = ∏(1 − (1 − 1/s_i)^n). The
//! numbers X_i of bits set in the slices are independent, each as the urns that n balls occupy of
//! s_i, and the own rate is R = ∏ X_i/s_i.
//!
//! *Proof.* The k choices of an item are independent, and so are items: slices are independent, and
//! each is a filter with one hash. A question's choices are independent, too. ∎

pub(crate) mod filter;
pub(crate) mod items;
pub(crate) mod plan;
pub(crate) mod tail;

pub use crate::bloom::partitioned::filter::Partitioned;
pub use crate::bloom::partitioned::plan::PartitionedPlan;
