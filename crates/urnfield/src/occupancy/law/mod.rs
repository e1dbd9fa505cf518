//! What a law is, and every answer that needs only the kernel p_s = P(s given urns are all
//! occupied). These answers cost the same at any size.
//!
//! | file | idea |
//! |---|---|
//! | `occupancy` | [`Occupancy`](occupancy::Occupancy): stating a problem |
//! | `shape` | the law that remains once degenerate cases are taken out |
//! | `event` | what is asked of a law: X = i, X ≥ i, X ≤ i |
//! | `joint` | the kernel p_s as certified reals |
//! | `exact` | exact fractions, from whole numbers over a common denominator |
//! | `moments` | binomial, factorial and raw moments; mean and variance |
//! | `central` | central moments |
//! | `standardized` | skewness and excess kurtosis |
//! | `mean` | where values are, seen from the mean |
//! | `bounds` | [`MomentBounds`](bounds::MomentBounds): bounds of `thm:batch-occupancy-bounds` |
//! | `chernoff` | bounds of tails that need only the mean |
//! | `rough` | means as doubles, for guesses and estimates of cost |

pub(crate) mod bounds;
pub(crate) mod central;
pub(crate) mod chernoff;
pub(crate) mod event;
pub(crate) mod exact;
pub(crate) mod joint;
pub(crate) mod mean;
pub(crate) mod moments;
pub(crate) mod occupancy;
pub(crate) mod rough;
pub(crate) mod shape;
pub(crate) mod standardized;

pub(crate) use crate::occupancy::law::event::{Event, at_most_one, by_support, not_enough};
pub(crate) use crate::occupancy::law::occupancy::{Model, Occupancy};
pub(crate) use crate::occupancy::law::shape::{Committees, Department, Shape};
