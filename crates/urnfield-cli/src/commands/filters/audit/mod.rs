//! Audits of filters that other programs wrote.
//!
//! | file | idea |
//! |---|---|
//! | `foreign` | `audit`: filters of other libraries, whose content tells what they are |
//! | `parquet` | `parquet audit`: the filters in Parquet files |

pub(crate) mod foreign;
pub(crate) mod parquet;
