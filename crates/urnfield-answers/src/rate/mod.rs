//! Rates of filters with a number of items.
//!
//! | file | idea |
//! |---|---|
//! | `any_filter` | a filter of any kind |
//! | `question` | the question about a filter with its items |
//! | `rate` | `rate`: a filter and everything known about its rate |
//! | `blocked` | the formulas for filters with blocks |
//! | `joint` | the rate of several filters together |
//! | `peak` | the load at which a filter is most efficient |
//! | `purpose` | whether a built filter keeps the requested rate |

pub(crate) mod any_filter;
pub(crate) mod blocked;
pub(crate) mod joint;
pub(crate) mod peak;
pub(crate) mod purpose;
pub(crate) mod question;
pub(crate) mod rate;
