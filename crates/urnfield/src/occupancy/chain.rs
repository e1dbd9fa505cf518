//! The positive recursion: a law moved from state to state by rows of probabilities.
//!
//! Cells carry their own exponent, products are cut and never rounded up, so every cell is at
//! most its true probability: nothing cancels, and 1e-5000 is as good as 0.5. What is lost is
//! known two ways.
//!
//! * *Units*: on any path of steps the cut-off bits make a cell too small by at most a fraction
//!   units·2^-127.
//! * *Dropped*: products not above 2^cut are left out and counted; their true sum is at most
//!   dropped·2^(cut+1) (the factor two covers the units).
//!
//! So for every event E of the final state  P̃(E) ≤ P(E) ≤ (P̃(E) + dropped·2^(cut+1))/(1 − units·2^-127).
//!
//! Source: the recursion `eqn:classic-recurrence` and its committee form.

use super::floor::{Floor, LOWEST, NOTHING, multiply_high};
use crate::num::{Enclosure, Fixed};

/// A law, or as much of it as is kept: the probabilities of `first`, `first + 1`, ….
#[derive(Debug, Clone)]
pub(super) struct Chain {
    pub(super) first: u64,
    mantissas: Vec<u128>,
    exponents: Vec<i32>,
    pub(super) loss: Loss,
}

/// What the cells of a [`Chain`] may be short of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loss {
    pub(super) units: u128,
    pub(super) dropped: u128,
    /// Products at or below 2^cut are dropped.
    pub(super) cut: i32,
}

/// Where one state may go: probabilities of `target`, `target + 1`, ….
pub(super) struct Row<'a> {
    pub(super) target: u64,
    pub(super) mantissas: &'a [u128],
    pub(super) exponents: &'a [i32],
    /// Units by which an entry may be too small.
    pub(super) units: u128,
    /// Entries left out, each at or below 2^cut.
    pub(super) unvisited: u128,
}

/// The rule of a step: units lost by a sum of `addends` products with `headroom` spare bits.
///
/// The largest product is at least 2^126, so 2^(126−headroom) units of the accumulator; every
/// addend is cut twice (at most 3 in `multiply_high`, less than 1 when it is aligned, and
/// ⌊x/2^h⌋ of an x that is 3 too small is at most 3 + 1 too small). 4·addends·2^(headroom+1)
/// in units of 2^-127; the final alignment loses nothing, as mantissas only move up.
pub(super) fn step_units(addends: u128, headroom: u32) -> u128 {
    4 * addends << (headroom + 1)
}

impl Chain {
    /// The law of a certain state.
    pub(super) fn certain(state: u64, cut: i32) -> Chain {
        Chain {
            first: state,
            mantissas: vec![Floor::ONE.mantissa],
            exponents: vec![Floor::ONE.exponent],
            loss: Loss {
                units: 0,
                dropped: 0,
                cut: cut.max(LOWEST),
            },
        }
    }

    pub(super) fn len(&self) -> usize {
        self.mantissas.len()
    }

    /// The last state kept.
    pub(super) fn last(&self) -> u64 {
        self.first + self.len() as u64 - 1
    }

    /// The cell of a state: a lower bound of its probability.
    pub(super) fn cell(&self, state: u64) -> Floor {
        match state.checked_sub(self.first) {
            Some(i) if (i as usize) < self.len() => Floor {
                mantissa: self.mantissas[i as usize],
                exponent: self.exponents[i as usize],
            },
            _ => Floor::ZERO,
        }
    }

    pub(super) fn exponents(&self) -> &[i32] {
        &self.exponents
    }

    pub(super) fn mantissas(&self) -> &[u128] {
        &self.mantissas
    }

