//! Bloom filters as mathematics (paper, sections 3 and 4): rates, bounds, plans, efficiency.
//! This room knows no bits; it meets the filters in [`Design`].
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Load`]: a design holding n items |
//! | `fpr` | the exact rates f_S and f_C, and closed forms |
//! | `route` | which sum or integral answers: the cheapest |
//! | `direct` | the alternating sums, and the modular proof that a rate is not p |
//! | `expansion` | the expansion round the mean, with its proved remainder |
//! | `short_expansion` | the same to double precision, in fixed point |
//! | `double_integral` | f_S with many hashes, a double integral |
//! | `approximations` | E, M, L, U, Jensen, Taylor: each labelled |
//! | `rate_given_bits` | the rate of a filter whose bits have been counted |
//! | `spread` | [`Spread`]: the law of one filter's own rate |
//! | `sizing`, `plan` | [`Sizing`], what is asked; [`Plan`]: smallest filter, best hashes, most items |
//! | `size_search` | the smallest size and the most items, by bisection |
//! | `hash_search`, `optimum` | the best k, all others excluded |
//! | `cheap_bounds` | f64 bounds that exclude whole ranges at once |
//! | `promise`, `promise_guess` | the smallest filter that keeps its promise itself, and where to look first |
//! | `textbook` | what every calculator says instead |
//! | `over_plan` | whether a filter holds more than planned |
//! | `efficiency`, `peak` | bits of cut-down a bit, and where that is greatest |
//! | `valley` | where one hash more makes no difference |
//! | `combine` | the AND of filters |
//! | `chain` | several filters that keep one rate together |
//! | `blocked` | filters whose items keep to one block: lines, Parquet's, others |
//! | `compare`, `set_overlap` | what bit counts say about the items of filters |

mod approximations;
pub mod blocked;
mod chain;
mod cheap_bounds;
mod combine;
mod compare;
mod direct;
mod double_integral;
mod efficiency;
mod expansion;
mod fpr;
mod hash_search;
mod optimum;
mod over_plan;
mod peak;
mod plan;
mod promise;
mod promise_guess;
mod rate_given_bits;
mod reach;
mod route;
mod set_overlap;
mod short_expansion;
mod size_search;
mod sizing;
mod spread;
mod textbook;
mod valley;

pub use approximations::{Approximation, BoundSide};
pub use chain::{ChainBudget, GenerationShare, joint_fpr, joint_fpr_bound, keys_met};
pub use compare::{BitCounts, Common, Comparison, Share};
pub use optimum::Optimum;
pub use peak::{FormulaPeak, Peak};
pub use plan::Plan;
pub use sizing::Sizing;
pub use spread::Spread;
pub use textbook::Textbook;
pub use valley::valley;

use crate::design::{Design, Kind};
use crate::num::Error;
use crate::occupancy::{Committees, Occupancy};

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
