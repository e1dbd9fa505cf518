//! ORC's hashes: a MurmurHash3 with one lane of 64 bits for bytes, Thomas Wang's for numbers.

use super::murmur3::{finish64, first};

const SEED: u64 = 104_729;

/// `Murmur3.hash64` of Hive and ORC. It is not the first half of x64_128.
pub(crate) fn bytes(bytes: &[u8]) -> u64 {
    let (blocks, rest) = bytes.as_chunks::<8>();
    let mut state = SEED;
    for block in blocks {
        state ^= first(u64::from_le_bytes(*block));
        state = state.rotate_left(27).wrapping_mul(5).wrapping_add(0x52dc_e729);
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state ^= first(u64::from_le_bytes(last));
    finish64(state ^ bytes.len() as u64)
}

/// Thomas Wang's hash of 64 bits, whose right shifts keep the sign here.
pub(crate) fn integer(number: i64) -> u64 {
    let mut key = (!number).wrapping_add(number << 21);
    key ^= key >> 24;
    key = key.wrapping_add(key << 3).wrapping_add(key << 8);
    key ^= key >> 14;
    key = key.wrapping_add(key << 2).wrapping_add(key << 4);
    key ^= key >> 28;
    key.wrapping_add(key << 31).cast_unsigned()
}
