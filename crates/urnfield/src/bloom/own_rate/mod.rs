//! The rate of one filter, which differs from the mean rate of its design.
//!
//! | file | idea |
//! |---|---|
//! | `spread` | [`Spread`](spread::Spread): the law of one filter's own rate |
//! | `promise` | the smallest filter that keeps a rate itself, with a stated probability |
//! | `promise_guess` | where the search for that filter begins, by the normal law |
//! | `rate_given_bits` | the rate of a filter whose set bits have been counted |
//! | `over_plan` | whether a filter holds more items than planned, as far as its bits tell |
//! | `chain` | several filters that keep one rate together |

pub(crate) mod chain;
pub(crate) mod over_plan;
pub(crate) mod promise;
pub(crate) mod promise_guess;
pub(crate) mod rate_given_bits;
pub(crate) mod spread;
