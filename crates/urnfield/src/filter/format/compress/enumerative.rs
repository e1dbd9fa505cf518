//! Encoding 2: the number of a filter among all with as many bits set, which no encoding of all of
//! them can beat. For one item of a classic filter this is the bound of the paper's section on
//! compression.
//!
//! The number of a set of positions p_1 < p_2 < … < p_s is Σ C(p_i, i): the sets in the order of
//! their largest positions, so that C(m, s) of them have the numbers from 0 on. Both directions
//! walk down from position m − 1 with C(p, i) for the i positions still to come; it shrinks by one
//! small factor a step.

use crate::filter::format::compress::choices::Natural;
use crate::filter::machine::bits::{Bits, set};
use urnfield_num::Error;

/// The work is quadratic: some tenths of a second at this size.
pub(crate) const MOST_BITS: u64 = 100_000;

/// The payload of these bits, of which `bits_set` are set: at most [`MOST_BITS`].
pub(crate) fn write(bits: &Bits, bits_set: u64) -> Vec<u8> {
    let all = Natural::binomial(bits.m(), bits_set);
    let length = length(&all);
    let mut rank = Natural::from_bytes(&[]);
    walk(bits.m(), bits_set, all, |position, choices| {
        let found = (bits.words()[(position / 64) as usize] >> (position % 64)) & 1 == 1;
        if found {
            rank.add(choices);
        }
        found
    });
    rank.to_bytes(length)
}

/// The bits of a payload, of which the header says that `bits_set` of `m` are set.
pub(crate) fn read(payload: &[u8], m: u64, bits_set: u64) -> Result<Bits, Error> {
    if m > MOST_BITS {
        return Err(Error::format(
            "a filter is enumerated up to 100000 bits",
            format!("{m} bits; the file is damaged"),
        ));
    }
    let all = Natural::binomial(m, bits_set);
    let length = length(&all);
    if payload.len() != length {
        return Err(refused(format!("{} bytes for {length}", payload.len())));
    }
    let mut rank = Natural::from_bytes(payload);
    if rank.is_at_least(&all) {
        return Err(refused("a larger one".into()));
    }
    let mut bits = Bits::zeros(m)?;
    let words = bits.words_mut();
    walk(m, bits_set, all, |position, choices| {
        let found = rank.is_at_least(choices);
        if found {
            rank.subtract(choices);
            set(words, position);
        }
        found
    });
    Ok(bits)
}

/// Shows the positions from the last down, each with C(position, how many are still to come);
/// `found` tells whether it is one of them. Ends when none is to come.
fn walk(m: u64, bits_set: u64, all: Natural, mut found: impl FnMut(u64, &Natural) -> bool) {
    let mut left = bits_set;
    let mut choices = all;
    choices.scale(m - left, m);
    for position in (0..m).rev() {
        if left == 0 {
            return;
        }
        // C(p − 1, i − 1) = C(p, i)·i/p and C(p − 1, i) = C(p, i)·(p − i)/p. Once it is 0, there
        // are as many positions below as are to come: all are found, and 0 it stays.
        let (kept, after) = match found(position, &choices) {
            true => (left, left - 1),
            false => (position - left, left),
        };
        left = after;
        choices.scale(kept, position.max(1));
    }
}

/// In whole bytes, ⌈log2 all⌉ bits: every number below `all` fits.
fn length(all: &Natural) -> usize {
    all.bits_to_count().div_ceil(8)
}

fn refused(got: String) -> Error {
    Error::format(
        "an enumerated payload is the number of its bits among all with as many set",
        format!("{got}; the file is damaged"),
    )
}
