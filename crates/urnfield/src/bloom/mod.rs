//! Bloom filters as mathematics (paper, sections 3 and 4): rates, bounds, plans, efficiency. This
//! half of the library holds no bits; it shares [`Design`] with the filters.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Load`]: a design that holds n items |
//! | `rate` | the exact rates f_S and f_C, their approximations, efficiency and its peaks |
//! | `plan` | the smallest filter, the best number of hashes, the most items |
//! | `own_rate` | the rate of one filter, which differs from its design's mean rate |
//! | `blocked` | filters whose items keep to one block: cache lines, Parquet's |
//! | `sets` | what the bits of filters say about the sets in them |

pub mod blocked;
pub(crate) mod own_rate;
pub(crate) mod plan;
pub(crate) mod rate;
pub(crate) mod sets;

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
pub use crate::bloom::sets::compare::{BitCounts, Common, Comparison, Share};

use crate::design::plain::{Design, Kind};
use crate::occupancy::{Committees, Occupancy};
use urnfield_num::Error;

/// A design holding n items: the paper's (m, n, k).
///
/// ```
/// use urnfield::{Design, Kind};
/// // What every calculator sizes for a million items at 1 % ...
/// let load = Design::new(Kind::Standard, 9_585_059, 7)?.holding(1_000_000)?;
/// // ... misses its target.
/// assert_eq!(format!("{:.7}", load.fpr()?), "0.01003922");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Load {
    design: Design,
    items: u64,
    precision: u64,
}

impl Design {
    /// This design with `items` items in it; n·k must stay below 2^64.
    pub fn holding(self, items: u64) -> Result<Load, Error> {
        if items.checked_mul(self.hashes()).is_none() {
            return Err(Error::domain(
                "items times hashes must stay below 2^64",
                format!("items = {items} with hashes = {}", self.hashes()),
            ));
        }
        Ok(Load { design: self, items, precision: 53 })
    }
}

impl Load {
    /// The same load, whose answers have at least `bits` certain bits (never fewer than 53).
    pub fn precision(mut self, bits: u64) -> Load {
        self.precision = bits.max(53);
        self
    }

    /// The filter.
    pub fn design(&self) -> Design {
        self.design
    }

    /// How many items the filter holds.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// The law of the number of bits set: committees of k for a classic filter, nk balls for a
    /// standard one. Source: `tab:bloom-as-occupancy` (DIFFERENCE: its rows "balls" and "batches"
    /// are exchanged in print).
    pub fn occupancy(&self) -> Result<Occupancy, Error> {
        let (m, k) = (self.design.bits(), self.design.hashes());
        match self.design.kind() {
            Kind::Standard => Occupancy::balls(m, self.items * k),
            Kind::Classic => Occupancy::union(m, &[Committees { count: self.items, size: k }]),
        }
    }
}
