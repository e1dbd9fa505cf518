//! The smallest filter for a target, and the filter of the textbook beside it.
//!
//! | file | idea |
//! |---|---|
//! | `wanted` | the question: two of items, rate and bits |
//! | `answer` | a plan for each kind, and of Parquet blocks alone |
//! | `proposal` | the certified answer for one kind |
//! | `search` | the search for a filter |
//! | `excess` | how far a rate is above its target, in words |
//! | `promise` | filters that keep the rate each, with a confidence |
//! | `blocked` | plans of filters with blocks |
//! | `other_kinds` | plans of kinds that other libraries build |
//! | `fit` | whether items fit into bits at a rate |
//! | `textbook` | the size of the textbook, its claim, and its actual rate |
//! | `report` | the plans as JSON and as a table |
//! | `sentence` | the plan in words |
//! | `parquet` | `parquet plan`, and the programs that write Parquet files |

pub(crate) mod answer;
pub(crate) mod blocked;
pub(crate) mod excess;
pub(crate) mod fit;
pub(crate) mod other_kinds;
pub(crate) mod parquet;
pub(crate) mod promise;
pub(crate) mod proposal;
pub(crate) mod report;
pub(crate) mod search;
pub(crate) mod sentence;
pub(crate) mod textbook;
pub(crate) mod wanted;
