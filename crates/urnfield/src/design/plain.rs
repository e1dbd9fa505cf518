//! [`Kind`] and [`Design`]: the design of filters whose items take any bits.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// How an item chooses its bits.
///
/// As text it is `classic` or `standard`, also where serde writes it.
///
/// ```
/// use urnfield::Kind;
/// assert_eq!("classic".parse(), Ok(Kind::Classic));
/// let error = "blocked".parse::<Kind>().unwrap_err();
/// assert_eq!(error.to_string(), "a kind is standard or classic, got \"blocked\"");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Kind {
    /// k *distinct* positions (Bloom 1970).
    Classic,
    /// k *independent* positions, which may coincide, as in nearly every library.
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

impl FromStr for Kind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Kind, Error> {
        match text {
            "classic" => Ok(Kind::Classic),
            "standard" => Ok(Kind::Standard),
            _ => Err(Error::format("a kind is standard or classic", text)),
        }
    }
}

/// The design of a Bloom filter: its kind, its m bits, and k positions an item.
///
/// The field is called `hashes` because that is the usual word; one digest is computed an item, not
/// k. With serde it has the fields `kind`, `bits` and `hashes`, and reading checks them as
/// [`Design::new`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Design {
    kind: Kind,
    bits: u64,
    hashes: u64,
}

impl Design {
    /// Creates a design. Refuses zero bits or hashes, and a classic filter with more hashes than
    /// bits.
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

    /// Returns the kind: distinct or independent positions.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns how many bits the filter has: m.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Returns how many positions an item has: k.
    pub fn hashes(&self) -> u64 {
        self.hashes
    }
}

/// A design as it is read, before it is checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Design", deny_unknown_fields)]
struct Unchecked {
    kind: Kind,
    bits: u64,
    hashes: u64,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Design {
    type Error = Error;

    fn try_from(read: Unchecked) -> Result<Design, Error> {
        Design::new(read.kind, read.bits, read.hashes)
    }
}
