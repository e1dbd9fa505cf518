//! Random hash words through a library's own loop: a rate that needs no law.
//!
//! Each draw is an independent question by a random stranger, so the hits are binomial, and the
//! interval of Clopper and Pearson holds the rate with the stated confidence. How many draws are
//! made is chosen from a pilot whose draws are not used again, so the number does not depend on
//! the hits that are counted.

use urnfield::occupancy::binomial::clopper_pearson;
use urnfield::{Error, Rate, Rational};
use urnfield_foreign::Foreign;

/// Draws of the pilot.
const PILOT: u64 = 20_000;
/// Hits that the draws are chosen for: an interval of about 14 % to each side at 1 - 10^-6.
const HITS: u64 = 1200;
/// The fewest draws.
const FEWEST: u64 = 200_000;

/// A sampled rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// How many strangers were drawn.
    pub draws: u64,
    /// How many of them passed.
    pub hits: u64,
    /// The seed of the draws; the same seed gives the same hits.
    pub seed: u64,
    /// The interval holds the rate with at least this probability.
    pub confidence: Rate,
    /// The ends of the interval.
    pub interval: [Rational; 2],
}

/// Uniform draws from a seed (SplitMix64).
struct SplitMix(u64);

impl SplitMix {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Samples the rate of a filter with at most so many draws.
pub(crate) fn sample(
    filter: &Foreign,
    seed: u64,
    most: u64,
    confidence: &Rate,
) -> Result<Sample, Error> {
    let mut buffer = Vec::new();
    let mut hits = |seed: u64, draws: u64| {
        let mut random = SplitMix(seed);
        let mut word = || random.word();
        (0..draws).filter(|_| filter.accepts_random(&mut word, &mut buffer)).count() as u64
    };
    let pilot = hits(!seed, PILOT.min(most));
    let wanted = HITS * PILOT / pilot.max(1);
    let draws = wanted.max(FEWEST).min(most).max(1);
    let hits = hits(seed, draws);
    let interval = clopper_pearson(hits, draws, confidence)?;
    Ok(Sample { draws, hits, seed, confidence: confidence.clone(), interval })
}
