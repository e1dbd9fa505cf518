//! Filters of npm's packages.
//!
//! | file | format |
//! |---|---|
//! | `bloom_filters` | `bloom-filters`: `saveAsJSON` of plain, partitioned and scalable filters |
//! | `enhanced` | its way from a key to positions |
//! | `saved` | the JSON that `bloom-filters` saves |
//! | `bloomfilter` | `bloomfilter`: `toJSON` |

pub(super) mod bloom_filters;
pub(super) mod bloomfilter;
mod enhanced;
mod saved;
