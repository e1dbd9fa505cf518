//! Files of filters: the format to the byte, damage, locks, streams, compression.

mod compress;
mod format;
#[cfg(feature = "mmap")]
#[path = "../mapped/mod.rs"]
mod mapped;
