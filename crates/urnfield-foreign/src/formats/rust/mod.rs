//! Filters of Rust's crates.
//!
//! | file | format |
//! |---|---|
//! | `bloomfilter` | `bloomfilter`: `to_bytes` |
//! | `fastbloom` | `fastbloom`: serde's forms by bincode and as JSON |

pub(super) mod bloomfilter;
pub(super) mod fastbloom;
