//! Apache Spark's `BloomFilterImplV2`: the default since Spark 4.1.
//!
//! `int32 2 | int32 hashes | int32 seed | int32 words | words × int64`, highest byte first.

use super::spark_v1::{KEYS, size, whole_words};
use crate::format::hashes;
use crate::hash::spark;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, Law, Layer, Parameters, Refusal, Rule, Writer};

pub(super) static FORMAT: Format = Format {
    name: "spark-v2",
    library: "Apache Spark BloomFilter",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: Some(Writer { size, empty, write }),
    reservation: "",
};

/// The probe rule of version 2: double hashing without any wrap.
#[derive(Debug)]
struct SparkV2 {
    bits: u64,
    hashes: u32,
    seed: i32,
}

impl Rule for SparkV2 {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let (first, step) = (words[0] as u32 as i32, (words[0] >> 32) as u32 as i32);
        let mut combined = i64::from(first).wrapping_mul(i64::from(i32::MAX));
        for _ in 0..self.hashes {
            combined = combined.wrapping_add(i64::from(step));
            let place = if combined < 0 { !combined } else { combined };
            if !visit(place.cast_unsigned() % self.bits) {
                return false;
            }
        }
        true
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        Ok(vec![spark::pair(key, self.seed)])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    if reader.u32_be()? != 2 {
        return Err(Refusal::other("the first four bytes are not version 2"));
    }
    let hashes = hashes(reader.u32_be()?.into())?;
    let seed = reader.u32_be()?.cast_signed();
    let words = reader.u32_be()?;
    let bits = Bits::from_big_endian_words(reader.rest(8 * u64::from(words))?)?;
    Ok(vec![filter(bits, hashes, seed)])
}

/// The positions are a progression with a = ±(2^31 − 1)·h1 + …, d = ±h2 modulo m, unless 2^31 − 1 divides m: then positions
/// depend on h2 alone.
fn filter(bits: Bits, hashes: u32, seed: i32) -> Foreign {
    let law = if bits.len().is_multiple_of(i32::MAX as u64) {
        Law::Wrapped("double hashing with a start of no effect")
    } else {
        Law::DoubleOf32Bits
    };
    let rule = SparkV2 { bits: bits.len(), hashes, seed };
    let filter = Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, law));
    Foreign { version: Some("2".into()), seed: Some(seed.into()), ..filter }
}

fn empty(asked: &Parameters) -> Result<Foreign, Refusal> {
    let seed = asked.seed as u32;
    if u64::from(seed) != asked.seed {
        return Err(Refusal::damaged(format!("seed = {}: Spark's seed has 32 bits", asked.seed)));
    }
    Ok(filter(whole_words(asked.bits)?, hashes(asked.hashes.into())?, seed.cast_signed()))
}

fn write(filter: &Foreign) -> Vec<u8> {
    let layer = &filter.layers[0];
    let mut bytes = Vec::new();
    bytes.extend(2_u32.to_be_bytes());
    bytes.extend(layer.hashes.to_be_bytes());
    bytes.extend((filter.seed.unwrap_or(0) as i32).to_be_bytes());
    bytes.extend(((layer.bits.len() / 64) as u32).to_be_bytes());
    bytes.extend(layer.bits.to_big_endian_words());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The theorem behind the law: positions are a progression modulo m, in one direction.
    #[test]
    fn positions_are_a_progression() {
        let rule = SparkV2 { bits: 960, hashes: 13, seed: 0 };
        for word in (0..2000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            if (word as u32 as i32).unsigned_abs() <= 13 {
                continue;
            }
            let mut seen = Vec::new();
            rule.probe(&[word], &mut |bit| {
                seen.push(bit);
                true
            });
            let step = (seen[1] + 960 - seen[0]) % 960;
            assert!(seen.windows(2).all(|pair| (pair[0] + step) % 960 == pair[1]), "{word:x}");
        }
    }
}
