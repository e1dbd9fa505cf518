//! The ways to compute a probability. `choice` picks the cheapest one for each event.
//!
//! | file | idea |
//! |---|---|
//! | `choice` | chooses a route by estimates of cost |
//! | `budget` | the work that all probabilities of one search may take together |
//! | `alternating` | the alternating sum of binomial moments, with adaptive precision |
//! | `integer_powers` | 1^n, 2^n, 3^n, …, with one power for every prime |
//! | `contour` | a circle integral: one probability at any size |
//! | `recursion` | the positive recursion, which never cancels |
//! | `two_lists` | the hypergeometric law at any size |
//! | `collisions` | the upper edge of a union, where few members meet |
//! | `upper_edge` | the upper edge of an intersection of departments |
//! | `log_concave` | bounds of what lies beyond a piece of a log-concave sequence |
//! | `rounded_down` | [`RoundedDown`](rounded_down::RoundedDown): 128-bit lower bounds |

pub(crate) mod alternating;
pub(crate) mod budget;
pub(crate) mod choice;
pub(crate) mod collisions;
pub(crate) mod contour;
pub(crate) mod integer_powers;
pub(crate) mod log_concave;
pub(crate) mod recursion;
pub(crate) mod rounded_down;
pub(crate) mod two_lists;
pub(crate) mod upper_edge;
