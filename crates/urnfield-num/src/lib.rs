//! Numbers that know their own error: the arithmetic under urnfield,
//! which knows nothing of urns or filters.
//!
//! People who use urnfield meet three types of it, under urnfield's own name: [`Enclosure`],
//! [`Rational`] and [`Rate`]. The rest is for urnfield, its tests and its companions, and moves in
//! step with them: depend on one exact version. Big integers are those of `dashu-int`.
//!
//! | file | idea |
//! |---|---|
//! | `real` | [`Real`]: words, exponent, ulps, and the rules of its errors |
//! | `series` | exp, ln, sin, cos, atan2, ln n! and power sums, with explicit remainders |
//! | `complex` | [`Complex`]: two reals; its logarithm, power and ln Γ |
//! | `enclosure` | [`Enclosure`]: what callers see, how it is printed, and arithmetic with it |
//! | `rational`, `rate` | exact values and their readers |
//! | `ladder` | ask again with more bits |
//! | `combinatorics`, `powers` | exact integers; products too long to write out |
//! | `error` | a value outside its domain, or text that states no number |

pub mod combinatorics;
mod complex;
mod enclosure;
mod error;
mod ladder;
pub mod powers;
mod rate;
mod rational;
mod real;
mod series;

pub use complex::newton::Newton;
pub use complex::{Complex, fixed_complex};
pub use enclosure::Enclosure;
pub use enclosure::dyadic::Dyadic;
pub use error::Error;
pub use ladder::until_decided;
pub use rate::Rate;
pub use rational::Rational;
pub use real::Real;
pub use real::places::Places;
pub use real::rules::{Proved, Rules};
pub use series::power_sums::PowerSums;
