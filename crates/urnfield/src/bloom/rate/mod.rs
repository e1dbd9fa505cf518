//! The exact false-positive rates f_S and f_C, and the formulas that approximate or bound them.
//!
//! | file | idea |
//! |---|---|
//! | `fpr` | the exact rates, and closed forms for small cases |
//! | `route` | chooses the cheapest sum or integral |
//! | `direct` | the alternating sums; a proof modulo a prime that a rate differs from p |
//! | `expansion` | the expansion of a rate around its mean, with a proved remainder |
//! | `short_expansion` | the same expansion to double precision, in fixed point |
//! | `double_integral` | f_S with many hashes, as an integral over two circles |
//! | `rate_given_bits` | the rate of a filter whose set bits have been counted |
//! | `cheap_bounds` | bounds of rates in f64 that hold for whole ranges of sizes and hashes |
//! | `approximations` | E, M, L, U, Jensen's bound and the Taylor estimate, each labelled |
//! | `efficiency` | the efficiency of a filter |
//! | `peak` | [`Peak`](peak::Peak): the load at which a filter is most efficient |
//! | `valley` | the loads at which k and k + 1 hashes give E the same value |

pub(crate) mod approximations;
pub(crate) mod cheap_bounds;
pub(crate) mod direct;
pub(crate) mod double_integral;
pub(crate) mod efficiency;
pub(crate) mod expansion;
pub(crate) mod fpr;
pub(crate) mod peak;
pub(crate) mod rate_given_bits;
pub(crate) mod route;
pub(crate) mod short_expansion;
pub(crate) mod valley;
