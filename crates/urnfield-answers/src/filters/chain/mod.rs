//! A chain of filters and what follows from it.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | the question and the answer |
//! | `report` | a chain as JSON, as lines, and as a table of its generations |
//! | `dedupe` | the report of `dedupe --chain` |
//! | `wanted` | whether an existing chain fits the options |

pub(crate) mod answer;
pub(crate) mod dedupe;
pub(crate) mod report;
pub(crate) mod wanted;
