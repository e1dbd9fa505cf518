//! Seeded draws for tests: the same inputs in every run, and mostly corners, as that is where
//! carries happen and bits are cut off.

/// How many times the usual number of draws to make: `URNFIELD_TEST_MULTIPLIER`, or 1.
///
/// # Panics
///
/// Where the variable is no whole number: a test that was to go deeper must not pass quietly.
pub fn multiplier() -> u64 {
    std::env::var("URNFIELD_TEST_MULTIPLIER")
        .map_or(1, |text| text.parse().expect("URNFIELD_TEST_MULTIPLIER is a whole number"))
}

/// Which draws to make: `URNFIELD_TEST_SEED`, or 0.
///
/// # Panics
///
/// Where the variable is no whole number: a test that was to see something new must not pass
/// quietly.
pub fn seed() -> u64 {
    std::env::var("URNFIELD_TEST_SEED")
        .map_or(0, |text| text.parse().expect("URNFIELD_TEST_SEED is a whole number"))
}

/// A splitmix64 generator.
#[derive(Debug, Clone)]
pub struct Draws(u64);

impl Draws {
    /// The draws of one seed.
    pub fn new(seed: u64) -> Draws {
        Draws(seed)
    }

    /// Any word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, nearly uniform.
    pub fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// A whole number from `low` to `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// From 0 to `m`, half of the time one of the corners.
    pub fn corner(&mut self, m: u64) -> u64 {
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

    /// A factor or divisor: never zero.
    pub fn factor(&mut self) -> u64 {
        let random = self.word();
        let bit = 1 << self.below(64);
        self.one_of(&[1, 2, 3, 10, u64::MAX, 1 << 63, bit, random, random >> 40]).max(1)
    }

    /// A count of units in the last place.
    pub fn ulps(&mut self) -> u32 {
        let random = self.word() as u32;
        self.one_of(&[0, 0, 1, 2, 3, random >> 24, 1 << 31, u32::MAX, random])
    }

    /// The words of a mantissa, lowest first; not always with the top bit set.
    pub fn mantissa(&mut self, words: usize) -> Vec<u64> {
        let bits = 64 * words as u64;
        let mut mantissa = vec![0; words];
        // Leading zeros, as cancellation leaves them.
        if self.below(8) == 0 {
            let top = self.below(bits);
            for bit in (0..top).filter(|_| self.coin()) {
                mantissa[bit as usize / 64] |= 1 << (bit % 64);
            }
            mantissa[top as usize / 64] |= 1 << (top % 64);
            return mantissa;
        }
        match self.below(7) {
            0 => {}
            1 => mantissa.fill(u64::MAX),
            // Sparse: products and quotients have zeros where the cut is made.
            2 => mantissa[0] = 1,
            3 => mantissa[self.below(words as u64) as usize] = 1 << self.below(64),
            // Every word a corner of its own.
            4 => mantissa.iter_mut().for_each(|word| *word = self.factor()),
            _ => mantissa.iter_mut().for_each(|word| *word = self.word()),
        }
        mantissa[words - 1] |= 1 << 63;
        mantissa
    }
}
