//! The positive recursion: a law moved from state to state.
//!
//! Cells carry their own exponent, products are cut and never rounded up, so every cell is at
//! most its true probability: nothing cancels, and 1e-5000 is as accurate as 0.5. The loss is
//! counted in two ways.
//!
//! * *Units*: on any path of steps the cut-off bits make a cell too small by at most a fraction
//!   units·2^-127.
//! * *Dropped*: cells not above 2^cut are left out and counted; their true sum is at most
//!   dropped·2^(cut+1) (the factor two covers the units).
//!
//! So for every event E of the final state
//!
//! P̃(E) ≤ P(E) ≤ (P̃(E) + dropped·2^(cut+1))/(1 − units·2^-127).
//!
//! Coq: `recursion.run_keeps_invariant`, `recursion.run_certificate`.
//!
//! Source: the recursion `eqn:classic-recurrence` and its committee form.

use crate::occupancy::routes::rounded_down::{LOWEST, NOTHING, RoundedDown};
use urnfield_num::fixed_complex::multiply_high;
use urnfield_num::{Enclosure, Real};

/// Consecutive numbers, mantissas apart from exponents: what the inner loop wants.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cells {
    mantissas: Vec<u128>,
    exponents: Vec<i32>,
}

/// A stretch of [`Cells`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slice<'a> {
    mantissas: &'a [u128],
    exponents: &'a [i32],
}

impl Cells {
    fn with_capacity(count: usize) -> Cells {
        Cells { mantissas: Vec::with_capacity(count), exponents: Vec::with_capacity(count) }
    }

    pub(crate) fn push(&mut self, value: RoundedDown) {
        self.mantissas.push(value.mantissa);
        self.exponents.push(value.exponent);
    }

    pub(crate) fn set(&mut self, i: usize, value: RoundedDown) {
        self.mantissas[i] = value.mantissa;
        self.exponents[i] = value.exponent;
    }

    pub(crate) fn len(&self) -> usize {
        self.mantissas.len()
    }

    pub(crate) fn at(&self, i: usize) -> RoundedDown {
        RoundedDown { mantissa: self.mantissas[i], exponent: self.exponents[i] }
    }

    /// What follows the first `count`.
    pub(crate) fn tail(&self, count: usize) -> Cells {
        Cells {
            mantissas: self.mantissas[count..].to_vec(),
            exponents: self.exponents[count..].to_vec(),
        }
    }

    pub(crate) fn slice(&self, start: usize, end: usize) -> Slice<'_> {
        Slice { mantissas: &self.mantissas[start..end], exponents: &self.exponents[start..end] }
    }
}

impl FromIterator<RoundedDown> for Cells {
    fn from_iter<I: IntoIterator<Item = RoundedDown>>(values: I) -> Cells {
        let mut cells = Cells::default();
        values.into_iter().for_each(|v| cells.push(v));
        cells
    }
}

/// The rule of a sum of products: units lost by `addends` products with `headroom` spare bits.
///
/// The largest product is at least 2^126, so 2^(126−headroom) units of the accumulator; every
/// addend is cut twice (at most 3 in `multiply_high`, less than 1 when it is aligned), or left
/// out where it is below one unit: 4·addends·2^(headroom+1) in units of 2^-127. Moving the sum's
/// top bit into place loses nothing.
///
/// Coq: `rounded_down.sum_units_holds`.
pub(crate) fn sum_units(addends: u128, headroom: u32) -> u128 {
    (4 * addends) << (headroom + 1)
}

/// Spare bits for sums of up to `addends` products.
pub(crate) fn headroom(addends: usize) -> u32 {
    usize::BITS - addends.leading_zeros()
}

/// The largest exponent of a product: each is below 2^that.
#[inline(always)]
pub(crate) fn peak(a: Slice<'_>, b: Slice<'_>) -> i32 {
    let sums = a.exponents.iter().zip(b.exponents).map(|(x, y)| x + y);
    sums.fold(2 * NOTHING, i32::max)
}

/// Σ a·b, given the peak of the products and the headroom. Not inlined: alone, the loop keeps its
/// sum in registers.
#[inline(never)]
pub(crate) fn dot(a: Slice<'_>, b: Slice<'_>, peak: i32, headroom: u32) -> RoundedDown {
    let mut sum = 0u128;
    let top = peak + headroom as i32;
    let exponents = a.exponents.iter().zip(b.exponents);
    let mantissas = a.mantissas.iter().zip(b.mantissas);
    for ((&x, &y), (&c, &w)) in exponents.zip(mantissas) {
        let shift = (top - x - y) as u32;
        if shift < 128 {
            sum += multiply_high(c, w) >> shift;
        }
    }
    RoundedDown::normal(sum, top)
}

/// The part of a law that is kept: the probabilities of `first`, `first + 1`, ….
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    pub(crate) first: u64,
    pub(crate) cells: Cells,
    pub(crate) loss: Loss,
}

