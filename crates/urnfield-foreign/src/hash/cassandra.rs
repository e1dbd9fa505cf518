//! Cassandra's `hash3_x64_128`: MurmurHash3 x64_128, except that each of the last bytes, up to 15,
//! is extended with its sign.

use super::murmur3::{finish64, first, mix128, second};

/// The two words of Cassandra's hash with seed 0.
pub(crate) fn hash3_x64_128(bytes: &[u8]) -> (u64, u64) {
    let (blocks, rest) = bytes.as_chunks::<16>();
    let (mut a, mut b) = blocks.iter().fold((0, 0), mix128);
    let (low, high) = rest.split_at(rest.len().min(8));
    let half = |bytes: &[u8]| {
        let signed = |byte: &u8| i64::from(byte.cast_signed()).cast_unsigned();
        bytes.iter().enumerate().fold(0, |word, (i, byte)| word ^ signed(byte) << (8 * i))
    };
    a ^= first(half(low)) ^ bytes.len() as u64;
    b ^= second(half(high)) ^ bytes.len() as u64;
    a = a.wrapping_add(b);
    b = b.wrapping_add(a);
    (a, b) = (finish64(a), finish64(b));
    a = a.wrapping_add(b);
    (a, a.wrapping_add(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens in the tests of Cassandra's Python driver: a token is the first word.
    #[test]
    fn the_first_word_is_the_token_of_cassandras_drivers() {
        let mixed = [0, 255, 16, 250, 153].repeat(10);
        let vectors: [(&[u8], i64); 5] = [
            (b"123", -7_468_325_962_851_647_638),
            (&mixed, 5_837_342_703_291_459_765),
            (&[0xfe; 8], -8_927_430_733_708_461_935),
            (&[0x10; 8], 1_446_172_840_243_228_796),
            (b"9223372036854775807", 7_162_290_910_810_015_547),
        ];
        for (bytes, token) in vectors {
            assert_eq!(hash3_x64_128(bytes).0.cast_signed(), token, "{bytes:?}");
        }
    }
}
