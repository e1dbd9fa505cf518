//! Spark's `Murmur3_x86_32`: each of the last bytes is a block of its own, with its sign.

use super::murmur3::{finish32, round32};
use crate::Key;

/// `hashUnsafeBytes`, and for numbers `hashLong`, which is the hash of 8 bytes.
pub(crate) fn hash(bytes: &[u8], seed: i32) -> i32 {
    let (blocks, rest) = bytes.as_chunks::<4>();
    let mut state = seed.cast_unsigned();
    for block in blocks {
        state = round32(state, u32::from_le_bytes(*block));
    }
    for byte in rest {
        state = round32(state, i32::from(byte.cast_signed()).cast_unsigned());
    }
    finish32(state, bytes.len() as u32).cast_signed()
}

/// Both hashes of a key in one word, the first in the low half; the second has the first as seed.
pub(crate) fn pair(key: &Key, seed: i32) -> u64 {
    let both = |bytes: &[u8]| {
        let first = hash(bytes, seed);
        let second = hash(bytes, first);
        u64::from(first.cast_unsigned()) | u64::from(second.cast_unsigned()) << 32
    };
    match key {
        Key::Bytes(bytes) => both(bytes),
        Key::Integer(n) => both(&n.to_le_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values in Spark's own test of `hashInt` and `hashLong`.
    #[test]
    fn numbers_have_the_hashes_of_spark_s_own_test() {
        let ints = [
            (0, 593_689_054),
            (-42, -189_366_624),
            (42, -1_134_849_565),
            (i32::MIN, -1_718_298_732),
            (i32::MAX, -1_653_689_534),
        ];
        for (n, expected) in ints {
            assert_eq!(hash(&n.to_le_bytes(), 0), expected, "{n}");
        }
        let longs = [
            (0, 1_669_671_676),
            (-42, -846_261_623),
            (42, 1_871_679_806),
            (i64::MIN, 1_366_273_829),
            (i64::MAX, -2_106_506_049),
        ];
        for (n, expected) in longs {
            assert_eq!(hash(&n.to_le_bytes(), 0), expected, "{n}");
        }
    }

    /// MurmurHash3 x86_32's published values, of whole blocks only: the last bytes differ.
    #[test]
    fn whole_blocks_are_murmur3() {
        assert_eq!(hash(b"aaaa", 0x9747_b28c_u32.cast_signed()), 0x5a97_808a_u32.cast_signed());
        assert_eq!(hash(&[255; 4], 0), 0x7629_3b50_u32.cast_signed());
        assert_eq!(hash(b"", 1), 0x514e_28b7_u32.cast_signed());
    }
}
