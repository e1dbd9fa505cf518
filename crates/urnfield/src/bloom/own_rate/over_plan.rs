//! Detects from the bits set that a filter holds more items than planned.

use crate::bloom::load::Load;
use crate::error::Error;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rational, until_decided};

/// Standard deviations above the mean. A large filter that keeps to its plan exceeds them about
/// once in thirty thousand; ten percent too many items in a filter of a thousand are noticed nearly
/// always.
const DEVIATIONS: u64 = 4;

/// Returns whether so many bits are more than four standard deviations above the mean of a load.
pub(crate) fn is_exceeded_by(load: &Load, bits_set: u64) -> Result<bool, Error> {
    const EFFORTS: [u64; 3] = [64, 256, 1024];
    let bits = Rational::from(load.design.bits());
    let nearly_full = &bits - &Rational::new(1, 2)?;
    let set = Enclosure::from(bits_set);
    let squared = Enclosure::from(DEVIATIONS * DEVIATIONS);
    let decided = until_decided(EFFORTS, |bits| {
        let law = load.occupancy()?.precision(bits);
        let mean = law.mean()?;
        // Where less than half a bit δ is clear on average, no count is too large: the clear bits
        // are a whole number, so σ² ≥ δ − δ² ≥ δ/2, and (m − μ)² = δ² stays below 16σ².
        if mean.certainly_ge(&nearly_full) {
            return Ok(Some(false));
        }
        let beyond = &set - &mean;
        match beyond.compare(&Enclosure::zero()) {
            Some(Ordering::Greater) => {}
            None if bits == EFFORTS[0] => return Ok(None),
            // At the mean or below it; or at a distance d that is next to nothing, and again
            // σ² ≥ d − d² ≥ d/2.
            _ => return Ok(Some(false)),
        }
        let order = (&beyond * &beyond).compare(&(&squared * &law.variance()?));
        Ok::<_, Error>(order.map(|order| order == Ordering::Greater))
    })?;
    decided.ok_or(Error::Precision {
        what: "whether the filter holds more than planned",
        bits: EFFORTS[EFFORTS.len() - 1],
        remedy: "its bits set are at the limit or nearly so",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::plain::{Design, Kind};

    fn load(kind: Kind, bits: u64, hashes: u64, items: u64) -> Load {
        Design::new(kind, bits, hashes).and_then(|design| design.holding(items)).expect("a load")
    }

    #[test]
    fn the_limit_is_four_deviations_above_the_mean() {
        // 100 bits, 10 balls: mean 9.5617925…, variance 0.4066577…, limit 12.1125….
        let standard = load(Kind::Standard, 100, 1, 10);
        let at = |x| standard.is_exceeded_by(x).expect("decided");
        assert_eq!([0, 9, 10, 12, 13, 100].map(at), [false, false, false, false, true, true]);
    }

    #[test]
    fn one_item_of_a_classic_filter_sets_its_hashes_and_no_more() {
        let classic = load(Kind::Classic, 64, 5, 1);
        assert_eq!(classic.is_exceeded_by(5), Ok(false));
        assert_eq!(classic.is_exceeded_by(6), Ok(true));
    }

    #[test]
    fn an_empty_filter_is_exceeded_by_any_bit() {
        let empty = load(Kind::Standard, 64, 5, 0);
        assert_eq!(empty.is_exceeded_by(0), Ok(false));
        assert_eq!(empty.is_exceeded_by(1), Ok(true));
    }

    #[test]
    fn any_size_is_decided() {
        for kind in [Kind::Standard, Kind::Classic] {
            for (bits, hashes, items) in [(1, 1, 1), (9_592_957, 7, 1_000_000), (1 << 48, 1, 1)] {
                let load = load(kind, bits, hashes, items);
                assert_eq!(load.is_exceeded_by(0), Ok(false));
                assert_eq!(load.is_exceeded_by(bits), Ok(bits > 1));
            }
        }
        // A full filter cannot hold more than its bits.
        assert_eq!(load(Kind::Standard, 10, 9, 1 << 40).is_exceeded_by(10), Ok(false));
    }
}
