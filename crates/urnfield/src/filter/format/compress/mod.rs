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

pub(crate) mod choices;
pub(crate) mod entropy;
pub(crate) mod enumerative;
pub(crate) mod frequencies;
pub(crate) mod gaps;
pub(crate) mod rans;

use crate::filter::format::header::{Encoding, HEADER};
use crate::filter::machine::bits::Bits;
use crate::filter::memory::{SPARE_MEMORY, is_left_after, memory_is_left};
use std::collections::TryReserveError;
use std::io;
use std::sync::{Mutex, PoisonError};
use urnfield_num::Error;

/// No file makes its reader take more than so many times its own length of memory, so a short one
/// cannot pretend to be a large filter. Only filters with one bit in 60000 set come near.
pub(crate) const MOST_EXPANSION: u64 = 4096;

/// The shortest payload that may stand for m bits.
fn least_payload(m: u64) -> usize {
    let raw = m.div_ceil(64) * 8;
    // Of bits that are in memory, or of a payload that is.
    raw.div_ceil(MOST_EXPANSION).saturating_sub(HEADER as u64) as usize
}

/// There is no memory for a payload or what it takes to make it.
#[derive(Debug)]
pub(crate) struct NoMemory;

impl From<TryReserveError> for NoMemory {
    fn from(_: TryReserveError) -> NoMemory {
        NoMemory
    }
}

impl From<NoMemory> for io::Error {
    fn from(_: NoMemory) -> io::Error {
        let why =
            "there is no memory to pack the filter in; leave it as it is, or pack it elsewhere";
        io::Error::new(io::ErrorKind::OutOfMemory, why)
    }
}

/// An empty vector with room for so many, if memory is left behind it.
fn vector<T>(length: usize) -> Result<Vec<T>, NoMemory> {
    let mut room = Vec::new();
    room.try_reserve_exact(length)?;
    if is_left_after(length.saturating_mul(size_of::<T>())) { Ok(room) } else { Err(NoMemory) }
}

/// So many zeros, if memory is left behind them. They come from the system as zeros and are touched
/// when they are used, so nothing can be reserved first: one thread at a time asks and takes.
fn zeros(length: usize) -> Result<Vec<u16>, NoMemory> {
    static ASKING: Mutex<()> = Mutex::new(());
    let _alone = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    if memory_is_left(SPARE_MEMORY + 2 * length) { Ok(vec![0; length]) } else { Err(NoMemory) }
}

/// The smallest payload for these bits, of which `bits_set` are set; `None` where that is the raw
/// one.
pub(crate) fn smallest(
    bits: &Bits,
    bits_set: u64,
) -> Result<Option<(Encoding, Vec<u8>)>, NoMemory> {
    let mut best = None;
    let mut least = bits.words().len() * 8;
    let mut consider = |encoding, payload: Vec<u8>| {
        if payload.len() < least {
            least = payload.len();
            best = Some((encoding, payload));
        }
    };
    consider(Encoding::Entropy, entropy::write(bits, bits_set)?);
    if bits.m() <= enumerative::MOST_BITS {
        consider(Encoding::Enumerative, enumerative::write(bits, bits_set));
    }
    Ok(best)
}

/// The bits of a payload that is not raw. They are still to be counted, and spare bits may be set.
pub(crate) fn read(
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
