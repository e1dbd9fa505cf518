//! The smallest filter, the best number of hashes and the most items, each proved best.
//!
//! | file | idea |
//! |---|---|
//! | `plans` | [`Plan`](plans::Plan): the three questions |
//! | `sizing` | [`Sizing`](sizing::Sizing): what a plan is asked for |
//! | `size_search` | the smallest size and the most items, by bisection |
//! | `hash_search` | the best number of hashes, with every other one excluded |
//! | `optimum` | [`Optimum`](optimum::Optimum): the best number of hashes alone |
//! | `promise` | the smallest filter that keeps a rate itself, with a stated probability |
//! | `promise_guess` | where the search for that filter begins, by the normal law |
//! | `reach` | how many further hashes one rate excludes |
//! | `textbook` | [`Textbook`](textbook::Textbook): the sizes that the usual formulas give |

pub(crate) mod hash_search;
pub(crate) mod optimum;
pub(crate) mod plans;
pub(crate) mod promise;
pub(crate) mod promise_guess;
pub(crate) mod reach;
pub(crate) mod size_search;
pub(crate) mod sizing;
pub(crate) mod textbook;
