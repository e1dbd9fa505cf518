//! The law of the bits set in one block, in whole multiples of 2^-scale, rounded toward more bits.
//!
//! With one bit more, P(x) becomes (P(x)·a + P(x−1)·c)/d with whole numbers a, c, d: nothing is
//! subtracted. It is rounded down, so no cell is above the truth, and the rest to 1 is known
//! exactly. A row is returned with that rest on the most bits that are possible. Then P(X ≥ x) is 1
//! less the cells below x, so it is at least the truth for any x; and the mean of any function that
//! grows with x is at least the true mean.
//!
//! Cells far from the mean would be most of the work. The weight of a faint cell below the mean
//! moves to the next cell: that means more bits in this law and in all later laws, because more
//! bits stay more under every draw. A faint cell above the mean is rounded down to zero, as any
//! fraction of a unit.

use urnfield_num::Real;

/// Cells stay below 2^-ROOM of what their words can hold, so that products with a size fit.
const ROOM: u32 = 16;

/// Cells below 2^-FAINT at the lower end are not kept; with few words cells below SPECK units.
const FAINT: u32 = 160;

/// Cells of fewer units than this at the upper end are not kept.
const SPECK: u64 = 1 << 16;

/// The law after some draws, on cells of W words.
pub(crate) struct DrawnBits<const W: usize> {
    size: u64,
    /// Cells below this one are empty.
    least: u64,
    /// Cells above this one are empty.
    top: u64,
    /// The most bits there can be.
    most: u64,
    cells: Vec<[u64; W]>,
}

impl<const W: usize> DrawnBits<W> {
    const SCALE: u32 = 64 * W as u32 - ROOM;

    /// Begins with no bit of `size` set; `size` is at most 2^14.
    pub(crate) fn none(size: u64) -> DrawnBits<W> {
        debug_assert!(size <= 1 << 14, "products fit");
        let mut cells = vec![[0; W]; size as usize + 1];
        cells[0] = one();
        DrawnBits { size, least: 0, top: 0, most: 0, cells }
    }

    /// Draws one bit that differs from the `drawn` bits that this item has set before.
    pub(crate) fn draw(&mut self, drawn: u64) {
        self.most = (self.most + 1).min(self.size);
        self.top = (self.top + 1).min(self.size);
        for x in (self.least..=self.top).rev() {
            let stays = x.saturating_sub(drawn);
            let place = x as usize;
            let before = place.checked_sub(1).map_or([0; W], |below| self.cells[below]);
            let sum = weighted(&self.cells[place], stays, &before, self.size - x + 1);
            self.cells[place] = divided(&sum, self.size - drawn);
        }
        // A faint cell has nothing in its words from 2^-FAINT up.
        let faint = (Self::SCALE.saturating_sub(FAINT) / 64) as usize;
        while self.least < self.top {
            let place = self.least as usize;
            let is_faint = match faint {
                0 => is_speck(&self.cells[place]),
                _ => self.cells[place][faint..].iter().all(|&word| word == 0),
            };
            if !is_faint {
                break;
            }
            let moved = std::mem::replace(&mut self.cells[place], [0; W]);
            self.cells[place + 1] = weighted(&self.cells[place + 1], 1, &moved, 1);
            self.least += 1;
        }
        while self.top > self.least && is_speck(&self.cells[self.top as usize]) {
            self.cells[self.top as usize] = [0; W];
            self.top -= 1;
        }
    }

    /// Returns some x, and P(X = x), …, P(X = most), the last with the sum of what was rounded off.
    pub(crate) fn law(&self, words: usize) -> (usize, Vec<Real>) {
        let least = self.least as usize;
        let cells = &self.cells[least..=self.most as usize];
        let mut missing = one();
        for cell in cells {
            subtract(&mut missing, cell);
        }
        let mut law: Vec<Real> = cells.iter().map(|cell| Self::real(cell, words)).collect();
        if let Some(last) = law.last_mut() {
            *last = last.add(&Self::real(&missing, words));
        }
        (least, law)
    }

    fn real(cell: &[u64; W], words: usize) -> Real {
        let Some(top) = cell.iter().rposition(|&word| word != 0) else {
            return Real::zero(words);
        };
        let zeros = cell[top].leading_zeros();
        let word = |place: Option<usize>| place.map_or(0, |place| cell[place]);
        let mut mantissa = [0; 8];
        let mantissa = &mut mantissa[..words];
        for (down, slot) in mantissa.iter_mut().rev().enumerate() {
            let high = word(top.checked_sub(down));
            let low = word(top.checked_sub(down + 1));
            *slot = if zeros == 0 { high } else { high << zeros | low >> (64 - zeros) };
        }
        let exponent = 64 * (top as i128 + 1 - words as i128) - i128::from(zeros);
        // The bits that are cut off are less than one unit.
        Real::from_parts(false, mantissa, exponent - i128::from(Self::SCALE), 1)
    }
}

