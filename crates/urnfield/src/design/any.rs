//! [`AnyDesign`]: a plain or a blocked design, where only the size and the hashes matter.

use crate::design::blocked::{Blocked, Layout};
use crate::design::plain::{Design, Kind};
use std::fmt;

/// A plain or a blocked design.
///
/// The two have different laws, so rates are asked of [`AnyDesign::plain`] or
/// [`AnyDesign::blocked`]. Functions that make a filter take a [`Design`] or a [`Blocked`] as well.
///
/// ```
/// use urnfield::{AnyDesign, Blocked, Design, Filter, Kind, Layout};
/// let plain = AnyDesign::from(Design::new(Kind::Standard, 1_000, 7)?);
/// let lines = AnyDesign::from(Blocked::lines(Layout::Standard, 2, 6)?);
/// assert_eq!((plain.kind_name(), lines.kind_name()), ("standard", "line"));
/// assert_eq!((lines.bits(), lines.hashes()), (1_024, 6));
/// assert_eq!(Filter::new(lines, 0)?.design(), lines);
/// assert_eq!(lines.to_string(), "line, 1024 bits, 6 hashes");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyDesign {
    /// Items take any bits.
    Plain(Design),
    /// Items keep to one block.
    Blocked(Blocked),
}

impl AnyDesign {
    /// Returns the name of the kind: `standard`, `classic`, and with blocks `line`, `line-classic`
    /// or `parquet`; for other blocks their layout.
    pub fn kind_name(&self) -> &'static str {
        match self {
            AnyDesign::Plain(design) => match design.kind() {
                Kind::Standard => "standard",
                Kind::Classic => "classic",
            },
            AnyDesign::Blocked(design) => match (design.layout(), design.block_bits()) {
                (Layout::Standard, Blocked::LINE) => "line",
                (Layout::Classic, Blocked::LINE) => "line-classic",
                (Layout::Split, 256) if design.hashes() == 8 => "parquet",
                (Layout::Standard, _) => "blocks, standard",
                (Layout::Classic, _) => "blocks, classic",
                (Layout::Split, _) => "blocks, split",
            },
        }
    }

    /// Returns how many bits the filter has: m.
    pub fn bits(&self) -> u64 {
        match self {
            AnyDesign::Plain(design) => design.bits(),
            AnyDesign::Blocked(design) => design.bits(),
        }
    }

    /// Returns how many positions an item has: k.
    pub fn hashes(&self) -> u64 {
        match self {
            AnyDesign::Plain(design) => design.hashes(),
            AnyDesign::Blocked(design) => design.hashes(),
        }
    }

    /// Returns the design if it has no blocks.
    pub fn plain(&self) -> Option<Design> {
        match self {
            AnyDesign::Plain(design) => Some(*design),
            AnyDesign::Blocked(_) => None,
        }
    }

    /// Returns the design if it has blocks.
    pub fn blocked(&self) -> Option<Blocked> {
        match self {
            AnyDesign::Plain(_) => None,
            AnyDesign::Blocked(design) => Some(*design),
        }
    }
}

impl From<Design> for AnyDesign {
    fn from(design: Design) -> AnyDesign {
        AnyDesign::Plain(design)
    }
}

impl From<Blocked> for AnyDesign {
    fn from(design: Blocked) -> AnyDesign {
        AnyDesign::Blocked(design)
    }
}

impl PartialEq<Design> for AnyDesign {
    fn eq(&self, other: &Design) -> bool {
        self.plain() == Some(*other)
    }
}

impl PartialEq<Blocked> for AnyDesign {
    fn eq(&self, other: &Blocked) -> bool {
        self.blocked() == Some(*other)
    }
}

impl fmt::Display for AnyDesign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} bits, {} hashes", self.kind_name(), self.bits(), self.hashes())
    }
}
