//! RedisBloom's `BF.SCANDUMP`: the data of its answers, one after another in their order.
//!
//! `uint64 added | uint32 layers | uint32 options | uint32 growth | layers × header | bits`, lowest
//! byte first; a header is `uint64 bytes | uint64 bits | uint64 added | float64 rate | float64 bits
//! an item | uint32 hashes | uint64 capacity | uint8 exponent`.

use super::redis_rule::RedisBloom;
use crate::format::hashes;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, KeyForm, Law, Layer, Refusal, Stated, Steps};

pub(crate) static FORMAT: Format = Format {
    name: "redisbloom",
    library: "RedisBloom BF.SCANDUMP",
    is_by_content: true,
    read,
    keys: &[KeyForm::bytes("item")],
    writer: None,
    reservation: "run against the filter's own source, not against a server",
};

/// The module writes ln 2 with fifteen digits.
const LN_2: f64 = 693_147_180_559_945.0 / 1e15;

const FORCE_64: u32 = 4;
const NO_SCALING: u32 = 8;

/// What the header says of one layer.
struct Header {
    bytes: u64,
    modulus: u64,
    hashes: u32,
    sum_bits: u32,
    stated: Stated,
}

fn header(reader: &mut Reader<'_>, options: u32) -> Result<Header, Refusal> {
    let (bytes, bits, added) = (reader.u64_le()?, reader.u64_le()?, reader.u64_le()?);
    let (rate, an_item) = (f64::from_bits(reader.u64_le()?), f64::from_bits(reader.u64_le()?));
    let (count, capacity, exponent) = (reader.u32_le()?, reader.u64_le()?, reader.u8()?);
    // The module's own check, in `bloom_validate_integrity`.
    let is_right = rate > 0.0
        && rate < 1.0
        && exponent <= 63
        && bytes.checked_mul(8) == Some(bits)
        && (exponent == 0 || bits >= 1 << exponent)
        && f64::from(count) == (LN_2 * an_item).ceil();
    if !is_right {
        return Err(Refusal::other("a layer's header is not one of RedisBloom"));
    }
    let sum_bits = if options & FORCE_64 == 0 && (1..=31).contains(&exponent) { 32 } else { 64 };
    let modulus = if exponent == 0 { bits } else { 1 << exponent };
    let stated = Stated { asked_rate: Some(rate), capacity: Some(capacity), added: Some(added) };
    Ok(Header { bytes, modulus, hashes: hashes(count.into())?, sum_bits, stated })
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let added = reader.u64_le()?;
    let (count, options, growth) = (reader.u32_le()?, reader.u32_le()?, reader.u32_le()?);
    if count == 0 || options > 15 {
        return Err(Refusal::other("no number of layers and no options of RedisBloom"));
    }
    let mut headers = Reader(reader.bytes(53 * u64::from(count))?);
    let hash_bits = if options & FORCE_64 == 0 { 32 } else { 64 };
    let mut layers = Vec::new();
    for _ in 0..count {
        let Header { bytes, modulus, hashes, sum_bits, stated } = header(&mut headers, options)?;
        let bits = Bits::padded(reader.bytes(bytes)?.to_vec(), modulus)?;
        let rule = RedisBloom { modulus, hashes, hash_bits, sum_bits };
        // Words are uniform modulo a power of two that divides their number, and nowhere else.
        let is_exact = modulus.is_power_of_two() && modulus <= u64::MAX >> (64 - hash_bits);
        let law = if is_exact {
            Law::Double(Steps::All)
        } else {
            Law::Wrapped("double hashing in wrapping 64-bit words")
        };
        layers.push(Layer { stated, ..Layer::new(bits, hashes, rule, law) });
    }
    reader.rest(0)?;
    let counts = layers.iter().try_fold(0_u64, |sum, layer| sum.checked_add(layer.stated.added?));
    if counts != Some(added) {
        return Err(Refusal::other("the items of all layers are not those of the filter"));
    }
    let first = layers[0].stated;
    let is_fixed = options & NO_SCALING != 0;
    let asked_rate = first.asked_rate.map(|rate| if is_fixed { rate } else { 2.0 * rate });
    let capacity = first.capacity.filter(|_| is_fixed);
    let stated = Stated { asked_rate, capacity, added: Some(added) };
    let growth = if is_fixed {
        "the filter does not grow".into()
    } else {
        format!("each layer has room for {growth} times the items and half the rate")
    };
    let plain = Foreign::plain(FORMAT.name, layers[0].clone());
    Ok(vec![Foreign { layers, shares_words: true, stated, notes: vec![growth], ..plain }])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A layer's header: bits, items, rate, hashes, capacity, exponent.
    fn header(
        bits: u64,
        added: u64,
        rate: f64,
        hashes: u32,
        capacity: u64,
        exponent: u8,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [bits / 8, bits, added, rate.to_bits(), (f64::from(hashes) / 0.7).to_bits()] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(hashes.to_le_bytes());
        bytes.extend(capacity.to_le_bytes());
        bytes.push(exponent);
        bytes
    }

    fn chain(options: u32, added: u64) -> Vec<u8> {
        let mut bytes = added.to_le_bytes().to_vec();
        for number in [2, options, 2] {
            bytes.extend(u32::to_le_bytes(number));
        }
        bytes.extend(header(1024, 60, 0.005, 8, 60, 10));
        bytes.extend(header(1472, 3, 0.0025, 9, 120, 0));
        bytes.extend([0; 128 + 184]);
        bytes
    }

    #[test]
    fn layers_are_read_as_their_headers_say() {
        let filter = &read(&chain(FORCE_64, 63)).expect("a chain")[0];
        assert_eq!(filter.stated.added, Some(63));
        assert_eq!(filter.stated.asked_rate, Some(0.01));
        let layers: Vec<_> = filter
            .layers
            .iter()
            .map(|layer| (layer.bits.len(), layer.hashes, &layer.law))
            .collect();
        let wrapped = Law::Wrapped("double hashing in wrapping 64-bit words");
        assert_eq!(layers, [(1024, 8, &Law::Double(Steps::All)), (1472, 9, &wrapped)]);
        assert!(read(&chain(FORCE_64, 64)).is_err(), "items that do not add up");
        assert!(read(&[&chain(FORCE_64, 63)[..], &[0]].concat()).is_err(), "a byte too many");
    }
}
