//! [`BlockedItems`]: an estimate of how many items a blocked filter holds, from the bits set.

use crate::bloom::blocked::counts::BlockCounts;
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::plan::size_search::least;
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use crate::occupancy::estimate::batches::Batches;
use crate::occupancy::estimate::{Interval, Point};
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Rate, Rational, Real};

/// An estimate of how many items a filter holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockedItems {
    /// The estimate by the method of moments.
    pub point: Point,
    /// An interval that holds the true number with at least the confidence.
    pub interval: Interval,
    /// The confidence.
    pub confidence: Rate,
    /// Whether the interval comes from an exact law (split layouts). Otherwise it comes from bounds
    /// of tails, and is wider than necessary.
    pub exact_tails: bool,
}

/// ln(1 − x/m)/ln h, h the probability that an item misses a given bit.
struct Moments {
    design: Blocked,
    set: u64,
}

impl Computation for Moments {
    fn at(&self, words: usize) -> Real {
        let clear = Real::from_ratio(self.set, self.design.bits(), words).negated().log1p();
        clear.div(&hit(&self.design, 1, words).div_word(self.design.blocks()).negated().log1p())
    }
}

/// Returns 1 − h_j, the probability that an item of the block hits one of j given bits (not for
/// split layouts with j = 2).
fn hit(design: &Blocked, j: u64, words: usize) -> Real {
    let bits = design.block_bits();
    let k = design.hashes();
    let one = Real::from_u64(1, words);
    match design.layout() {
        Layout::Standard => one.sub(&Real::from_ratio(bits.saturating_sub(j), bits, words).pow(k)),
        Layout::Classic | Layout::Split if j == 1 => Real::from_ratio(k, bits, words),
        _ => {
            // Distinct bits: 1 − (B − k)(B − k − 1)/(B(B − 1)).
            let left = bits - k;
            one.sub(&Real::from_ratio(left, bits, words).mul(&Real::from_ratio(
                left.saturating_sub(1),
                bits.saturating_sub(1).max(1),
                words,
            )))
        }
    }
}

/// The bits set by n items: mean, variance, and bounds of tails.
struct BitsSet<'a> {
    design: &'a Blocked,
    items: u64,
}

impl BitsSet<'_> {
    const WORDS: usize = 8;

    /// Returns the mean and the variance, from pairs of clear bits of one block and of two.
    fn moments(&self) -> (Real, Real) {
        let b = self.design.blocks();
        let bits = self.design.block_bits();
        let n = self.items;
        let words = BitsSet::WORDS;
        let one = Real::from_u64(1, words);
        let clear = |hit: Real| one.sub(&hit.div_word(b)).pow(n);
        let first = hit(self.design, 1, words);
        let mean = clear(first.clone()).mul_word(b).mul_word(bits);
        let same = clear(hit(self.design, 2, words)).mul_word(b).mul_word(bits).mul_word(bits - 1);
        let pairs = match b {
            1 => same,
            _ => {
                let apart = clear(first.add(&first)).mul_word(b).mul_word(b - 1);
                same.add(&apart.mul_word(bits).mul_word(bits))
            }
        };
        let set = Real::from_u64(self.design.bits(), words).sub(&mean);
        (set, pairs.add(&mean).sub(&mean.mul(&mean)))
    }

    /// Returns whether a tail that begins at x, above the mean or below it, certainly has at most
    /// that probability.
    ///
    /// Cantelli: P ≤ V/(V + d²) for a distance d from the mean. McDiarmid: one item changes the
    /// count by at most k, so P ≤ e^(−2d²/(n·k²)).
    fn tail_at_most(&self, x: u64, above: bool, level: &Rational) -> bool {
        let (mean, variance) = self.moments();
        let x = Real::from_u64(x, BitsSet::WORDS);
        let distance = if above { x.sub(&mean) } else { mean.sub(&x) };
        if !distance.enclosure().certainly_gt(&Rational::zero()) {
            return false;
        }
        let square = distance.mul(&distance);
        let cantelli = variance.div(&variance.add(&square));
        let k = self.design.hashes();
        let exponent = square.add(&square).div_word(k).div_word(k).div_word(self.items.max(1));
        let mcdiarmid = exponent.negated().exp();
        cantelli.enclosure().certainly_le(level) || mcdiarmid.enclosure().certainly_le(level)
    }
}

/// Returns whether so many bits are more than four standard deviations above the mean of a load.
pub(crate) fn is_exceeded_by(load: &BlockedLoad, bits_set: u64) -> Result<bool, Error> {
    let (mean, variance) = BitsSet { design: &load.design, items: load.items }.moments();
    let beyond = Real::from_u64(bits_set, BitsSet::WORDS).sub(&mean);
    if !beyond.enclosure().certainly_gt(&Rational::zero()) {
        return Ok(false);
    }
    let square = beyond.mul(&beyond);
    let limit = variance.mul_word(16);
    match square.enclosure().compare(&limit.enclosure()) {
        Some(order) => Ok(order == std::cmp::Ordering::Greater),
        None => Err(Error::Precision {
            what: "whether the filter holds more than planned",
            bits: 64 * BitsSet::WORDS as u64,
            remedy: "its bits set are at the limit or nearly so",
        }),
    }
}

