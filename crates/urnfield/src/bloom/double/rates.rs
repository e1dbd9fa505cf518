//! [`DoubleRates`]: the exact rates of one filter with double hashing.

use crate::bloom::blocked::law::{Law, Term};
use crate::bloom::double::classes::{Class, classes};
use crate::bloom::double::coincidences::{Question, base};
use crate::bloom::double::hashing::DoubleHashing;
use crate::bloom::rate::fpr::RateOrComplement;
use crate::error::Error;
use dashu_int::UBig;
use std::collections::BTreeMap;
use urnfield_num::{Enclosure, Rational};

/// A question about more bits than this has too many subsets.
const MOST_HASHES: u64 = 24;

/// Sums over subsets of at most so many cells in all take some five seconds.
const MOST_CELLS: u128 = 1 << 32;

/// The exact false-positive rates of a filter with double hashing, for any number of items.
///
/// The table of subsets is made once; a rate then takes one power for each different row.
///
/// ```
/// use urnfield::bloom::double::{DoubleHashing, Steps};
/// let rates = DoubleHashing::new(Steps::All, 12, 4)?.rates()?;
/// assert_eq!(rates.fpr_exact(2)?.to_string(), "10687/82944");
/// assert_eq!(format!("{:.6}", rates.fpr(2)?), "0.128846");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct DoubleRates {
    design: DoubleHashing,
    law: Law,
}

/// The tables that a filter's rates need.
struct Tables {
    /// How many steps there are.
    steps: u64,
    /// One question of each class, and how many steps of a question are in the class.
    questions: Vec<(Question, u64)>,
}

impl Tables {
    fn of(design: &DoubleHashing) -> Result<Tables, Error> {
        let bits = design.block_bits;
        // Every order divides m, so positions repeat from the m-th on.
        let hashes = design.hashes.min(bits);
        if hashes > MOST_HASHES {
            return Err(too_costly(hashes.into(), "hashes", MOST_HASHES.into()));
        }
        let (steps, classes) = classes(design.steps, bits, hashes)?;
        let question = |Class { divisor, steps }: Class| {
            (Question { steps: design.steps, bits, hashes, divisor }, steps)
        };
        let tables = Tables { steps, questions: classes.into_iter().map(question).collect() };
        let needs = tables.cells();
        if needs > MOST_CELLS {
            return Err(too_costly(needs, "cells of subsets", MOST_CELLS));
        }
        Ok(tables)
    }

    /// Returns how many cells the sums over subsets have.
    fn cells(&self) -> u128 {
        let asked = self.questions.iter().map(|(question, _)| question.asked());
        asked.map(|asked| u128::from(asked) << (asked - 1)).sum()
    }
}

fn too_costly(needs: u128, unit: &'static str, limit: u128) -> Error {
    Error::TooCostly {
        what: "the rate under double hashing",
        needs,
        unit: unit.into(),
        limit,
        remedy: "ask for fewer hashes, or for bits with fewer small divisors",
    }
}

/// Returns how many cells the sums for a filter's rates have: about a nanosecond each.
pub(super) fn cells(design: &DoubleHashing) -> Result<u128, Error> {
    Tables::of(design).map(|tables| tables.cells())
}

impl DoubleRates {
    pub(super) fn of(design: &DoubleHashing) -> Result<DoubleRates, Error> {
        let Tables { steps, questions } = Tables::of(design)?;
        // Rows of all classes are counted together, in steps; no count passes 2^(64 + 24).
        let mut rows: BTreeMap<u64, i128> = BTreeMap::new();
        for (question, weight) in &questions {
            for (row, count) in question.table() {
                *rows.entry(row).or_default() += i128::from(*weight) * i128::from(count);
            }
        }
        let m = design.block_bits;
        let base = base(design.steps, m, design.hashes.min(m), steps);
        let pairs = UBig::from(m) * UBig::from(steps);
        let elsewhere = &pairs * UBig::from(design.blocks - 1);
        let whole = &elsewhere + &pairs;
        let empty = Term { negative: false, weight: steps.into(), survival: whole.clone() };
        let term = |(row, count): (u64, i128)| Term {
            negative: count < 0,
            weight: UBig::from(count.unsigned_abs()),
            survival: &whole - UBig::from(u128::from(row >> 32) * base - u128::from(row as u32)),
        };
        let rows = rows.into_iter().filter(|&(_, count)| count != 0).map(term);
        let terms = std::iter::once(empty).chain(rows).collect();
        Ok(DoubleRates { design: *design, law: Law { terms, scale: steps.into(), whole } })
    }

    /// Returns the filter.
    pub fn design(&self) -> DoubleHashing {
        self.design
    }

    /// Returns the exact false-positive rate with `items` items, averaged over all filters.
    pub fn fpr(&self, items: u64) -> Result<Enclosure, Error> {
        self.fpr_to(items, 53)
    }

    /// Returns the exact false-positive rate with at least `precision` certain bits.
    pub fn fpr_to(&self, items: u64, precision: u64) -> Result<Enclosure, Error> {
        self.law.side(items, RateOrComplement::Rate, precision.max(53))
    }

    /// Returns 1 − f with at least `precision` certain bits: what is left of a full filter.
    ///
    /// ```
    /// use urnfield::bloom::double::{DoubleHashing, Steps};
    /// let rates = DoubleHashing::new(Steps::Nonzero, 2, 1)?.rates()?;
    /// assert_eq!(rates.one_minus_fpr_to(100, 53)?.nearest_f64(), 0.5f64.powi(100));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr_to(&self, items: u64, precision: u64) -> Result<Enclosure, Error> {
        self.law.side(items, RateOrComplement::Complement, precision.max(53))
    }

    /// Returns the rate as an exact rational.
    ///
    /// Limit: some 10^7 bits, else `TooCostly`.
    pub fn fpr_exact(&self, items: u64) -> Result<Rational, Error> {
        self.law.exact(items)
    }
}
