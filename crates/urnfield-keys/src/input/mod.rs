//! Inputs: found, looked at and unpacked.
//!
//! | file | idea |
//! |---|---|
//! | `sources` | files, stdin for `-`, stdin if no file is named |
//! | `opened` | an input is unpacked, or refused because it holds no keys |
//! | `head` | what the first bytes of an input say |
//! | `unpack` | gzip, zstd, xz, bzip2 |

pub(crate) mod head;
pub(crate) mod opened;
pub(crate) mod sources;
pub(crate) mod unpack;
