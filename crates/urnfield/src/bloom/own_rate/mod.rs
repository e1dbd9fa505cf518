//! The rate of one filter, which differs from the mean rate of its design.
//!
//! | file | idea |
//! |---|---|
//! | `spread` | [`Spread`](spread::Spread): the law of one filter's own rate |
//! | `most_bits_set` | the most bits that may be set while a filter keeps a rate |
//! | `over_plan` | whether a filter holds more items than planned, as far as its bits tell |
//! | `chain` | several filters that keep one rate together |

pub(crate) mod chain;
pub(crate) mod most_bits_set;
pub(crate) mod over_plan;
pub(crate) mod spread;
