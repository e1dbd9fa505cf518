//! LZ4's block format: literals, then a copy, again and again.

use super::snappy::copy;
use crate::reader::Reader;

/// Unpacks a block behind what is in `out`, which may grow to `most` bytes. `None` if it is
/// damaged.
pub(super) fn unpack(block: &[u8], out: &mut Vec<u8>, most: usize) -> Option<()> {
    let start = out.len();
    let mut reader = Reader(block);
    loop {
        let token = u64::from(reader.u8().ok()?);
        let literals = length(token >> 4, &mut reader)?;
        if literals > (most - out.len()) as u64 {
            return None;
        }
        out.extend(reader.bytes(literals).ok()?);
        if reader.0.is_empty() {
            return Some(());
        }
        let distance = u64::from(reader.u8().ok()?) | u64::from(reader.u8().ok()?) << 8;
        let matched = length(token & 15, &mut reader)? + 4;
        copy(out, start, distance, matched, most)?;
    }
}

/// A length of 15 or more goes on in bytes until one is below 255.
fn length(first: u64, reader: &mut Reader) -> Option<u64> {
    let mut length = first;
    let mut goes_on = first == 15;
    while goes_on {
        let byte = reader.u8().ok()?;
        length += u64::from(byte);
        goes_on = byte == 255;
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_overlapping_copies_are_unpacked() {
        // "ab", then 8 bytes from 2 before the end, then "c".
        let block = [0x24, b'a', b'b', 2, 0, 0x10, b'c'];
        let mut out = Vec::new();
        assert_eq!(unpack(&block, &mut out, 100), Some(()));
        assert_eq!(out, b"ababababab\x63");
        assert_eq!(unpack(&block, &mut Vec::new(), 5), None);
        assert_eq!(unpack(&[0x24, b'a', b'b', 3, 0, 0x10, b'c'], &mut Vec::new(), 100), None);
    }
}
