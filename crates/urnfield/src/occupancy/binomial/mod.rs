//! Binomial laws: the hits among independent draws of one chance, which is also the number of balls
//! in one urn of many.
//!
//! | file | idea |
//! |---|---|
//! | `tail` | P(X ≥ i) and P(X ≤ i): a series of positive terms with a bounded rest |
//! | `clopper_pearson` | the interval of a chance from the hits among draws |

pub(crate) mod clopper_pearson;
pub(crate) mod tail;

pub use crate::occupancy::binomial::clopper_pearson::clopper_pearson;
pub use crate::occupancy::binomial::tail::Binomial;
