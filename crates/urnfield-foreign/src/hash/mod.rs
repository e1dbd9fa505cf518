//! The hash functions that libraries use, each with published test vectors.
//!
//! | file | function |
//! |---|---|
//! | `murmur3` | MurmurHash3 x64_128 and x86_32 |
//! | `spark` | Spark's `Murmur3_x86_32`, which mixes the last bytes in its own way |
//! | `orc` | ORC's MurmurHash3 of one lane, and Thomas Wang's hash of numbers |
//! | `xxph3` | the preview of XXH3 that RocksDB has frozen |
//! | `cassandra` | Cassandra's x64_128, which extends the last bytes with their signs |
//! | `murmur2` | MurmurHash2 and MurmurHash64A |
//! | `fnv` | FNV-1 and FNV-1a with 64 bits |
//! | `sip` | SipHash-1-3 as Rust's `Hash` feeds it |
//! | `keccak` | Keccak-256 |
//! | `sha1` | SHA-1 |
//! | `digest` | SHA-1, SHA-2 and XXH3 with 128 bits, out of which words are cut |

pub(crate) mod cassandra;
pub(crate) mod digest;
pub(crate) mod fnv;
pub(crate) mod keccak;
pub(crate) mod murmur2;
pub(crate) mod murmur3;
pub(crate) mod orc;
mod sha1;
pub(crate) mod sip;
pub(crate) mod spark;
pub(crate) mod xxph3;
