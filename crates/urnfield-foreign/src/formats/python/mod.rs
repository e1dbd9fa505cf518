//! Filters of Python's libraries.
//!
//! | file | format |
//! |---|---|
//! | `pyprobables` | pyprobables' `export` and `export_hex` |
//! | `pybloom` | pybloom_live's `BloomFilter.tofile` |
//! | `pybloom_scalable` | pybloom_live's `ScalableBloomFilter.tofile` |
//! | `rbloom` | rbloom's `save` |

pub(super) mod pybloom;
pub(super) mod pybloom_scalable;
pub(super) mod pyprobables;
pub(super) mod rbloom;
