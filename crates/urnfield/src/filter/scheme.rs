//! How items find their positions: anywhere (probe rule 1) or within a line (probe rule 2). Chosen
//! once, when a filter is made.

use super::bits::Bits;
use super::digest::Digest;
use super::kernel::{Kernel, ReadBits};
use super::line::{Lines, ReadLines};
use crate::Error;
use crate::any_design::AnyDesign;
use crate::design::Design;

/// How items go in, and are looked up.
#[derive(Clone, Copy)]
pub(super) enum Scheme {
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
    pub(super) fn of(design: AnyDesign) -> Result<Scheme, Error> {
        Ok(match design {
            AnyDesign::Plain(design) => Scheme::Plain { design, kernel: Kernel::of(design) },
            AnyDesign::Blocked(design) => Scheme::Lines(Lines::of(design)?),
        })
    }

    /// The same for the design of a filter, or of a header, which has been checked.
    pub(super) fn again(design: AnyDesign) -> Scheme {
        Scheme::of(design).expect("a design that was checked before")
    }

    pub(super) fn design(&self) -> AnyDesign {
        match self {
            Scheme::Plain { design, .. } => AnyDesign::Plain(*design),
            Scheme::Lines(lines) => AnyDesign::Blocked(lines.design()),
        }
    }

    /// Sets all positions of an item; true if some bit was new.
    #[inline(always)]
    pub(super) fn insert(&self, bits: &mut Bits, digest: Digest) -> bool {
        match self {
            Scheme::Plain { design, kernel } => kernel.insert(bits, design, digest),
            Scheme::Lines(lines) => lines.insert(bits, digest),
        }
    }

    /// Whether all positions of an item are set, wherever the bits are.
    #[inline(always)]
    pub(super) fn contains<B: ReadBits + ReadLines>(&self, bits: &B, digest: Digest) -> bool {
        match self {
            Scheme::Plain { design, kernel } => kernel.contains(bits, design, digest),
            Scheme::Lines(lines) => lines.contains(bits, digest),
        }
    }
}
