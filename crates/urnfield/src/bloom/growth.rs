//! The layers of other libraries' scalable filters: how large they make each layer, and the exact
//! rate that all layers have together.
//!
//! **Theorem.** Layers with independent items and independent positions have the joint rate
//! 1 − ∏(1 − f_i). Where one pair (a, d) serves all layers, Σ f_i is an upper bound. *Proof.* Given
//! the question the layers are independent; and the union bound. ∎

use crate::bloom::partitioned::Partitioned;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use urnfield_num::{Enclosure, Rate, Rational};

/// The rule by which a library sizes the layers of a scalable filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrowthRule {
    /// RedisBloom: layer i is sized for p/2^(i+1). The sum of all is p, so the rate is kept.
    RedisBloom,
    /// pybloom_live: layer i is sized for p·0.9^(i+1). The sum of all is 9p, so the rate is not kept
    /// from the second layer on.
    PyBloom,
}

/// One layer of a scalable filter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrowthLayer {
    /// How many items it is for.
    pub capacity: u64,
    /// Its bits.
    pub bits: u64,
    /// Its hashes.
    pub hashes: u64,
    /// Its exact rate when it is full, for independent positions.
    pub fpr: Enclosure,
}

impl GrowthRule {
    /// Returns the first `count` layers for a capacity of the first layer, the rate asked for, and
    /// the factor by which capacities grow.
    ///
    /// The joint rate of full layers is [`joint_fpr`](crate::bloom::joint_fpr) of their rates.
    ///
    /// ```
    /// use urnfield::bloom::{GrowthRule, joint_fpr};
    /// // pybloom_live, asked for 1 %: five full layers have 3.7 %.
    /// let layers = GrowthRule::PyBloom.layers(1000, &"1%".parse()?, 2, 5)?;
    /// let joint = joint_fpr(layers.iter().map(|layer| &layer.fpr));
    /// assert_eq!(format!("{joint:.3}"), "0.0369");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn layers(
        self,
        capacity: u64,
        fpr: &Rate,
        growth: u64,
        count: u32,
    ) -> Result<Vec<GrowthLayer>, Error> {
        if count > 64 || capacity == 0 {
            let got = format!("capacity = {capacity} with {count} layers");
            let rule = "a chain has a capacity, and at most 64 layers";
            return Err(Error::domain(rule, got));
        }
        (0..count)
            .map(|i| {
                let capacity = growth.checked_pow(i).and_then(|g| g.checked_mul(capacity));
                let capacity = capacity.ok_or_else(|| {
                    Error::domain("a layer holds fewer than 2^64 items", format!("layer = {i}"))
                })?;
                self.layer(capacity, &self.share(fpr, i)?)
            })
            .collect()
    }

    /// Returns the rate that layer i is sized for.
    fn share(self, fpr: &Rate, i: u32) -> Result<Rate, Error> {
        let ratio = match self {
            GrowthRule::RedisBloom => Rational::new(1, 2)?,
            GrowthRule::PyBloom => Rational::new(9, 10)?,
        };
        Ok(Rate::new(fpr.value() * &ratio.pow(i + 1))?)
    }

    /// Returns a layer for a rate of its own.
    fn layer(self, capacity: u64, fpr: &Rate) -> Result<GrowthLayer, Error> {
        let unknown = || Error::domain("a layer's rate lies between 0 and 1", format!("{fpr}"));
        let whole = |value: Enclosure| value.ceiling().ok_or_else(unknown);
        let cost = -&Enclosure::from(fpr.value()).ln().ok_or_else(unknown)?;
        let ln2 = Enclosure::from(&Rational::from(2)).ln().ok_or_else(unknown)?;
        let items = Enclosure::from(&Rational::from(capacity));
        let per_item = cost.checked_div(&(&ln2 * &ln2)).ok_or_else(unknown)?;
        // log2(1/p), which is ln 2 times the bits of an item.
        let hashes = whole(cost.checked_div(&ln2).ok_or_else(unknown)?)?;
        let (bits, rate) = match self {
            GrowthRule::RedisBloom => {
                let bits = whole(&items * &per_item)?.next_multiple_of(64);
                (bits, Design::new(Kind::Standard, bits, hashes)?.holding(capacity)?.fpr()?)
            }
            GrowthRule::PyBloom => {
                let slices = Enclosure::from(&Rational::from(hashes));
                let each = (&items * &per_item).checked_div(&slices).ok_or_else(unknown)?;
                let slice = whole(each)?;
                let filter = Partitioned::equal(hashes, slice)?;
                (filter.bits(), filter.fpr(capacity, 53)?)
            }
        };
        Ok(GrowthLayer { capacity, bits, hashes, fpr: rate })
    }
}
