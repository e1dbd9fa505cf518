//! A table of the probabilities of a law: one run for as many questions as there are.
//!
//! The law of a sum of independent indicators (`docs/internals/why.md`, "How can the mode be
//! certain?") is log-concave by Newton's inequalities, so that a geometric series bounds what lies
//! below the first value of a table and above the last one (`log_concave.rs`). This bound enters
//! the sums as their uncertainty. The law itself answers where the uncertainty is too large.

use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::moments::variance;
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Event, Occupancy, Shape, by_support};
use crate::occupancy::questions::fisher::Known;
use crate::occupancy::questions::windows::pmf_above;
use crate::occupancy::routes::log_concave::beyond;
use crate::occupancy::routes::recursion;
use crate::occupancy::routes::two_lists::TwoLists;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rate, Rational, Real};

/// Neighbouring values with their probabilities.
#[derive(Debug, Clone)]
pub(crate) struct LawTable {
    first: u64,
    points: Vec<Enclosure>,
    /// P(X ≤ y) and P(X ≥ y) for each of them.
    up_to: Vec<Enclosure>,
    from: Vec<Enclosure>,
    /// An upper bound of P(X < first).
    below: Enclosure,
    /// Every value that is not in the table is less likely than this.
    threshold: Rational,
}

/// The most rows of a table.
const MOST_ROWS: f64 = 4_000.0;

/// Rarer values, as powers of ten, are left to the law itself.
const DEEPEST: f64 = 150.0;

/// Below this mean a dozen single answers cost less than a table, by callgrind: three lists of
/// 20000 names with a mean of 30 take 0.4 million instructions an answer and 33 million a table,
/// with a mean of 300 12 and 57, and five lists of 2000 with a mean of 475 37 and 51.
const LEAST_MEAN: f64 = 100.0;

/// Bits of a probability beyond those of a tail, which is a sum of them.
const SPARE: u64 = 6;

/// Makes the table if it costs less than single answers.
pub(crate) fn table_for(law: &Occupancy, values: &[u64]) -> Option<LawTable> {
    let (least, most) = law.support();
    let mean = rough_mean(law);
    let centre = Event::Point((mean as u64).clamp(least, most));
    // Laws that are quick anyway need no table, and a table needs a run of the recursion.
    let quick = !matches!(law.shape, Shape::Lists(_))
        || mean < LEAST_MEAN
        || TwoLists::of(law).is_some()
        || by_support(law, centre).is_some()
        || exact::probability(law, centre, QUICK).is_ok();
    if quick || law.precision + SPARE > recursion::MOST_BITS {
        return None;
    }
    let deviation = variance(law).ok()?.hi_f64().sqrt().max(1.0);
    // About how rare the rarest is, by the normal law; a wrong guess costs time only.
    let depth = |x: &u64| ((*x as f64 - mean) / deviation).powi(2) * 0.22 + deviation.log10();
    let within = values.iter().map(depth).filter(|depth| *depth < DEEPEST);
    let depth = within.fold(0.0, f64::max) + 2.0 + (law.precision + SPARE) as f64 * 0.302;
    if 2.0 * deviation * (depth / 0.217).sqrt() > MOST_ROWS {
        return None;
    }
    let tenth = Rational::new(1, 10).ok()?;
    let threshold = tenth.pow(depth.ceil() as u32);
    let law = law.clone().precision(law.precision + SPARE);
    LawTable::new(pmf_above(&law, &threshold).ok()?, threshold, (least, most))
}

impl LawTable {
    /// Makes a table of three or more neighbouring values.
    fn new(
        rows: Vec<(u64, Enclosure)>,
        threshold: Rational,
        (least, most): (u64, u64),
    ) -> Option<LawTable> {
        let first = rows.first()?.0;
        let neighbours = (first..).zip(&rows).all(|(y, (at, _))| y == *at);
        let points: Vec<Enclosure> = rows.into_iter().map(|(_, p)| p).collect();
        let last = first + points.len() as u64 - 1;
        if !neighbours || points.len() < 3 {
            return None;
        }
        let below = if first == least { Enclosure::zero() } else { rest(&points[0], &points[1])? };
        let above = if last == most {
            Enclosure::zero()
        } else {
            rest(&points[points.len() - 1], &points[points.len() - 2])?
        };
        let up_to = sums(&below, points.iter());
        let mut from = sums(&above, points.iter().rev());
        from.reverse();
        Some(LawTable { first, points, up_to, from, below, threshold })
    }

