//! Occupancy laws (paper, section 2): how many of m urns are occupied.
//!
//! The urns are exchangeable, so every law here follows from one kernel, the probability that the
//! first s urns are all occupied (`law/joint`). Balls are committees of one; a committee problem is
//! a union with one kind of committee; the overlap of lists is an intersection with one committee
//! a department.
//!
//! | file | idea |
//! |---|---|
//! | `law` | [`Occupancy`], and every answer that needs only the kernel |
//! | `routes` | the ways to compute a probability, and the choice among them |
//! | `questions` | probabilities, quantiles, tables, tests, samples |
//! | `probabilities`, `moments` | the public methods of [`Occupancy`], as thin calls |
//! | `binomial` | binomial tails, and intervals of a chance from hits among draws |
//! | `waiting` | birthdays and waiting times |
//! | `pair` | two lists that are not independent: odds ratios, intervals, power |
//! | `estimate` | from an occupancy number back to committees or urns |

pub mod binomial;
pub(crate) mod estimate;
pub(crate) mod law;
mod moments;
pub(crate) mod pair;
mod probabilities;
pub(crate) mod questions;
pub(crate) mod routes;
pub(crate) mod waiting;

pub use crate::occupancy::estimate::batches::Batches;
pub use crate::occupancy::estimate::population::Population;
pub use crate::occupancy::estimate::{Estimate, Interval, Likeliest, Point};
pub use crate::occupancy::law::bounds::MomentBounds;
pub use crate::occupancy::law::occupancy::{Model, Occupancy};
pub use crate::occupancy::law::shape::Committees;
pub use crate::occupancy::pair::PairOfLists;
pub use crate::occupancy::pair::effect::{Effect, Range};
pub use crate::occupancy::questions::adjust::{AdjustedP, Adjustment, PValue};
pub use crate::occupancy::questions::tabulated::Tabulated;
#[doc(hidden)]
pub use crate::occupancy::routes::choice::LawRoute;
pub use crate::occupancy::waiting::coupon_collector::Waiting;
pub use crate::occupancy::waiting::many_urns::Collisions;
