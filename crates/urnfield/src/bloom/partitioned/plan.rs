//! The smallest partitioned filters for a rate.
//!
//! With k equal slices of s bits the rate (1 − (1 − 1/s)^n)^k falls strictly with s, so the least s
//! is a bisection. Of the numbers of slices all are tried that can be better: with fewer than m
//! bits in all, s < m/k, f ≥ 1 − k(1 − 1/s)^n ≥ 1 − k·e^(−nk/m), and k·e^(−nk/m) falls for k ≥ m/n.
//! So from the first k ≥ m/n with k·e^(−nk/m) < 1 − p on, no k does.

use crate::bloom::partitioned::filter::Partitioned;
use crate::error::Error;
use urnfield_num::{Enclosure, Rate, Rational, until_decided};

/// A partitioned filter for a rate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartitionedPlan {
    /// The filter, with slices of one size.
    pub filter: Partitioned,
    /// How many items it is for.
    pub items: u64,
    /// Its mean rate.
    pub fpr: Enclosure,
}

/// More slices than this are not tried.
const MOST_SLICES: u64 = 1024;

/// Returns whether the mean rate is at most p, with certainty.
fn keeps(hashes: u64, slice_bits: u64, items: u64, p: &Rate) -> Result<bool, Error> {
    let filter = Partitioned::equal(hashes, slice_bits)?;
    let decided = until_decided([64, 256, 1024], |bits| {
        let fpr = filter.fpr(items, bits)?;
        let kept = fpr.certainly_le(p.value());
        Ok::<_, Error>((kept || fpr.certainly_gt(p.value())).then_some(kept))
    })?;
    decided.map_or_else(|| keeps_exactly(hashes, slice_bits, items, p), Ok)
}

/// As [`keeps`], in whole numbers, because the rate may be p.
fn keeps_exactly(hashes: u64, slice_bits: u64, items: u64, p: &Rate) -> Result<bool, Error> {
    const MOST_DIGITS: u128 = 1 << 20;
    let each = u128::from(items) * u128::from(u64::BITS - slice_bits.leading_zeros());
    if let (Ok(items), Ok(hashes)) = (u32::try_from(items), u32::try_from(hashes))
        && each * u128::from(hashes) <= MOST_DIGITS
    {
        let clear = Rational::from_integers((slice_bits - 1).into(), slice_bits.into());
        return Ok(clear.pow(items).complement().pow(hashes) <= *p.value());
    }
    Err(Error::Precision {
        what: "whether a partitioned filter keeps this rate",
        bits: 1024,
        remedy: "ask for a slightly different rate",
    })
}

/// Returns the least s above `low` and up to `high` that keeps something, by bisection; `high`
/// does.
fn least(
    (mut low, mut high): (u64, u64),
    keeps: impl Fn(u64) -> Result<bool, Error>,
) -> Result<u64, Error> {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if keeps(middle)? { high = middle } else { low = middle }
    }
    Ok(high)
}

/// Returns the least slices of k with which the mean rate is kept; `None` where they would have
/// `below` bits or more in all.
fn least_slices(hashes: u64, below: u64, items: u64, p: &Rate) -> Result<Option<u64>, Error> {
    let most = (below - 1) / hashes;
    if most == 0 || !keeps(hashes, most, items, p)? {
        return Ok(None);
    }
    least((0, most), |bits| keeps(hashes, bits, items, p)).map(Some)
}

impl PartitionedPlan {
    /// Returns the smallest filter whose mean rate with `items` items is at most p, among all
    /// numbers of slices, or with just `hashes`.
    ///
    /// ```
    /// use urnfield::bloom::partitioned::PartitionedPlan;
    /// let plan = PartitionedPlan::smallest(1000, &"1%".parse()?, None)?;
    /// assert_eq!(plan.filter.slices(), [1371; 7]); // 9597 bits
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn smallest(items: u64, fpr: &Rate, hashes: Option<u64>) -> Result<PartitionedPlan, Error> {
        if items == 0 {
            return Err(Error::domain("a plan needs at least one item", "items = 0"));
        }
        let mut best = None;
        let mut below = u64::MAX / 2;
        let tried = hashes.map_or(1..=MOST_SLICES, |hashes| hashes..=hashes);
        for k in tried {
            if hashes.is_none() && is_beyond(k, below, items, fpr)? {
                break;
            }
            if let Some(bits) = least_slices(k, below, items, fpr)? {
                below = k * bits;
                best = Some((k, bits));
            }
        }
        let (k, bits) = best.ok_or_else(|| Error::Unreachable {
            what: "no partitioned filter of fewer than 2^63 bits keeps that rate",
            got: format!("items = {items} with fpr = {fpr}"),
        })?;
        let filter = Partitioned::equal(k, bits)?;
        let fpr = filter.fpr(items, 53)?;
        Ok(PartitionedPlan { filter, items, fpr })
    }

    /// Returns a filter with as many slices that keeps the rate itself with probability at least
    /// `confidence`, by the upper bound of [`Partitioned::own_rate_at_least`]. Smaller slices may
    /// keep it too: the bound is not the exact share, and it need not fall with every bit.
    ///
    /// ```
    /// use urnfield::bloom::partitioned::PartitionedPlan;
    /// let (fpr, confidence) = ("1%".parse()?, "0.999999".parse()?);
    /// let plan = PartitionedPlan::smallest(200, &fpr, None)?.keeping(&fpr, &confidence)?;
    /// let worse = plan.filter.own_rate_at_least(200, &fpr)?;
    /// assert!(worse.hi_f64() <= 1e-6);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn keeping(&self, fpr: &Rate, confidence: &Rate) -> Result<PartitionedPlan, Error> {
        let hashes = self.filter.slices.len() as u64;
        let doubt = confidence.complement();
        let keeps = |bits: u64| {
            let worse = Partitioned::equal(hashes, bits)?.own_rate_at_least(self.items, fpr)?;
            Ok(worse.certainly_le(doubt.value()))
        };
        let low = self.filter.slices[0];
        let mut high = low + low / 64 + 1;
        while !keeps(high)? {
            if high > low.saturating_mul(64) {
                return Err(Error::Unreachable {
                    what: "no slices of up to 64 times the bits are known to keep that rate so surely",
                    got: format!("fpr = {fpr} with confidence = {confidence}"),
                });
            }
            high += (high - low) * 2;
        }
        let filter = Partitioned::equal(hashes, least((low - 1, high), keeps)?)?;
        let fpr = filter.fpr(self.items, 53)?;
        Ok(PartitionedPlan { filter, items: self.items, fpr })
    }
}

/// Returns whether no k or more slices keep the rate with fewer than `below` bits.
fn is_beyond(k: u64, below: u64, items: u64, p: &Rate) -> Result<bool, Error> {
    if u128::from(k) * u128::from(items) < u128::from(below) {
        return Ok(false);
    }
    let ratio = Rational::from_integers((u128::from(items) * u128::from(k)).into(), below.into());
    let left = &(-&Enclosure::from(&ratio)).exp() * &Enclosure::from(&Rational::from(k));
    Ok(left.certainly_lt(&p.value().complement()))
}
