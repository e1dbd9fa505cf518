//! RedisBloom's way from a key to positions.

use crate::hash::murmur2::{murmur2, murmur64a};
use crate::{Key, Refusal, Rule};

/// Double hashing. Without the option for 64 bits, the hash and small sums have 32 bits.
#[derive(Debug)]
pub(super) struct RedisBloom {
    pub(super) modulus: u64,
    pub(super) hashes: u32,
    pub(super) hash_bits: u32,
    pub(super) sum_bits: u32,
}

impl Rule for RedisBloom {
    fn words(&self) -> usize {
        2
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let [hash_mask, sum_mask] =
            [self.hash_bits, self.sum_bits].map(|bits| u64::MAX >> (64 - bits));
        let (mut sum, step) = (words[0] & hash_mask, words[1] & hash_mask);
        (0..self.hashes).all(|_| {
            let goes_on = visit((sum & sum_mask) % self.modulus);
            sum = sum.wrapping_add(step);
            goes_on
        })
    }

    /// The first hash is the seed of the second.
    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let bytes = match key {
            Key::Bytes(bytes) => bytes.clone(),
            Key::Integer(n) => n.to_string().into_bytes(),
        };
        if self.hash_bits == 64 {
            let first = murmur64a(&bytes, 0xc6a4_a793_5bd1_e995);
            return Ok(vec![first, murmur64a(&bytes, first)]);
        }
        let first = murmur2(&bytes, 0x9747_b28c);
        Ok(vec![first.into(), murmur2(&bytes, first).into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions are a progression; sums have 32 bits for small filters of the 32-bit hash.
    #[test]
    fn sums_wrap_at_the_bits_of_the_hash() {
        let places = |hash_bits, sum_bits| {
            let mut seen = Vec::new();
            RedisBloom { modulus: 1000, hashes: 3, hash_bits, sum_bits }.probe(
                &[0xffff_ffff, 7],
                &mut |bit| {
                    seen.push(bit);
                    true
                },
            );
            seen
        };
        assert_eq!(places(32, 32), [0xffff_ffff_u64 % 1000, 6, 13]);
        assert_eq!(places(64, 64), [0xffff_ffff_u64 % 1000, 302, 309]);
    }
}
