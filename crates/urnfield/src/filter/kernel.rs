//! One item at a time, as fast as the machine allows: the loops of insert and contains, written
//! out for up to sixteen hashes and chosen once, when the filter is made.
//!
//! The plain loop is [`probe::all`]; it serves every other design. Written out, the compiler
//! keeps the positions in registers. Of a question the first four positions are looked up before
//! the first branch: each is zero every other time, which no predictor can know, and four loads
//! cost less than one wrong guess.

use super::bits::Bits;
use super::digest::Digest;
use super::distinct;
use super::probe::{self, Words, place};
use crate::design::{Design, Kind};

/// How to go about a design: found once, when a filter is made.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// Whether [`insert`] sets the draws; else everything is done plainly.
    pub(super) straight: bool,
    /// Classic: whether the first k draws all differ.
    pub(super) differ: Option<fn(u64, Digest) -> bool>,
    /// Whether all positions are set.
    pub(super) contains: fn(&Bits, Design, Digest) -> bool,
}

/// The kernel of each number of hashes, classic or not.
macro_rules! written_out {
    ($design:expr, $($k:literal)*) => {
        match ($design.kind(), $design.hashes()) {
            $(
                (Kind::Standard, $k) => {
                    Kernel { straight: true, differ: None, contains: contains::<$k> }
                }
                (Kind::Classic, $k) => Kernel {
                    straight: true,
                    differ: Some(differ::<$k>),
                    contains: contains_distinct::<$k>,
                },
            )*
            _ => PLAIN,
        }
    };
}

/// For any design.
const PLAIN: Kernel = Kernel { straight: false, differ: None, contains: super::contains_plainly };

impl Kernel {
    pub(super) fn of(design: Design) -> Kernel {
        let mostly = design.kind() == Kind::Classic && distinct::mostly(design);
        if design.bits() >= probe::WIDE || mostly {
            return PLAIN;
        }
        written_out!(design, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }
}

/// The first K positions.
#[inline(always)]
fn positions<const K: usize>(digest: Digest, m: u64) -> [u64; K] {
    let mut words = Words::of(digest);
    let mut found = [0; K];
    for pair in found.chunks_mut(2) {
        let (first, second) = words.pair();
        pair[0] = place(first, m);
        if let Some(position) = pair.get_mut(1) {
            *position = place(second, m);
        }
    }
    found
}

/// Sets the first `hashes` positions of a filter that is not wide; true if some bit was new.
///
/// Inlined into the caller's loop, and straight on for sixteen positions: a call, or a loop of
/// its own, costs a quarter of the time of an insert.
#[inline(always)]
pub(super) fn insert(bits: &mut Bits, hashes: u64, digest: Digest) -> bool {
    let mut words = Words::of(digest);
    let mut before = 1;
    macro_rules! straight_on {
        ($($pair:literal)*) => {$(
            if hashes < 2 * $pair {
                if hashes == 2 * $pair - 1 {
                    before &= bits.mark(words.pair().0);
                }
                return before & 1 == 0;
            }
            let (first, second) = words.pair();
            before &= bits.mark(first);
            before &= bits.mark(second);
        )*};
    }
    straight_on!(1 2 3 4 5 6 7 8);
    before & 1 == 0
}

/// Whether the first K positions all differ.
fn differ<const K: usize>(m: u64, digest: Digest) -> bool {
    distinct::differ(&positions::<K>(digest, m))
}

/// Whether the first K positions are set. Bits, not conditions, are combined: of conditions the
/// compiler would make branches.
#[inline(always)]
fn all_set<const K: usize>(bits: &Bits, digest: Digest) -> bool {
    let mut words = Words::of(digest);
    let mut all = 1;
    for _ in 0..K.min(4) / 2 {
        let (first, second) = words.pair();
        all &= bits.look(first) & bits.look(second);
    }
    if K < 4 && K % 2 == 1 {
        all &= bits.look(words.pair().0);
    }
    if all == 0 || K <= 4 {
        return all == 1;
    }
    for _ in 2..K / 2 {
        let (first, second) = words.pair();
        if bits.look(first) & bits.look(second) & 1 == 0 {
            return false;
        }
    }
    K.is_multiple_of(2) || bits.look(words.pair().0) & 1 == 1
}

fn contains<const K: usize>(bits: &Bits, _: Design, digest: Digest) -> bool {
    all_set::<K>(bits, digest)
}

fn contains_distinct<const K: usize>(bits: &Bits, design: Design, digest: Digest) -> bool {
    all_set::<K>(bits, digest)
        && (differ::<K>(bits.m(), digest) || super::contains_replaced(bits, design, digest))
}
