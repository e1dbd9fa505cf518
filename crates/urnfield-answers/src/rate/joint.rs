//! The rate of several filters together.

use crate::report::value::{shown, shown_upper};
use crate::{ENDS, Value, object};
use urnfield::{Enclosure, Error, Filter};

/// The probability that a key which is in none of the filters passes one.
#[derive(Debug, Clone)]
pub struct JointRate {
    /// How many filters there are.
    pub filters: usize,
    /// The probability.
    pub rate: Enclosure,
    /// Not more than that, where filters hash in different ways.
    pub is_bound: bool,
    /// A key of one of its sets is no stranger to an intersection.
    pub has_intersection: bool,
}

/// With more filters there are too many combinations, and the sum must do.
const MOST_COMBINED: usize = 8;

/// Bits of each term: their sum loses a few.
const BITS: u64 = 256;

impl JointRate {
    /// Computes the joint rate. A key has the same positions in filters of one design and seed, so
    /// it passes several of them with the rate of their AND: inclusion and exclusion. Otherwise the
    /// sum is a bound.
    pub fn of(filters: &[Filter]) -> Result<JointRate, Error> {
        let alike = filters.iter().all(|filter| filters[0].is_subset(filter).is_ok());
        let combined = alike && filters.len() <= MOST_COMBINED;
        let mut rate = Enclosure::zero();
        for (i, filter) in filters.iter().enumerate() {
            let own = filter.own_fpr_to(BITS)?;
            rate = rate + own;
            if combined {
                rate = rate - common(filter, &filters[i + 1..])?;
            }
        }
        let rate = rate.min(&Enclosure::one());
        let has_intersection = filters.iter().any(Filter::is_intersection);
        Ok(JointRate { filters: filters.len(), rate, is_bound: !combined, has_intersection })
    }

    /// Returns the rate in a sentence.
    pub fn in_words(&self) -> String {
        let (most, rate) = if self.is_bound {
            ("at most ", shown_upper(&self.rate, 7))
        } else {
            ("", shown(&self.rate, 7))
        };
        let sets = if self.has_intersection { "sets behind the " } else { "" };
        format!(
            "a key that is in none of the {sets}{} filters passes with probability {most}{rate}",
            self.filters,
        )
    }
}

impl From<&JointRate> for Value {
    fn from(joint: &JointRate) -> Value {
        if joint.is_bound {
            object! { ENDS => &joint.rate, "label" => "bound" }
        } else {
            Value::from(&joint.rate)
        }
    }
}

/// The probability that a stranger passes this filter and at least one of the others:
/// Σ r(this ∧ other) − Σ r(this ∧ other ∧ another) + …
fn common(filter: &Filter, others: &[Filter]) -> Result<Enclosure, Error> {
    let mut rate = Enclosure::zero();
    for (i, other) in others.iter().enumerate() {
        let mut both = filter.clone();
        both.intersect_with(other)?;
        rate = rate + both.own_fpr_to(BITS)?;
        rate = rate - common(&both, &others[i + 1..])?;
    }
    Ok(rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Kind};

    fn filters(seeds: [u64; 3]) -> Vec<Filter> {
        let design = Design::new(Kind::Standard, 300, 2).expect("a design");
        let filter = |seed: u64, first: u64| {
            let mut filter = Filter::new(design, seed).expect("small");
            (first..first + 60).for_each(|key| {
                filter.insert_u64(key);
            });
            filter
        };
        vec![filter(seeds[0], 0), filter(seeds[1], 30), filter(seeds[2], 1000)]
    }

    /// All 300² pairs of positions are counted; the rate is exact.
    #[test]
    fn inclusion_and_exclusion_count_right() {
        let all = filters([7, 7, 7]);
        let joint = JointRate::of(&all).expect("a rate");
        assert!(!joint.is_bound);
        // Which bits are set is seen from which single positions pass: ask with one hash.
        let masks: Vec<Vec<bool>> = all.iter().map(bits_of).collect();
        let passes = |a: usize, b: usize| masks.iter().any(|mask| mask[a] && mask[b]);
        let counted = (0..300 * 300).filter(|i| passes(i / 300, i % 300)).count();
        let exact = urnfield::Rational::new(counted as i64, 90_000).expect("a number");
        assert!(joint.rate.contains(&exact), "{:.9} and {exact}", joint.rate);
    }

    /// The bits of a raw file, behind its header of 128 bytes.
    fn bits_of(filter: &Filter) -> Vec<bool> {
        let bytes = filter.to_bytes(urnfield::filter::Packing::Raw);
        (0..300).map(|i| bytes[128 + i / 8] >> (i % 8) & 1 == 1).collect()
    }

    #[test]
    fn other_seeds_make_it_a_bound() {
        let all = filters([7, 7, 8]);
        let joint = JointRate::of(&all).expect("a rate");
        let sum: f64 = all.iter().map(|filter| filter.own_fpr().expect("a rate").hi_f64()).sum();
        assert!(joint.is_bound && (joint.rate.hi_f64() - sum.min(1.0)).abs() < 1e-9);
        assert!(joint.in_words().contains("at most"));
    }
}
