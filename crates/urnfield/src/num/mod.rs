//! Numbers that know their own error. This room knows nothing of urns or filters.
//!
//! | file | idea |
//! |---|---|
//! | `limbs` | words as one long integer |
//! | `rules` | how far each operation can be off, with proofs |
//! | `real` | [`Real`]: mantissa, exponent, ulps; [`Fixed`] without allocation, [`Long`] of any length |
//! | `arithmetic` | its operations and powers |
//! | `elementary` | exp, ln, ln n!, with explicit remainders |
//! | `fraction`, `constants` | fixed point for series; coefficients and tables worked out once |
//! | `trigonometry`, `logarithm` | sin, cos, atan2; ln and exp in the same manner |
//! | `complex`, `gamma` | [`Complex`]: two reals; its logarithm, power and ln Γ |
//! | `enclosure`, `decimal` | [`Enclosure`]: what callers see, and how it is printed |
//! | `rational`, `rate` | exact values and their readers |
//! | `combinatorics`, `powers` | exact integers; products too long to write out |
//! | `refine` | ask again with more bits |

mod arithmetic;
pub(crate) mod combinatorics;
mod complex;
mod constants;
mod decimal;
mod elementary;
mod enclosure;
mod fraction;
mod gamma;
mod limbs;
mod logarithm;
pub(crate) mod powers;
mod rate;
mod rational;
mod real;
pub(crate) mod refine;
mod rules;
mod trigonometry;

pub use complex::Complex;
pub use enclosure::Enclosure;
pub use limbs::Limbs;
pub use rate::Rate;
pub use rational::Rational;
pub use real::{Fixed, Long, Real};
pub use rules::{Proved, Rules};
