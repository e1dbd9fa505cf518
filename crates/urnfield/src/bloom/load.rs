//! [`Load`]: a design that holds n items.

use crate::design::plain::{Design, Kind};
use crate::error::Error;
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
    pub(super) design: Design,
    pub(super) items: u64,
    /// The certain bits that answers have at least.
    pub(super) precision: u64,
}

impl Design {
    /// Returns this design with `items` items in it; n·k must stay below 2^64.
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
    /// Asks for answers with at least `bits` certain bits (never fewer than 53).
    pub fn precision(mut self, bits: u64) -> Load {
        self.precision = bits.max(53);
        self
    }

    /// Returns the filter's design.
    pub fn design(&self) -> Design {
        self.design
    }

    /// Returns how many items the filter holds.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// Returns the paper's m (bits), n (items) and k (hashes).
    pub(crate) fn mnk(&self) -> [u64; 3] {
        [self.design.bits(), self.items, self.design.hashes()]
    }

    /// Returns the law of the number of bits set: n committees of k for a classic filter, nk balls
    /// for a standard one.
    ///
    /// Source: `tab:bloom-as-occupancy` (DIFFERENCE: its rows "balls" and "batches" are exchanged
    /// in print).
    pub fn occupancy(&self) -> Result<Occupancy, Error> {
        let Committees { count, size } = item(self.design);
        match self.design.kind() {
            Kind::Standard => Occupancy::balls(self.design.bits(), self.items * count),
            Kind::Classic => {
                Occupancy::union(self.design.bits(), &[Committees { count: self.items, size }])
            }
        }
    }
}

/// Returns what one item sets: one committee of k bits, or k balls.
pub(crate) fn item(design: Design) -> Committees {
    match design.kind() {
        Kind::Classic => Committees { count: 1, size: design.hashes() },
        Kind::Standard => Committees { count: design.hashes(), size: 1 },
    }
}
