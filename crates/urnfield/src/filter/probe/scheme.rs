//! How items find their positions: anywhere (probe rule 1) or within a line (probe rule 2). Chosen
//! once, when a filter is made.

use crate::design::any::AnyDesign;
use crate::design::plain::Design;
use crate::error::Error;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::kernel::Kernel;
use crate::filter::probe::line::lines::Lines;
use crate::filter::probe::read::ReadBits;
use crate::filter::probe::read::ReadLines;

/// How items go in, and are looked up.
#[derive(Clone, Copy)]
pub(crate) enum Scheme {
    /// Anywhere.
    Plain {
        design: Design,
        /// Follows from the design.
        kernel: Kernel,
    },
    /// Each into one line.
    Lines(Lines),
}

impl Scheme {
    /// Refuses blocks that are no lines of ours.
    pub(crate) fn of(design: AnyDesign) -> Result<Scheme, Error> {
        Ok(match design {
            AnyDesign::Plain(design) => Scheme::Plain { design, kernel: Kernel::of(design) },
            AnyDesign::Blocked(design) => Scheme::Lines(Lines::of(design)?),
        })
    }

    /// Returns the scheme of a design that has been checked: that of a filter or of a header.
    pub(crate) fn again(design: AnyDesign) -> Scheme {
        Scheme::of(design).expect("a design that was checked before")
    }

    pub(crate) fn design(&self) -> AnyDesign {
        match self {
            Scheme::Plain { design, .. } => AnyDesign::Plain(*design),
            Scheme::Lines(lines) => AnyDesign::Blocked(lines.design()),
        }
    }

    /// Sets all positions of an item; true if some bit was new.
    #[inline(always)]
    pub(crate) fn insert(&self, bits: &mut Bits, digest: Digest) -> bool {
        match self {
            Scheme::Plain { design, kernel } => kernel.insert(bits, design, digest),
            Scheme::Lines(lines) => lines.insert(bits, digest),
        }
    }

    /// Returns whether all positions of an item are set, wherever the bits are.
    #[inline(always)]
    pub(crate) fn contains<B: ReadBits + ReadLines>(&self, bits: &B, digest: Digest) -> bool {
        match self {
            Scheme::Plain { design, kernel } => kernel.contains(bits, design, digest),
            Scheme::Lines(lines) => lines.contains(bits, digest),
        }
    }
}
