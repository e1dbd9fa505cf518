//! Seeded draws: the same inputs in every run, and mostly corners, as that is where carries
//! happen and bits are cut off.
#![allow(dead_code)] // Each file of tests uses its own part of this.

use dashu_int::IBig;
use urnfield_num::Rational;
use urnfield_num::Real;

/// How many times the usual number of draws to make: `URNFIELD_TEST_MULTIPLIER`, or 1.
pub(crate) fn multiplier() -> u64 {
    std::env::var("URNFIELD_TEST_MULTIPLIER")
        .map_or(1, |text| text.parse().expect("URNFIELD_TEST_MULTIPLIER is a whole number"))
}

/// A real, and the exact ends of what it may be.
pub(crate) struct Drawn {
    pub(crate) real: Real,
    pub(crate) ends: [Rational; 2],
}

impl Drawn {
    pub(crate) fn new(negative: bool, words: &[u64], exponent: i64, ulps: u32) -> Self {
        let magnitude = words
            .iter()
            .rev()
            .fold(Rational::zero(), |sum, &word| &sum.shift(64) + &Rational::from(word));
        let middle = if negative { minus(&magnitude) } else { magnitude };
        let error = Rational::from(u64::from(ulps));
        Drawn {
            real: Real::from_parts(negative, words, exponent.into(), ulps),
            ends: [&middle - &error, &middle + &error].map(|end| end.shift(exponent)),
        }
    }
}

pub(crate) fn minus(x: &Rational) -> Rational {
    &Rational::zero() - x
}

pub(crate) fn number(text: &str) -> Rational {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

pub(crate) fn ten_to(k: i64) -> Rational {
    number(&format!("1e{k}"))
}

/// Numerator and denominator.
pub(crate) fn parts(x: &Rational) -> (IBig, IBig) {
    let text = x.to_string();
    let (n, d) = text.split_once('/').unwrap_or((&text, "1"));
    let whole = |digits: &str| digits.parse().expect("a rational prints whole numbers");
    (whole(n), whole(d))
}

pub(crate) struct Draws {
    state: u64,
}

impl Draws {
    pub(crate) fn seeded(seed: u64) -> Self {
        Draws { state: seed }
    }

    /// SplitMix64.
    pub(crate) fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// A whole number from `low` to `high`.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// A factor or divisor: never zero.
    pub(crate) fn factor(&mut self) -> u64 {
        let (random, bit) = (self.word(), 1 << self.below(64));
        self.one_of(&[1, 2, 3, 10, u64::MAX, 1 << 63, bit, random, random >> 40]).max(1)
    }

    /// A count of units.
    pub(crate) fn ulps(&mut self) -> u32 {
        let random = self.word() as u32;
        self.one_of(&[0, 0, 1, 2, 3, random >> 24, 1 << 31, u32::MAX, random])
    }

    /// The words of a mantissa, lowest first; not always with the top bit set.
    pub(crate) fn mantissa(&mut self, words: usize) -> Vec<u64> {
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

    pub(crate) fn real(&mut self, words: usize, exponent: i64) -> Drawn {
        let mantissa = self.mantissa(words);
        Drawn::new(self.coin(), &mantissa, exponent, self.ulps())
    }
}
