//! The hash functions that libraries use, each with published test vectors.
//!
//! | file | function |
//! |---|---|
//! | `murmur3` | MurmurHash3 x64_128, and the rounds of x86_32 |
//! | `orc` | ORC's MurmurHash3 of one lane, and Thomas Wang's hash of numbers |
//! | `spark` | Spark's `Murmur3_x86_32`, which mixes the last bytes in its own way |
//! | `xxph3` | the preview of XXH3 that RocksDB has frozen |

pub(crate) mod murmur3;
pub(crate) mod orc;
pub(crate) mod spark;
pub(crate) mod xxph3;
