//! Files that commands read, lock and write.
//!
//! | file | idea |
//! |---|---|
//! | `opened` | filters that are read |
//! | `locked` | filters that are changed, under a lock |
//! | `target` | files that are written |
//! | `same_file` | inputs and outputs that are one file |
//! | `state` | the filter that `dedupe` keeps |
//! | `sizing` | the size of a new filter |
//! | `intersection` | intersections take no more keys |

pub(crate) mod intersection;
pub(crate) mod locked;
pub(crate) mod opened;
pub(crate) mod same_file;
pub(crate) mod sizing;
pub(crate) mod state;
pub(crate) mod target;
