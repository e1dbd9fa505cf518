//! Numbers that know their own error. This room knows nothing of urns or filters.
//!
//! | file | idea |
//! |---|---|
//! | `limbs` | words as one long integer |
//! | `rules` | how far each operation can be off, with proofs |
//! | `real` | [`Real`]: mantissa, exponent, ulps; [`Fixed`] without allocation, [`Long`] of any length |
//! | `arithmetic` | its operations and powers |
//! | `elementary` | exp, ln, ln n!, with explicit remainders |
//! | `enclosure`, `decimal` | [`Enclosure`]: what callers see, and how it is printed |
//! | `rational`, `rate` | exact values and their readers |
//! | `combinatorics` | exact integers |
//! | `refine` | ask again with more bits |

mod arithmetic;
pub(crate) mod combinatorics;
mod decimal;
mod elementary;
mod enclosure;
mod limbs;
mod rate;
mod rational;
mod real;
pub(crate) mod refine;
mod rules;

pub use enclosure::Enclosure;
pub use limbs::Limbs;
pub use rate::Rate;
pub use rational::Rational;
pub use real::{Fixed, Long, Real};
pub use rules::{Proved, Rules};
