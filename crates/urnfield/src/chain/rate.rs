//! [`ChainRate`]: the rate of all generations of a chain together.

use crate::bloom::own_rate::chain::{joint_fpr, joint_fpr_bound};
use crate::error::Error;
use crate::filter::hash::digester::Hashed;
use urnfield_num::{Enclosure, Rate, until_decided};

/// The rate of all generations of a chain together.
#[derive(Debug, Clone)]
pub struct ChainRate {
    /// The probability that a key which is in none of them passes at least one.
    pub fpr: Enclosure,
    /// The probability is at most that. Generations with the same secret key are not independent.
    pub is_bound: bool,
}

impl ChainRate {
    /// Returns the rate of generations with these rates.
    pub(crate) fn of(rates: &[Enclosure], hashed: Hashed) -> ChainRate {
        let is_bound = matches!(hashed, Hashed::KeyCheck(_)) && rates.len() > 1;
        let fpr = if is_bound { joint_fpr_bound(rates) } else { joint_fpr(rates) };
        ChainRate { fpr, is_bound }
    }
}

/// Returns whether the rate is at most what was asked; `None` where that is not known, because it
/// is the bound that exceeds it or the two cannot be told apart.
pub(crate) fn kept(
    asked: &Rate,
    rate: impl Fn(u64) -> Result<ChainRate, Error>,
) -> Result<Option<bool>, Error> {
    until_decided([64, 256, 1024, 4096], |bits| {
        let ChainRate { fpr, is_bound } = rate(bits)?;
        let kept = fpr.certainly_le(asked.value());
        Ok((kept || fpr.certainly_gt(asked.value()) && !is_bound).then_some(kept))
    })
}

/// Bits that a product or sum of at most 2^20 rates may lose.
pub(crate) const SPARE: u64 = 64;
