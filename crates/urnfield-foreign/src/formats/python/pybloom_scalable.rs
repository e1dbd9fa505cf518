//! pybloom_live's `ScalableBloomFilter.tofile`.
//!
//! `int32 growth | float64 ratio | uint64 first capacity | float64 rate | int32 layers |
//! layers × uint64 length | layers`, lowest byte first; a layer is a file of `pybloom`.

use super::pybloom::{KEYS, layer};
use crate::reader::Reader;
use crate::{Foreign, Format, Refusal, Stated};

pub(crate) static FORMAT: Format = Format {
    name: "pybloom-scalable",
    library: "pybloom_live ScalableBloomFilter",
    is_by_content: true,
    read,
    keys: KEYS,
    writer: None,
    reservation: "",
};

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let growth = reader.u32_le()?;
    let ratio = f64::from_bits(reader.u64_le()?);
    let first = reader.u64_le()?;
    let rate = f64::from_bits(reader.u64_le()?);
    let count = reader.u32_le()?;
    if growth == 0 || first == 0 || !(rate > 0.0 && rate < 1.0 && ratio > 0.0 && ratio < 1.0) {
        return Err(Refusal::other("no growth, ratio, capacity and rate of a scalable filter"));
    }
    let mut lengths = Reader(reader.bytes(8 * u64::from(count))?);
    let mut layers = Vec::new();
    for _ in 0..count {
        layers.push(layer(reader.bytes(lengths.u64_le()?)?)?);
    }
    reader.rest(0)?;
    let Some(last) = layers.last() else { return Ok(Vec::new()) };
    let stated = Stated {
        asked_rate: Some(rate),
        capacity: None,
        added: layers.iter().try_fold(0_u64, |sum, layer| sum.checked_add(layer.stated.added?)),
    };
    let notes = vec![format!(
        "the library asks {ratio} times the rate of each next layer, so the rates of all layers \
         add up to more than the {rate} that it was asked for"
    )];
    let plain = Foreign::plain(FORMAT.name, last.clone());
    Ok(vec![Foreign { layers, stated, notes, ..plain }])
}
