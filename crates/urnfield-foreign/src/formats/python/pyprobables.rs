//! pyprobables' `BloomFilter.export` and `export_hex`; a C library of the same author shares them.
//!
//! `bits | uint64 capacity | uint64 added | float32 rate`, lowest byte first in the file and
//! highest byte first in the hexadecimal text. Bits and hashes are computed from capacity and rate.

use crate::format::hashes;
use crate::hash::fnv;
use crate::reader::Reader;
use crate::text::{from_hex, trimmed};
use crate::{
    Bits, Foreign, Format, Key, KeyForm, Law, Layer, Parameters, Refusal, Rule, Stated, Writer,
};
use std::f64::consts::LN_2;

pub(crate) static FORMAT: Format = Format {
    name: "pyprobables",
    library: "pyprobables BloomFilter",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: Some(Writer { size, empty, write }),
    reservation: "",
};

pub(crate) static HEX: Format =
    Format { name: "pyprobables-hex", read: read_hex, writer: None, ..FORMAT };

const KEYS: &[KeyForm] = &[
    KeyForm::bytes("str"),
    KeyForm {
        name: "bytes",
        about: "the bytes of the text, each as the character of its number",
        key: |text| {
            Ok(Key::Bytes(text.iter().map(|byte| char::from(*byte)).collect::<String>().into()))
        },
    },
];

/// Probe i is FNV-1a of the code points from the usual start plus 31i, modulo the bits.
#[derive(Debug)]
struct Probables {
    bits: u64,
    hashes: u32,
}

impl Probables {
    fn words_of(&self, units: impl Iterator<Item = u64> + Clone) -> Vec<u64> {
        let start = |i: u32| fnv::BASIS.wrapping_add(31 * u64::from(i));
        (0..self.hashes).map(|i| fnv::fnv1a(start(i), units.clone())).collect()
    }
}

impl Rule for Probables {
    fn words(&self) -> usize {
        self.hashes as usize
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        words.iter().all(|word| visit(word % self.bits))
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged("pyprobables has keys of type str and bytes only"));
        };
        let text = str::from_utf8(bytes)
            .map_err(|_| Refusal::damaged("a key is not UTF-8: take the form bytes for it"))?;
        Ok(self.words_of(text.chars().map(|c| u64::from(u32::from(c)))))
    }

    /// The hashes of one key depend on one another, so a random key of 16 bytes is hashed.
    fn draw(&self, random: &mut dyn FnMut() -> u64, words: &mut [u64]) {
        let key = [random().to_le_bytes(), random().to_le_bytes()];
        words.copy_from_slice(
            &self.words_of(key.as_flattened().iter().map(|byte| u64::from(*byte))),
        );
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let (bits, mut footer) = footer(bytes)?;
    let (capacity, added, rate) = (footer.u64_le()?, footer.u64_le()?, footer.u32_le()?);
    Ok(vec![filter(FORMAT.name, bits.to_vec(), capacity, added, f32::from_bits(rate))?])
}

fn read_hex(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let bytes = from_hex(trimmed(bytes))?;
    let (bits, mut footer) = footer(&bytes)?;
    let (capacity, added, rate) = (footer.u64_be()?, footer.u64_be()?, footer.u32_be()?);
    Ok(vec![filter(HEX.name, bits.to_vec(), capacity, added, f32::from_bits(rate))?])
}

fn footer(bytes: &[u8]) -> Result<(&[u8], Reader<'_>), Refusal> {
    let start = bytes.len().checked_sub(20);
    let start = start.ok_or_else(|| Refusal::other("shorter than a footer of 20 bytes"))?;
    Ok((&bytes[..start], Reader(&bytes[start..])))
}

fn filter(
    format: &'static str,
    bits: Vec<u8>,
    capacity: u64,
    added: u64,
    rate: f32,
) -> Result<Foreign, Refusal> {
    let asked = f64::from(rate);
    if capacity == 0 || !(asked > 0.0 && asked < 1.0) {
        return Err(Refusal::other("the footer has no capacity and rate"));
    }
    let (len, count) = size(capacity, asked);
    let (bits, hashes) = (Bits::new(bits, len)?, hashes(count.into())?);
    let law = Law::Wrapped("FNV-1a from starts that are 31 apart");
    let layer = Layer::new(bits, hashes, Probables { bits: len, hashes }, law);
    let stated = Stated { asked_rate: Some(asked), capacity: Some(capacity), added: Some(added) };
    Ok(Foreign { stated, ..Foreign::plain(format, layer) })
}

/// pyprobables' sizes, computed from the rate as a `float32`, with Python's rounding to even.
fn size(items: u64, rate: f64) -> (u64, u32) {
    let rate = f64::from(rate as f32);
    let bits = (-(items as f64) * rate.ln() / 0.480_453_013_918_2).ceil();
    let hashes = (LN_2 * bits / items.max(1) as f64).round_ties_even();
    (bits as u64, hashes as u32)
}

fn empty(asked: &Parameters) -> Result<Foreign, Refusal> {
    let (Some(capacity), Some(rate)) = (asked.capacity, asked.asked_rate) else {
        return Err(Refusal::damaged(
            "pyprobables computes bits and hashes: give items and a rate instead",
        ));
    };
    let (bits, _) = size(capacity, rate);
    let bits = Bits::zero(bits)?.as_bytes().to_vec();
    filter(FORMAT.name, bits, capacity, 0, rate as f32)
        .map_err(|refusal| Refusal { is_certain: true, ..refusal })
}

fn write(filter: &Foreign) -> Vec<u8> {
    let stated = &filter.stated;
    let mut bytes = filter.layers[0].bits.as_bytes().to_vec();
    bytes.extend(stated.capacity.unwrap_or(0).to_le_bytes());
    bytes.extend(stated.added.unwrap_or(0).to_le_bytes());
    bytes.extend((stated.asked_rate.unwrap_or(0.0) as f32).to_le_bytes());
    bytes
}
