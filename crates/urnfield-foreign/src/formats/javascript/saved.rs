//! The JSON that npm's `bloom-filters` saves.

use crate::text::from_base64;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt::{self, Formatter};

/// What all filters of the package have.
#[derive(Deserialize)]
pub(super) struct Kind {
    #[serde(rename = "type")]
    pub(super) kind: String,
}

/// A `BloomFilter`.
#[derive(Deserialize)]
pub(super) struct Plain {
    #[serde(rename = "_size")]
    pub(super) size: u64,
    #[serde(rename = "_nbHashes")]
    pub(super) hashes: u64,
    #[serde(rename = "_filter")]
    pub(super) filter: BitSet,
    #[serde(rename = "_seed")]
    pub(super) seed: f64,
}

/// A `PartitionedBloomFilter`; its `_size` and `_capacity` need not be whole numbers.
#[derive(Deserialize)]
pub(super) struct Partitioned {
    #[serde(rename = "_nbHashes")]
    pub(super) hashes: u64,
    #[serde(rename = "_m")]
    pub(super) slice: u64,
    #[serde(rename = "_filter")]
    pub(super) filter: Vec<BitSet>,
    #[serde(rename = "_capacity")]
    pub(super) capacity: f64,
    #[serde(rename = "_seed")]
    pub(super) seed: f64,
}

/// A `ScalableBloomFilter`.
#[derive(Deserialize)]
pub(super) struct Scalable {
    #[serde(rename = "_error_rate")]
    pub(super) rate: f64,
    #[serde(rename = "_filters")]
    pub(super) filters: Vec<Partitioned>,
}

/// Bytes in which bit i is bit i mod 8 of byte i / 8: saved as base64, in older files as a list of
/// the numbers 0 and 1.
pub(super) struct BitSet(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for BitSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<BitSet, D::Error> {
        from.deserialize_any(BitSetVisitor).map(BitSet)
    }
}

struct BitSetVisitor;

impl<'de> Visitor<'de> for BitSetVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("size and content, or a list of bits")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = None;
        while let Some(name) = map.next_key::<String>()? {
            if name == "content" {
                let text: String = map.next_value()?;
                bytes = Some(from_base64(text.as_bytes()).map_err(A::Error::custom)?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        bytes.ok_or_else(|| A::Error::missing_field("content"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
        let (mut bytes, mut len) = (Vec::new(), 0);
        while let Some(bit) = list.next_element::<f64>()? {
            if len % 8 == 0 {
                bytes.push(0);
            }
            bytes[len / 8] |= u8::from(bit != 0.0) << (len % 8);
            len += 1;
        }
        Ok(bytes)
    }
}
