//! Reports on filters: built, checked, compared, chained, and those in Parquet files.
//!
//! | file | idea |
//! |---|---|
//! | `build` | the reports of `build` and `parquet build` |
//! | `check` | the report of `check`, and keys of a kind that a filter does not hold |
//! | `dedupe` | the report of `dedupe` |
//! | `written` | sentences about a filter file that was just written, and about intersections |
//! | `distinct` | the number of different keys |
//! | `file` | sentences about files that cannot be read |
//! | `info` | `info`: one filter file |
//! | `compare` | `compare`: filters and what they share |
//! | `chain` | `chain info`: a chain of filters |
//! | `audit` | `parquet audit`: filters in Parquet files |
//! | `foreign` | `audit`: filters of other libraries |

pub(crate) mod audit;
pub(crate) mod build;
pub(crate) mod chain;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod dedupe;
pub(crate) mod distinct;
pub(crate) mod file;
pub(crate) mod foreign;
pub(crate) mod info;
pub(crate) mod written;
