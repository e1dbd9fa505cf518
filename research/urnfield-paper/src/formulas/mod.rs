//! Section 2 of the paper as exact rationals: second routes to what the library computes.
//!
//! Nothing here looks at the library's own formulas. What the audit found wrong in print stands
//! here corrected, with the erratum named (`docs/paper/ledger.md`); the printed forms stand beside
//! the tests and claims that show them failing. Convention: 0⁰ = 1.
//!
//! | file | idea |
//! |---|---|
//! | `exact` | rationals with operators by value; binomials, falling factorials, Stirling numbers |
//! | `differences` | ∇, Δ and terminating hypergeometric series |
//! | `outcomes` | every outcome, one by one |
//! | `table` | a law as a list of probabilities, and what must agree with it |
//! | `balls`, `unions`, `lists`, `departments`, `statistics` | the paper's forms, by subsection |
//!
//! # Panics
//!
//! These are the means of tests: outside the domain that its comment names, or where fractions
//! grow beyond all memory, a form panics.

pub mod balls;
pub mod departments;
pub mod differences;
pub mod exact;
pub mod lists;
pub mod outcomes;
pub mod statistics;
pub mod table;
pub mod unions;