/// The possible loss of the cells of a [`Chain`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loss {
    pub(crate) units: u128,
    pub(crate) dropped: u128,
    /// Cells at or below 2^cut are dropped.
    pub(crate) cut: i32,
}

/// How the sum of some cells becomes the probability of their event.
struct Certificate {
    /// A bound of the dropped probability.
    dropped: Real,
    /// 1/(1 − units·2^-127).
    factor: Real,
}

impl Certificate {
    fn enclose(&self, sum: &Real) -> Enclosure {
        Enclosure::between(sum, &sum.add(&self.dropped).mul(&self.factor))
    }
}

impl Chain {
    /// The law of a certain state.
    pub(crate) fn certain(state: u64, cut: i32) -> Chain {
        let loss = Loss { units: 0, dropped: 0, cut: cut.max(LOWEST) };
        Chain { first: state, cells: [RoundedDown::ONE].into_iter().collect(), loss }
    }

    /// The last state kept.
    pub(crate) fn last(&self) -> u64 {
        self.first + self.cells.len() as u64 - 1
    }

    /// The cell of a state: a lower bound of its probability.
    pub(crate) fn cell(&self, state: u64) -> RoundedDown {
        match state.checked_sub(self.first) {
            Some(i) if (i as usize) < self.cells.len() => self.cells.at(i as usize),
            _ => RoundedDown::ZERO,
        }
    }

    /// The law of m minus the state.
    pub(crate) fn mirror(&self, m: u64) -> Chain {
        let cells = (0..self.cells.len()).rev().map(|i| self.cells.at(i)).collect();
        Chain { first: m - self.last(), cells, loss: self.loss }
    }

    /// Gathers the cells of a step, of the states from `first` on, `None` standing for one left
    /// out: ends are trimmed, gaps inside are zero cells.
    pub(crate) fn gather(
        loss: Loss,
        first: u64,
        targets: impl Iterator<Item = Option<RoundedDown>>,
    ) -> Chain {
        let mut chain =
            Chain { first, cells: Cells::with_capacity(targets.size_hint().0.max(1)), loss };
        let mut gap = 0;
        targets.for_each(|cell| match cell {
            None => {
                chain.loss.dropped += 1;
                gap += 1;
            }
            Some(value) if gap == 0 => chain.cells.push(value),
            Some(value) => {
                match chain.cells.len() {
                    0 => chain.first += gap,
                    _ => (0..gap).for_each(|_| chain.cells.push(RoundedDown::ZERO)),
                }
                gap = 0;
                chain.cells.push(value);
            }
        });
        if chain.cells.len() == 0 {
            chain.cells.push(RoundedDown::ZERO);
        }
        chain
    }

    /// The certificate: what the true probability of an event can be, given the (scaled) sum of
    /// its cells and the scale of a dropped cell.
    pub(crate) fn enclose(&self, sum: &Real, scale: &Real) -> Enclosure {
        self.certificate(scale).enclose(sum)
    }

    fn certificate(&self, scale: &Real) -> Certificate {
        let words = scale.words();
        let one = Real::from_u64(1, words);
        let dropped = Real::from_u128(self.loss.dropped, self.loss.cut as i128 + 1, words);
        let short = Real::from_u128(self.loss.units, -127, words);
        Certificate { dropped: dropped.mul(scale), factor: one.div(&one.sub(&short)) }
    }

    /// P(state = i) for i = low, …, high, enclosed: each as certain as its cell.
    pub(crate) fn probabilities(
        &self,
        (low, high): (u64, u64),
    ) -> impl Iterator<Item = (u64, Enclosure)> {
        // A cell has two words.
        let certificate = self.certificate(&Real::from_u64(1, 2));
        (low..=high).map(move |i| (i, certificate.enclose(&self.cell(i).real(2))))
    }

    /// P(state in `range`), enclosed.
    pub(crate) fn probability(&self, range: (u64, u64)) -> Enclosure {
        let one = Real::from_u64(1, 4);
        let from = range.0.max(self.first);
        let mut sum = Real::zero(4);
        if from <= range.1 {
            for state in from..=range.1.min(self.last()) {
                sum = sum.add(&self.cell(state).real(4));
            }
        }
        self.enclose(&sum, &one)
    }

    /// For every state i kept: P(state ≤ i), or P(state > i), enclosed.
    pub(crate) fn running_sums(&self, lower: bool) -> Vec<Enclosure> {
        let certificate = self.certificate(&Real::from_u64(1, 4));
        let mut sum = Real::zero(4);
        let count = self.cells.len();
        let mut sums: Vec<Enclosure> = (0..count)
            .map(|step| {
                let i = if lower { step } else { count - 1 - step };
                let before = sum.clone();
                sum = sum.add(&self.cells.at(i).real(4));
                certificate.enclose(if lower { &sum } else { &before })
            })
            .collect();
        if !lower {
            sums.reverse();
        }
        sums
    }
}
