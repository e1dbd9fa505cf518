//! The law of one block's own rate, given how many items it holds.
//!
//! It depends neither on n nor on the number of blocks. It is computed for the chosen t only, and
//! on as many words as that t needs.

use crate::bloom::blocked::own_rate::drawn_bits::DrawnBits;
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use urnfield_num::Real;

/// The length of the mantissas: 192 bits, of which some sixty are lost at most.
pub(crate) const WORDS: usize = 3;

/// More steps than this are refused.
const MOST_STEPS: u128 = 20_000_000;

/// Blocks of more bits, or with more items, than this are refused.
const MOST_BITS: u64 = 1 << 14;

/// With at most so many items all loads are computed.
const FEW: u64 = 128;

/// How far the law of one block is computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// The fewest items in a block. With fewer the rate is known to be at most as high.
    pub(crate) least: u64,
    /// The most items in a block.
    pub(crate) load: u64,
    /// The greatest t, because greater loads weigh e^t.
    pub(crate) t: f64,
    /// The most moments of a split block's rate, more than 2t + 2.
    pub(crate) powers: u64,
}

impl Reach {
    /// Returns the reach for so many blocks, and for more blocks with as many items.
    pub(crate) fn of(blocks: u64, items: u64, fpr: f64) -> Reach {
        if blocks == 1 || items <= FEW {
            return Reach { least: 0, load: items, t: 600.0, powers: 1300 };
        }
        let (mean, b) = (items as f64 / blocks as f64, blocks as f64);
        // With many blocks the best t is some five standard deviations, and great loads weigh
        // little.
        let (spreads, more) = if fpr * b.sqrt() > 0.5 { (9.0, 40.0) } else { (14.0, 90.0) };
        let load = items.min((mean + spreads * mean.sqrt() + more) as u64);
        // Four times as many blocks, and then the thinnest of them.
        let least = (mean / 4.0 - 7.0 * mean.sqrt()) as u64;
        Reach { least, load, t: 200.0, powers: 420 }
    }
}

/// A block of a design, with the rate for each number of bits set (empty for a split block).
#[derive(Debug)]
pub(crate) struct OneBlock {
    pub(crate) design: Blocked,
    pub(crate) rates: Vec<Real>,
}

impl OneBlock {
    /// Prepares a block; refused where the law within `reach` would take long.
    pub(crate) fn new(design: &Blocked, reach: Reach) -> Result<OneBlock, Error> {
        let bits = design.block_bits();
        let k = design.hashes();
        let [bits_wide, k_wide, most_wide] = [bits, k, reach.load].map(u128::from);
        let split = design.layout() == Layout::Split;
        let needs = if split {
            (bits_wide / k_wide).saturating_mul(most_wide).saturating_mul(reach.powers.into())
        } else {
            bits_wide.saturating_mul(k_wide).saturating_mul(most_wide)
        };
        let costly = |needs, unit: &'static str, limit| Error::TooCostly {
            what: "the law of one block's rate",
            needs,
            unit: unit.into(),
            limit,
            remedy: "ask for the mean rate, or for its variance",
        };
        if bits.max(reach.load) > MOST_BITS {
            return Err(costly(bits_wide.max(most_wide), "bits or items", MOST_BITS.into()));
        }
        if needs > MOST_STEPS {
            return Err(costly(needs, "steps", MOST_STEPS));
        }
        let rates = match design.layout() {
            Layout::Standard => {
                (0..=bits).map(|x| Real::from_ratio(x, bits, WORDS).pow(k)).collect()
            }
            Layout::Classic => classic_rates(bits, k),
            Layout::Split => Vec::new(),
        };
        Ok(OneBlock { design: *design, rates })
    }

    /// Returns E(e^(tr) | N), or a little more, for N from the first load to the last, among so
    /// many blocks.
    pub(crate) fn exponential(&self, t: f64, loads: (u64, u64), blocks: u64) -> Vec<Real> {
        // The rounding of a row counts up to e^t-fold, for every block; a draw rounds up by some
        // 2^17 units. WebAssembly uses one form, to stay small.
        let draws = (self.design.hashes() as f64 * (loads.1 + 1) as f64).log2();
        let bits = t * std::f64::consts::LOG2_E + (blocks as f64).log2() + draws + 17.0 + 16.0;
        match bits {
            _ if cfg!(target_arch = "wasm32") => self.exponential_by::<16>(t, loads, blocks),
            ..112.0 => self.exponential_by::<2>(t, loads, blocks),
            ..368.0 => self.exponential_by::<6>(t, loads, blocks),
            _ => self.exponential_by::<16>(t, loads, blocks),
        }
    }

    /// Computes the exponential moments on cells of W words.
    fn exponential_by<const W: usize>(&self, t: f64, loads: (u64, u64), blocks: u64) -> Vec<Real> {
        let design = &self.design;
        let layout = design.layout();
        let k = design.hashes();
        let size = if layout == Layout::Split { design.word_bits() } else { design.block_bits() };
        let exact = Real::from_f64(t, WORDS);
        let mean: Box<dyn Fn((usize, Vec<Real>)) -> Real> = match layout {
            Layout::Split => {
                let powers = powers(&exact, moments(t, blocks));
                Box::new(move |law| mean_of_product(law, size, k, &powers))
            }
            _ => {
                let powers: Vec<Real> = self.rates.iter().map(|r| exact.mul(r).exp()).collect();
                Box::new(move |(first, law)| {
                    let some = law.iter().zip(&powers[first..]).filter(|(p, _)| !p.is_zero());
                    some.fold(Real::zero(WORDS), |sum, (p, power)| sum.add(&p.mul(power)))
                })
            }
        };
        let mut bits = DrawnBits::<W>::none(size);
        let mut row = |load| {
            let k = if load == 0 { 0 } else { k };
            match layout {
                Layout::Split => (0..k.min(1)).for_each(|_| bits.draw(0)),
                Layout::Standard => (0..k).for_each(|_| bits.draw(0)),
                Layout::Classic => (0..k).for_each(|drawn| bits.draw(drawn)),
            }
            (load >= loads.0).then(|| mean(bits.law(WORDS)))
        };
        (0..=loads.1).filter_map(&mut row).collect()
    }
}

