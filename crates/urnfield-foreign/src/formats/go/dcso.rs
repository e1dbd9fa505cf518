//! Go's `DCSO/bloom`, which Python's flor shares.
//!
//! `uint64 1 | uint64 capacity | float64 rate | uint64 hashes | uint64 bits | uint64 added |
//! words | attached data`, lowest byte first.

use crate::format::hashes;
use crate::hash::fnv;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule, Stated};

pub(crate) static FORMAT: Format = Format {
    name: "dcso",
    library: "Go DCSO/bloom",
    is_by_content: true,
    read,
    keys: &[KeyForm::bytes("Add")],
    writer: None,
    reservation: "",
};

/// The largest prime below 2^64, and the multiplier.
const PRIME: u64 = 18_446_744_073_709_551_557;
const FACTOR: u64 = 18_446_744_073_709_550_147;

/// A hash that is multiplied, in wrapping words modulo a prime, once for each probe.
#[derive(Debug)]
struct Dcso {
    bits: u64,
    hashes: u32,
}

impl Rule for Dcso {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut hash = words[0] % PRIME;
        (0..self.hashes).all(|_| {
            hash = hash.wrapping_mul(FACTOR) % PRIME;
            visit(hash % self.bits)
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged("DCSO/bloom has keys that are bytes only"));
        };
        Ok(vec![fnv::fnv1(bytes)])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    if reader.u64_le()? != 1 {
        return Err(Refusal::other("the first eight bytes are not version 1"));
    }
    let capacity = reader.u64_le()?;
    let rate = f64::from_bits(reader.u64_le()?);
    if capacity == 0 || !(rate > 0.0 && rate < 1.0) {
        return Err(Refusal::other("no capacity and no rate between 0 and 1"));
    }
    let hashes = hashes(reader.u64_le()?)?;
    let len = reader.u64_le()?;
    let added = reader.u64_le()?;
    // Anything may follow the bits, so the numbers must be those that the library computes.
    let (expected, expected_hashes) = size(capacity, rate);
    if len.abs_diff(expected) > 1 + (expected >> 40) || hashes.abs_diff(expected_hashes) > 1 {
        return Err(Refusal::other("bits and hashes are not those of the capacity and the rate"));
    }
    let bits = Bits::padded(reader.bytes(8 * len.div_ceil(64))?.to_vec(), len)?;
    let law = Law::Wrapped("a hash multiplied modulo a prime, in wrapping 64-bit words");
    let layer = Layer::new(bits, hashes, Dcso { bits: len, hashes }, law);
    let stated = Stated { asked_rate: Some(rate), capacity: Some(capacity), added: Some(added) };
    let rest = reader.0.to_vec();
    let notes = match rest.len() {
        0 => Vec::new(),
        length => vec![format!("{length} bytes of attached data follow the bits")],
    };
    Ok(vec![Foreign {
        version: Some("1".into()),
        stated,
        rest,
        notes,
        ..Foreign::plain(FORMAT.name, layer)
    }])
}

/// The sizes that `Initialize` computes.
fn size(items: u64, rate: f64) -> (u64, u32) {
    let bits = (items as f64 * rate.ln() / 2_f64.ln().powi(2)).ceil().abs();
    (bits as u64, (2_f64.ln() * bits / items as f64).ceil() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_library() {
        assert_eq!(size(50, 0.01), (479, 7));
        assert_eq!(size(1000, 0.0001), (19170, 14));
    }
}
