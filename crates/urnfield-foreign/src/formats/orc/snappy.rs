//! Snappy's raw format: literals and copies of what was unpacked before.

use crate::reader::Reader;

/// Unpacks a block behind what is in `out`, which may grow to `most` bytes. `None` if it is
/// damaged.
pub(super) fn unpack(block: &[u8], out: &mut Vec<u8>, most: usize) -> Option<()> {
    let start = out.len();
    let mut reader = Reader(block);
    let stated = reader.varint().ok()?;
    if stated > (most - start) as u64 {
        return None;
    }
    let end = start + stated as usize;
    while !reader.0.is_empty() {
        let tag = reader.u8().ok()?;
        let mut number = |bytes: u64| {
            let taken = reader.bytes(bytes).ok()?;
            Some(taken.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        };
        let high = u64::from(tag >> 2);
        let (distance, length) = match tag & 3 {
            0 => {
                let length = if high < 60 { high } else { number(high - 59)? } + 1;
                if length > (end - out.len()) as u64 {
                    return None;
                }
                out.extend(reader.bytes(length).ok()?);
                continue;
            }
            1 => (u64::from(tag >> 5) << 8 | number(1)?, (high & 7) + 4),
            2 => (number(2)?, high + 1),
            _ => (number(4)?, high + 1),
        };
        copy(out, start, distance, length, end)?;
    }
    (out.len() == end).then_some(())
}

/// Appends `length` bytes that stand `distance` before the end, not before `start`.
pub(super) fn copy(
    out: &mut Vec<u8>,
    start: usize,
    distance: u64,
    length: u64,
    most: usize,
) -> Option<()> {
    let here = out.len();
    if distance == 0 || distance > (here - start) as u64 || length > (most - here) as u64 {
        return None;
    }
    let from = here - distance as usize;
    // A copy may overlap what it appends.
    for i in 0..length as usize {
        out.push(out[from + i]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_overlapping_copies_are_unpacked() {
        // 10 bytes: the literal "ab", then 8 bytes from 2 before the end.
        let mut out = b"xy".to_vec();
        assert_eq!(unpack(&[10, 4, b'a', b'b', 1 | 4 << 2, 2], &mut out, 100), Some(()));
        assert_eq!(out, b"xyababababab"[..12]);
        assert_eq!(unpack(&[10, 4, b'a', b'b', 1 | 4 << 2, 3], &mut out, 100), None);
        assert_eq!(unpack(&[200, 1], &mut out, 100), None);
    }
}
