//! One item at a time, as fast as the machine allows: the loops of insert and contains for designs
//! of few hashes, inlined into their callers.
//!
//! The plain loop stands in [`plain`]; it serves every other design. Here positions come four at a
//! time, as two words have them: of a question they are looked up before the one branch. Each is
//! zero every other time, which no predictor can know, and four loads cost less than one wrong
//! guess. So do eight, where nothing waits for memory: there up to eight hashes have no branch at
//! all.

use crate::design::plain::{Design, Kind};
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::THIRD_CACHE;
use crate::filter::machine::repeats::{MOST_COMPARED, Repeats};
use crate::filter::probe::anywhere;
use crate::filter::probe::anywhere::ProbeWords;
use crate::filter::probe::read::ReadBits;
use crate::filter::probe::{distinct, plain};

/// With more hashes the positions go one by one, because rates below 2^-64 are not in use.
const FEW: u64 = 64;

/// Up to so many positions are looked up without a branch, in filters of at most so many bits.
const WITHOUT_BRANCH: u64 = 8;
const NEAR: u64 = 8 * THIRD_CACHE as u64;

/// How to go about a design: found once, when a filter is made.
#[derive(Clone, Copy)]
pub(crate) enum Kernel {
    /// One position after the other, by [`plain`].
    Any,
    /// Draws come in pairs and are few: these loops do.
    Standard,
    /// As `Standard`, but draws may repeat one another, which is checked.
    Classic(Repeats),
}

impl Kernel {
    pub(crate) fn of(design: Design) -> Kernel {
        let m = design.bits();
        let hashes = design.hashes();
        match design.kind() {
            _ if m >= anywhere::WIDE => Kernel::Any,
            Kind::Standard if hashes <= FEW => Kernel::Standard,
            Kind::Classic if hashes <= MOST_COMPARED && !distinct::mostly(design) => {
                Kernel::Classic(Repeats::among(hashes, m))
            }
            _ => Kernel::Any,
        }
    }

    /// Returns whether draws come in pairs and are few.
    #[inline(always)]
    pub(crate) fn is_paired(&self) -> bool {
        !matches!(self, Kernel::Any)
    }

    /// Returns whether these loops serve the design, and see to it that positions differ.
    #[inline(always)]
    pub(crate) fn is_classic(&self) -> bool {
        matches!(self, Kernel::Classic(_))
    }

    /// Returns whether the draws of an item may repeat one another, and that matters.
    #[inline(always)]
    pub(crate) fn may_repeat(&self, digest: Digest) -> bool {
        matches!(self, Kernel::Classic(repeats) if repeats.may_be(digest))
    }

    /// Sets all positions of an item; true if some bit was new.
    #[inline(always)]
    pub(crate) fn insert(&self, bits: &mut Bits, design: &Design, digest: Digest) -> bool {
        match self {
            Kernel::Standard => set_all(bits, design.hashes(), digest),
            Kernel::Classic(repeats) => insert_distinct(bits, design, *repeats, digest),
            Kernel::Any => plain::insert(bits, design, digest),
        }
    }

    /// Returns whether all positions of an item are set.
    #[inline(always)]
    pub(crate) fn contains<B: ReadBits>(&self, bits: &B, design: &Design, digest: Digest) -> bool {
        match self {
            Kernel::Standard => all_set(bits, design, digest),
            Kernel::Classic(repeats) => contains_distinct(bits, design, *repeats, digest),
            Kernel::Any => plain::contains(bits, design, digest),
        }
    }
}

#[inline(always)]
fn insert_distinct(bits: &mut Bits, design: &Design, repeats: Repeats, digest: Digest) -> bool {
    let new = set_all(bits, design.hashes(), digest);
    if repeats.may_be(digest) { new | plain::insert_replaced(bits, design, digest) } else { new }
}

#[inline(always)]
fn contains_distinct<B: ReadBits>(
    bits: &B,
    design: &Design,
    repeats: Repeats,
    digest: Digest,
) -> bool {
    all_set(bits, design, digest)
        && (!repeats.may_be(digest) || plain::contains_replaced(bits, design, digest))
}

/// Sets the first `hashes` positions of a filter that is not wide; true if some bit was new.
#[inline(always)]
pub(crate) fn set_all(bits: &mut Bits, hashes: u64, digest: Digest) -> bool {
    let mut words = ProbeWords::of(digest);
    let mut before = 1;
    let mut left = hashes;
    while left > 4 {
        for _ in 0..2 {
            let (first, second) = words.pair();
            before &= bits.mark(first);
            before &= bits.mark(second);
        }
        left -= 4;
    }
    let ((first, second), (third, fourth)) = (words.pair(), words.pair());
    before &= bits.mark(first);
    if left >= 2 {
        before &= bits.mark(second);
    }
    if left >= 3 {
        before &= bits.mark(third);
    }
    if left >= 4 {
        before &= bits.mark(fourth);
    }
    before & 1 == 0
}

/// Returns whether all positions of a filter that is not wide are set. Bits, not conditions, are
/// combined: of conditions the compiler would make branches.
#[inline(always)]
pub(crate) fn all_set<B: ReadBits>(bits: &B, design: &Design, digest: Digest) -> bool {
    let mut words = ProbeWords::of(digest);
    let look = |words: &mut ProbeWords| {
        let ((first, second), (third, fourth)) = (words.pair(), words.pair());
        bits.look(first) & bits.look(second) & bits.look(third) & bits.look(fourth)
    };
    let (mut all, mut left) = (1, design.hashes());
    if left > 4 {
        if left <= WITHOUT_BRANCH && design.bits() <= NEAR {
            all = look(&mut words);
            left -= 4;
        }
        // The last four are the answer and no branch.
        while left > 4 {
            if look(&mut words) & 1 == 0 {
                return false;
            }
            left -= 4;
        }
    }
    for least in [2, 4] {
        if left >= least {
            let (first, second) = words.pair();
            all &= bits.look(first) & bits.look(second);
        }
    }
    if left % 2 == 1 {
        all &= bits.look(words.pair().0);
    }
    all & 1 == 1
}

/// The first `hashes` draws of a filter that is not wide, as the words they are places of.
#[inline(always)]
pub(crate) fn each_draw(digest: Digest, hashes: u64, mut see: impl FnMut(u64)) {
    let mut words = ProbeWords::of(digest);
    for _ in 0..hashes / 2 {
        let (first, second) = words.pair();
        see(first);
        see(second);
    }
    if hashes % 2 == 1 {
        see(words.pair().0);
    }
}
