//! The only ask-again loop of the library.

use super::enclosure::Enclosure;
use super::limbs::Limbs;
use super::real::{Fixed, Long, Real};
use crate::error::Error;

/// The most bits any alternating sum is given before the question is refused.
pub const LARGEST_PRECISION: u64 = 1 << 17;

/// A computation that can be carried out on mantissas of any length.
pub(crate) trait Computation {
    /// Computes on mantissas of `words` words.
    fn at<M: Limbs>(&self, words: usize) -> Real<M>;
}

/// Runs `computation` with more and more bits until `bits` of its result are certain: first
/// without allocation on four and eight words, then on 16, 32, … words. `start` is a guess of the
/// precision that will do; a bad guess costs time and nothing else.
pub(crate) fn refine(
    what: &'static str,
    bits: u64,
    start: u64,
    computation: &impl Computation,
) -> Result<Enclosure, Error> {
    let enough = |certain: u32| certain as u64 >= bits;
    if start <= 256 {
        let value = computation.at::<[u64; 4]>(4);
        if enough(value.certain_bits()) {
            return Ok(Enclosure::from_real(&value));
        }
    }
    if start <= 512 {
        let value: Fixed<8> = computation.at::<[u64; 8]>(8);
        if enough(value.certain_bits()) {
            return Ok(Enclosure::from_real(&value));
        }
    }
    let mut words = (start.div_ceil(64) as usize).max(16);
    while (words as u64) * 64 <= LARGEST_PRECISION {
        let value: Long = computation.at::<Vec<u64>>(words);
        if enough(value.certain_bits()) {
            return Ok(Enclosure::from_real(&value));
        }
        words *= 2;
    }
    Err(Error::TooCostly {
        what,
        needs: words as u128 * 64,
        unit: "bits of precision",
        limit: LARGEST_PRECISION as u128,
        remedy: "ask for fewer digits or a smaller problem",
    })
}
