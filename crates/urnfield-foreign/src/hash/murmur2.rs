//! MurmurHash2 by Austin Appleby, and MurmurHash64A, its form with 64 bits.

const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;

/// MurmurHash64A of some bytes.
pub(crate) fn murmur64a(bytes: &[u8], seed: u64) -> u64 {
    let mut h = seed ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    let (blocks, rest) = bytes.as_chunks::<8>();
    for block in blocks {
        let k = u64::from_le_bytes(*block).wrapping_mul(FACTOR);
        h = (h ^ (k ^ k >> 47).wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        h = (h ^ u64::from_le_bytes(last)).wrapping_mul(FACTOR);
    }
    h = (h ^ h >> 47).wrapping_mul(FACTOR);
    h ^ h >> 47
}

/// MurmurHash2 of some bytes.
pub(crate) fn murmur2(bytes: &[u8], seed: u32) -> u32 {
    const FACTOR: u32 = 0x5bd1_e995;
    let mut h = seed ^ bytes.len() as u32;
    let (blocks, rest) = bytes.as_chunks::<4>();
    for block in blocks {
        let k = u32::from_le_bytes(*block).wrapping_mul(FACTOR);
        h = h.wrapping_mul(FACTOR) ^ (k ^ k >> 24).wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        h = (h ^ u32::from_le_bytes(last)).wrapping_mul(FACTOR);
    }
    h = (h ^ h >> 13).wrapping_mul(FACTOR);
    h ^ h >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verification codes of SMHasher, the author's own test program: the hash of the hashes of
    /// 256 keys.
    #[test]
    fn both_have_the_verification_codes_of_their_author() {
        let key: Vec<u8> = (0..=255).collect();
        let seeded = |i: usize| (&key[..i], 256 - i as u32);
        let long: Vec<u8> = (0..256)
            .map(seeded)
            .flat_map(|(key, seed)| murmur64a(key, seed.into()).to_le_bytes())
            .collect();
        assert_eq!(murmur64a(&long, 0) as u32, 0x1f0d_3804);
        let short: Vec<u8> =
            (0..256).map(seeded).flat_map(|(key, seed)| murmur2(key, seed).to_le_bytes()).collect();
        assert_eq!(murmur2(&short, 0), 0x2786_4c1e);
    }
}
