//! [`AnyHand`]: AVX-512, AVX2 or portable code, chosen when a filter is made.

use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits::Bits;
#[cfg(target_arch = "x86_64")]
use crate::filter::machine::{avx2::Avx2, avx512::Avx512};
use crate::filter::probe::line::hand::{Batch, Hand};
use crate::filter::probe::line::portable::Portable;
use crate::filter::probe::line::rule::LineWords;
use crate::filter::probe::read::ReadLines;

/// The way of the machine at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyHand {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable(Portable),
}

impl AnyHand {
    pub(crate) fn found(hashes: u32, distinct: bool) -> AnyHand {
        #[cfg(target_arch = "x86_64")]
        if let Some(hand) = Avx512::detected(hashes, distinct) {
            return AnyHand::Avx512(hand);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(hand) = Avx2::detected(hashes, distinct) {
            return AnyHand::Avx2(hand);
        }
        AnyHand::Portable(Portable { hashes, distinct })
    }
}

/// Calls a method of whichever hand there is.
macro_rules! by_hand {
    ($any:expr, $hand:ident => $done:expr) => {
        match $any {
            #[cfg(target_arch = "x86_64")]
            AnyHand::Avx512($hand) => $done,
            #[cfg(target_arch = "x86_64")]
            AnyHand::Avx2($hand) => $done,
            AnyHand::Portable($hand) => $done,
        }
    };
}

impl AnyHand {
    #[inline]
    pub(crate) fn mask(&self, digest: Digest) -> LineWords {
        by_hand!(self, hand => hand.mask(digest))
    }

    #[inline]
    pub(crate) fn insert(&self, line: &mut LineWords, digest: Digest) -> bool {
        by_hand!(self, hand => hand.insert(line, digest))
    }

    #[inline]
    pub(crate) fn contains(&self, line: &LineWords, digest: Digest) -> bool {
        by_hand!(self, hand => hand.contains(line, digest))
    }

    pub(crate) fn insert_each(
        &self,
        batch: Batch<'_>,
        bits: &mut Bits,
        see: impl FnMut(usize, bool),
    ) {
        by_hand!(self, hand => hand.insert_each(batch, bits, see));
    }

    pub(crate) fn contains_each<B: ReadLines>(&self, batch: Batch<'_>, bits: &B) -> Flags {
        by_hand!(self, hand => hand.contains_each(batch, bits))
    }
}
