//! False-positive rates of filters with a number of items.
//!
//! | file | idea |
//! |---|---|
//! | `any_filter` | a filter of any kind |
//! | `question` | the question about a filter with its items |
//! | `answer` | `rate`: a filter and everything known about its rate |
//! | `blocked` | the formulas for filters with blocks |
//! | `counters` | the chance that a counter of a counting filter overflows |
//! | `other_kinds` | rates of kinds that other libraries build |
//! | `joint` | the rate of several filters together |
//! | `peak` | the load at which a filter is most efficient |
//! | `purpose` | whether a built filter keeps the requested rate |

pub(crate) mod answer;
pub(crate) mod any_filter;
pub(crate) mod blocked;
pub(crate) mod counters;
pub(crate) mod joint;
pub(crate) mod other_kinds;
pub(crate) mod peak;
pub(crate) mod purpose;
pub(crate) mod question;
