//! Estimates from the bits of filters how many items are in each set, and how many in common.
//!
//! A filter's bits are the bits of its set, whatever the order of insertion, and the OR of filters
//! with one design and seed is the filter of the union. So each of the counts x_1, …, x_c and the
//! count of the OR has the occupancy law of its own set's size, although they are dependent, and
//! exact sets at confidence 1 − α/(c+1) each hold *all together* with probability at least 1 − α
//! (Bonferroni). What follows from them by arithmetic then holds as well (`set_overlap`).
//! Source: `subsec:estimators`, `cor:filter-intersection`.

use crate::bloom::load::item;
use crate::bloom::sets::set_overlap::{FilterPair, Share, intervals};
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use crate::occupancy::estimate::batches::Batches;
use crate::occupancy::estimate::{Estimate, Interval, Point};
use crate::occupancy::{Committees, Occupancy};
use urnfield_num::{Enclosure, Rate, Rational};

/// Estimates of the sets in two or more filters of one design and seed.
///
/// Points are by the method of moments, without a guarantee. All intervals hold together with at
/// least the stated confidence, for any sets and any overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many items each filter holds; each interval at confidence 1 − α/(c+1).
    pub items: Vec<Estimate>,
    /// How many different items they hold together; the interval at the same confidence.
    pub union: Estimate,
    /// How many items are in all filters. The point is negative where the filters have fewer bits
    /// in common than by chance.
    pub intersection: Common<Interval>,
    /// The items in all filters as a share of the items in any filter.
    pub jaccard: Common<Share>,
    /// The confidence at which all intervals hold together.
    pub confidence: Rate,
}

/// A point and an interval for the common part of sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common<I> {
    /// The estimate by the method of moments, for two filters only: c + 1 counts do not determine
    /// the common part of more than two sets.
    pub point: Option<Point>,
    /// The interval that follows from the intervals of the single sets and of their union.
    pub interval: I,
}

/// Counts of bits in two or more filters of one design and seed.
#[derive(Debug, Clone, Copy)]
pub struct BitCounts<'a> {
    /// Bits set in each filter.
    pub each: &'a [u64],
    /// Bits set in any of them.
    pub or: u64,
    /// Bits set in all of them.
    pub and: u64,
}

impl Comparison {
    /// Puts together what follows from the estimates of each set and of their union; the points are
    /// of the common items and of their share.
    pub(crate) fn of(
        items: Vec<Estimate>,
        union: Estimate,
        (common, share): (Option<Point>, Option<Point>),
        confidence: &Rate,
    ) -> Comparison {
        let (intersection, jaccard) = intervals(&items, &union.interval);
        Comparison {
            intersection: Common { point: common, interval: intersection },
            jaccard: Common { point: share, interval: jaccard },
            confidence: confidence.clone(),
            items,
            union,
        }
    }
}

/// Returns 1 − α/(c+1), the confidence at which c sets and their union hold together at 1 − α.
pub(crate) fn confidence_of_each(confidence: &Rate, filters: usize) -> Result<Rate, Error> {
    let part = Rational::new(1, filters as u64 + 1)?;
    Ok(Rate::new((&confidence.value().complement() * &part).complement())?)
}

/// Returns the question of how many items a filter holds in which so many bits are set.
pub(crate) fn items_of(design: Design, bits_set: u64) -> Result<Batches, Error> {
    let m = design.bits();
    let k = design.hashes();
    if bits_set > m {
        return Err(Error::domain(
            "a filter has at most all of its bits set",
            format!("bits_set = {bits_set} with bits = {m}"),
        ));
    }
    if design.kind() == Kind::Classic && bits_set != 0 && bits_set < k {
        return Err(Error::domain(
            "a classic filter has no bit set or at least as many as hashes",
            format!("bits_set = {bits_set} with hashes = {k}"),
        ));
    }
    Batches::of(m, item(design), bits_set)
}

/// Compares the sets in filters of one design, given how many of their bits are set.
pub(crate) fn compare(
    design: Design,
    bits: BitCounts<'_>,
    confidence: &Rate,
) -> Result<Comparison, Error> {
    check(bits)?;
    let each = confidence_of_each(confidence, bits.each.len())?;
    let estimate = |&x: &u64| items_of(design, x)?.estimate(&each);
    let items: Vec<Estimate> = bits.each.iter().map(estimate).collect::<Result<_, Error>>()?;
    let union = estimate(&bits.or)?;
    let points = match bits.each {
        &[x, y] => {
            let pair = FilterPair { design, x, y, or: bits.or };
            (Some(pair.common()?), Some(pair.share()?))
        }
        _ => (None, None),
    };
    Ok(Comparison::of(items, union, points, confidence))
}

/// Returns the probability of as many common bits or more if the sets were pairwise disjoint.
pub(crate) fn share_nothing(
    design: Design,
    bits: BitCounts<'_>,
    precision: u64,
) -> Result<Enclosure, Error> {
    check(bits)?;
    Occupancy::lists(design.bits(), bits.each)?.precision(precision).at_least(bits.and)
}

/// Returns the law of the bits set in the AND of filters that hold so many items each.
pub(crate) fn and_of(design: Design, items: &[u64]) -> Result<Occupancy, Error> {
    let Committees { count, size } = item(design);
    let department = |&n: &u64| {
        design.holding(n)?;
        Ok([Committees { count: n * count, size }])
    };
    let departments: Vec<_> = items.iter().map(department).collect::<Result<_, Error>>()?;
    let departments: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
    Occupancy::intersection(design.bits(), &departments)
}

/// Refuses impossible counts: counts of bits are counts of sets, and obey their inequalities.
fn check(bits: BitCounts<'_>) -> Result<(), Error> {
    let BitCounts { each, or, and } = bits;
    if each.len() < 2 {
        return Err(Error::domain(
            "a comparison needs two filters or more",
            format!("{} filters", each.len()),
        ));
    }
    let sum: u128 = each.iter().map(|&x| u128::from(x)).sum();
    let (least, most) = each.iter().fold((u64::MAX, 0), |(a, b), &x| (a.min(x), b.max(x)));
    let (or_bits, and_bits, others) = (u128::from(or), u128::from(and), each.len() as u128 - 1);
    let possible = most <= or
        && and <= least
        && or_bits + others * and_bits <= sum
        && sum <= and_bits + others * or_bits;
    if !possible {
        return Err(Error::domain(
            "no filters have these bits set in each, in any and in all of them",
            format!("each = {each:?} with or = {or} and and = {and}"),
        ));
    }
    Ok(())
}