    /// The place of a value in the table.
    fn at(&self, x: u64) -> Option<usize> {
        let at = usize::try_from(x.checked_sub(self.first)?).ok()?;
        (at < self.points.len()).then_some(at)
    }

    /// P(X ≥ x), by the smaller of both tails.
    pub(crate) fn at_least(&self, x: u64) -> Option<Enclosure> {
        let at = self.at(x)?;
        let below = at.checked_sub(1).map(|before| &self.up_to[before])?;
        Some(if below.hi_f64() < 0.5 { below.complement() } else { self.from[at].clone() })
    }

    /// P(X ≤ x), by the smaller of both tails.
    pub(crate) fn at_most(&self, x: u64) -> Option<Enclosure> {
        let at = self.at(x)?;
        let above = self.from.get(at + 1)?;
        Some(if above.hi_f64() < 0.5 { above.complement() } else { self.up_to[at].clone() })
    }

    /// Fisher's two-sided p-value of x, where the table tells.
    pub(crate) fn two_sided(&self, law: &Occupancy, x: u64) -> Option<Enclosure> {
        let at = self.at(x)?;
        let mine = &self.points[at];
        // What is not in the table is rarer than x.
        if !mine.certainly_gt(&self.threshold) {
            return None;
        }
        // Probabilities rise and then fall, so that what is likelier stands together.
        let (mut first, mut last) = (None, 0);
        for (y, p) in (self.first..).zip(&self.points).filter(|(y, _)| *y != x) {
            let order = match p.compare(mine) {
                Some(order) => order,
                None => Known::new(law, x).and_then(|known| known.compare(y)).ok()?.0,
            };
            if order == Ordering::Greater {
                first.get_or_insert(y);
                last = y;
            }
        }
        let Some(first) = first else { return Some(Enclosure::one()) };
        let low = self.at(first)?.checked_sub(1).map(|at| &self.up_to[at])?;
        let high = self.from.get(self.at(last)? + 1)?;
        Some(low + high)
    }

    /// The least y with P(X ≤ y) ≥ p, where the table tells.
    pub(crate) fn quantile(&self, p: &Rate) -> Option<u64> {
        let (level, rest) = (p.value(), p.complement());
        if level <= rest.value() {
            let at = self.up_to.partition_point(|tail| tail.certainly_lt(level));
            let short = at > 0 || self.below.certainly_lt(level);
            let reached = self.up_to.get(at)?.certainly_ge(level);
            return (short && reached).then_some(self.first + at as u64);
        }
        // P(X ≤ y) ≥ p where P(X ≥ y + 1) ≤ 1 − p.
        let at = self.from.partition_point(|tail| tail.certainly_gt(rest.value()));
        let reached = self.from.get(at)?.certainly_le(rest.value());
        (at > 0 && reached).then(|| self.first + at as u64 - 1)
    }
}

/// The probability beyond the outermost value, given the next one inside: from 0 to a bound.
fn rest(outermost: &Enclosure, next: &Enclosure) -> Option<Enclosure> {
    /// Words of a bound: those of the sums that it enters.
    const WORDS: usize = 3;
    let ([_, outermost], [next, _]) = (outermost.reals(WORDS), next.reals(WORDS));
    let most = beyond(&outermost, &next)?;
    Some(Enclosure::between(&Real::zero(WORDS), &most))
}

/// Running sums, each with what lies beyond.
fn sums<'a>(beyond: &Enclosure, points: impl Iterator<Item = &'a Enclosure>) -> Vec<Enclosure> {
    let running = points.scan(beyond.clone(), |sum, p| {
        *sum = &*sum + p;
        Some(sum.clone())
    });
    running.collect()
}
