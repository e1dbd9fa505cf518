//! Seeded draws, biased to corners.
#![allow(dead_code)] // Every test takes the draws it needs.

/// A splitmix64 generator.
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn new(seed: u64) -> Draws {
        Draws(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`, nearly uniform.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// From 0 to `m`, half of the time one of the corners.
    pub(crate) fn corner(&mut self, m: u64) -> u64 {
        match self.below(12) {
            0 => 0,
            1 => 1.min(m),
            2 => m,
            3 => m.saturating_sub(1),
            4 => m / 2,
            5 => m.div_ceil(2),
            _ => self.below(m + 1),
        }
    }
}

/// How much deeper than usual to test.
pub(crate) fn multiplier() -> u64 {
    std::env::var("URNFIELD_TEST_MULTIPLIER").ok().and_then(|v| v.parse().ok()).unwrap_or(1)
}
