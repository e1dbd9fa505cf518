//! pybloom_live's `BloomFilter.tofile`.
//!
//! `float64 rate | uint64 slices | uint64 bits of a slice | uint64 capacity | uint64 added | bits`,
//! lowest byte first. Position i is in slice i.

use crate::format::hashes;
use crate::hash::digest::Digest;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule, Stated};

pub(crate) static FORMAT: Format = Format {
    name: "pybloom",
    library: "pybloom_live BloomFilter",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: None,
    reservation: "",
};

/// `str(key)` of other types is a text, too.
pub(super) const KEYS: &[KeyForm] = &[KeyForm::bytes("str")];

/// Words of a salted digest, each modulo the bits of a slice.
#[derive(Debug)]
struct Pybloom {
    slices: u32,
    slice: u64,
}

impl Pybloom {
    /// The bytes of a word.
    fn chunk(&self) -> usize {
        match self.slice {
            0..0x8000 => 2,
            0x8000..0x8000_0000 => 4,
            0x8000_0000.. => 8,
        }
    }

    fn digest(&self) -> Digest {
        match 8 * self.slices as usize * self.chunk() {
            0..=128 => Digest::Xxh128,
            129..=160 => Digest::Sha1,
            161..=256 => Digest::Sha256,
            257..=384 => Digest::Sha384,
            385.. => Digest::Sha512,
        }
    }
}

impl Rule for Pybloom {
    fn words(&self) -> usize {
        self.slices as usize
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let mask = u64::MAX >> (64 - 8 * self.chunk());
        words.iter().zip(0..).all(|(word, i)| visit(i * self.slice + (word & mask) % self.slice))
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let (digest, chunk) = (self.digest(), self.chunk());
        let key = match key {
            Key::Bytes(bytes) => bytes.clone(),
            Key::Integer(n) => n.to_string().into_bytes(),
        };
        let mut words = Vec::new();
        for salt in 0_u32.. {
            let mut salted = digest.of(&salt.to_le_bytes());
            salted.extend_from_slice(&key);
            for bytes in digest.of(&salted).chunks_exact(chunk) {
                let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                words.push(word);
                if words.len() == self.words() {
                    return Ok(words);
                }
            }
        }
        Ok(words)
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let layer = layer(bytes)?;
    let stated = layer.stated;
    Ok(vec![Foreign { stated, ..Foreign::plain(FORMAT.name, layer) }])
}

/// Reads a filter, which is a layer of a scalable filter, too.
pub(super) fn layer(bytes: &[u8]) -> Result<Layer, Refusal> {
    let mut reader = Reader(bytes);
    let rate = f64::from_bits(reader.u64_le()?);
    if !(rate > 0.0 && rate < 1.0) {
        return Err(Refusal::other("the first eight bytes are no rate between 0 and 1"));
    }
    let slices = hashes(reader.u64_le()?)?;
    let slice = reader.u64_le()?;
    let capacity = reader.u64_le()?;
    let added = reader.u64_le()?;
    // Python divides two logarithms, which is not always log2.
    if capacity == 0 || f64::from(slices) != ((1.0 / rate).ln() / 2_f64.ln()).ceil() {
        return Err(Refusal::other("the slices are not those of the rate"));
    }
    let len = slice.checked_mul(slices.into());
    let len = len.ok_or_else(|| Refusal::other("the slices have more than 2^64 bits"))?;
    let bits = Bits::new(reader.rest(len.div_ceil(8))?.to_vec(), len)?;
    let rule = Pybloom { slices, slice };
    let law = Law::Wrapped("words modulo the bits of each slice");
    let stated = Stated { asked_rate: Some(rate), capacity: Some(capacity), added: Some(added) };
    Ok(Layer { stated, ..Layer::new(bits, slices, rule, law) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_shortest_that_is_long_enough() {
        let digest = |slices, slice| Pybloom { slices, slice }.digest();
        assert_eq!(digest(8, 0x7fff), Digest::Xxh128);
        assert_eq!(digest(7, 0x8000), Digest::Sha256);
        assert_eq!(digest(10, 0x7fff), Digest::Sha1);
        assert_eq!(digest(12, 0x8000), Digest::Sha384);
        assert_eq!(digest(7, 0x8000_0000), Digest::Sha512);
    }
}
