//! The own rate of given bits under double hashing: the share of all pairs (a, d) whose positions
//! are all set. It is **not** a function of how many bits are set.
//!
//! **Theorem (pairs).** Let x of m bits be set, k ≥ 2. Draw two set bits p and q independently; for
//! nonzero steps two different ones. With a = p and d = q − p the own rate is (x/m)²·P, for nonzero
//! steps x(x − 1)/(m(m − 1))·P, P being the probability that all other positions are set.
//!
//! *Proof.* (a, d) → (a, a + d) maps the pairs of the law one to one onto pairs of bits, for nonzero
//! steps of different bits. All positions are set only if these two are. ∎
//!
//! So a sample of pairs with the interval of Clopper and Pearson bounds the own rate at any size,
//! with a stated confidence; near small rates it takes (x/m)² times as many draws as a sample of
//! strangers.

use crate::bloom::double::classes::gcd;
use crate::bloom::double::hashing::{DoubleHashing, Steps};
use crate::error::Error;
use crate::occupancy::binomial::clopper_pearson::clopper_pearson;
use dashu_int::UBig;
use urnfield_num::{Rate, Rational};

/// Reads of words of bits that take some five seconds.
const MOST_READS: u128 = 1 << 32;

/// An own rate that was measured on random pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SampledRate {
    /// How many pairs were drawn; 0 where the rate is known without.
    pub draws: u64,
    /// How many of them had all positions set.
    pub hits: u64,
    /// The lower end of the interval.
    pub lower: Rational,
    /// The upper end of the interval.
    pub upper: Rational,
}

/// The bits of a filter, written down twice, so that positions need not be reduced.
struct Bits {
    words: Vec<u64>,
    len: u64,
    set: u64,
}

impl Bits {
    /// Copies bits from a list of words; bit i is bit i mod 64 of word ⌊i/64⌋.
    fn of(words: &[u64], from: u64, len: u64) -> Bits {
        let is_set = |i: u64| words[(i / 64) as usize] >> (i % 64) & 1 == 1;
        let mut copy = vec![0; (2 * len).div_ceil(64) as usize + 2];
        let mut set = 0;
        for i in (0..len).filter(|&i| is_set(from + i)) {
            set += 1;
            for at in [i, i + len] {
                copy[(at / 64) as usize] |= 1 << (at % 64);
            }
        }
        Bits { words: copy, len, set }
    }

    /// Returns the 64 bits from a place on.
    fn from(&self, place: u64) -> u64 {
        let (word, shift) = ((place / 64) as usize, place % 64);
        let pair = u128::from(self.words[word + 1]) << 64 | u128::from(self.words[word]);
        (pair >> shift) as u64
    }

    fn is_set(&self, place: u64) -> bool {
        self.words[(place / 64) as usize] >> (place % 64) & 1 == 1
    }

    /// Returns whether the first k positions from a on are all set; stops at the first that is not.
    fn has_all(&self, a: u64, d: u64, hashes: u64) -> bool {
        let next = |at: &u64| Some(if *at < self.len - d { at + d } else { at - (self.len - d) });
        std::iter::successors(Some(a), next).take(hashes as usize).all(|place| self.is_set(place))
    }

    /// Returns how many starts have all positions of a step set.
    fn starts(&self, d: u64, hashes: u64) -> u64 {
        // From the order of d on positions repeat.
        let positions = hashes.min(self.len / gcd(d, self.len));
        let mut found = 0;
        for start in (0..self.len).step_by(64) {
            let (mut all, mut shift) = (self.from(start), 0);
            for _ in 1..positions {
                if all == 0 {
                    break;
                }
                shift = if shift < self.len - d { shift + d } else { shift - (self.len - d) };
                // A place below 2m: start + shift < m + m.
                all &= self.from(start + shift);
            }
            let beyond = (start + 64).saturating_sub(self.len);
            found += u64::from((all << beyond).count_ones());
        }
        found
    }
}

/// Uniform draws from a seed (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `end`, each as likely as the others: words beyond the last whole
    /// multiple of `end` are drawn again.
    fn below(&mut self, end: u64) -> u64 {
        loop {
            let word = self.next();
            if word <= u64::MAX - u64::MAX % end - 1 {
                return word % end;
            }
        }
    }

    /// Returns one of the bits that are set; the caller knows that there is one.
    fn set_bit(&mut self, bits: &Bits) -> u64 {
        loop {
            let place = self.below(bits.len);
            if bits.is_set(place) {
                return place;
            }
        }
    }
}

