//! The law of one block's own rate in doubles, to choose a bound. It decides nothing.
//!
//! The sum is E(e^(t(r−p)) − 1 | N), and not E e^(tr), because among many blocks t is small or r
//! near p, and the bound is a power of a number close to 1.

use crate::bloom::blocked::own_rate::one_block::{OneBlock, Reach, WORDS, moments};
use crate::design::blocked::{Blocked, Layout};
use urnfield_num::{Rational, Real};

/// Cells below this are left out on the side of fewer bits.
const FAINT: f64 = 1e-25;

/// Cells below this are left out on the side of more bits, because subnormal doubles are slow.
const TINY: f64 = 1e-290;

/// The law of one block, for each number of items from the least load on.
#[derive(Debug)]
pub(crate) struct RoughBlock {
    pub(crate) least: u64,
    /// For each load the first cell, and the cells from there on: P(X = x | N), or E(r^i | N) of a
    /// split block.
    rows: Vec<(usize, Vec<f64>)>,
    /// r − p for every number of bits set; empty for a split block.
    over: Vec<f64>,
    /// p and 1 − p.
    p: f64,
    rest: f64,
}

impl RoughBlock {
    pub(crate) fn new(block: &OneBlock, reach: Reach, p: &Rational) -> RoughBlock {
        let exact = Real::from_rational(p, WORDS);
        let over = block.rates.iter().map(|r| r.sub(&exact).seed()).collect();
        let design = &block.design;
        let laws = laws(design, reach.least, reach.load);
        let rows = match design.layout() {
            Layout::Split => {
                let size = design.word_bits() as f64;
                let k = design.hashes() as i32;
                laws.into_iter().map(|law| products(law, size, k, reach.powers)).collect()
            }
            _ => laws,
        };
        let rest = Real::from_u64(1, WORDS).sub(&exact).seed();
        RoughBlock { least: reach.least, rows, over, p: exact.seed(), rest }
    }

    /// Returns the greatest load in the table.
    pub(crate) fn most(&self) -> u64 {
        self.least + self.rows.len() as u64 - 1
    }

    /// Returns p and 1 − p.
    pub(crate) fn rate(&self) -> (f64, f64) {
        (self.p, self.rest)
    }

    /// Returns E(e^(t(r−p)) − 1 | N) for N from the least load on, and the bound with r = 1 for
    /// loads beyond.
    pub(crate) fn excess(&self, t: f64) -> (Vec<f64>, f64) {
        let beyond = (t * self.rest).exp_m1();
        if self.over.is_empty() {
            let powers: Vec<f64> = (1..=moments(t, 1))
                .scan(1.0, |power, i| {
                    *power *= t / i as f64;
                    Some(*power)
                })
                .collect();
            let less = (-t * self.p).exp();
            let gone = (-t * self.p).exp_m1();
            let mean = |(_, row): &(usize, Vec<f64>)| {
                let sum: f64 = row[1..].iter().zip(&powers).map(|(a, b)| a * b).sum();
                sum * less + gone
            };
            return (self.rows.iter().map(mean).collect(), beyond);
        }
        let values: Vec<f64> = self.over.iter().map(|over| (t * over).exp_m1()).collect();
        // Cells matter down to FAINT over e^(t(1−p)).
        let faint = FAINT / (beyond + 1.0);
        let mean = |(first, row): &(usize, Vec<f64>)| {
            // A law has one mode, so its faint cells are at the end.
            let kept = row.partition_point(|&p| p >= faint);
            dot(&row[..kept], &values[*first..])
        };
        (self.rows.iter().map(mean).collect(), beyond)
    }
}

/// Returns Σ a·b, by four sums at a time.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let b = &b[..a.len()];
    let fours = a.chunks_exact(4);
    let others = b.chunks_exact(4);
    let rest = fours.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b);
    let rest: f64 = rest.sum();
    for (a, b) in fours.zip(others) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// The law of the bits set in doubles, as in `drawn_bits`.
