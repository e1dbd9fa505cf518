//! One probability at any size: a circle integral with a few dozen nodes.
//!
//! With H(w) = ∏_d (w^(k_d)/m^(k_d))^(n_d), a polynomial, Newton interpolation at 0, …, x − 1
//! evaluated at m gives (falling factorials w^(x) = w(w−1)…(w−x+1))
//!
//! P(X ≥ x) = m^(x)/2πi ∮ H(w) dw / [w^(x) (w − m)],  round 0, …, x − 1 and m
//! P(X < x) = m^(x)/2πi ∮ H(w) dw / [w^(x) (m − w)],  round 0, …, x − 1, m outside
//! P(X = i) = m^(i)/2πi ∮ H(w) dw / w^(i+1)
//! P(r given urns are occupied) = r!/2πi ∮ H(w) dw / [(w − m)(w − m + 1)…(w − m + r)]
//!
//! The alternating sums of the paper are the residues of these; the last is f_C, for n committees
//! of k = r. H cancels the poles below the largest committee's size κ, so in the first three
//! κ, …, x − 1 remain. On a circle about their midpoint
//! c0 = (κ + x − 1)/2 the integrand is a bump without cancellation, and **its modulus is largest
//! at the real point** W = c0 + r, for every radius beyond the poles:
//!
//! - K = 1/∏_{κ≤l<x} (w − l): the poles lie in pairs c0 ± d, and |(re^{iθ})² − d²| ≥ r² − d²;
//! - H̃ = H/w^(κ)·1/(w − m) falls in |θ|: its zeros lie left of c0 (they are below κ ≤ c0), and
//!   m lies right of it.
//!
//! This one fact bounds both errors of the trapezoidal rule with M nodes: nodes beyond θ_J are
//! each at most K(W)·|H̃(w_J)| (`nodes/left_out` has a better bound); and aliases, the Laurent
//! coefficients of order ±M, ±2M, …, are at most the real point of a larger or smaller circle times
//! the M-th power of the radii's ratio. Where that circle has crossed m, the residue there, which
//! is 1, adds exactly p^M + p^{2M} + … = p^M/(1 − p^M), p the smaller of |m − c0|/r and its
//! inverse; it is taken off again.
//!
//! Source: the p.m.f.s below `eqn:binom-moment` in integral form; `docs/internals/why.md` has a
//! picture.
//!
//! | file | idea |
//! |---|---|
//! | `integral` | an event as an integral: what is integrated, and which poles are inside |
//! | `nodes` | the circle, its nodes, and bounds of what they leave out |
//! | `mixture` | committees of random size |
//! | `departments` | intersections of departments: unions of committees of random size |
//! | `pose` | one event: the cost of its integral, and its value |
//! | `window` | many values at once |

pub(crate) mod departments;
pub(crate) mod integral;
pub(crate) mod mixture;
pub(crate) mod nodes;
pub(crate) mod pose;
pub(crate) mod window;

pub(crate) use crate::occupancy::routes::contour::pose::{Pose, joint, log2_bound, pose, reaches};
pub(crate) use crate::occupancy::routes::contour::window::{window, window_cost};
