//! The usual case of a single integer, decided once.

use crate::design::plain::Design;
use crate::filter::hash::digest::eight_bytes;
use crate::filter::hash::digester::{Digester, Prepared};
use crate::filter::machine::bits::Bits;
use crate::filter::probe::kernel::{Kernel, all_set, set_all};
use crate::filter::probe::scheme::Scheme;

/// What a single integer needs in the usual case, a seed and few standard positions anywhere: one
/// look at it stands for one at each choice that was made.
#[derive(Clone, Copy)]
pub(crate) struct Straight {
    /// The seed as XXH3 mixes it into eight-byte inputs.
    flip: u64,
    design: Design,
}

impl Straight {
    pub(crate) fn of(scheme: &Scheme, digester: &Digester) -> Option<Straight> {
        match (scheme, &digester.0) {
            (Scheme::Plain { design, kernel: Kernel::Standard }, Prepared::Seed { flip, .. }) => {
                Some(Straight { flip: *flip, design: *design })
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn insert(&self, bits: &mut Bits, item: u64) -> bool {
        set_all(bits, self.design.hashes(), eight_bytes(item, self.flip))
    }

    #[inline(always)]
    pub(crate) fn contains(&self, bits: &Bits, item: u64) -> bool {
        all_set(bits, &self.design, eight_bytes(item, self.flip))
    }
}
