//! The law of one block's own rate, given how many items it holds.
//!
//! It depends neither on n nor on how many blocks there are, so it is worked out once and serves every
//! size that is tried.

use super::drawn_bits::DrawnBits;
use crate::layout::{Blocked, Layout};
use crate::num::combinatorics::ratio_of_powers;
use crate::num::{Error, Real};

/// The length of the mantissas: 192 bits, of which some sixty are lost at most.
pub(super) const WORDS: usize = 3;

/// More steps than this are refused.
const MOST_STEPS: u128 = 20_000_000;

/// Blocks of more bits, or with more items, than this are refused.
const MOST_BITS: u64 = 1 << 14;

/// With so few items all loads are looked at.
const FEW: u64 = 128;

/// How far the law of one block is worked out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    /// The most items in a block.
    pub(super) load: u64,
    /// t is not chosen greater than this: greater loads weigh e^t.
    pub(super) t: f64,
    /// Moments of a split block's rate, more than t.
    pub(super) powers: u64,
}

impl Reach {
    pub(super) fn of(blocks: u64, items: u64, fpr: f64) -> Reach {
        if blocks == 1 || items <= FEW {
            return Reach { load: items, t: 600.0, powers: 1300 };
        }
        let (mean, b) = (items as f64 / blocks as f64, blocks as f64);
        // Of many blocks the best t is some five spreads of the mean's, and great loads weigh little.
        let (spreads, more) = if fpr * b.sqrt() > 0.5 { (9.0, 40.0) } else { (14.0, 90.0) };
        let load = items.min((mean + spreads * mean.sqrt() + more) as u64);
        Reach { load, t: 200.0, powers: 420 }
    }
}

/// Given that it holds 0, 1, 2, … items.
#[derive(Debug)]
pub(super) struct OneBlock {
    given: Given,
    /// The same in doubles, to choose with.
    rough: Vec<(usize, Vec<f64>)>,
    rough_rates: Vec<f64>,
}

/// From which place on, and what stands there.
type Row = (usize, Vec<Real>);

#[derive(Debug)]
enum Given {
    /// P(X = x | N) for the bits set from some x on, a row for each N, with tails that are never too small;
    /// and the rate that goes with x.
    Counted { laws: Vec<Row>, rates: Vec<Real> },
    /// E(r^i | N) for i = 0, 1, … of a split block, a row for each N: its words are independent given
    /// N, so these are powers of the moments of one word.
    Products { moments: Vec<Row> },
}

impl OneBlock {
    /// As far as `reach` goes.
    pub(super) fn new(design: &Blocked, reach: Reach) -> Result<OneBlock, Error> {
        let Reach { load: most, t: largest, powers } = reach;
        let (bits, k) = (design.block_bits(), design.hashes());
        let [bits_wide, k_wide, most_wide] = [bits, k, most].map(u128::from);
        let needs = match design.layout() {
            Layout::Split => {
                (bits_wide / k_wide).saturating_mul(most_wide).saturating_mul(powers.into())
            }
            _ => bits_wide.saturating_mul(k_wide).saturating_mul(most_wide),
        };
        let costly = |needs, unit, limit| Error::TooCostly {
            what: "the law of one block's rate",
            needs,
            unit,
            limit,
            remedy: "ask for the mean rate, or for its variance",
        };
        if bits.max(most) > MOST_BITS {
            return Err(costly(bits_wide.max(most_wide), "bits or items", MOST_BITS.into()));
        }
        if needs > MOST_STEPS {
            return Err(costly(needs, "steps", MOST_STEPS));
        }
        let size = if design.layout() == Layout::Split { design.word_bits() } else { bits };
        // What a row is rounded up by counts up to e^t-fold. (On a page, which travels, one form does.)
        let laws = match largest * std::f64::consts::LOG2_E {
            ..300.0 if !cfg!(target_arch = "wasm32") => laws::<6>(design, size, most),
            _ => laws::<16>(design, size, most),
        };
        let (given, rough_rates) = match design.layout() {
            Layout::Split => {
                let moments = laws.into_iter().map(|law| products(law, size, k, powers)).collect();
                (Given::Products { moments }, Vec::new())
            }
            layout => {
                let falling = layout == Layout::Classic;
                let rate = |x| Real::from_rational(&ratio_of_powers(x, bits, k, falling), WORDS);
                let rates: Vec<Real> = (0..=bits).map(rate).collect();
                let rough = rates.iter().map(Real::seed).collect();
                (Given::Counted { laws, rates }, rough)
            }
        };
        let (Given::Counted { laws: rows, .. } | Given::Products { moments: rows }) = &given;
        let seeds = |(first, row): &Row| (*first, row.iter().map(Real::seed).collect());
        let rough = rows.iter().map(seeds).collect();
        Ok(OneBlock { given, rough, rough_rates })
    }

