//! How many filters have an own rate of at least p.
//!
//! R ≥ p if and only if the costs C_i = −ln(X_i/s_i) sum to at most −ln p. Rounded down to a grid
//! the sum is smaller, so its law at the grid's last point below −ln p is an upper bound; rounded up
//! it is a lower bound. Both are k-fold convolutions of non-negative numbers. Values of X_i that are
//! too rare to matter are moved to where R is greater for the upper bound, and dropped for the lower
//! one.
//!
//! # Errors
//!
//! Doubles are added and multiplied, all of them at least 0. Let u = 2^−53. A result that passed
//! through at most N roundings is within a factor (1 + u)^N of the exact one, and (1 + u)^N ≤
//! 1 + 2Nu, (1 − u)^N ≥ 1 − 2Nu for Nu ≤ 1/2. Products below the range of doubles lose at most
//! 2^−1074 each, fewer than 2^60 of them less than [`UNDERFLOW`] together.

use crate::bloom::partitioned::filter::Partitioned;
use crate::error::Error;
use crate::occupancy::Occupancy;
use urnfield_num::{Dyadic, Enclosure, Rate, Rational, Real};

/// More than what all products below the range of doubles lose.
pub(super) const UNDERFLOW: f64 = 1e-300;

/// Values of one slice that are rarer than this are not on the grid.
const RARE: &str = "1e-40";

/// The direction in which costs and rare values are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Upper,
    Lower,
}

/// The law of one slice's bits: values with their probabilities, and bounds of the others'.
pub(super) struct SliceLaw {
    pub(super) bits: u64,
    pub(super) rows: Vec<(u64, Enclosure)>,
    pub(super) below: f64,
    pub(super) above: f64,
}

/// One slice on the grid: the probability at each of the points from `first` on.
pub(super) struct Weights {
    pub(super) first: u64,
    pub(super) at: Vec<f64>,
}

impl SliceLaw {
    pub(super) fn new(bits: u64, items: u64) -> Result<SliceLaw, Error> {
        let law = Occupancy::balls(bits, items)?;
        let rows = law.pmf_above(&RARE.parse()?)?;
        let (low, high) = (rows.first().map_or(0, |row| row.0), rows.last().map_or(0, |row| row.0));
        let below = if low == 0 { 0.0 } else { law.at_most(low - 1)?.hi_f64() };
        let above = law.at_least(high + 1)?.hi_f64();
        Ok(SliceLaw { bits, rows, below, above })
    }

    /// Places the law on the grid of 2^−grid.
    fn weights(&self, grid: u32, bound: Bound) -> Result<Weights, Error> {
        const WORDS: usize = 4;
        let full = Real::from_u64(self.bits, WORDS).ln();
        let mut points = Vec::new();
        for (x, share) in &self.rows {
            let point = if *x == self.bits {
                0
            } else {
                let cost = full.sub(&Real::from_u64(*x, WORDS).ln()).shift(grid.into()).enclosure();
                let rounded = if bound == Bound::Upper { cost.floor() } else { cost.ceiling() };
                rounded.ok_or(UNDECIDED)?
            };
            let weight = if bound == Bound::Upper { share.hi_f64() } else { share.lo_f64() };
            points.push((point, weight));
        }
        if bound == Bound::Upper {
            // Fewer bits than the rows have cost more; they are moved down to the first row.
            points.push((points[0].0, self.below));
        }
        let first = points.iter().map(|point| point.0).min().unwrap_or(0);
        let last = points.iter().map(|point| point.0).max().unwrap_or(0);
        let mut at = vec![0.0; (last - first + 1) as usize];
        points.iter().for_each(|(point, weight)| at[(point - first) as usize] += weight);
        Ok(Weights { first, at })
    }
}

const UNDECIDED: Error = Error::Precision {
    what: "the place of a logarithm on a grid",
    bits: 256,
    remedy: "ask for a slightly different rate",
};

/// Returns the probability that the costs sum to at most `limit` points, before roundings.
pub(super) fn convolved(slices: &[&Weights], limit: u64) -> f64 {
    let mut sum = vec![1.0];
    let mut first = 0;
    for slice in slices {
        first += slice.first;
        if first > limit {
            return 0.0;
        }
        let most = (limit - first + 1).min((sum.len() + slice.at.len() - 1) as u64) as usize;
        let mut next = vec![0.0; most];
        for (i, weight) in slice.at.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            for (to, from) in next.iter_mut().skip(i).zip(&sum) {
                *to += weight * from;
            }
        }
        sum = next;
    }
    sum.iter().sum()
}

/// Returns the bound on a grid of 2^−grid.
fn bounded(
    laws: &[SliceLaw],
    of: &[usize],
    p: &Rate,
    grid: u32,
    bound: Bound,
) -> Result<f64, Error> {
    let budget = Enclosure::from(p.value()).ln().ok_or(UNDECIDED)?;
    let [cost, _] = budget.reals(4);
    let limit = cost.negated().shift(grid.into()).enclosure().floor().ok_or(UNDECIDED)?;
    let weights: Result<Vec<Weights>, Error> =
        laws.iter().map(|law| law.weights(grid, bound)).collect();
    let weights = weights?;
    let slices: Vec<&Weights> = of.iter().map(|&law| &weights[law]).collect();
    let sum = convolved(&slices, limit);
    let off = relative_error(laws, of, &weights);
    Ok(match bound {
        Bound::Upper => {
            // More bits than the rows have in any of the slices.
            let beyond: f64 = of.iter().map(|&law| laws[law].above).sum();
            (sum + beyond) * (1.0 + off) + UNDERFLOW
        }
        Bound::Lower => (sum * (1.0 - off) - UNDERFLOW).max(0.0),
    })
}

