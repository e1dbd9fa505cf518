//! SHA-1, of FIPS 180-4.

/// SHA-1 of some bytes.
pub(crate) fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let (blocks, rest) = bytes.as_chunks::<64>();
    blocks.iter().for_each(|block| mix(&mut state, block));
    // A bit 1, zeros, and the number of bits in the last eight bytes.
    let mut last = [[0; 64]; 2];
    let padded = last.as_flattened_mut();
    padded[..rest.len()].copy_from_slice(rest);
    padded[rest.len()] = 0x80;
    let end = if rest.len() < 56 { 64 } else { 128 };
    padded[end - 8..end].copy_from_slice(&(8 * bytes.len() as u64).to_be_bytes());
    last[..end / 64].iter().for_each(|block| mix(&mut state, block));
    let mut digest = [0; 20];
    for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    digest
}

fn mix(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut words = [0_u32; 80];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for i in 16..80 {
        words[i] = (words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]).rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (i, word) in words.iter().enumerate() {
        let (choice, constant) = match i / 20 {
            0 => (b & c | !b & d, 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6_u32),
        };
        let sum = a.rotate_left(5).wrapping_add(choice).wrapping_add(e).wrapping_add(constant);
        (a, b, c, d, e) = (sum.wrapping_add(*word), a, b.rotate_left(30), c, d);
    }
    for (part, new) in state.iter_mut().zip([a, b, c, d, e]) {
        *part = part.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &[u8]) -> String {
        sha1(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The examples that NIST publishes with the standard: one block, two blocks, many.
    #[test]
    fn sha1_has_the_examples_of_its_standard() {
        assert_eq!(hex(b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(
            hex(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        );
        assert_eq!(hex(&[b'a'; 1_000_000]), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
        assert_eq!(hex(b""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    }
}
