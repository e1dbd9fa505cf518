//! Guava's `BloomFilter.writeTo`: strategies `MURMUR128_MITZ_32` and `MURMUR128_MITZ_64`.
//!
//! `int8 strategy | uint8 hashes | int32 words | words × int64`, highest byte first.

use super::java32;
use super::spark_v1::whole_words;
use crate::format::hashes;
use crate::hash::murmur3;
use crate::reader::Reader;
use crate::{
    Bits, Foreign, Format, Key, KeyForm, Law, Layer, Parameters, Refusal, Rule, Steps, Writer,
};

pub(super) static FORMAT: Format = Format {
    name: "guava",
    library: "Guava BloomFilter",
    is_by_content: true,
    read,
    keys: &[
        KeyForm::bytes("stringFunnel"),
        KeyForm::utf16("unencodedCharsFunnel"),
        KeyForm::integer("longFunnel"),
        KeyForm::integer32("integerFunnel"),
        KeyForm::bytes("byteArrayFunnel"),
    ],
    writer: Some(Writer { size, empty, write }),
    reservation: "",
};

/// The probe rule of either strategy.
#[derive(Debug)]
struct Guava {
    bits: u64,
    hashes: u32,
    is_64: bool,
}

impl Rule for Guava {
    fn words(&self) -> usize {
        if self.is_64 { 2 } else { 1 }
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        if !self.is_64 {
            return java32::probe(words[0], self.hashes, self.bits, visit);
        }
        let mut combined = words[0];
        for _ in 0..self.hashes {
            if !visit((combined & i64::MAX as u64) % self.bits) {
                return false;
            }
            combined = combined.wrapping_add(words[1]);
        }
        true
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let (low, high) = match key {
            Key::Bytes(bytes) => murmur3::x64_128(bytes, 0),
            Key::Integer(n) => murmur3::x64_128(&n.to_le_bytes(), 0),
        };
        Ok(if self.is_64 { vec![low, high] } else { vec![low] })
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let strategy = reader.u8()?;
    if strategy > 1 {
        return Err(Refusal::other(format!("strategy = {strategy}: Guava's are 0 and 1")));
    }
    let hashes = hashes(reader.u8()?.into())?;
    let words = reader.u32_be()?;
    let bits = Bits::from_big_endian_words(reader.rest(8 * u64::from(words))?)?;
    Ok(vec![filter(bits, hashes, strategy == 1)])
}

fn filter(bits: Bits, hashes: u32, is_64: bool) -> Foreign {
    let law = match (is_64, bits.len().is_power_of_two()) {
        (false, _) => java32::LAW,
        // 2^63 is a multiple of m, so no word wraps modulo m.
        (true, true) => Law::Double(Steps::All),
        (true, false) => Law::Wrapped("double hashing in wrapping 64-bit words"),
    };
    let rule = Guava { bits: bits.len(), hashes, is_64 };
    let filter = Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, law));
    let strategy = if is_64 { "MURMUR128_MITZ_64" } else { "MURMUR128_MITZ_32" };
    Foreign { version: Some(strategy.into()), ..filter }
}

/// Guava's `optimalNumOfBits` and `optimalNumOfHashFunctions`; the latter divides ln p by ln 2.
fn size(items: u64, rate: f64) -> (u64, u32) {
    let hashes = (-rate.ln() / 2_f64.ln() + 0.5).floor() as u32;
    (java32::bits(items, rate), hashes.max(1))
}

fn empty(asked: &Parameters) -> Result<Foreign, Refusal> {
    if asked.hashes > 255 {
        let hashes = asked.hashes;
        return Err(Refusal::damaged(format!("hashes = {hashes}: Guava has at most 255")));
    }
    let is_64 = match asked.variant.as_deref() {
        None | Some("MURMUR128_MITZ_64") => true,
        Some("MURMUR128_MITZ_32") => false,
        Some(other) => {
            let why = "Guava's strategies are MURMUR128_MITZ_32 and MURMUR128_MITZ_64";
            return Err(Refusal::damaged(format!("{other:?} is no strategy: {why}")));
        }
    };
    Ok(filter(whole_words(asked.bits)?, hashes(asked.hashes.into())?, is_64))
}

fn write(filter: &Foreign) -> Vec<u8> {
    let layer = &filter.layers[0];
    let is_64 = filter.version.as_deref() == Some("MURMUR128_MITZ_64");
    let mut bytes = vec![u8::from(is_64), layer.hashes as u8];
    bytes.extend(((layer.bits.len() / 64) as u32).to_be_bytes());
    bytes.extend(layer.bits.to_big_endian_words());
    bytes
}
