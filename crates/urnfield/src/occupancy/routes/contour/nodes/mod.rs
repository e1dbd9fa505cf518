//! The trapezoidal rule on a circle.
//!
//! | file | idea |
//! |---|---|
//! | `circle` | which circle, and how many nodes, in f64 |
//! | `geometry` | a circle and its points in numbers that know their error |
//! | `falling` | logarithms of falling factorials at a complex point |
//! | `integrand` | the integrand at one point |
//! | `trapezoid` | the rule, and the bound of its aliases |
//! | `left_out` | the bound of the nodes that are left out |
//! | `local` | the integrand near its largest value, as the exponential of a polynomial |
//! | `close_nodes` | the sum by that polynomial, in fixed point |
//! | `certain` | the value of an integral, with as many bits as asked for |
//! | `turning` | powers of e^{iθ} for many values at once |
//! | `shared_circle` | one circle for a block of values |
//! | `blocks` | one block after another |

pub(crate) mod blocks;
pub(crate) mod certain;
pub(crate) mod circle;
pub(crate) mod close_nodes;
pub(crate) mod falling;
pub(crate) mod geometry;
pub(crate) mod integrand;
pub(crate) mod left_out;
pub(crate) mod local;
pub(crate) mod shared_circle;
pub(crate) mod trapezoid;
pub(crate) mod turning;

pub(crate) use crate::occupancy::routes::contour::nodes::circle::Circle;
pub(crate) use crate::occupancy::routes::contour::nodes::geometry::{Geometry, Node, Sign, sign};
pub(crate) use crate::occupancy::routes::contour::nodes::integrand::Logs;
pub(crate) use crate::occupancy::routes::contour::nodes::left_out::LeftOut;
pub(crate) use crate::occupancy::routes::contour::nodes::shared_circle::SharedCircle;
pub(crate) use crate::occupancy::routes::contour::nodes::trapezoid::{Enough, Trapezoid};