    /// One step: every state moves along its row. `widest` bounds how many states can share a
    /// target; `keep` is the range of targets that matter: others are left
    /// out *without* being counted, so the caller must know that they never come back.
    pub(super) fn step<'r, R>(&self, widest: usize, keep: (u64, u64), mut rows: R) -> Chain
    where
        R: FnMut(u64) -> Row<'r>,
    {
        let mut loss = self.loss;
        let addends = self.len().min(widest).max(1) as u128;
        let headroom = 128 - addends.leading_zeros();
        // First pass: which products are worth forming, and the largest exponent at each target.
        let mut spans: Vec<(Row<'r>, usize, usize)> = Vec::with_capacity(self.len());
        let (mut low, mut high) = (u64::MAX, 0);
        let mut row_units = 0;
        for i in 0..self.len() {
            let row = rows(self.first + i as u64);
            let floor = loss.cut.saturating_sub(self.exponents[i]);
            // Not in this row's part of `keep`:
            let mut start = keep
                .0
                .saturating_sub(row.target)
                .min(row.exponents.len() as u64) as usize;
            let mut end = match keep.1.checked_sub(row.target) {
                Some(reach) => row.exponents.len().min(reach.saturating_add(1) as usize),
                None => 0,
            };
            let before = end.saturating_sub(start);
            while start < end && row.exponents[start] <= floor {
                start += 1;
            }
            while start < end && row.exponents[end - 1] <= floor {
                end -= 1;
            }
            let visited = end.saturating_sub(start);
            loss.dropped += (before - visited) as u128 + row.unvisited;
            row_units = row_units.max(row.units);
            if visited > 0 {
                low = low.min(row.target + start as u64);
                high = high.max(row.target + end as u64 - 1);
            }
            spans.push((row, start, end));
        }
        loss.units += step_units(addends, headroom) + row_units;
        if low > high {
            return Chain {
                first: keep.0,
                mantissas: vec![0],
                exponents: vec![NOTHING],
                loss,
            };
        }
        let size = (high - low + 1) as usize;
        let mut exponents = vec![NOTHING; size];
        for ((row, start, end), &e) in spans.iter().zip(&self.exponents) {
            if start < end {
                let at = (row.target + *start as u64 - low) as usize;
                for (slot, &x) in exponents[at..].iter_mut().zip(&row.exponents[*start..*end]) {
                    *slot = (*slot).max(e + x);
                }
            }
        }
        // Second pass: the sums, each in units of 2^(exponent + headroom − 128).
        let mut sums = vec![0u128; size];
        for ((row, start, end), (&c, &e)) in
            spans.iter().zip(self.mantissas.iter().zip(&self.exponents))
        {
            if start >= end {
                continue;
            }
            let at = (row.target + *start as u64 - low) as usize;
            let entries = row.mantissas[*start..*end]
                .iter()
                .zip(&row.exponents[*start..*end]);
            let slots = sums[at..].iter_mut().zip(&exponents[at..]);
            for ((sum, &top), (&w, &x)) in slots.zip(entries) {
                let shift = (top - e - x) as u32 + headroom;
                // In two parts, so that a shift by 128 leaves nothing.
                *sum += multiply_high(c, w) >> 1 >> (shift - 1).min(127);
            }
        }
        for (sum, exponent) in sums.iter_mut().zip(&mut exponents) {
            let zeros = sum.leading_zeros();
            if zeros == 128 {
                *exponent = NOTHING;
            } else {
                *sum <<= zeros;
                *exponent += headroom as i32 - zeros as i32;
            }
        }
        Chain {
            first: low,
            mantissas: sums,
            exponents,
            loss,
        }
    }

    /// The certificate of the whole: what the true probability of an event can be, given the
    /// (scaled) sum of its cells and the scale of a dropped product.
    pub(super) fn enclose(&self, sum: &Fixed<4>, scale: &Fixed<4>) -> Enclosure {
        let dropped = Fixed::<4>::from_u128(self.loss.dropped, self.loss.cut as i128 + 1, 4);
        let upper = sum.add(&dropped.mul(scale));
        let one = Fixed::<4>::from_u64(1, 4);
        let short = Fixed::<4>::from_u128(self.loss.units, -127, 4);
        Enclosure::between(sum, &upper.div(&one.sub(&short)))
    }

    /// P(first state in `range`), enclosed.
    pub(super) fn probability(&self, range: (u64, u64)) -> Enclosure {
        let one = Fixed::<4>::from_u64(1, 4);
        let from = range.0.max(self.first);
        let mut sum = Fixed::<4>::zero(4);
        if from <= range.1 {
            for state in from..=range.1.min(self.last()) {
                sum = sum.add(&self.cell(state).real(4));
            }
        }
        self.enclose(&sum, &one)
    }
}
