//! `urnfield parquet audit`: a Bloom filter in a Parquet file, and what its bits say.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | the question, and the answer for one filter |
//! | `cap` | whether the size of a filter is the cap of its writer |
//! | `report` | one filter as JSON and as lines |
//! | `summary` | a row for each column of several files |

pub(crate) mod answer;
pub(crate) mod cap;
pub(crate) mod report;
pub(crate) mod summary;
