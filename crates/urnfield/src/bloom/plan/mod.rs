//! The smallest filter, the best number of hashes and the most items, each proved best.
//!
//! | file | idea |
//! |---|---|
//! | `plans` | [`Plan`](plans::Plan): the three questions |
//! | `sizing` | [`Sizing`](sizing::Sizing): what a plan is asked for |
//! | `size_search` | the smallest size and the most items, by bisection |
//! | `hash_search` | the best number of hashes, with every other one excluded |
//! | `optimum` | [`Optimum`](optimum::Optimum): the best number of hashes alone |
//! | `cheap_bounds` | bounds in f64 that exclude whole ranges of sizes and hashes |
//! | `reach` | how many further hashes one rate excludes |
//! | `textbook` | [`Textbook`](textbook::Textbook): the sizes that the usual formulas give |

pub(crate) mod cheap_bounds;
pub(crate) mod hash_search;
pub(crate) mod optimum;
pub(crate) mod plans;
pub(crate) mod reach;
pub(crate) mod size_search;
pub(crate) mod sizing;
pub(crate) mod textbook;
