//! The commands on filter files.
//!
//! | file | idea |
//! |---|---|
//! | `build` | `build` |
//! | `add` | `add` |
//! | `inserting` | keys into a filter |
//! | `check` | `check` |
//! | `dedupe` | `dedupe` |
//! | `merge` | `union` and `intersect` |
//! | `compare` | `compare` |
//! | `compress` | `compress` |
//! | `info` | `info` |
//! | `verify` | `verify` |
//! | `audit` | `parquet audit` |
//! | `foreign` | `audit`, for filters of other libraries |
//! | `parquet_bytes` | filters as the bytes in a Parquet file |

pub(crate) mod add;
pub(crate) mod audit;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod compress;
pub(crate) mod dedupe;
pub(crate) mod foreign;
pub(crate) mod info;
pub(crate) mod inserting;
pub(crate) mod merge;
pub(crate) mod parquet_bytes;
pub(crate) mod verify;