/// Returns C(x,k)/C(B,k) for x = 0, …, B, by C(x−1,k) = C(x,k)·(x−k)/x from above.
fn classic_rates(bits: u64, k: u64) -> Vec<Real> {
    let mut rates = vec![Real::from_u64(1, WORDS)];
    for x in (1..=bits).rev() {
        let above = &rates[rates.len() - 1];
        rates.push(above.mul_word(x.saturating_sub(k)).div_word(x));
    }
    rates.reverse();
    rates
}

/// Returns how many moments t needs: the rest is small among so many blocks, and t is less than
/// half of their number.
pub(crate) fn moments(t: f64, blocks: u64) -> u64 {
    let small = -64.0 - (blocks as f64).ln();
    let (mut term, mut last) = (0.0, 0u64);
    while term > small || (last as f64) < 2.0 * t + 2.0 {
        last += 1;
        term += (t / last as f64).ln();
    }
    last
}

/// Returns t^i/i! up to `last`. The last stands for all terms that follow as well, which fall at
/// least like a geometric series, because moments of a rate never grow.
fn powers(t: &Real, last: u64) -> Vec<Real> {
    let one = Real::from_u64(1, WORDS);
    let mut powers = vec![one.clone()];
    for i in 1..=last {
        let next = powers[powers.len() - 1].mul(t).div_word(i);
        powers.push(next);
    }
    let last_power = powers.pop().unwrap_or_else(|| one.clone());
    powers.push(last_power.div(&one.sub(&t.div_word(last + 1))));
    powers
}