impl DoubleHashing {
    /// Returns the exact own rate of these bits, bit i being bit i mod 64 of word ⌊i/64⌋.
    ///
    /// Formula: #{(a, d) : all positions set}/(m·M). Cost: for each step d the bits and their shifts
    /// by d, 2d, … : at most m²k/128 reads of words for one block. `TooCostly` beyond some 2^32
    /// reads, m = 2.8·10^5 at k = 7; then [`DoubleHashing::own_rate_sampled`] measures it.
    ///
    /// ```
    /// use urnfield::bloom::double::{DoubleHashing, Steps};
    /// // Every second of 64 bits: half of all starts, with even steps only.
    /// let filter = DoubleHashing::new(Steps::All, 64, 5)?;
    /// assert_eq!(filter.own_rate(&[0x5555_5555_5555_5555])?.to_string(), "1/4");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate(&self, words: &[u64]) -> Result<Rational, Error> {
        self.check_words(words)?;
        let m = self.block_bits;
        let reads = u128::from(self.bits()) * u128::from(m) * u128::from(self.hashes.min(m)) / 128;
        if reads > MOST_READS {
            return Err(Error::TooCostly {
                what: "the exact own rate under double hashing",
                needs: reads,
                unit: "reads of words".into(),
                limit: MOST_READS,
                remedy: "ask for a sample",
            });
        }
        let (mut steps, mut hits) = (0u64, UBig::ZERO);
        let blocks: Vec<Bits> =
            (0..self.blocks).map(|block| Bits::of(words, block * m, m)).collect();
        // (a, d) and (a + (k − 1)·d, −d) have the same positions.
        for d in (0..=m / 2).filter(|&d| self.is_step(d)) {
            let twice = if d == 0 || 2 * d == m { 1 } else { 2 };
            steps += twice;
            let starts: u64 = blocks.iter().map(|bits| bits.starts(d, self.hashes)).sum();
            hits += UBig::from(starts) * UBig::from(twice);
        }
        Ok(Rational::from_integers(hits.into(), UBig::from(steps) * UBig::from(self.bits())))
    }

    /// Measures the own rate of these bits on random pairs: the interval holds it with probability
    /// at least `confidence`. The same seed gives the same answer.
    ///
    /// Formula: the interval of Clopper and Pearson of the share of pairs of set bits whose further
    /// positions are all set, times (x/m)², for nonzero steps x(x − 1)/(m(m − 1)); for unit steps,
    /// one hash, or blocks, of the share of random questions that pass. Limit: 2^32 draws.
    ///
    /// ```
    /// use urnfield::bloom::double::{DoubleHashing, Steps};
    /// let filter = DoubleHashing::new(Steps::All, 64, 5)?;
    /// let confidence = "0.999999".parse()?;
    /// let found = filter.own_rate_sampled(&[0x5555_5555_5555_5555], 10_000, 1, &confidence)?;
    /// assert!(found.lower < "1/4".parse()? && found.upper == "1/4".parse()?);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate_sampled(
        &self,
        words: &[u64],
        draws: u64,
        seed: u64,
        confidence: &Rate,
    ) -> Result<SampledRate, Error> {
        const MOST_DRAWS: u64 = 1 << 32;
        self.check_words(words)?;
        if draws > MOST_DRAWS {
            return Err(Error::TooCostly {
                what: "a sample of pairs",
                needs: draws.into(),
                unit: "draws".into(),
                limit: MOST_DRAWS.into(),
                remedy: "draw fewer",
            });
        }
        let (m, k) = (self.block_bits, self.hashes.min(self.block_bits));
        let by_pairs = k > 1 && self.blocks == 1 && self.steps != Steps::Unit;
        let mut random = Random(seed);
        let bits: Vec<Bits> = (0..self.blocks).map(|block| Bits::of(words, block * m, m)).collect();
        let set: u64 = bits.iter().map(|bits| bits.set).sum();
        let is_nonzero = self.steps == Steps::Nonzero;
        if set == 0 || (by_pairs && is_nonzero && set == 1) {
            let none = Rational::zero();
            return Ok(SampledRate { draws: 0, hits: 0, lower: none.clone(), upper: none });
        }
        let mut hits = 0;
        for _ in 0..draws {
            let bits = &bits[random.below(self.blocks) as usize];
            let (a, d) = if by_pairs {
                let a = random.set_bit(bits);
                let b = std::iter::repeat_with(|| random.set_bit(bits));
                let b = b.into_iter().find(|&b| b != a || !is_nonzero).unwrap_or(a);
                (a, if b >= a { b - a } else { b + (m - a) })
            } else {
                let a = random.below(m);
                let steps = std::iter::repeat_with(|| random.below(m));
                (a, steps.into_iter().find(|&d| self.is_step(d)).unwrap_or(1))
            };
            hits += u64::from(bits.has_all(a, d, k));
        }
        let share = |x: u64, m: u64| Rational::from_integers(x.into(), UBig::from(m));
        let factor = match (by_pairs, is_nonzero) {
            (false, _) => Rational::one(),
            (true, false) => share(set, m).pow(2),
            (true, true) => &share(set, m) * &share(set - 1, m - 1),
        };
        let ends = clopper_pearson(hits, draws, confidence)?;
        let [lower, upper] = ends.map(|end| &factor * &end);
        Ok(SampledRate { draws, hits, lower, upper })
    }

    /// Refuses words that are not the bits of this filter.
    fn check_words(&self, words: &[u64]) -> Result<(), Error> {
        if words.len() as u64 != self.bits().div_ceil(64) {
            let got = format!("{} words for {} bits", words.len(), self.bits());
            return Err(Error::domain("a filter of m bits has ⌈m/64⌉ words", got));
        }
        Ok(())
    }

    fn is_step(&self, d: u64) -> bool {
        match self.steps {
            Steps::All => true,
            Steps::Nonzero => d > 0,
            Steps::Unit => gcd(d, self.block_bits) == 1,
        }
    }
}
