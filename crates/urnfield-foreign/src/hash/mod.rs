//! The hash functions that libraries use, each with published test vectors.
//!
//! | file | function |
//! |---|---|
//! | `murmur3` | MurmurHash3 x64_128, and the rounds of x86_32 |
//! | `spark` | Spark's `Murmur3_x86_32`, which mixes the last bytes in its own way |

pub(crate) mod murmur3;
pub(crate) mod spark;