/// Returns by what share a convolution may be off, with a factor 2 to spare for this and the last
/// few operations: a value passes through the rows of its point, k convolutions and the last sum.
pub(super) fn relative_error(laws: &[SliceLaw], of: &[usize], weights: &[Weights]) -> f64 {
    let longest: usize = weights.iter().map(|slice| slice.at.len()).max().unwrap_or(0);
    let rows: usize = laws.iter().map(|law| law.rows.len() + 1).max().unwrap_or(0);
    let roundings = (2 * of.len() + 1) * (longest + 1) + of.len() * (rows + 1) + 8;
    2.0 * roundings as f64 * f64::EPSILON
}

/// Returns the laws of the different slices, and which of them each slice has.
pub(super) fn laws_of(
    filter: &Partitioned,
    items: u64,
) -> Result<(Vec<SliceLaw>, Vec<usize>), Error> {
    let mut sizes = filter.slices.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let laws: Result<Vec<SliceLaw>, Error> =
        sizes.iter().map(|&bits| SliceLaw::new(bits, items)).collect();
    let slices = filter.slices.iter();
    Ok((laws?, slices.map(|bits| sizes.partition_point(|size| size < bits)).collect()))
}

/// Returns a grid that is fine beside the deviation of one slice's cost, some √(1/s).
fn grid(slices: &[u64]) -> u32 {
    let largest = slices.iter().max().copied().unwrap_or(1);
    (8 + (largest.ilog2() + 1) / 2).max(13)
}

/// Computes [`Partitioned::own_rate_at_least`].
pub(crate) fn own_rate_at_least(
    filter: &Partitioned,
    items: u64,
    p: &Rate,
) -> Result<Enclosure, Error> {
    let (laws, of) = laws_of(filter, items)?;
    let grid = grid(&filter.slices);
    let upper = bounded(&laws, &of, p, grid, Bound::Upper)?.min(1.0);
    let lower = bounded(&laws, &of, p, grid, Bound::Lower)?;
    let end = |value: f64| {
        let exact = Dyadic::from_f64(value).and_then(|value| value.to_rational());
        Real::from_rational(&exact.unwrap_or_else(Rational::one), 2)
    };
    Ok(Enclosure::between(&end(lower.min(upper)), &end(upper)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All counts of all slices, as fractions.
    fn exact(slices: &[u64], items: u64, p: &Rate) -> Rational {
        let mut all = vec![(Rational::one(), Rational::one())];
        for &bits in slices {
            let law = Occupancy::balls(bits, items).expect("a law");
            let mut next = Vec::new();
            for (rate, chance) in &all {
                for x in 0..=bits {
                    let share = Rational::from_integers(x.into(), bits.into());
                    let likely = &law.pmf_exact(x).expect("short") * chance;
                    next.push((rate * &share, likely));
                }
            }
            all = next;
        }
        let worse = all.iter().filter(|(rate, _)| rate >= p.value());
        worse.fold(Rational::zero(), |sum, (_, chance)| &sum + chance)
    }

    /// Bounds on coarse grids enclose the exact share; costs rounded the other way do not.
    #[test]
    fn bounds_on_coarse_grids_hold_and_wrong_roundings_do_not() {
        let (mut caught_upper, mut caught_lower) = (0, 0);
        for (slices, items) in
            [(vec![3, 4, 2], 3), (vec![5, 5, 5], 4), (vec![8, 6], 5), (vec![12, 7, 3], 6)]
        {
            for p in ["1/100", "1/10", "1/3", "1/2", "9/10"] {
                let p: Rate = p.parse().expect("a rate");
                let truth = exact(&slices, items, &p);
                let laws: Vec<SliceLaw> =
                    slices.iter().map(|&bits| SliceLaw::new(bits, items).expect("a law")).collect();
                let of: Vec<usize> = (0..slices.len()).collect();
                let rational = |value: f64| {
                    Dyadic::from_f64(value).and_then(|v| v.to_rational()).expect("finite")
                };
                for grid in [1, 2, 4, 8, 13] {
                    let at =
                        |bound| rational(bounded(&laws, &of, &p, grid, bound).expect("decided"));
                    let (upper, lower) = (at(Bound::Upper), at(Bound::Lower));
                    assert!(lower <= truth && truth <= upper, "{slices:?} {p} {grid}");
                    caught_upper += u32::from(lower < truth);
                    caught_lower += u32::from(upper > truth);
                }
            }
        }
        // Each bound in the place of the other would be wrong in many of the cases.
        assert!(caught_upper > 20 && caught_lower > 20, "{caught_upper} {caught_lower}");
    }
}
