//! Payloads for transmission: the same filter in fewer bytes (`docs/format.md`, encodings 1 and 2).
//!
//! | file | idea |
//! |---|---|
//! | `mod` | which encoding is smallest, and what a file may ask of its reader |
//! | `entropy` | encoding 1: chunks, and which bits are coded |
//! | `frequencies` | how often each byte is expected, in whole numbers |
//! | `rans` | bytes to words and back by that model |
//! | `gaps` | few bits among many |
//! | `enumerative` | encoding 2: the number of a set of positions among all sets of its size |
//! | `choices` | the binomials of that; the one file here that knows `num` |
//!
//! Every encoding has one form for given bits, and readers accept no other.

mod choices;
mod entropy;
mod enumerative;
mod frequencies;
mod gaps;
mod rans;

use super::bits::Bits;
use super::header::{Encoding, HEADER};
use crate::Error;

/// No file makes its reader take more than so many times its own length of memory, so a short one
/// cannot pretend to be a large filter. Only filters with one bit in 60000 set come near.
pub(super) const MOST_EXPANSION: u64 = 4096;

/// The shortest payload that may stand for m bits.
fn least_payload(m: u64) -> usize {
    let raw = m.div_ceil(64) * 8;
    // Of bits that are in memory, or of a payload that is.
    raw.div_ceil(MOST_EXPANSION).saturating_sub(HEADER as u64) as usize
}

/// The smallest payload for these bits, of which `bits_set` are set; `None` where that is the raw
/// one.
pub(super) fn smallest(bits: &Bits, bits_set: u64) -> Option<(Encoding, Vec<u8>)> {
    let mut best = None;
    let mut least = bits.words().len() * 8;
    let mut consider = |encoding, payload: Vec<u8>| {
        if payload.len() < least {
            least = payload.len();
            best = Some((encoding, payload));
        }
    };
    consider(Encoding::Entropy, entropy::write(bits, bits_set));
    if bits.m() <= enumerative::MOST_BITS {
        consider(Encoding::Enumerative, enumerative::write(bits, bits_set));
    }
    best
}

/// The bits of a payload that is not raw. They are still to be counted, and spare bits may be set.
pub(super) fn read(
    encoding: Encoding,
    payload: &[u8],
    m: u64,
    bits_set: u64,
) -> Result<Bits, Error> {
    match encoding {
        Encoding::Enumerative => enumerative::read(payload, m, bits_set),
        _ => entropy::read(payload, m, bits_set),
    }
}
