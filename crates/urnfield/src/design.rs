//! [`Kind`] and [`Design`]: the only words that the mathematics and the bits share.

use crate::Error;
use std::fmt;

/// How an item chooses its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// k *distinct* positions (Bloom 1970).
    Classic,
    /// k *independent* positions, which may coincide: what nearly every library builds.
    Standard,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Classic => "classic",
            Kind::Standard => "standard",
        })
    }
}

/// What a Bloom filter is: its kind, its m bits, and k positions an item.
///
/// The field is called `hashes` because everybody searches for that word; one digest is computed
/// an item, not k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Design {
    kind: Kind,
    bits: u64,
    hashes: u64,
}

impl Design {
    /// Checks that there are bits, and hashes, and for a classic filter no more hashes than bits.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let error = Design::new(Kind::Classic, 64, 70).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a classic filter needs 1 <= hashes <= bits, got hashes = 70 with bits = 64"
    /// );
    /// ```
    pub fn new(kind: Kind, bits: u64, hashes: u64) -> Result<Design, Error> {
        if bits == 0 {
            return Err(Error::domain("a filter needs at least one bit", "bits = 0"));
        }
        if hashes == 0 {
            return Err(Error::domain("a filter needs at least one hash", "hashes = 0"));
        }
        if kind == Kind::Classic && hashes > bits {
            return Err(Error::domain(
                "a classic filter needs 1 <= hashes <= bits",
                format!("hashes = {hashes} with bits = {bits}"),
            ));
        }
        Ok(Design { kind, bits, hashes })
    }

    /// Distinct or independent positions.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// m.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// k.
    pub fn hashes(&self) -> u64 {
        self.hashes
    }
}
