//! How items find their positions: anywhere (probe rule 1) or within a line (probe rule 2). Chosen
//! once, when a filter is made.

use super::bits::Bits;
use super::digest::Digest;
use super::kernel::{self, Ask, Kernel, ReadBits, asking};
use super::line::{Lines, ReadLines};
use crate::Error;
use crate::any_design::AnyDesign;
use crate::design::Design;

/// How items go in.
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
            Scheme::Plain { design, kernel } => match kernel.insert {
                None => kernel::insert(bits, design.hashes(), digest),
                Some(insert) => insert(bits, design, digest),
            },
            Scheme::Lines(lines) => lines.insert(bits, digest),
        }
    }
}

/// How bits are asked, wherever they are.
pub(super) enum Asking<B> {
    /// Anywhere.
    Plain(Design, Ask<B>),
    /// Within a line.
    Lines(Lines),
}

impl<B> Clone for Asking<B> {
    fn clone(&self) -> Asking<B> {
        *self
    }
}

impl<B> Copy for Asking<B> {}

impl<B: ReadBits + ReadLines> Asking<B> {
    /// Of a design that was checked before.
    pub(super) fn again(design: AnyDesign) -> Asking<B> {
        match Scheme::again(design) {
            Scheme::Plain { design, .. } => Asking::Plain(design, asking(design)),
            Scheme::Lines(lines) => Asking::Lines(lines),
        }
    }

    /// Whether all positions of an item are set.
    #[inline(always)]
    pub(super) fn contains(&self, bits: &B, digest: Digest) -> bool {
        match self {
            Asking::Plain(design, ask) => ask(bits, design, digest),
            Asking::Lines(lines) => lines.contains(bits, digest),
        }
    }
}
