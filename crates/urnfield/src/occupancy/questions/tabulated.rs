//! A law with its probabilities beside it: one run for as many questions as there are.
//!
//! The law of a sum of independent indicators (`docs/internals/design.md`, "How can the mode be certain?") is log-concave by
//! Newton's inequalities, so that a geometric series bounds what lies below the first value of a table
//! and above the last one (`log_concave.rs`). That enters the sums as their uncertainty, and where it
//! shows, the law is asked itself.

use crate::occupancy::Occupancy;
use crate::occupancy::law::shape::Shape;
use crate::occupancy::questions::fisher::Known;
use crate::occupancy::questions::probability::{Event, QUICK, at_most_one};
use crate::occupancy::routes::log_concave::beyond;
use crate::occupancy::routes::recursion;
use crate::occupancy::routes::two_lists::TwoLists;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Error, Rate, Rational, Real};

/// A law whose probabilities were looked up in one run, where that pays: of three lists or more that
/// share many names. Its answers are those of the
/// law, as certain, and each costs next to nothing.
///
/// ```
/// use urnfield::Occupancy;
/// let law = Occupancy::lists(2000, &[1500; 5])?;
/// let table = law.clone().tabulated(&[480]);
/// assert!(table.at_least(480)?.overlaps(&law.at_least(480)?));
/// assert_eq!(table.quantile(&"2.5%".parse()?)?, law.quantile(&"2.5%".parse()?)?);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tabulated {
    law: Occupancy,
    table: Option<LawTable>,
}

/// Neighbouring values with their probabilities.
#[derive(Debug, Clone)]
pub(crate) struct LawTable {
    first: u64,
    points: Vec<Enclosure>,
    /// P(X ≤ y) and P(X ≥ y) for each of them.
    up_to: Vec<Enclosure>,
    from: Vec<Enclosure>,
    /// At most so much lies below the first one.
    below: Enclosure,
    /// What is not in the table is less likely than this.
    threshold: Rational,
}

/// Longer tables are not made.
const MOST_ROWS: f64 = 4_000.0;

/// Nor deeper ones, in powers of ten: whoever asks for what is rarer asks the law.
const DEEPEST: f64 = 150.0;

/// Below this mean a dozen single answers cost less than a table, by callgrind: three lists of 20000 names
/// with a mean of 30 take 0.4 million instructions an answer and 33 million a table, with a mean of 300
/// 12 and 57, and five lists of 2000 with a mean of 475 37 and 51.
const LEAST_MEAN: f64 = 100.0;

/// Bits of a probability beyond those of a tail, which is a sum of them.
const SPARE: u64 = 6;

impl Occupancy {
    /// The law with its probabilities beside it, as far out as it takes to answer for these values.
    pub fn tabulated(self, values: &[u64]) -> Tabulated {
        let table = self.table_for(values);
        Tabulated { law: self, table }
    }

    /// The table, where one pays.
    pub(crate) fn table_for(&self, values: &[u64]) -> Option<LawTable> {
        let (least, most) = self.support();
        let mean = self.rough_mean();
        let centre = Event::Point((mean as u64).clamp(least, most));
        // What is quick anyway needs no table, nor what no run reaches.
        let quick = !matches!(self.shape, Shape::Lists(_))
            || mean < LEAST_MEAN
            || TwoLists::of(self).is_some()
            || self.decided(centre).is_some()
            || self.exact(centre, QUICK).is_ok();
        if quick || self.precision + SPARE > recursion::MOST_BITS {
            return None;
        }
        let deviation = self.variance().ok()?.hi_f64().sqrt().max(1.0);
        // About how rare the rarest is, by the normal law; a wrong guess costs time only.
        let depth = |x: &u64| ((*x as f64 - mean) / deviation).powi(2) * 0.22 + deviation.log10();
        let within = values.iter().map(depth).filter(|depth| *depth < DEEPEST);
        let depth = within.fold(0.0, f64::max) + 2.0 + (self.precision + SPARE) as f64 * 0.302;
        if 2.0 * deviation * (depth / 0.217).sqrt() > MOST_ROWS {
            return None;
        }
        let tenth = Rational::new(1, 10).ok()?;
        let threshold = tenth.pow(depth.ceil() as u32);
        let law = self.clone().precision(self.precision + SPARE);
        LawTable::new(law.pmf_above(&threshold).ok()?, threshold, (least, most))
    }
}

