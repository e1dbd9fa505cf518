//! What sets have in common, from what is known of each of c sets and of their union.
//!
//! - an item of the union is in at least one set, and in all c if it is common:
//!   Σ|S_i| ≥ |∪| + (c−1)·|∩|, so |∩| ≤ (Σ|S_i| − |∪|)/(c−1);
//! - it is in at most c − 1 sets if it is not common: Σ|S_i| ≤ c·|∩| + (c−1)·(|∪| − |∩|), so
//!   |∩| ≥ Σ|S_i| − (c−1)·|∪|.
//!
//! For two sets both say |∩| = |S_1| + |S_2| − |∪|.

use crate::bloom::load::item;
use crate::design::plain::Design;
use crate::error::Error;
use crate::occupancy::Committees;
use crate::occupancy::estimate::{Estimate, Interval, Point};
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Rational, Real};

/// An interval of shares, empty or from `lo` to `hi`, both included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Share {
    /// The counts contradict each other at this confidence.
    Empty,
    /// From `lo` to `hi`.
    Closed {
        /// The least.
        lo: Rational,
        /// The greatest.
        hi: Rational,
    },
}

/// Returns the intervals of the common items and of their share.
pub(crate) fn intervals(items: &[Estimate], union: &Interval) -> (Interval, Share) {
    let filters = items.len() as u64;
    Sets::of(items, union).map_or((Interval::Empty, Share::Empty), |sets| {
        (sets.intersection(filters), sets.jaccard(filters))
    })
}

/// The intervals of the sets and of their union, cut by |S_i| ≤ |∪| ≤ Σ|S_i|.
struct Sets {
    /// Σ of the lower ends, and of the upper ones where all are finite.
    sum: (u128, Option<u128>),
    /// The least upper end.
    least: Option<u64>,
    union: (u64, Option<u128>),
}

impl Sets {
    fn of(items: &[Estimate], union: &Interval) -> Option<Sets> {
        let ends: Option<Vec<_>> = items.iter().map(|item| item.interval.ends()).collect();
        let ends = ends?;
        let (lo, hi) = union.ends()?;
        let lower: u128 = ends.iter().map(|&(lo, _)| u128::from(lo)).sum();
        let upper: Option<u128> = ends.iter().map(|&(_, hi)| hi.map(u128::from)).sum();
        let largest = ends.iter().map(|&(lo, _)| lo).max()?;
        let hi = [hi.map(u128::from), upper].into_iter().flatten().min();
        let least = ends.iter().filter_map(|&(_, hi)| hi).min();
        Some(Sets { sum: (lower, upper), least, union: (lo.max(largest), hi) })
    }

    fn intersection(&self, filters: u64) -> Interval {
        let others = u128::from(filters - 1);
        let lo = match self.union.1 {
            Some(most) => self.sum.0.saturating_sub(others * most),
            None => 0,
        };
        let by_sum = self.sum.1.map(|sum| {
            // Σ|S_i| ≥ |∪|: where the sum is too small, nothing fits.
            sum.checked_sub(u128::from(self.union.0)).map(|rest| rest / others)
        });
        let hi = match by_sum {
            Some(None) => return Interval::Empty,
            Some(Some(most)) => Some(most),
            None => None,
        };
        let hi = [hi, self.least.map(u128::from)].into_iter().flatten().min();
        if self.union.1.is_some_and(|most| most < u128::from(self.union.0)) {
            return Interval::Empty;
        }
        match (u64::try_from(lo), hi.map(u64::try_from)) {
            (Ok(lo), Some(Ok(hi))) if lo <= hi => Interval::Closed { lo, hi },
            (Ok(lo), None) => Interval::From { lo },
            _ => Interval::Empty,
        }
    }

    /// Returns |∩|/|∪|: the bounds on |∩| divided by |∪|, and |∩| ≤ |S_i| ≤ |∪|.
    fn jaccard(&self, filters: u64) -> Share {
        if self.intersection(filters) == Interval::Empty {
            return Share::Empty;
        }
        let others = Rational::from(filters - 1);
        let whole = |n: u128| {
            let (high, low) = ((n >> 64) as u64, n as u64);
            &Rational::from(high).shift(64) + &Rational::from(low)
        };
        let zero = Rational::zero();
        let one = Rational::one();
        let over = |n: u128, d: u128| whole(n).checked_div(&whole(d));
        let lo = self.union.1.and_then(|most| over(self.sum.0, most)).map(|ratio| &ratio - &others);
        let lo = lo.filter(|lo| *lo > zero).unwrap_or(zero);
        let by_sum = self.sum.1.and_then(|sum| over(sum, u128::from(self.union.0)));
        let by_sum = by_sum.and_then(|ratio| (&ratio - &one).checked_div(&others));
        let by_least = self.least.and_then(|least| over(least.into(), self.union.0.into()));
        let hi = [by_sum, by_least].into_iter().flatten().min();
        let hi = hi.filter(|hi| *hi < one).unwrap_or(one);
        if lo <= hi { Share::Closed { lo, hi } } else { Share::Empty }
    }
}

/// The counts of two filters and of their OR, for the points.
#[derive(Clone, Copy)]
pub(crate) struct FilterPair {
    pub(crate) design: Design,
    pub(crate) x: u64,
    pub(crate) y: u64,
    pub(crate) or: u64,
}

/// The point of the common items of a pair, or of their share.
struct OfPair {
    pair: FilterPair,
    share: bool,
}

impl Computation for OfPair {
    fn at(&self, words: usize) -> Real {
        let FilterPair { design, x, y, or } = self.pair;
        let log = |k: u64| Real::from_ratio(k, design.bits(), words).negated().log1p();
        let common = log(x).add(&log(y)).sub(&log(or));
        if self.share {
            return common.div(&log(or));
        }
        let Committees { count, size } = item(design);
        common.div(&log(size)).div_word(count)
    }
}

impl FilterPair {
    /// Returns n̂_1 + n̂_2 − n̂_∪, by moments.
    pub(crate) fn common(&self) -> Result<Point, Error> {
        self.point(false)
    }

    /// Returns (n̂_1 + n̂_2 − n̂_∪)/n̂_∪, by moments.
    pub(crate) fn share(&self) -> Result<Point, Error> {
        if self.or == 0 {
            // No item is in any set.
            return Ok(Point::Undefined);
        }
        self.point(true)
    }

    fn point(&self, share: bool) -> Result<Point, Error> {
        let m = self.design.bits();
        let Committees { size, .. } = item(self.design);
        // ln 0: a full filter, or items that fill one alone.
        if self.or == m || size == m {
            return Ok(Point::Undefined);
        }
        // (m−x)(m−y) = m(m−or) is a logarithm of exactly 0, which no enclosure finds.
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        if product(m - self.x, m - self.y) == product(m, m - self.or) {
            return Ok(Point::Value(Enclosure::zero()));
        }
        let of = OfPair { pair: *self, share };
        refine("an estimate by moments", 53, 128, &of).map(Point::Value)
    }
}