/// Returns 2^scale.
fn one<const W: usize>() -> [u64; W] {
    let mut words = [0; W];
    words[W - 1] = 1 << (64 - ROOM);
    words
}

/// Returns whether a cell has fewer than SPECK units.
fn is_speck<const W: usize>(cell: &[u64; W]) -> bool {
    cell[0] < SPECK && cell[1..].iter().all(|&word| word == 0)
}

/// Returns p·a + q·b.
#[inline(always)]
fn weighted<const W: usize>(p: &[u64; W], a: u64, q: &[u64; W], b: u64) -> [u64; W] {
    let mut sum = [0; W];
    let mut carry = 0u128;
    for i in 0..W {
        carry += u128::from(p[i]) * u128::from(a) + u128::from(q[i]) * u128::from(b);
        sum[i] = carry as u64;
        carry >>= 64;
    }
    sum
}

/// Returns p/d, rounded down.
#[inline(always)]
fn divided<const W: usize>(p: &[u64; W], d: u64) -> [u64; W] {
    let mut quotient = [0; W];
    if d.is_power_of_two() {
        let by = d.trailing_zeros();
        for i in 0..W {
            let above = if i + 1 < W { p[i + 1] } else { 0 };
            quotient[i] = ((u128::from(above) << 64 | u128::from(p[i])) >> by) as u64;
        }
        return quotient;
    }
    // By half words, because d is small and each quotient fits a word.
    let mut rest = 0;
    for i in (0..W).rev() {
        let high = rest << 32 | p[i] >> 32;
        let low = (high % d) << 32 | p[i] & u64::from(u32::MAX);
        quotient[i] = ((high / d) << 32) | (low / d);
        rest = low % d;
    }
    quotient
}

fn subtract<const W: usize>(from: &mut [u64; W], p: &[u64; W]) {
    let mut borrow = false;
    for (a, b) in from.iter_mut().zip(p) {
        let (less, under) = a.overflowing_sub(*b);
        let (less, under_again) = less.overflowing_sub(u64::from(borrow));
        (*a, borrow) = (less, under || under_again);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::{Committees, Occupancy};
    use urnfield_num::Rational;

    /// Counts the tails of rows of W words that are below the exact law. `forget` leaves out what
    /// was rounded off.
    fn tails_below<const W: usize>(forget: bool) -> usize {
        let mut below = 0;
        for (size, k) in [(7u64, 1u64), (13, 3), (32, 1), (64, 5), (100, 7)] {
            let mut bits = DrawnBits::<W>::none(size);
            for items in 1..=12u64 {
                (0..k).for_each(|drawn| bits.draw(drawn));
                let law =
                    Occupancy::union(size, &[Committees { count: items, size: k }]).expect("small");
                let (least, mut row) = bits.law(W);
                if forget {
                    let cell = &bits.cells[bits.most as usize];
                    *row.last_mut().expect("a cell") = DrawnBits::<W>::real(cell, W);
                }
                let mut tail = Real::zero(W);
                for x in (0..=bits.most).rev() {
                    let cell = (x as usize).checked_sub(least).map(|place| &row[place]);
                    tail = cell.map_or(tail.clone(), |cell| tail.add(cell));
                    let exact: Rational = (x..=bits.most)
                        .map(|x| law.pmf_exact(x).expect("small"))
                        .fold(Rational::zero(), |sum, p| &sum + &p);
                    below += usize::from(tail.enclosure().certainly_lt(&exact));
                }
            }
        }
        below
    }

    #[test]
    fn no_tail_is_below_the_truth() {
        assert_eq!(tails_below::<2>(false), 0);
        assert_eq!(tails_below::<6>(false), 0);
    }

    /// With so few words cells are dropped at both ends.
    #[test]
    fn no_tail_is_below_the_truth_where_faint_cells_were_dropped() {
        let (size, k, items) = (256, 6, 40);
        let mut bits = DrawnBits::<2>::none(size);
        (0..items * k).for_each(|_| bits.draw(0));
        assert!(bits.least > 20 && bits.top + 20 < bits.most, "{} {}", bits.least, bits.top);
        let law = Occupancy::balls(size, items * k).expect("small");
        let (least, row) = bits.law(3);
        let tails_below = |row: &[Real]| {
            let mut tail = Real::zero(3);
            let below = (least as u64..=bits.most).rev().filter(|&x| {
                tail = tail.add(&row[x as usize - least]);
                tail.enclosure().compare(&law.at_least(x).expect("small"))
                    == Some(std::cmp::Ordering::Less)
            });
            below.count()
        };
        assert_eq!(tails_below(&row), 0);
        let mut without = row.clone();
        without[bits.most as usize - least] = Real::zero(3);
        assert!(tails_below(&without) > 0);
    }

    #[test]
    fn forgetting_what_was_rounded_off_is_caught() {
        assert!(tails_below::<2>(true) > 0);
    }
}
