//! The two inequalities that the theorem on the best number of hashes rests on, proved by
//! certified enclosures (`docs/paper/best-hashes.md`).
//!
//! k_S* ≤ k_M* and k_C* ≤ k_M* for all m and n: the best number of hashes of the exact rate, of
//! standard and of classic filters, never exceeds that of the formula M. The proof is by hand but
//! for two inequalities in two and three bounded real variables, (*) and (**).
//!
//! ```
//! use urnfield_paper::best_hashes::Proof;
//!
//! // Inequality (*) alone: a second or less.
//! let found = Proof { standard_only: true, ..Proof::default() }.run(|_, _| {})?;
//! assert!(found.is_proved());
//! # Ok::<(), urnfield_paper::conjecture::SweepError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `interval` | doubles rounded outward, with the rounding rule |
//! | `functions` | exp, ln and their quotients by series with proved remainders |
//! | `dual` | a function of t and its derivative |
//! | `standard` | (*), of standard filters |
//! | `classic` | (**), of classic filters |
//! | `cover` | boxes halved until an inequality is certain on each |
//! | `proof` | [`Proof`]: all pieces of both domains on all cores, with a checkpoint |

mod classic;
mod cover;
mod dual;
mod functions;
mod interval;
mod proof;
mod standard;

pub use proof::{Failure, Found, Part, Proof};

#[cfg(test)]
mod mutants;
