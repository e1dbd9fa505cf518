//! The crate `bloomfilter`: `to_bytes` and `as_slice` of version 3.
//!
//! `uint8 1 | uint64 bytes | uint32 hashes | 32 bytes seed | bits`, lowest byte first.

use crate::format::hashes;
use crate::hash::sip::sip13;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};

pub(crate) static FORMAT: Format = Format {
    name: "bloomfilter-rs",
    library: "Rust bloomfilter",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: None,
    reservation: "",
};

/// Types of Rust whose hash is known.
pub(super) const KEYS: &[KeyForm] =
    &[KeyForm::bytes("str"), KeyForm::unsigned("u64"), KeyForm::integer("i64")];

/// Two hashes are the first two probes; the others are `a + i·b` modulo the largest 64-bit prime.
#[derive(Debug)]
struct Bloomfilter {
    bits: u64,
    hashes: u32,
    keys: [u64; 4],
}

/// The largest prime below 2^64.
const PRIME: u64 = 0xffff_ffff_ffff_ffc5;

impl Rule for Bloomfilter {
    fn words(&self) -> usize {
        2
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let (a, b) = (words[0], words[1]);
        (0..self.hashes).all(|i| {
            let hash = match i {
                0 => a,
                1 => b,
                _ => a.wrapping_add(b.wrapping_mul(i.into())) % PRIME,
            };
            visit(hash % self.bits)
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let [a0, a1, b0, b1] = self.keys;
        Ok(vec![sip13(a0, a1, key), sip13(b0, b1, key)])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    if reader.u8()? != 1 {
        return Err(Refusal::other("the first byte is not version 1"));
    }
    let length = reader.u64_le()?;
    let hashes = hashes(reader.u32_le()?.into())?;
    let mut keys = [0; 4];
    for key in &mut keys {
        *key = reader.u64_le()?;
    }
    let bits = reader.rest(length)?.to_vec();
    let len = 8 * bits.len() as u64;
    let rule = Bloomfilter { bits: len, hashes, keys };
    let law = Law::Wrapped("double hashing in wrapping 64-bit words, modulo a prime");
    let layer = Layer::new(Bits::new(bits, len)?, hashes, rule, law);
    Ok(vec![Foreign { version: Some("1".into()), ..Foreign::plain(FORMAT.name, layer) }])
}
