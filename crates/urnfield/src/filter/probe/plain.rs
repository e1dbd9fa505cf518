//! One position after the other, for every design: what the loops written out in
//! [`kernel`](crate::filter::probe::kernel) do not serve.

use crate::design::plain::{Design, Kind};
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::read::ReadBits;
use crate::filter::probe::{anywhere, distinct};

/// So many positions are shown before it is asked whether every bit is set already: rarely enough
/// to cost little, and often enough to end a filter with 2^64 hashes.
pub(crate) const UNTIL_ASKED_IF_FULL: u64 = 1 << 16;

/// Inserts into the words of any design.
#[cold]
pub(crate) fn insert(bits: &mut Bits, design: &Design, digest: Digest) -> bool {
    let words = bits.words_mut();
    let kind = design.kind();
    let m = design.bits();
    let hashes = design.hashes();
    let mut new = false;
    if kind == Kind::Classic && distinct::mostly(*design) {
        for (word, mask) in words.iter_mut().zip(distinct::mask(*design, digest)) {
            new |= *word & mask != mask;
            *word |= mask;
        }
        return new;
    }
    // A full filter cannot change: any number of positions ends in time.
    let mut shown = 0_u64;
    anywhere::all(digest, m, hashes, |position| {
        new |= bits::set(words, position);
        shown += 1;
        !shown.is_multiple_of(UNTIL_ASKED_IF_FULL) || bits::ones(words) < m
    });
    if kind == Kind::Classic && shown == hashes {
        new |= insert_replaced(bits, design, digest);
    }
    new
}

/// Inserts what replaces repetitions among the first k draws of a classic item.
#[cold]
pub(crate) fn insert_replaced(bits: &mut Bits, design: &Design, digest: Digest) -> bool {
    let words = bits.words_mut();
    let mut new = false;
    distinct::replaced(*design, digest, |position| {
        new |= bits::set(words, position);
        true
    });
    new
}

/// Looks up what replaces repetitions among the first k draws of a classic item.
#[cold]
pub(crate) fn contains_replaced(bits: &impl ReadBits, design: &Design, digest: Digest) -> bool {
    distinct::replaced(*design, digest, |position| has(bits, position))
}

fn has(bits: &impl ReadBits, position: u64) -> bool {
    (bits.word((position >> 6) as usize) >> (position & 63)) & 1 == 1
}

/// Looks up in the bits of any design.
pub(crate) fn contains<B: ReadBits>(bits: &B, design: &Design, digest: Digest) -> bool {
    let kind = design.kind();
    let m = design.bits();
    let hashes = design.hashes();
    if kind == Kind::Classic && distinct::mostly(*design) {
        let mask = distinct::mask(*design, digest);
        return mask.iter().enumerate().all(|(i, mask)| bits.word(i) & mask == *mask);
    }
    // A full filter holds everything: any number of positions ends in time.
    let full = || {
        let last = (m.div_ceil(64) - 1) as usize;
        (0..last).all(|i| bits.word(i) == u64::MAX) && bits.word(last) == !bits::spare(m)
    };
    let (mut shown, mut missed) = (0_u64, false);
    anywhere::all(digest, m, hashes, |position| {
        // Positions come in pairs: the second must not excuse the first.
        missed |= !has(bits, position);
        shown += 1;
        !missed && (!shown.is_multiple_of(UNTIL_ASKED_IF_FULL) || !full())
    });
    let drawn = shown == hashes;
    !missed && (kind == Kind::Standard || !drawn || contains_replaced(bits, design, digest))
}
