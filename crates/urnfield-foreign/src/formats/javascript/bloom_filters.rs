//! npm's `bloom-filters`: `saveAsJSON` of `BloomFilter`, `PartitionedBloomFilter` and
//! `ScalableBloomFilter`.

use super::enhanced::{BloomFilters, seeds};
use super::saved::{Kind, Partitioned, Plain, Scalable};
use crate::format::hashes;
use crate::text::trimmed;
use crate::{Bits, Foreign, Format, KeyForm, Law, Layer, Refusal, Stated};
use serde::de::DeserializeOwned;

pub(crate) static FORMAT: Format = Format {
    name: "bloom-filters-js",
    library: "npm bloom-filters",
    is_by_content: true,
    read,
    keys: &[KeyForm::bytes("string")],
    writer: None,
    reservation: "",
};

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let Kind { kind } = parse(bytes)?;
    let (layers, rate, seed) = match kind.as_str() {
        "BloomFilter" => {
            let saved: Plain = parse(bytes)?;
            (vec![plain(&saved)?], None, saved.seed)
        }
        "PartitionedBloomFilter" => {
            let saved: Partitioned = parse(bytes)?;
            (vec![partitioned(&saved)?], None, saved.seed)
        }
        "ScalableBloomFilter" => {
            let saved: Scalable = parse(bytes)?;
            let layers: Result<Vec<Layer>, Refusal> =
                saved.filters.iter().map(partitioned).collect();
            let seed = saved.filters.first().map_or(0.0, |filter| filter.seed);
            if saved.filters.iter().any(|filter| filter.seed != seed) {
                return Err(Refusal::damaged(
                    "the layers of a scalable filter have different seeds",
                ));
            }
            (layers?, Some(saved.rate), seed)
        }
        _ => return Err(Refusal::other("the type is no Bloom filter of npm's bloom-filters")),
    };
    let Some(last) = layers.last() else { return Ok(Vec::new()) };
    let asked_rate = rate.filter(|rate| *rate > 0.0 && *rate < 1.0);
    let stated = Stated { asked_rate, capacity: last.stated.capacity, ..Stated::default() };
    let seed = (seed.fract() == 0.0 && seed.abs() < 9e15).then_some(seed as i64);
    let foreign = Foreign::plain(FORMAT.name, last.clone());
    let stated = if layers.len() == 1 { stated } else { Stated { capacity: None, ..stated } };
    Ok(vec![Foreign { version: Some(kind), layers, seed, shares_words: true, stated, ..foreign }])
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let text = trimmed(bytes);
    if text.first() != Some(&b'{') {
        return Err(Refusal::other("the text is no JSON object"));
    }
    serde_json::from_slice(text).map_err(|_| Refusal::other("the JSON is not of bloom-filters"))
}

fn plain(saved: &Plain) -> Result<Layer, Refusal> {
    let bits = Bits::new(saved.filter.0.clone(), saved.size)?;
    layer(bits, saved.size, saved.hashes, saved.seed, false)
}

/// Slices are saved as whole bytes each, and follow one another here.
fn partitioned(saved: &Partitioned) -> Result<Layer, Refusal> {
    if saved.filter.len() as u64 != saved.hashes {
        let slices = saved.filter.len();
        return Err(Refusal::damaged(format!("hashes = {}, but slices = {slices}", saved.hashes)));
    }
    let mut bytes = Vec::new();
    let mut len = 0;
    for slice in &saved.filter {
        let slice = Bits::new(slice.0.clone(), saved.slice)?;
        for bit in 0..saved.slice {
            if len % 8 == 0 {
                bytes.push(0);
            }
            bytes[len / 8] |= u8::from(slice.test(bit)) << (len % 8);
            len += 1;
        }
    }
    let bits = Bits::new(bytes, len as u64)?;
    let layer = layer(bits, saved.slice, saved.hashes, saved.seed, true)?;
    let capacity = (saved.capacity.fract() == 0.0).then_some(saved.capacity as u64);
    Ok(Layer { stated: Stated { capacity, ..Stated::default() }, ..layer })
}

fn layer(
    bits: Bits,
    modulus: u64,
    count: u64,
    seed: f64,
    is_partitioned: bool,
) -> Result<Layer, Refusal> {
    let hashes = hashes(count)?;
    let rule = BloomFilters { modulus, hashes, is_partitioned, seeds: seeds(seed) };
    let law = Law::Wrapped(if is_partitioned {
        "enhanced double hashing, one position in each slice"
    } else {
        "enhanced double hashing"
    });
    Ok(Layer::new(bits, hashes, rule, law))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_files_have_lists_of_bits() {
        let text = br#"{"type":"BloomFilter","_size":10,"_nbHashes":2,"_filter":[1,0,0,0,0,0,0,0,0,1],"_seed":1}"#;
        let filter = &read(text).expect("a filter")[0];
        let bits = &filter.layers[0].bits;
        assert!(bits.len() == 10 && bits.test(0) && bits.test(9) && bits.ones() == 2);
    }
}
