//! The overlap of two lists: the hypergeometric law, at any u64 size.
//!
//! P(X = x) = C(k₁,x)·C(m−k₁, k₂−x)/C(m,k₂) from ln n!; a tail is that times a sum of ratios
//! walked away from the mode, closed by a geometric bound. Source:
//! `eqn:committee-intersection-gh-pmf` with c = 2.
//!
//! | file | idea |
//! |---|---|
//! | `law` | [`TwoLists`]: the terms of the law, their ratios, its symmetry |
//! | `event` | one event: its cost, and the choice of mantissas |
//! | `short` | tails on numbers of 128 bits |
//! | `long` | events with more bits |
//! | `rest` | the bound of the terms that are left out |
//! | `window` | many probabilities, each from its neighbour |

pub(crate) mod event;
pub(crate) mod law;
pub(crate) mod long;
pub(crate) mod rest;
pub(crate) mod short;
pub(crate) mod window;

pub(crate) use crate::occupancy::routes::two_lists::law::{TwoLists, hypergeometric, log_ways};
