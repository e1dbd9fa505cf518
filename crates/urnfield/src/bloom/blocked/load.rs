//! [`BlockedLoad`]: a blocked filter that holds n items.

use crate::design::blocked::Blocked;

/// A blocked filter holding n items.
///
/// ```
/// use urnfield::Blocked;
/// // An example of Parquet's specification: "about 1.26 %".
/// let load = Blocked::parquet(1024)?.holding(26_214);
/// assert_eq!(format!("{:.7}", load.fpr()?), "0.01264413");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockedLoad {
    pub(super) design: Blocked,
    pub(super) items: u64,
    /// The certain bits that answers have at least.
    pub(super) precision: u64,
}

impl Blocked {
    /// Returns this design with `items` items in it.
    pub fn holding(self, items: u64) -> BlockedLoad {
        BlockedLoad { design: self, items, precision: 53 }
    }
}

impl BlockedLoad {
    /// Asks for answers with at least `bits` certain bits (never fewer than 53).
    pub fn precision(mut self, bits: u64) -> BlockedLoad {
        self.precision = bits.max(53);
        self
    }

    /// Returns the filter's design.
    pub fn design(&self) -> Blocked {
        self.design
    }

    /// Returns how many items the filter holds.
    pub fn items(&self) -> u64 {
        self.items
    }
}
