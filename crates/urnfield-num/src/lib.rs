//! Numbers that know their own error: the arithmetic under urnfield,
//! which knows nothing of urns or filters.
//!
//! People who use urnfield meet three types of it, under urnfield's own name: [`Enclosure`],
//! [`Rational`] and [`Rate`]. The rest is for urnfield, its tests and its companions, and moves in
//! step with them: depend on one exact version. Big integers are those of `dashu-int`.
//!
//! | file | idea |
//! |---|---|
//! | `limbs` | words as one long integer |
//! | `rules` | how far each operation can be off, with proofs |
//! | `mantissa`, `real` | [`Real`]: words, exponent, ulps, of a length chosen at run time |
//! | `arithmetic` | its operations and powers |
//! | `elementary` | exp, ln, ln n!, with explicit remainders |
//! | `places` | [`Places`]: fixed point in one machine integer, for short sums |
//! | `fixed_point`, `constants` | fixed point for series; coefficients and tables worked out once |
//! | `trigonometry`, `logarithm` | sin, cos, atan2; ln and exp in the same manner |
//! | `complex`, `gamma` | [`Complex`]: two reals; its logarithm, power and ln Γ |
//! | `newton` | polynomials in Newton's form at a complex point |
//! | `fixed_complex` | polynomials and exponentials of complex fixed point |
//! | `power_sums` | Σ (z + i)^-k, by Euler and Maclaurin |
//! | `enclosure`, `decimal` | [`Enclosure`]: what callers see, and how it is printed |
//! | `calculate`, `dyadic` | arithmetic with enclosures, and their exact ends |
//! | `rational`, `rate` | exact values and their readers |
//! | `ladder` | ask again with more bits |
//! | `combinatorics`, `powers` | exact integers; products too long to write out |

mod arithmetic;
mod calculate;
pub mod combinatorics;
mod complex;
mod constants;
mod decimal;
mod dyadic;
mod elementary;
mod enclosure;
mod error;
pub mod fixed_complex;
mod fixed_point;
mod gamma;
mod ladder;
mod limbs;
mod logarithm;
mod mantissa;
mod newton;
mod places;
#[cfg(feature = "serde")]
mod plain_data;
mod power_sums;
pub mod powers;
mod powers_of_ten;
mod rate;
mod rational;
mod real;
mod rules;
mod trigonometry;

pub use complex::Complex;
pub use dyadic::Dyadic;
pub use enclosure::Enclosure;
pub use error::Error;
pub use ladder::until_decided;
pub use newton::Newton;
pub use places::Places;
pub use power_sums::PowerSums;
pub use rate::Rate;
pub use rational::Rational;
pub use real::Real;
pub use rules::{Proved, Rules};
