//! The options of commands on filter files.
//!
//! | file | idea |
//! |---|---|
//! | `files` | `build`, `check`, `compress`, `info`, `verify` |
//! | `audit` | `audit`, for filters of other libraries |
//! | `streams` | `add` and `dedupe` |
//! | `merging` | `union`, `intersect`, `compare` |
//! | `parquet` | `parquet plan` and `parquet audit` |
//! | `sizing` | the size of a new filter |
//! | `rotation` | chains: how they grow and forget |
//! | `overwriting` | output files that exist already |

pub(crate) mod audit;
pub(crate) mod files;
pub(crate) mod merging;
pub(crate) mod overwriting;
pub(crate) mod parquet;
pub(crate) mod rotation;
pub(crate) mod sizing;
pub(crate) mod streams;
