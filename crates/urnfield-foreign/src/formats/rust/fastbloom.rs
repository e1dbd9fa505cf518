//! The crate `fastbloom`: serde's form of `BloomFilter` with the default hasher, by bincode 1 or as
//! JSON.
//!
//! bincode: `uint64 words | words | uint32 hashes − 1 | hasher`, lowest byte first. The hasher is a
//! SipHash-1-3 before its first byte: two keys, and a state that follows from them.

use super::bloomfilter::KEYS;
use crate::format::hashes;
use crate::hash::sip::sip13;
use crate::reader::Reader;
use crate::text::trimmed;
use crate::{Bits, Foreign, Format, Key, Law, Layer, Refusal, Rule};
use serde::Deserialize;

pub(crate) static FORMAT: Format = Format {
    name: "fastbloom",
    library: "Rust fastbloom",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: None,
    reservation: "",
};

/// One hash that is rotated and stepped; the upper half of hash times bits is the place.
#[derive(Debug)]
struct Fastbloom {
    bits: u64,
    hashes: u32,
    hasher: Sip,
}

impl Rule for Fastbloom {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut hash = words[0];
        let step = hash.wrapping_mul(0x517c_c1b7_2722_0a95);
        (0..self.hashes).all(|_| {
            let goes_on = visit(((u128::from(hash) * u128::from(self.bits)) >> 64) as u64);
            hash = hash.rotate_left(5).wrapping_add(step);
            goes_on
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        Ok(vec![sip13(self.hasher.k0, self.hasher.k1, key)])
    }
}

#[derive(Deserialize)]
struct Saved {
    bits: Words,
    num_hashes_minus_one: u32,
    hasher: Nested<Nested<Sip>>,
}

#[derive(Deserialize)]
struct Words {
    bits: Vec<u64>,
}

/// A hasher in a hasher; newtypes of Rust leave no trace in JSON.
#[derive(Deserialize)]
struct Nested<T> {
    hasher: T,
}

/// The hasher as serde writes it.
#[derive(Debug, Deserialize)]
struct Sip {
    k0: u64,
    k1: u64,
    length: u64,
    state: State,
    tail: u64,
    ntail: u64,
}

#[derive(Debug, PartialEq, Deserialize)]
struct State {
    v0: u64,
    v2: u64,
    v1: u64,
    v3: u64,
}

impl Sip {
    /// Returns whether the hasher has hashed nothing, as that of a filter.
    fn is_fresh(&self) -> bool {
        let state = State {
            v0: self.k0 ^ 0x736f_6d65_7073_6575,
            v2: self.k0 ^ 0x6c79_6765_6e65_7261,
            v1: self.k1 ^ 0x646f_7261_6e64_6f6d,
            v3: self.k1 ^ 0x7465_6462_7974_6573,
        };
        self.state == state && (self.length, self.tail, self.ntail) == (0, 0, 0)
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let text = trimmed(bytes);
    let is_json = text.first() == Some(&b'{');
    match is_json.then(|| serde_json::from_slice::<Saved>(text)) {
        Some(Ok(saved)) => {
            let words = saved.bits.bits.iter().flat_map(|word| word.to_le_bytes()).collect();
            filter(words, saved.num_hashes_minus_one, saved.hasher.hasher.hasher)
        }
        _ => binary(bytes),
    }
}

fn binary(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let words = reader.u64_le()?;
    let words = words.checked_mul(8);
    let bits = reader.bytes(words.ok_or_else(|| Refusal::other("more than 2^61 words"))?)?.to_vec();
    let less_one = reader.u32_le()?;
    let (k0, k1, length) = (reader.u64_le()?, reader.u64_le()?, reader.u64_le()?);
    let (v0, v2, v1, v3) = (reader.u64_le()?, reader.u64_le()?, reader.u64_le()?, reader.u64_le()?);
    let (tail, ntail) = (reader.u64_le()?, reader.u64_le()?);
    reader.rest(0)?;
    filter(bits, less_one, Sip { k0, k1, length, state: State { v0, v2, v1, v3 }, tail, ntail })
}

fn filter(bits: Vec<u8>, less_one: u32, hasher: Sip) -> Result<Vec<Foreign>, Refusal> {
    if !hasher.is_fresh() {
        return Err(Refusal::other("the hasher is not a fresh SipHash-1-3"));
    }
    let hashes = hashes(u64::from(less_one) + 1)?;
    let len = 8 * bits.len() as u64;
    let rule = Fastbloom { bits: len, hashes, hasher };
    let law = Law::Wrapped("products of a hash that is rotated and stepped");
    Ok(vec![Foreign::plain(FORMAT.name, Layer::new(Bits::new(bits, len)?, hashes, rule, law))])
}
