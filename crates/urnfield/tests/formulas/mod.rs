//! Section 2 of the paper as exact rationals: second routes to what the library computes.
//!
//! Nothing here looks at the library's own formulas. What the audit found wrong in print stands
//! here corrected, with the erratum named; the printed forms live in `paper.rs`, which shows that
//! they fail. Convention: 0⁰ = 1.
//!
//! | file | idea |
//! |---|---|
//! | `exact` | rationals with operators by value; binomials, falling factorials, Stirling numbers |
//! | `differences` | ∇, Δ and terminating hypergeometric series |
//! | `outcomes` | every outcome, one by one |
//! | `table` | a law as a list of probabilities, and what must agree with it |
//! | `balls`, `unions`, `lists`, `departments`, `statistics` | the paper's forms, by subsection |
#![allow(dead_code)] // Each file of tests uses its own part of this.

pub(crate) mod balls;
pub(crate) mod departments;
pub(crate) mod differences;
pub(crate) mod exact;
pub(crate) mod lists;
pub(crate) mod outcomes;
pub(crate) mod statistics;
pub(crate) mod table;
pub(crate) mod unions;
