//! From a digest to positions, and the loops that set and test them.
//!
//! | file | idea |
//! |---|---|
//! | `anywhere` | probe rule 1, frozen: positions anywhere in the filter |
//! | `line` | probe rule 2, frozen: positions within one cache line |
//! | `scheme` | which rule a filter uses, decided once |
//! | `straight` | the usual case of a single integer |
//! | `distinct` | the classic kind: k positions that all differ |
//! | `plain` | one position after another, for every design |
//! | `positions` | the list of an item's positions |
//! | `read` | bits that can be looked up, wherever they are |
//! | `kernel` | the loops for one key and few positions, four at a time |
//! | `lanes` | the loops for 64 keys side by side, in the caches |
//! | `cascade` | questions to a filter beyond the caches: memory waits that overlap |

pub(crate) mod anywhere;
pub(crate) mod cascade;
pub(crate) mod distinct;
pub(crate) mod kernel;
pub(crate) mod lanes;
pub(crate) mod line;
pub(crate) mod plain;
pub(crate) mod positions;
pub(crate) mod read;
pub(crate) mod scheme;
pub(crate) mod straight;
