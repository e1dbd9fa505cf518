//! How many items a partitioned filter holds, from the bits that are set in all.
//!
//! **Theorem.** X = Σ X_i grows stochastically with n. So {n : P_n(X ≥ x) > α/2 and P_n(X ≤ x) > α/2}
//! is an interval, and it holds the true n with probability at least 1 − α. *Proof.* An item more
//! clears no bit; each condition fails for the true n with probability at most α/2. ∎
//!
//! The law of X is the convolution of the slices' laws, because these are independent. It is bounded
//! above (`tail`), which can only widen the interval.

use crate::bloom::partitioned::filter::Partitioned;
use crate::bloom::partitioned::tail::{UNDERFLOW, Weights, convolved, laws_of, relative_error};
use crate::error::Error;
use urnfield_num::{Dyadic, Rate, Rational};

/// Larger slices would take minutes.
const MOST_BITS: u64 = 1 << 17;

/// Which bits are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    Set,
    Clear,
}

/// Returns an upper bound of the probability that at most so many bits are set, or clear.
fn at_most(filter: &Partitioned, items: u64, counted: Counted, most: u64) -> Result<f64, Error> {
    let (laws, of) = laws_of(filter, items)?;
    let weights: Vec<Weights> = laws
        .iter()
        .map(|law| {
            let mut at: Vec<f64> = law.rows.iter().map(|(_, share)| share.hi_f64()).collect();
            let ends = (law.rows.first(), law.rows.last());
            let (low, high) = (ends.0.map_or(0, |row| row.0), ends.1.map_or(0, |row| row.0));
            if counted == Counted::Set {
                return Weights { first: low, at };
            }
            at.reverse();
            Weights { first: law.bits - high, at }
        })
        .collect();
    let slices: Vec<&Weights> = of.iter().map(|&law| &weights[law]).collect();
    let rare: f64 = of.iter().map(|&law| laws[law].below + laws[law].above).sum();
    let sum = convolved(&slices, most) + rare;
    Ok(sum * (1.0 + relative_error(&laws, &of, &weights)) + UNDERFLOW)
}

/// Returns the least number for which something holds that holds for all larger ones; `None` where
/// it does not hold below 2^62.
fn first(mut low: u64, holds: impl Fn(u64) -> Result<bool, Error>) -> Result<Option<u64>, Error> {
    if holds(low)? {
        return Ok(Some(low));
    }
    let mut step = 1;
    while !holds(low + step)? {
        low += step;
        step *= 2;
        if low > 1 << 61 {
            return Ok(None);
        }
    }
    let mut high = low + step;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle)? { high = middle } else { low = middle }
    }
    Ok(Some(high))
}

impl Partitioned {
    /// Returns the least and the most items that `bits_set` bits set in all slices together are
    /// compatible with; the interval holds the number of items with probability at least
    /// `confidence`. Without an upper end where every bit is set.
    ///
    /// Limit: slices of at most 2^17 bits, else `TooCostly`.
    ///
    /// ```
    /// use urnfield::bloom::partitioned::Partitioned;
    /// let filter = Partitioned::equal(7, 137)?;
    /// // 100 items set 7·137·(1 − (136/137)^100) = 498 bits in the mean.
    /// assert_eq!(filter.items(498, &"95%".parse()?)?, (93, Some(107)));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn items(&self, bits_set: u64, confidence: &Rate) -> Result<(u64, Option<u64>), Error> {
        let bits = self.bits();
        if bits_set > bits {
            let got = format!("bits_set = {bits_set} of {bits}");
            return Err(Error::domain("a filter has at most all its bits set", got));
        }
        let largest = self.slices.iter().max().copied().unwrap_or(0);
        if largest > MOST_BITS {
            return Err(Error::TooCostly {
                what: "the interval of the items of a partitioned filter",
                needs: largest.into(),
                unit: "bits in a slice".into(),
                limit: MOST_BITS.into(),
                remedy: "take the slices for one filter with one hash",
            });
        }
        if bits_set == 0 {
            // An item sets a bit in every slice.
            return Ok((0, Some(0)));
        }
        let half = confidence.complement().value().shift(-1);
        let is_rare = |bound: f64| {
            let exact = Dyadic::from_f64(bound).and_then(|bound| bound.to_rational());
            exact.is_some_and(|bound: Rational| bound <= half)
        };
        let least =
            first(1, |items| Ok(!is_rare(at_most(self, items, Counted::Clear, bits - bits_set)?)))?;
        let least = least.unwrap_or(1);
        if bits_set == bits {
            return Ok((least, None));
        }
        let above =
            first(least, |items| Ok(is_rare(at_most(self, items, Counted::Set, bits_set)?)))?;
        Ok((least, above.map(|above| above - 1)))
    }
}
