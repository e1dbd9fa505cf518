//! Apache Spark's `BloomFilterImpl`, version 1: the default before Spark 4.1.
//!
//! `int32 1 | int32 hashes | int32 words | words × int64`, highest byte first.

use super::java32;
use crate::format::hashes;
use crate::hash::spark;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Layer, Parameters, Refusal, Rule, Writer};

pub(super) static FORMAT: Format = Format {
    name: "spark-v1",
    library: "Apache Spark BloomFilter",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: Some(Writer { size, empty, write }),
    reservation: "",
};

/// Spark's words for kinds of keys, in both versions.
pub(super) const KEYS: &[KeyForm] =
    &[KeyForm::bytes("putString"), KeyForm::integer("putLong"), KeyForm::bytes("putBinary")];

/// The probe rule of version 1.
#[derive(Debug)]
struct SparkV1 {
    bits: u64,
    hashes: u32,
}

impl Rule for SparkV1 {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        java32::probe(words[0], self.hashes, self.bits, visit)
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        Ok(vec![spark::pair(key, 0)])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    if reader.u32_be()? != 1 {
        return Err(Refusal::other("the first four bytes are not version 1"));
    }
    let hashes = hashes(reader.u32_be()?.into())?;
    let words = reader.u32_be()?;
    let bits = Bits::from_big_endian_words(reader.rest(8 * u64::from(words))?)?;
    Ok(vec![filter(bits, hashes)])
}

fn filter(bits: Bits, hashes: u32) -> Foreign {
    let rule = SparkV1 { bits: bits.len(), hashes };
    let filter = Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, java32::LAW));
    Foreign { version: Some("1".into()), ..filter }
}

/// Spark's `optimalNumOfBits` and `optimalNumOfHashFunctions`.
pub(super) fn size(items: u64, rate: f64) -> (u64, u32) {
    let bits = java32::bits(items, rate);
    (bits, java32::hashes(items, bits))
}

fn empty(asked: &Parameters) -> Result<Foreign, Refusal> {
    Ok(filter(whole_words(asked.bits)?, hashes(asked.hashes.into())?))
}

/// Returns clear bits, rounded up to words as Java's libraries do, which count words in 32 bits.
pub(super) fn whole_words(bits: u64) -> Result<Bits, Refusal> {
    let words = bits.div_ceil(64).max(1);
    if words > i32::MAX as u64 {
        return Err(Refusal::damaged(format!(
            "bits = {bits}: Java's libraries have at most 2^37 - 64"
        )));
    }
    Bits::zero(64 * words)
}

fn write(filter: &Foreign) -> Vec<u8> {
    let layer = &filter.layers[0];
    let mut bytes = Vec::new();
    bytes.extend(1_u32.to_be_bytes());
    bytes.extend(layer.hashes.to_be_bytes());
    bytes.extend(((layer.bits.len() / 64) as u32).to_be_bytes());
    bytes.extend(layer.bits.to_big_endian_words());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: h1 = 2^31 - 1 and h2 = 1 wrap to the most negative number at once.
    #[test]
    fn the_loop_wraps_and_complements() {
        let rule = SparkV1 { bits: 640, hashes: 3 };
        let mut seen = Vec::new();
        let word = u64::from(i32::MAX as u32) | 1 << 32;
        assert!(rule.probe(&[word], &mut |bit| {
            seen.push(bit);
            true
        }));
        let by_hand = [0_u64, 1, 2].map(|i| (0x7fff_ffff - i) % 640);
        assert_eq!(seen, by_hand);
    }

    #[test]
    fn sizes_are_those_of_spark() {
        // BloomFilter.create(50, 1e-4) has 15 words and 13 hashes.
        let (bits, hashes) = size(50, 1e-4);
        assert_eq!((bits.div_ceil(64), hashes), (15, 13));
    }
}
