//! Go's `bits-and-blooms/bloom` (before: `willf/bloom`): `WriteTo` and `MarshalJSON`.
//!
//! `uint64 bits | uint64 hashes | uint64 length | words`, highest byte first; the JSON is
//! `{"m":…,"k":…,"b":"…"}`, in which b has the length and the words as base64.

use crate::format::hashes;
use crate::hash::murmur3::x64_128;
use crate::reader::Reader;
use crate::text::{from_base64, trimmed};
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Parameters, Refusal, Rule, Writer};
use serde::Deserialize;

pub(crate) static FORMAT: Format = Format {
    name: "bits-and-blooms",
    library: "Go bits-and-blooms/bloom",
    is_by_content: true,
    read,
    keys: &[KeyForm::bytes("AddString"), KeyForm::bytes("Add")],
    writer: Some(Writer { size, empty, write }),
    reservation: "",
};

pub(crate) static JSON: Format =
    Format { name: "bits-and-blooms-json", read: read_json, writer: None, ..FORMAT };

#[derive(Deserialize)]
struct Saved {
    m: u64,
    k: u64,
    b: String,
}

/// Sums of four hashes: that of the key, and that of the key and a byte 1.
#[derive(Debug)]
struct BitsAndBlooms {
    bits: u64,
    hashes: u32,
}

impl Rule for BitsAndBlooms {
    fn words(&self) -> usize {
        4
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        (0..u64::from(self.hashes)).all(|i| {
            let step = words[2 + (((i + i % 2) % 4) / 2) as usize];
            visit(words[(i % 2) as usize].wrapping_add(i.wrapping_mul(step)) % self.bits)
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged(
                "bits-and-blooms has keys that are bytes or strings only",
            ));
        };
        let (a, b) = x64_128(bytes, 0);
        let (c, d) = x64_128(&[&bytes[..], &[1]].concat(), 0);
        Ok(vec![a, b, c, d])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let (m, k) = (reader.u64_be()?, reader.u64_be()?);
    filter(FORMAT.name, m, k, reader.0)
}

fn read_json(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let text = trimmed(bytes);
    if text.first() != Some(&b'{') {
        return Err(Refusal::other("the text is no JSON object"));
    }
    let saved: Saved = serde_json::from_slice(text)
        .map_err(|_| Refusal::other("the JSON is not of bits-and-blooms"))?;
    filter(JSON.name, saved.m, saved.k, &from_base64(saved.b.as_bytes())?)
}

/// The bit set may be longer than the filter's bits, as after `FromWithM`.
fn filter(format: &'static str, m: u64, k: u64, set: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let hashes = hashes(k)?;
    let mut reader = Reader(set);
    let length = reader.u64_be()?;
    if length < m {
        return Err(Refusal::other(format!("bits = {m}, but the bit set has {length}")));
    }
    let mut bytes = reader.rest(8 * length.div_ceil(64))?.to_vec();
    bytes.as_chunks_mut::<8>().0.iter_mut().for_each(|word| word.reverse());
    let bits = Bits::padded(bytes, m)?;
    let law = Law::Wrapped("sums of four hashes in wrapping 64-bit words");
    let layer = Layer::new(bits, hashes, BitsAndBlooms { bits: m, hashes }, law);
    Ok(vec![Foreign { rest: length.to_be_bytes().to_vec(), ..Foreign::plain(format, layer) }])
}

/// `EstimateParameters`.
fn size(items: u64, rate: f64) -> (u64, u32) {
    let bits = (-(items as f64) * rate.ln() / 2_f64.ln().powi(2)).ceil();
    (bits as u64, (2_f64.ln() * bits / items.max(1) as f64).ceil() as u32)
}

fn empty(asked: &Parameters) -> Result<Foreign, Refusal> {
    let bits = Bits::zero(asked.bits)?;
    let hashes = hashes(asked.hashes.into())?;
    let law = Law::Wrapped("sums of four hashes in wrapping 64-bit words");
    let rule = BitsAndBlooms { bits: asked.bits, hashes };
    let plain = Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, law));
    Ok(Foreign { rest: asked.bits.to_be_bytes().to_vec(), ..plain })
}

fn write(filter: &Foreign) -> Vec<u8> {
    let layer = &filter.layers[0];
    let length = Reader(&filter.rest).u64_be().unwrap_or(layer.bits.len());
    let mut words = layer.bits.to_big_endian_words();
    words.resize(8 * length.div_ceil(64) as usize, 0);
    let mut bytes = Vec::with_capacity(24 + words.len());
    for number in [layer.bits.len(), layer.hashes.into(), length] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.extend(words);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_module() {
        assert_eq!(size(50, 0.01), (480, 7));
        assert_eq!(size(1000, 0.0001), (19171, 14));
    }
}
