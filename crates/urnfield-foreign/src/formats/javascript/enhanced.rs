//! The way of npm's `bloom-filters` from a key to positions: enhanced double hashing.

use crate::{Key, Refusal, Rule};
use xxhash_rust::xxh64::xxh64;

/// The seed that replaces 0, by its low 32 bits.
const DEFAULT_SEED: u32 = 0x3456_7890;

/// Enhanced double hashing: probe i is `a + i·b + (i³ − i)/6`, in slice i if the filter has slices.
#[derive(Debug)]
pub(super) struct BloomFilters {
    pub(super) modulus: u64,
    pub(super) hashes: u32,
    pub(super) is_partitioned: bool,
    pub(super) seeds: [u32; 2],
}

impl Rule for BloomFilters {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let (first, step) = (words[0] & 0xffff_ffff, words[0] >> 32);
        (0..u64::from(self.hashes)).all(|i| {
            let place = (first + i * step + (i * i * i - i) / 6) % self.modulus;
            visit(if self.is_partitioned { i * self.modulus + place } else { place })
        })
    }

    /// The library keeps the low halves of two XXH64 with different seeds.
    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged("npm's bloom-filters has keys that are strings only"));
        };
        let [first, step] = self.seeds.map(|seed| xxh64(bytes, seed.into()) & 0xffff_ffff);
        Ok(vec![first | step << 32])
    }
}

/// The seeds of both hashes: one and two more than the filter's, cut to 32 bits as JavaScript's
/// shift operators do. The library takes its own seed instead of 0.
pub(super) fn seeds(seed: f64) -> [u32; 2] {
    [1.0, 2.0].map(|more| match seed + more {
        0.0 => DEFAULT_SEED,
        sum => sum.trunc().rem_euclid(4_294_967_296.0) as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_cut_as_javascript_cuts_them() {
        assert_eq!(seeds(78_187_493_520.0), [0x3456_7891, 0x3456_7892]);
        assert_eq!(seeds(-1.0), [DEFAULT_SEED, 1]);
        assert_eq!(seeds(-3.0), [u32::MAX - 1, u32::MAX]);
    }
}