/// Returns Σ t^i/i!·E r^i of a split block. Its words are independent given N, so E r^i is the k-th
/// power of the moment E (x/w)^i of one word.
fn mean_of_product(
    (first, mut law): (usize, Vec<Real>),
    size: u64,
    k: u64,
    powers: &[Real],
) -> Real {
    let mut sum = Real::zero(WORDS);
    for power in powers {
        let moment = law.iter().fold(Real::zero(WORDS), |sum, p| sum.add(p));
        sum = sum.add(&moment.pow(k).mul(power));
        for (x, p) in (first as u64..).zip(&mut law) {
            *p = p.mul_word(x).div_word(size);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::{Committees, Occupancy};
    use std::cmp::Ordering;
    use urnfield_num::Rational;
    use urnfield_num::combinatorics::ratio_of_powers;

    #[test]
    fn rates_are_those_of_the_bits_set() {
        for (layout, falling) in [(Layout::Standard, false), (Layout::Classic, true)] {
            for (bits, k) in [(1, 1), (7, 3), (64, 64), (512, 14)] {
                let design = Blocked::new(layout, 3, bits, k).expect("a design");
                let block = OneBlock::new(&design, Reach::of(3, 9, 0.1)).expect("few steps");
                for (x, rate) in (0..).zip(&block.rates) {
                    let exact = ratio_of_powers(x, bits, k, falling);
                    assert!(rate.enclosure().contains(&exact), "{layout:?} {bits} {k} {x}");
                    assert!(rate.is_zero() || rate.enclosure().certain_bits() > 150);
                }
                assert_eq!(block.rates.len() as u64, bits + 1);
            }
        }
    }

    /// Returns E(e^(tr) | N) from the exact law of the bits set.
    fn exact(design: &Blocked, load: u64, t: f64) -> Real {
        const LONG: usize = 20;
        let k = design.hashes();
        let t = Real::from_f64(t, LONG);
        let classic = design.layout() == Layout::Classic;
        let split = design.layout() == Layout::Split;
        let size = if split { design.word_bits() } else { design.block_bits() };
        let kinds = match design.layout() {
            Layout::Standard => Committees { count: load * k, size: 1 },
            Layout::Classic => Committees { count: load, size: k },
            Layout::Split => Committees { count: load, size: 1 },
        };
        let law = Occupancy::union(size, &[kinds]).expect("small");
        let chance = |x: u64| Real::from_rational(&law.pmf_exact(x).expect("small"), LONG);
        let power = |rate: &Rational| t.mul(&Real::from_rational(rate, LONG)).exp();
        let mut sum = Real::zero(LONG);
        for x in 0..=size {
            // The second word of a split block.
            for y in 0..=if split { size } else { 0 } {
                let mut weight = chance(x);
                let mut rate = ratio_of_powers(x, size, k, classic);
                if split {
                    weight = weight.mul(&chance(y));
                    rate = Rational::new((x * y) as i64, size * size).expect("a share");
                }
                sum = sum.add(&weight.mul(&power(&rate)));
            }
        }
        sum
    }

    #[test]
    fn every_form_is_above_the_exponential_moment_and_near_it() {
        let designs = [
            Blocked::new(Layout::Standard, 5, 40, 3),
            Blocked::new(Layout::Classic, 5, 40, 3),
            Blocked::new(Layout::Split, 5, 16, 2),
        ];
        for design in designs.map(|design| design.expect("a design")) {
            let block = OneBlock::new(&design, Reach::of(5, 9, 0.1)).expect("few steps");
            for t in [0.25, 2.0, 30.0] {
                let forms = [
                    block.exponential_by::<2>(t, (1, 9), 5),
                    block.exponential_by::<6>(t, (1, 9), 5),
                    block.exponential_by::<16>(t, (1, 9), 5),
                ];
                for load in [1, 2, 9] {
                    let exact = exact(&design, load, t);
                    for form in &forms {
                        let ratio = form[load as usize - 1].div(&exact).enclosure();
                        let what = format!("{design:?} with {load}, {t}: {ratio}");
                        assert!(!ratio.certainly_lt(&Rational::one()), "{what}");
                        assert!(ratio.hi_f64() < 1.0 + 1e-14, "{what}");
                    }
                }
            }
        }
    }

    /// With half of the moments, and without the rest, the sum is too small.
    #[test]
    fn moments_without_their_rest_are_caught() {
        let t = Real::from_f64(30.0, WORDS);
        let exact = t.exp();
        let sum = |powers: &[Real]| {
            powers.iter().fold(Real::zero(WORDS), |sum, power| sum.add(power)).enclosure()
        };
        let at = moments(30.0, 5);
        assert_ne!(sum(&powers(&t, at)).compare(&exact.enclosure()), Some(Ordering::Less));
        // The fewest moments that may be used, with the rest and without it.
        let few = powers(&t, 62);
        assert_ne!(sum(&few).compare(&exact.enclosure()), Some(Ordering::Less));
        let last = few.len() - 1;
        assert_eq!(sum(&few[..last]).compare(&exact.enclosure()), Some(Ordering::Less));
    }
}
