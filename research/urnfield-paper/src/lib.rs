//! The laboratory of urnfield: what Jonathan Burns' *On Occupancy Moments and Bloom Filter
//! Efficiency* prints, and what is true.
//!
//! ```
//! use urnfield_paper::formulas::{balls, exact::ratio};
//!
//! // Six balls in five urns: three are occupied with probability S(6,3)·5·4·3/5⁶.
//! assert_eq!(balls::law_by_stirling(5, 6)[3], ratio(216, 625));
//! ```
//!
//! | module | what it has |
//! |---|---|
//! | [`formulas`] | the paper's forms in exact fractions, corrected where the print is wrong |
//! | [`claims`] | every claim of the paper, with its verdict and evidence computed on the spot |
//! | [`best_hashes`] | the inequalities behind the theorem on the best number of hashes, proved |
//! | [`conjecture`] | exhaustive certified sweeps over the two conjectures |
//! | [`figures`] | the data of the paper's figures |
//!
//! The program `urnfield-paper` asks [`claims`], [`conjecture`] and [`best_hashes`] from the
//! command line. The tests of the library use [`formulas`] as second routes to what it computes.

pub mod best_hashes;
pub mod claims;
pub mod conjecture;
#[doc(hidden)]
pub mod draws;
pub mod figures;
pub mod formulas;
