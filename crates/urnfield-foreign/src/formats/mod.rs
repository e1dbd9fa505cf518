//! The formats, one file each. CONTRIBUTING says how to add one.
//!
//! | file | format |
//! |---|---|
//! | `spark_v1`, `spark_v2` | Apache Spark's `BloomFilter` |
//! | `guava` | Guava's `BloomFilter.writeTo` |
//! | `orc` | ORC files, a filter for each row group and column |
//! | `rocksdb` | RocksDB's SST files with a full filter |
//! | `java32` | the loop with wrapping 32-bit words that Spark V1, Guava and ORC share |

mod guava;
mod java32;
mod orc;
mod rocksdb;
mod spark_v1;
mod spark_v2;

use crate::Format;

/// All formats, in the order in which they are listed.
pub static FORMATS: &[&Format] =
    &[&spark_v1::FORMAT, &spark_v2::FORMAT, &guava::FORMAT, &orc::FORMAT, &rocksdb::FORMAT];
