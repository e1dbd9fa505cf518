//! Rows of the recursion: where one state can go, as probabilities rounded down.

use super::chain::Row;
use super::floor::{Floor, NOTHING};
use crate::num::Fixed;
use std::collections::VecDeque;

/// A row that owns its entries.
#[derive(Debug, Clone)]
pub(super) struct OwnedRow {
    target: u64,
    mantissas: Vec<u128>,
    exponents: Vec<i32>,
    units: u128,
    unvisited: u128,
}

impl OwnedRow {
    pub(super) fn new(target: u64, entries: Vec<Floor>, units: u128, unvisited: u128) -> OwnedRow {
        let mantissas = entries.iter().map(|e| e.mantissa).collect();
        let exponents = entries.iter().map(|e| e.exponent).collect();
        OwnedRow {
            target,
            mantissas,
            exponents,
            units,
            unvisited,
        }
    }

    pub(super) fn from_parts(
        target: u64,
        mantissas: Vec<u128>,
        exponents: Vec<i32>,
        units: u128,
        unvisited: u128,
    ) -> OwnedRow {
        OwnedRow {
            target,
            mantissas,
            exponents,
            units,
            unvisited,
        }
    }

    pub(super) fn as_row(&self) -> Row<'_> {
        Row {
            target: self.target,
            mantissas: &self.mantissas,
            exponents: &self.exponents,
            units: self.units,
            unvisited: self.unvisited,
        }
    }
}

/// The rows of consecutive states, made when they are first needed and forgotten behind.
pub(super) struct RowWindow<F> {
    first: u64,
    rows: VecDeque<OwnedRow>,
    make: F,
}

impl<F: Fn(u64) -> OwnedRow> RowWindow<F> {
    pub(super) fn new(make: F) -> RowWindow<F> {
        RowWindow {
            first: 0,
            rows: VecDeque::new(),
            make,
        }
    }

    /// Makes sure that the rows of `first..=last` are there; neither end ever moves back.
    pub(super) fn cover(&mut self, first: u64, last: u64) {
        if self.rows.is_empty() {
            self.first = first;
        }
        while self.first < first && !self.rows.is_empty() {
            self.rows.pop_front();
            self.first += 1;
        }
        self.first = self.first.max(first);
        while self.first + (self.rows.len() as u64) <= last {
            let state = self.first + self.rows.len() as u64;
            self.rows.push_back((self.make)(state));
        }
    }

    pub(super) fn row(&self, state: u64) -> Row<'_> {
        self.rows[(state - self.first) as usize].as_row()
    }
}

/// How many balls one row can throw at a time: their m^j ways are counted in 127 bits.
pub(super) fn balls_at_once(m: u64, balls: u64) -> u32 {
    let bits = 64 - (m - 1).leading_zeros().min(63);
    (127 / bits).min(16).min(balls.min(16) as u32).max(1)
}

/// From i occupied urns, j balls: P(i + s) = ways_s/m^j with integers
/// ways'_s = ways_s·(i+s) + ways_{s−1}·(m−i−s+1). Source: `eqn:classic-recurrence`, j times.
///
/// Two roundings: 1/m^j, and the product.
pub(super) fn ball_row(m: u64, i: u64, j: u32, inverse: Floor) -> OwnedRow {
    let mut ways = [0u128; 17];
    ways[0] = 1;
    for thrown in 0..j as usize {
        for s in (0..=thrown + 1).rev() {
            let stay = ways[s] * (i + s as u64).min(m) as u128;
            let fresh = match s {
                0 => 0,
                _ => ways[s - 1] * m.saturating_sub(i + s as u64 - 1) as u128,
            };
            ways[s] = stay + fresh;
        }
    }
    let reach = (m - i).min(j as u64) as usize;
    let entry = |&w: &u128| match w {
        0 => Floor::ZERO,
        _ => {
            let zeros = w.leading_zeros();
            Floor {
                mantissa: w << zeros,
                exponent: 128 - zeros as i32,
            }
            .times(inverse)
        }
    };
    OwnedRow::new(i, ways[..=reach].iter().map(entry).collect(), 2, 0)
}

/// 1/m^j, rounded down.
pub(super) fn inverse_power(m: u64, j: u32) -> Floor {
    let power = Fixed::<4>::from_u64(m, 4).pow(j as u64);
    Floor::below(&Fixed::from_u64(1, 4).div(&power))
}

/// Entries of a row are followed down to this power of two at least, so that their sum is good.
const ROW_DEPTH: i32 = -160;

