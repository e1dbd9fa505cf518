//! MurmurHash3 by Austin Appleby: x64_128, and the rounds of x86_32.

/// Mixes one 32-bit block into a state of x86_32.
pub(crate) fn round32(state: u32, block: u32) -> u32 {
    (state ^ scramble32(block)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

fn scramble32(block: u32) -> u32 {
    block.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

/// Finishes a state of x86_32.
pub(crate) fn finish32(mut h: u32, length: u32) -> u32 {
    h ^= length;
    h = (h ^ h >> 16).wrapping_mul(0x85eb_ca6b);
    h = (h ^ h >> 13).wrapping_mul(0xc2b2_ae35);
    h ^ h >> 16
}

/// MurmurHash3 x86_32.
pub(crate) fn x86_32(bytes: &[u8], seed: u32) -> u32 {
    let (blocks, rest) = bytes.as_chunks::<4>();
    let state = blocks.iter().fold(seed, |state, block| round32(state, u32::from_le_bytes(*block)));
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    let last = u32::from_le_bytes(last);
    finish32(state ^ scramble32(last), bytes.len() as u32)
}

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

/// Scrambles a block for the first lane.
pub(super) fn first(block: u64) -> u64 {
    block.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

pub(super) fn second(block: u64) -> u64 {
    block.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

/// The 64-bit finalizer.
pub(crate) fn finish64(mut h: u64) -> u64 {
    h = (h ^ h >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ h >> 33
}

fn half(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// Mixes one block of 16 bytes into a state of x64_128.
pub(super) fn mix128((mut a, mut b): (u64, u64), block: &[u8; 16]) -> (u64, u64) {
    a ^= first(half(&block[..8]));
    a = a.rotate_left(27).wrapping_add(b).wrapping_mul(5).wrapping_add(0x52dc_e729);
    b ^= second(half(&block[8..]));
    b = b.rotate_left(31).wrapping_add(a).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    (a, b)
}

/// MurmurHash3 x64_128: its two words.
pub(crate) fn x64_128(bytes: &[u8], seed: u32) -> (u64, u64) {
    let (blocks, rest) = bytes.as_chunks::<16>();
    let (mut a, mut b) = blocks.iter().fold((seed.into(), seed.into()), mix128);
    let (low, high) = rest.split_at(rest.len().min(8));
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

    #[test]
    fn a_sentence_has_its_published_hash() {
        let fox = b"The quick brown fox jumps over the lazy dog";
        assert_eq!(x64_128(fox, 0), (0xe34b_bc7b_bc07_1b6c, 0x7a43_3ca9_c49a_9347));
        assert_eq!(x64_128(b"", 0), (0, 0));
    }

    /// SMHasher's own check: hashes of 0, 1, … 255 bytes, hashed together.
    #[test]
    fn smhasher_s_verification_value_is_met() {
        let mut hashes = Vec::new();
        let keys: Vec<u8> = (0..=255).collect();
        let words = |(a, b): (u64, u64)| [a.to_le_bytes(), b.to_le_bytes()].concat();
        for length in 0..256_u32 {
            hashes.extend(words(x64_128(&keys[..length as usize], 256 - length)));
        }
        let last = words(x64_128(&hashes, 0));
        assert_eq!(u32::from_le_bytes([last[0], last[1], last[2], last[3]]), 0x6384_ba69);
    }
}