impl LawTable {
    /// Takes neighbours only, three of them or more.
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
        let below = match first == least {
            true => Enclosure::zero(),
            false => rest(&points[0], &points[1])?,
        };
        let above = match last == most {
            true => Enclosure::zero(),
            false => rest(&points[points.len() - 1], &points[points.len() - 2])?,
        };
        let up_to = sums(&below, points.iter());
        let mut from = sums(&above, points.iter().rev());
        from.reverse();
        Some(LawTable { first, points, up_to, from, below, threshold })
    }

    /// Where a value stands.
    fn at(&self, x: u64) -> Option<usize> {
        let at = usize::try_from(x.checked_sub(self.first)?).ok()?;
        (at < self.points.len()).then_some(at)
    }

    /// P(X ≥ x), by the smaller of both tails.
    fn at_least(&self, x: u64) -> Option<Enclosure> {
        let at = self.at(x)?;
        let below = at.checked_sub(1).map(|before| &self.up_to[before])?;
        Some(if below.hi_f64() < 0.5 { below.complement() } else { self.from[at].clone() })
    }

    /// P(X ≤ x), likewise.
    fn at_most(&self, x: u64) -> Option<Enclosure> {
        let at = self.at(x)?;
        let above = self.from.get(at + 1)?;
        Some(if above.hi_f64() < 0.5 { above.complement() } else { self.up_to[at].clone() })
    }

    /// Everything that is not likelier than x, where the table tells.
    fn two_sided(&self, law: &Occupancy, x: u64) -> Option<Enclosure> {
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

/// What lies beyond the outermost value, of which the next one is known: from 0 to a bound.
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

impl Tabulated {
    /// The law.
    pub fn law(&self) -> &Occupancy {
        &self.law
    }

    /// P(X ≥ i), i included.
    pub fn at_least(&self, i: u64) -> Result<Enclosure, Error> {
        self.certain(|table| table.at_least(i)).map_or_else(|| self.law.at_least(i), Ok)
    }

    /// P(X ≤ i), i included.
    pub fn at_most(&self, i: u64) -> Result<Enclosure, Error> {
        self.certain(|table| table.at_most(i)).map_or_else(|| self.law.at_most(i), Ok)
    }

    /// Everything that is not likelier than i: Fisher's two-sided p-value.
    pub fn two_sided(&self, i: u64) -> Result<Enclosure, Error> {
        let found = self.certain(|table| table.two_sided(&self.law, i));
        found.map_or_else(|| self.law.two_sided(i), Ok)
    }

    /// The least i with P(X ≤ i) ≥ p.
    pub fn quantile(&self, p: &Rate) -> Result<u64, Error> {
        let found = self.table.as_ref().and_then(|table| table.quantile(p));
        found.map_or_else(|| self.law.quantile(p), Ok)
    }

    /// What the table says, where that is as certain as the law would be.
    fn certain(&self, ask: impl Fn(&LawTable) -> Option<Enclosure>) -> Option<Enclosure> {
        let found = self.table.as_ref().and_then(ask).map(at_most_one)?;
        (found.certain_bits() >= self.law.precision).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_what_its_law_says() {
        let mut tables = 0;
        for (number, m) in (400..1900).step_by(73).enumerate() {
            let size = |list: usize| m / 2 + (m * (3 + (list * 5 + number) as u64 % 9)) / 30;
            let sizes: Vec<u64> = (0..3 + number % 3).map(size).collect();
            let law = Occupancy::lists(m, &sizes).expect("a law");
            let (mean, deviation) =
                (law.rough_mean(), law.variance().expect("small").hi_f64().sqrt());
            let far = (number % 13) as f64 - 6.0;
            let (least, most) = law.support();
            let x = ((mean + far * deviation).max(0.0) as u64).clamp(least, most);
            let table = law.clone().tabulated(&[x]);
            tables += u32::from(table.table.is_some());
            let asked: [(Result<_, _>, Result<_, _>); 3] = [
                (table.at_least(x), law.at_least(x)),
                (table.at_most(x), law.at_most(x)),
                (table.two_sided(x), law.two_sided(x)),
            ];
            for (what, (ours, theirs)) in asked.into_iter().enumerate() {
                let (ours, theirs) = (ours.expect("small"), theirs.expect("small"));
                assert!(ours.overlaps(&theirs), "{m} {sizes:?} {x} {what}: {ours} {theirs}");
                assert!(ours.certain_bits() >= 53, "{m} {sizes:?} {x} {what}: {ours:?}");
            }
            for p in ["2.5%", "97.5%", "1e-9", "0.999999", "1/2"] {
                let p: Rate = p.parse().expect("a rate");
                assert_eq!(table.quantile(&p), law.quantile(&p), "{m} {sizes:?} {p:?}");
            }
        }
        assert!(tables > 12, "{tables} tables");
    }
}
