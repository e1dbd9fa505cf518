//! One item at a time, as fast as the machine allows: the loops of insert and contains, written
//! out for up to sixteen hashes and chosen once, when the filter is made.
//!
//! The plain loop stands in [`plain`]; it serves every other design. Written out, the compiler
//! keeps the positions in registers. Of a question the first four positions are looked up before
//! the first branch: each is zero every other time, which no predictor can know, and four loads
//! cost less than one wrong guess.

use super::bits::Bits;
use super::digest::Digest;
use super::probe::{self, ProbeWords, place};
use super::{distinct, plain};
use crate::design::{Design, Kind};

/// Bits that can be looked up, wherever they are.
pub(super) trait ReadBits {
    /// The bit at the place of x (as by [`place`]) in the lowest place; the others are noise.
    fn look(&self, x: u64) -> u64;
    /// Word i.
    fn word(&self, i: usize) -> u64;
    /// Asks for the cache line at the place of x, to be looked at soon.
    fn fetch(&self, x: u64);
}

/// How bits are asked about an item.
pub(super) type Ask<B> = fn(&B, &Design, Digest) -> bool;

/// How to go about a design: found once, when a filter is made.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// Sets all positions; true if some bit was new. `None`: [`insert`] does it, inlined.
    pub(super) insert: Option<fn(&mut Bits, &Design, Digest) -> bool>,
    /// Classic: whether the first k draws all differ.
    pub(super) differ: Option<fn(u64, Digest) -> bool>,
    /// Whether draws come in pairs and are few: the batches can look at them themselves.
    pub(super) paired: bool,
}

/// The function of a number of hashes.
macro_rules! by_hashes {
    ($design:expr, $k:ident => $function:expr) => {
        by_hashes!(@ $design, $k, $function; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    };
    (@ $design:expr, $k:ident, $function:expr; $($hashes:literal)*) => {
        match $design.hashes() {
            $($hashes => {
                const $k: usize = $hashes;
                Some($function as _)
            })*
            _ => None,
        }
    };
}

impl Kernel {
    pub(super) fn of(design: Design) -> Kernel {
        let paired = is_paired(design);
        if paired && design.kind() == Kind::Standard {
            return Kernel { insert: None, differ: None, paired };
        }
        if paired && design.kind() == Kind::Classic {
            let insert = by_hashes!(design, K => insert_distinct::<K>);
            let differ = by_hashes!(design, K => differ::<K>);
            return Kernel { insert, differ, paired };
        }
        Kernel { insert: Some(plain::insert), differ: None, paired }
    }
}

/// How bits of this design are asked.
pub(super) fn asking<B: ReadBits>(design: Design) -> Ask<B> {
    let written_out: Option<Ask<B>> = match design.kind() {
        _ if !is_paired(design) => None,
        Kind::Standard => {
            by_hashes!(design, K => contains::<K, B>)
        }
        Kind::Classic => {
            by_hashes!(design, K => contains_distinct::<K, B>)
        }
    };
    written_out.unwrap_or(plain::contains::<B>)
}

pub(super) fn is_paired(design: Design) -> bool {
    let mostly = design.kind() == Kind::Classic && distinct::mostly(design);
    design.bits() < probe::WIDE && !mostly && design.hashes() <= 16
}

/// The first K positions.
#[inline(always)]
fn positions<const K: usize>(digest: Digest, m: u64) -> [u64; K] {
    let mut words = ProbeWords::of(digest);
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
    let mut words = ProbeWords::of(digest);
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

fn insert_distinct<const K: usize>(bits: &mut Bits, design: &Design, digest: Digest) -> bool {
    let differ = differ::<K>(bits.m(), digest);
    let new = insert(bits, K as u64, digest);
    if differ { new } else { new | plain::insert_replaced(bits, design, digest) }
}

/// Whether the first K positions all differ.
fn differ<const K: usize>(m: u64, digest: Digest) -> bool {
    distinct::differ(&positions::<K>(digest, m))
}

/// Whether the first K positions are set. Bits, not conditions, are combined: of conditions the
/// compiler would make branches.
#[inline(always)]
fn all_set<const K: usize, B: ReadBits>(bits: &B, digest: Digest) -> bool {
    let mut words = ProbeWords::of(digest);
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

fn contains<const K: usize, B: ReadBits>(bits: &B, _: &Design, digest: Digest) -> bool {
    all_set::<K, B>(bits, digest)
}

fn contains_distinct<const K: usize, B: ReadBits>(
    bits: &B,
    design: &Design,
    digest: Digest,
) -> bool {
    all_set::<K, B>(bits, digest)
        && (differ::<K>(design.bits(), digest) || plain::contains_replaced(bits, design, digest))
}

/// The first `hashes` draws of a filter that is not wide, as the words they are places of.
#[inline(always)]
pub(super) fn each_draw(digest: Digest, hashes: u64, mut see: impl FnMut(u64)) {
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
