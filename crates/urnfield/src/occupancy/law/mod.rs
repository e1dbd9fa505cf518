//! What a law is, and every answer that needs only the kernel p_s = P(s given urns are all occupied).
//! These answers cost the same at any size.
//!
//! | file | idea |
//! |---|---|
//! | `shape` | the law that remains once degenerate cases are taken out |
//! | `joint` | the kernel p_s as certified reals |
//! | `moments` | binomial, factorial and raw moments; mean and variance |
//! | `standardized` | skewness and excess kurtosis |
//! | `bounds` | [`MomentBounds`](bounds::MomentBounds): bounds of `thm:batch-occupancy-bounds` |
//! | `chernoff` | bounds of tails that need only the mean |
//! | `rough` | means as doubles, for guesses and estimates of cost |

pub(crate) mod bounds;
pub(crate) mod chernoff;
pub(crate) mod joint;
pub(crate) mod moments;
pub(crate) mod rough;
pub(crate) mod shape;
pub(crate) mod standardized;