struct RoughBits {
    size: usize,
    cells: Vec<f64>,
    /// Cells outside are empty.
    from: usize,
    to: usize,
}

impl RoughBits {
    fn none(size: u64) -> RoughBits {
        let size = size as usize;
        let mut cells = vec![0.0; size + 1];
        cells[0] = 1.0;
        RoughBits { size, cells, from: 0, to: 0 }
    }

    /// Draws one bit that differs from the `drawn` bits that this item has set before.
    fn draw(&mut self, drawn: u64) {
        let (size, drawn) = (self.size as f64, drawn as f64);
        self.to = (self.to + 1).min(self.size);
        let each = 1.0 / (size - drawn);
        let mut x = self.from as f64;
        let mut before = 0.0;
        for cell in &mut self.cells[self.from..=self.to] {
            let now = *cell;
            *cell = (now * (x - drawn).max(0.0) + before * (size - x + 1.0)) * each;
            before = now;
            x += 1.0;
        }
        while self.from < self.to && self.cells[self.from] < FAINT {
            self.cells[self.from] = 0.0;
            self.from += 1;
        }
        while self.to > self.from && self.cells[self.to] < TINY {
            self.cells[self.to] = 0.0;
            self.to -= 1;
        }
    }
}

/// Returns the law of the bits set (in one word of a split block), from the least load to the most.
fn laws(design: &Blocked, least: u64, most: u64) -> Vec<(usize, Vec<f64>)> {
    let layout = design.layout();
    let k = design.hashes();
    let size = if layout == Layout::Split { design.word_bits() } else { design.block_bits() };
    let mut bits = RoughBits::none(size);
    let mut rows = Vec::with_capacity((most - least + 1) as usize);
    for load in 0..=most {
        let draws = if layout == Layout::Split { 1 } else { k };
        for drawn in 0..if load == 0 { 0 } else { draws } {
            bits.draw(if layout == Layout::Classic { drawn } else { 0 });
        }
        if load >= least {
            rows.push((bits.from, bits.cells[bits.from..=bits.to].to_vec()));
        }
    }
    rows
}

/// Returns E((x/w)^i | N)^k for i = 0, 1, …, from the law of x.
fn products(
    (first, mut law): (usize, Vec<f64>),
    size: f64,
    k: i32,
    powers: u64,
) -> (usize, Vec<f64>) {
    let mut moments = Vec::with_capacity(powers as usize + 1);
    for _ in 0..=powers {
        moments.push(law.iter().sum::<f64>().powi(k));
        for (x, p) in (first..).zip(&mut law) {
            *p *= x as f64 / size;
        }
    }
    (0, moments)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles agree with enclosures, also far out.
    #[test]
    fn doubles_are_near_the_enclosures() {
        let designs = [
            Blocked::lines(Layout::Standard, 50, 6),
            Blocked::lines(Layout::Classic, 50, 9),
            Blocked::parquet(50),
        ];
        let p: Rational = "1/100".parse().expect("a rate");
        for design in designs.map(|design| design.expect("a design")) {
            let reach = Reach { least: 3, load: 70, t: 200.0, powers: 420 };
            let block = OneBlock::new(&design, reach).expect("few steps");
            let rough = RoughBlock::new(&block, reach, &p);
            assert_eq!(rough.most(), 70);
            for t in [0.01, 3.0, 40.0, 180.0] {
                let exact = block.exponential(t, (3, 70), 50);
                let (given, _) = rough.excess(t);
                assert_eq!(given.len(), exact.len());
                for (load, (a, b)) in (3..).zip(given.iter().zip(&exact)) {
                    let b = b.seed() * (-0.01 * t).exp();
                    assert!((a + 1.0 - b).abs() < 1e-9 * b, "{design:?} {load} {t}: {a} {b}");
                }
            }
        }
    }
}
