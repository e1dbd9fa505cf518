//! Whether more bits are set than the planned items would set.

use crate::ratio;
use urnfield::{Error, Load, Rational};

/// Standard deviations above the mean. A large filter that keeps to its plan is taken for one that
/// does not about once in thirty thousand; ten percent too many items in a filter of a thousand
/// are noticed nearly always.
const DEVIATIONS: u64 = 4;

/// Whether `bits_set` lies more than four standard deviations above the mean of the law of the
/// bits set by the planned items.
///
/// Decided without a root: x > μ + 4σ if and only if x > μ and (x − μ)² > 16σ².
pub(in crate::commands) fn over_plan(load: &Load, bits_set: u64) -> Result<bool, Error> {
    const TRIES: [u64; 3] = [64, 256, 1024];
    let (x, m) = (Rational::from(bits_set), Rational::from(load.design().bits()));
    for bits in TRIES {
        let law = load.occupancy()?.precision(bits);
        let mean = law.mean()?;
        // Where less than half a bit δ is clear on average, no count is too large: the clear bits
        // are a whole number, so σ² ≥ δ − δ² ≥ δ/2, and (m − μ)² = δ² stays below 16σ².
        if mean.certainly_ge(&(&m - &Rational::new(1, 2)?)) {
            return Ok(false);
        }
        let variance = law.variance()?;
        let (Some((least, most)), Some((narrow, wide))) =
            (ratio::ends(&mean, bits), ratio::ends(&variance, bits))
        else {
            break;
        };
        if beyond(&x, &most, &wide) {
            return Ok(true);
        }
        if !beyond(&x, &least, &narrow) {
            return Ok(false);
        }
    }
    Err(Error::Precision {
        what: "whether the filter holds more than planned",
        bits: TRIES[2],
        remedy: "its bits set are at the limit or nearly so",
    })
}

/// Monotone in both: what is beyond a larger mean and variance is beyond the smaller ones.
fn beyond(x: &Rational, mean: &Rational, variance: &Rational) -> bool {
    let above = x - mean;
    above > Rational::zero() && above.pow(2) > &Rational::from(DEVIATIONS).pow(2) * variance
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Kind};

    fn load(kind: Kind, bits: u64, hashes: u64, items: u64) -> Load {
        Design::new(kind, bits, hashes).and_then(|design| design.holding(items)).expect("a load")
    }

    #[test]
    fn the_limit_is_four_deviations_above_the_mean() {
        // 100 bits, 10 balls: mean 9.5617925…, variance 0.4066577…, limit 12.1125….
        let standard = load(Kind::Standard, 100, 1, 10);
        let at = |x| over_plan(&standard, x).expect("decided");
        assert_eq!([0, 9, 10, 12, 13, 100].map(at), [false, false, false, false, true, true]);
    }

    #[test]
    fn one_item_of_a_classic_filter_sets_its_hashes_and_no_more() {
        let classic = load(Kind::Classic, 64, 5, 1);
        assert_eq!(over_plan(&classic, 5), Ok(false));
        assert_eq!(over_plan(&classic, 6), Ok(true));
    }

    #[test]
    fn any_size_is_decided() {
        for kind in [Kind::Standard, Kind::Classic] {
            for (bits, hashes, items) in [(1, 1, 1), (9_592_957, 7, 1_000_000), (1 << 48, 1, 1)] {
                let load = load(kind, bits, hashes, items);
                assert_eq!(over_plan(&load, 0), Ok(false));
                assert_eq!(over_plan(&load, bits), Ok(bits > 1));
            }
        }
        // A full filter cannot hold more than its bits.
        assert_eq!(over_plan(&load(Kind::Standard, 10, 9, 1 << 40), 10), Ok(false));
    }
}