impl BlockCounts {
    /// Estimates how many items the filter holds: by moments, and an interval that holds the number
    /// with the confidence.
    ///
    /// Formula: ln(1 − x/m)/ln h_1, where h_1 = 1 − k/m (classic, split) or 1 − (1 − (1 −
    /// 1/B)^k)/b. In a split layout word i of all blocks is m/k urns and every item one ball, so
    /// each of the k columns has the exact law of [`Batches::balls`]; k of their confidence sets at
    /// 1 − α/k hold together. Other layouts take bounds of the tails, from the exact mean and
    /// variance; tails are monotone in n, so a bound that excludes n excludes all n beyond. No
    /// interval begins below [`BlockCounts::items_at_least`]. Source: `docs/internals/blocks.md`,
    /// how many items.
    ///
    /// ```
    /// use urnfield::bloom::blocked::BlockCounts;
    /// use urnfield::{Blocked, Interval};
    /// let mut counts = BlockCounts::new(Blocked::parquet(1000)?)?;
    /// counts.add(1000, &[17; 8])?;
    /// let items = counts.items(&"95%".parse()?)?;
    /// assert_eq!(items.interval, Interval::Closed { lo: 23_948, hi: 24_549 });
    /// assert!(items.exact_tails);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn items(&self, confidence: &Rate) -> Result<BlockedItems, Error> {
        self.check_whole()?;
        let split = self.design().layout() == Layout::Split;
        let interval = match self.bits_set() {
            0 => Interval::Closed { lo: 0, hi: 0 },
            _ if split => self.interval_of_columns(confidence)?,
            _ => self.interval_of_bounds(confidence)?,
        };
        Ok(BlockedItems {
            point: self.moments()?,
            interval,
            confidence: confidence.clone(),
            exact_tails: split,
        })
    }

    fn moments(&self) -> Result<Point, Error> {
        let design = self.design();
        let set = self.bits_set();
        if set == 0 {
            return Ok(Point::Value(Enclosure::zero()));
        }
        let full_at_once = match design.layout() {
            Layout::Standard => design.block_bits() == 1,
            Layout::Classic | Layout::Split => design.hashes() == design.block_bits(),
        };
        if design.blocks() == 1 && full_at_once {
            return Ok(Point::Undefined);
        }
        if set == design.bits() {
            return Ok(Point::Infinite);
        }
        refine("an estimate by moments", 53, 117, &Moments { design, set }).map(Point::Value)
    }

    /// Returns the interval of a split layout: the emptiest column has the least upper end, the
    /// fullest column the greatest lower end.
    fn interval_of_columns(&self, confidence: &Rate) -> Result<Interval, Error> {
        let design = self.design();
        let columns = self.columns();
        let urns = design.bits() / design.hashes();
        let part = Rational::new(1, design.hashes())?;
        let doubt = &confidence.value().complement() * &part;
        let each = Rate::new(doubt.complement())?;
        let ends = |x: Option<&u64>| {
            let balls = Batches::balls(urns, x.copied().unwrap_or(0))?;
            Ok::<_, Error>(balls.interval(&each)?.ends())
        };
        let least = ends(columns.iter().min())?;
        let most = ends(columns.iter().max())?;
        let (Some((_, hi)), Some((lo, _))) = (least, most) else { return Ok(Interval::Empty) };
        Ok(between(lo.max(self.items_at_least()), hi))
    }

    /// Returns the interval of other layouts, from bounds of tails.
    fn interval_of_bounds(&self, confidence: &Rate) -> Result<Interval, Error> {
        let design = self.design();
        let x = self.bits_set();
        let level = confidence.value().complement().shift(-1);
        let tail = |items: u64, above: bool| {
            BitsSet { design: &design, items }.tail_at_most(x, above, &level)
        };
        let start = match self.moments()? {
            Point::Value(value) => value.lo_f64().max(1.0) as u64,
            _ => 1,
        };
        let unreachable = || Error::Unreachable {
            what: "no number of items up to 2^64 - 1 goes with so many bits",
            got: format!("bits_set = {x} with bits = {}", design.bits()),
        };
        let lo = least(start, u64::MAX, |items| Ok(!tail(items, true)))?;
        let lo = lo.ok_or_else(unreachable)?.max(self.items_at_least());
        if x == design.bits() {
            return Ok(Interval::From { lo });
        }
        let beyond = least(start, u64::MAX, |items| Ok(tail(items, false)))?;
        Ok(between(lo, Some(beyond.ok_or_else(unreachable)? - 1)))
    }
}

/// Returns the interval of two ends that were found separately.
fn between(lo: u64, hi: Option<u64>) -> Interval {
    match hi {
        None => Interval::From { lo },
        Some(hi) if lo <= hi => Interval::Closed { lo, hi },
        Some(_) => Interval::Empty,
    }
}
