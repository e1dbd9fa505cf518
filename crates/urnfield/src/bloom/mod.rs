//! Bloom filters as mathematics (paper, sections 3 and 4): rates, bounds, plans, efficiency. This
//! half of the library holds no bits; it shares [`Design`](crate::Design) with the filters.
//!
//! Public methods are thin calls of free functions in the folders.
//!
//! | file | idea |
//! |---|---|
//! | `load` | [`Load`]: a design that holds n items |
//! | `load_methods` | the public methods of [`Load`] |
//! | `design_methods` | the public methods of [`Design`](crate::Design) that need rates |
//! | `rate` | the exact rates f_S and f_C, their approximations, efficiency and its peaks |
//! | `plan` | the smallest filter, the best number of hashes, the most items |
//! | `own_rate` | the own rate of one filter, which differs from its design's mean rate |
//! | `blocked` | filters whose items keep to one block: cache lines, Parquet's filters |
//! | `double` | double hashing: positions in arithmetic progression |
//! | `partitioned` | partitioned filters: one bit in each of k slices |
//! | `counters` | counting filters: the chance that a counter overflows |
//! | `growth` | the layers of other libraries' scalable filters |
//! | `sets` | estimates of the sets in filters, from their bits |

pub mod blocked;
pub(crate) mod counters;
mod design_methods;
pub mod double;
pub(crate) mod growth;
pub(crate) mod load;
mod load_methods;
pub(crate) mod own_rate;
pub mod partitioned;
pub(crate) mod plan;
pub(crate) mod rate;
pub(crate) mod sets;

pub use crate::bloom::counters::{Counters, Overflow, Positions};
pub use crate::bloom::growth::{GrowthLayer, GrowthRule};
pub use crate::bloom::load::Load;
pub use crate::bloom::own_rate::chain::{
    ChainBudget, GenerationShare, joint_fpr, joint_fpr_bound, keys_met,
};
pub use crate::bloom::own_rate::spread::Spread;
pub use crate::bloom::plan::optimum::Optimum;
pub use crate::bloom::plan::plans::Plan;
pub use crate::bloom::plan::sizing::Sizing;
pub use crate::bloom::plan::textbook::Textbook;
pub use crate::bloom::rate::approximations::{Approximation, BoundSide};
pub use crate::bloom::rate::peak::{FormulaPeak, Peak};
pub use crate::bloom::rate::valley::valley;
pub use crate::bloom::sets::compare::{BitCounts, Common, Comparison};
pub use crate::bloom::sets::set_overlap::Share;
