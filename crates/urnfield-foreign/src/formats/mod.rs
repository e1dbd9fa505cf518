//! The formats, one file each. CONTRIBUTING says how to add one.
//!
//! | file | format |
//! |---|---|
//! | `spark_v1`, `spark_v2` | Apache Spark's `BloomFilter` |
//! | `guava` | Guava's `BloomFilter.writeTo` |
//! | `orc` | ORC files, a filter for each row group and column |
//! | `rocksdb` | RocksDB's SST files with a full filter |
//! | `java32` | the loop with wrapping 32-bit words that Spark V1, Guava and ORC share |
//! | `python` | pyprobables, pybloom_live, rbloom |
//! | `javascript` | npm's bloom-filters and bloomfilter |
//! | `rust` | the crates bloomfilter and fastbloom |
//! | `go` | bits-and-blooms, DCSO |
//! | `servers` | Cassandra, RedisBloom |
//! | `ledgers` | Ethereum, BIP 37 |

mod go;
mod guava;
mod java32;
mod javascript;
mod ledgers;
mod orc;
mod python;
mod rocksdb;
mod rust;
mod servers;
mod spark_v1;
mod spark_v2;

use crate::Format;

/// All formats, in the order in which they are listed.
pub static FORMATS: &[&Format] = &[
    &spark_v1::FORMAT,
    &spark_v2::FORMAT,
    &guava::FORMAT,
    &orc::FORMAT,
    &rocksdb::FORMAT,
    &python::pyprobables::FORMAT,
    &python::pyprobables::HEX,
    &python::pybloom::FORMAT,
    &python::pybloom_scalable::FORMAT,
    &python::rbloom::FORMAT,
    &javascript::bloom_filters::FORMAT,
    &javascript::bloomfilter::FORMAT,
    &rust::bloomfilter::FORMAT,
    &rust::fastbloom::FORMAT,
    &go::bits_and_blooms::FORMAT,
    &go::bits_and_blooms::JSON,
    &go::dcso::FORMAT,
    &servers::cassandra::FORMAT,
    &servers::cassandra::OLD,
    &servers::redisbloom::FORMAT,
    &ledgers::ethereum::FORMAT,
    &ledgers::ethereum::RAW,
    &ledgers::bip37::FORMAT,
];