/// The hypergeometric law: how many of `marked` urns a committee of size `drawn` takes, out of m.
/// Entries at or below 2^cut may be left out; `shift` is added to the target.
///
/// Weights start from 1 at the mode and follow the ratio of neighbours outward, rounded down, at
/// most two roundings an entry; they are divided by an upper bound of their sum. With d the
/// longest way and c entries the weights are up to 2d units short, the sum 2d + 2c more, so the
/// quotient 4d + 2c + 4 in all, plus what unvisited entries can add to the sum: each at most
/// 2^depth of the largest.
pub(super) fn hypergeometric_row(
    m: u64,
    marked: u64,
    drawn: u64,
    cut: i32,
    shift: u64,
) -> OwnedRow {
    let low = (drawn as u128 + marked as u128).saturating_sub(m as u128) as u64;
    let high = drawn.min(marked);
    let middle = (drawn as u128 + 1) * (marked as u128 + 1) / (m as u128 + 2);
    let mode = (middle as u64).clamp(low, high);
    let depth = cut.min(ROW_DEPTH);
    // C(marked, y)·C(m−marked, drawn−y): factors of the ratio from y to y + 1.
    let up = |y: u64| {
        (
            (marked - y, drawn - y),
            (y + 1, (m - marked) - (drawn - y) + 1),
        )
    };
    let step = |w: Floor, over: (u64, u64), under: (u64, u64)| match (
        over.0.checked_mul(over.1),
        under.0.checked_mul(under.1),
    ) {
        (Some(a), Some(b)) => w.times_ratio(a, b),
        _ => w.times_ratio(over.0, under.0).times_ratio(over.1, under.1),
    };
    let mut left = Vec::new();
    let (mut w, mut y) = (Floor::ONE, mode);
    while y > low {
        let (over, under) = up(y - 1);
        w = step(w, under, over);
        if w.exponent <= depth {
            break;
        }
        left.push(w);
        y -= 1;
    }
    let first = y;
    let mut entries = left;
    entries.reverse();
    entries.push(Floor::ONE);
    let (mut w, mut y) = (Floor::ONE, mode);
    while y < high {
        let (over, under) = up(y);
        w = step(w, over, under);
        if w.exponent <= depth {
            break;
        }
        entries.push(w);
        y += 1;
    }
    let count = entries.len() as u128;
    let unvisited = (high - low + 1) as u128 - count;
    // Small ones first, from both ends to the mode.
    let at_mode = (mode - first) as usize;
    let lower = entries[..at_mode]
        .iter()
        .fold(Floor::ZERO, |s, &e| s.plus(e));
    let upper = entries[at_mode..]
        .iter()
        .rev()
        .fold(Floor::ZERO, |s, &e| s.plus(e));
    let sum = lower.plus(upper);
    let longest = (at_mode as u128).max(count - 1 - at_mode as u128);
    let sum_units = 2 * longest + 2 * count;
    // unvisited·2^depth of a sum ≥ 1, in 2^-127, rounded up.
    let rest_units = if unvisited == 0 {
        0
    } else {
        (unvisited >> (-depth - 127).min(127)) + 1
    };
    // An upper bound of the true sum. A unit is at most one last place of the halved mantissa,
    // and halving may have cut off one.
    let slack = sum_units + rest_units + 1;
    let above = (sum.mantissa >> 1) + slack;
    let above = Fixed::<3>::from_u128(above, sum.exponent as i128 - 127, 3);
    let inverse = reciprocal_below(&above);
    for e in &mut entries {
        *e = e.times(inverse);
    }
    let units = 2 * longest + 2 * (sum_units + rest_units) + 8;
    OwnedRow::new(first + shift, entries, units, unvisited)
}

/// 1/x rounded down.
fn reciprocal_below(x: &Fixed<3>) -> Floor {
    let quotient = Fixed::<3>::from_u64(1, 3).div(x);
    let (mid, ulps, exponent) = quotient.parts();
    let (_, magnitude) = (mid - ulps).into_parts();
    let bits = dashu_int::ops::BitTest::bit_len(&magnitude);
    if bits < 128 {
        return Floor {
            mantissa: 0,
            exponent: NOTHING,
        };
    }
    let top = magnitude >> (bits - 128);
    let exponent = (exponent + bits as i128) as i32;
    Floor {
        mantissa: u128::try_from(top).unwrap_or(u128::MAX),
        exponent,
    }
}
