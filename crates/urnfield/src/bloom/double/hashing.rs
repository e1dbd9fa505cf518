//! [`DoubleHashing`]: a filter whose items take positions in arithmetic progression.

use crate::bloom::double::steps::Steps;
use crate::error::Error;

/// A filter whose items take the positions a + i·d mod m, i = 0, …, k − 1, with a uniform and d of
/// a given law, independent of a.
///
/// The number of bits m is any whole number from 2 on. Spark's `BloomFilterImplV2` is such a filter
/// with [`Steps::All`], up to (n + 1)·(m + 2k + 1)/2^32; so is Guava's `MURMUR128_MITZ_64` where m
/// is a power of two.
///
/// ```
/// use urnfield::bloom::double::{DoubleHashing, Steps};
/// // Spark's filter for 50 items at 0.01 %: 19 times what was asked for.
/// let spark = DoubleHashing::new(Steps::All, 960, 13)?;
/// assert_eq!(format!("{:.7}", spark.fpr(50)?), "0.001898456");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DoubleHashing {
    pub(super) steps: Steps,
    pub(super) blocks: u64,
    /// The bits of one block, m.
    pub(super) block_bits: u64,
    pub(super) hashes: u64,
}

impl DoubleHashing {
    /// Returns a filter of `bits` bits with `hashes` positions an item.
    ///
    /// ```
    /// use urnfield::bloom::double::{DoubleHashing, Steps};
    /// let error = DoubleHashing::new(Steps::All, 1, 3).unwrap_err().to_string();
    /// assert_eq!(error, "double hashing needs at least two bits, got bits = 1");
    /// ```
    pub fn new(steps: Steps, bits: u64, hashes: u64) -> Result<DoubleHashing, Error> {
        DoubleHashing::in_blocks(steps, 1, bits, hashes)
    }

    /// Returns a filter of `blocks` blocks, in which an item takes one block and then positions
    /// a + i·d modulo the block's bits.
    ///
    /// ```
    /// use urnfield::bloom::double::{DoubleHashing, Steps};
    /// // Lines of 512 bits with odd steps. Independent positions have 9.62e-3.
    /// let lines = DoubleHashing::in_blocks(Steps::Unit, 20, 512, 6)?;
    /// assert_eq!(format!("{:.6}", lines.fpr(1024)?), "0.0108180");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn in_blocks(
        steps: Steps,
        blocks: u64,
        block_bits: u64,
        hashes: u64,
    ) -> Result<DoubleHashing, Error> {
        if block_bits < 2 {
            let got = format!("bits = {block_bits}");
            return Err(Error::domain("double hashing needs at least two bits", got));
        }
        if hashes == 0 {
            return Err(Error::domain("a filter needs at least one hash", "hashes = 0"));
        }
        if blocks == 0 || blocks.checked_mul(block_bits).is_none() {
            let got = format!("blocks = {blocks} of {block_bits} bits");
            return Err(Error::domain("a filter has from 1 to 2^64 − 1 bits in its blocks", got));
        }
        Ok(DoubleHashing { steps, blocks, block_bits, hashes })
    }

    /// Returns the law of the steps.
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// Returns how many bits the filter has.
    pub fn bits(&self) -> u64 {
        self.blocks * self.block_bits
    }

    /// Returns how many positions an item has, repetitions included.
    pub fn hashes(&self) -> u64 {
        self.hashes
    }
}
