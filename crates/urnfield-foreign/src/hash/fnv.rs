//! Fowler, Noll and Vo's hash in 64 bits, versions 1 and 1a, over units of any size.

pub(crate) const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;

/// FNV-1a from a starting state: exclusive or, then multiply.
pub(crate) fn fnv1a(state: u64, units: impl Iterator<Item = u64>) -> u64 {
    units.fold(state, |state, unit| (state ^ unit).wrapping_mul(PRIME))
}

/// FNV-1 of bytes: multiply, then exclusive or.
pub(crate) fn fnv1(bytes: &[u8]) -> u64 {
    bytes.iter().fold(BASIS, |state, byte| state.wrapping_mul(PRIME) ^ u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors that the authors publish with the hash.
    #[test]
    fn fnv_has_the_published_vectors() {
        let vectors = [
            ("", 0xcbf2_9ce4_8422_2325, 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_bd4c_8601_b7be, 0xaf63_dc4c_8601_ec8c),
            ("b", 0xaf63_bd4c_8601_b7bd, 0xaf63_df4c_8601_f1a5),
            ("foobar", 0x340d_8765_a4dd_a9c2, 0x8594_4171_f739_67e8),
        ];
        for (text, first, second) in vectors {
            assert_eq!(fnv1(text.as_bytes()), first, "FNV-1 of {text:?}");
            assert_eq!(fnv1a(BASIS, text.bytes().map(u64::from)), second, "FNV-1a of {text:?}");
        }
    }
}