    /// The greatest load that was looked at.
    pub(super) fn most(&self) -> u64 {
        self.rough.len() as u64 - 1
    }

    /// E(e^(tr) | N) for every N, or a little more; t is below the number of moments.
    pub(super) fn exponential(&self, t: &Real) -> Vec<Real> {
        match &self.given {
            Given::Counted { laws, rates } => {
                let powers: Vec<Real> = rates.iter().map(|r| t.mul(r).exp()).collect();
                let mean = |(first, law): &Row| {
                    let some = law.iter().zip(&powers[*first..]).filter(|(p, _)| !p.is_zero());
                    some.fold(Real::zero(WORDS), |sum, (p, power)| sum.add(&p.mul(power)))
                };
                laws.iter().map(mean).collect()
            }
            // Σ t^i/i!·E r^i. The rest, from the last i on, is below a geometric series.
            Given::Products { moments } => {
                let last = moments[0].1.len() - 1;
                let mut powers = vec![Real::from_u64(1, WORDS)];
                for i in 1..=last {
                    powers.push(powers[i - 1].mul(t).div_word(i as u64));
                }
                let ratio = t.div_word(last as u64 + 1);
                powers[last] = powers[last].div(&Real::from_u64(1, WORDS).sub(&ratio));
                let terms = |(_, row): &Row| {
                    let each = row.iter().zip(&powers).map(|(moment, power)| moment.mul(power));
                    each.fold(Real::zero(WORDS), |sum, term| sum.add(&term))
                };
                moments.iter().map(terms).collect()
            }
        }
    }

    /// The same in doubles.
    pub(super) fn rough_exponential(&self, t: f64) -> Vec<f64> {
        let powers: Vec<f64> = match &self.given {
            Given::Counted { .. } => self.rough_rates.iter().map(|r| (t * r).exp()).collect(),
            Given::Products { moments } => (1..moments[0].1.len())
                .scan(1.0, |power, i| {
                    let now = *power;
                    *power *= t / i as f64;
                    Some(now)
                })
                .collect(),
        };
        let mean = |(first, row): &(usize, Vec<f64>)| {
            row.iter().zip(&powers[*first..]).map(|(p, power)| p * power).sum()
        };
        self.rough.iter().map(mean).collect()
    }
}

/// The law of the bits set (in one word of a split block) with 0, 1, …, `most` items.
fn laws<const W: usize>(design: &Blocked, size: u64, most: u64) -> Vec<Row> {
    let mut bits = DrawnBits::<W>::none(size);
    let mut next = |load| {
        let k = if load == 0 { 0 } else { design.hashes() };
        match design.layout() {
            Layout::Split => (0..k.min(1)).for_each(|_| bits.draw(0)),
            Layout::Standard => (0..k).for_each(|_| bits.draw(0)),
            Layout::Classic => (0..k).for_each(|drawn| bits.draw(drawn)),
        }
        bits.law(WORDS)
    };
    (0..=most).map(&mut next).collect()
}

/// E((x/w)^i | N)^k for i = 0, 1, …, from the law of x.
fn products((first, mut law): Row, size: u64, k: u64, powers: u64) -> Row {
    let mut moments = Vec::with_capacity(powers as usize + 1);
    for _ in 0..=powers {
        let sum = law.iter().fold(Real::zero(WORDS), |sum, p| sum.add(p));
        moments.push(sum.pow(k));
        for (x, p) in (first as u64..).zip(&mut law) {
            *p = p.mul_word(x).div_word(size);
        }
    }
    (0, moments)
}
