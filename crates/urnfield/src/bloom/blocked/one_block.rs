//! The law of one block's own rate, given how many items it holds.
//!
//! It depends neither on n nor on how many blocks there are, so it is worked out once and serves every
//! size that is tried.

use crate::layout::{Blocked, Layout};
use crate::num::combinatorics::ratio_of_powers;
use crate::num::{Error, Real};

/// The length of the mantissas: 192 bits, of which some sixty are lost at most.
pub(super) const WORDS: usize = 3;

/// More steps than this are refused.
const MOST_STEPS: u128 = 20_000_000;

/// Blocks of more bits, or with more items, than this are refused.
const MOST_BITS: u64 = 1 << 14;

/// Given that it holds 0, 1, 2, … items.
#[derive(Debug)]
pub(super) struct OneBlock {
    given: Given,
    /// The same in doubles, to choose with.
    rough: Vec<Vec<f64>>,
    rough_rates: Vec<f64>,
}

#[derive(Debug)]
enum Given {
    /// P(X = x | N) for the bits set, a row for each N, and the rate that goes with x.
    Counted { laws: Vec<Vec<Real>>, rates: Vec<Real> },
    /// E(r^i | N) for i = 0, 1, … of a split block, a row for each N: its words are independent given
    /// N, so these are powers of the moments of one word.
    Products { moments: Vec<Vec<Real>> },
}

impl OneBlock {
    /// Up to a load of `most`, and for a split block `powers` moments.
    pub(super) fn new(design: &Blocked, most: u64, powers: u64) -> Result<OneBlock, Error> {
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
        let laws = (0..=most).scan(start(size), |law, load| {
            // What cannot be set yet is left out.
            let set = if design.layout() == Layout::Split { load } else { load.saturating_mul(k) };
            let now = law[..=set.min(size) as usize].to_vec();
            match design.layout() {
                Layout::Split => draw(law, size, 0),
                Layout::Standard => (0..k).for_each(|_| draw(law, size, 0)),
                Layout::Classic => (0..k).for_each(|drawn| draw(law, size, drawn)),
            }
            Some(now)
        });
        let (given, rough_rates) = match design.layout() {
            Layout::Split => {
                let moments = laws.map(|law| products(law, size, k, powers)).collect();
                (Given::Products { moments }, Vec::new())
            }
            layout => {
                let falling = layout == Layout::Classic;
                let rate = |x| Real::from_rational(&ratio_of_powers(x, bits, k, falling), WORDS);
                let rates: Vec<Real> = (0..=bits).map(rate).collect();
                let rough = rates.iter().map(Real::seed).collect();
                (Given::Counted { laws: laws.collect(), rates }, rough)
            }
        };
        let (Given::Counted { laws: rows, .. } | Given::Products { moments: rows }) = &given;
        let rough = rows.iter().map(|row| row.iter().map(Real::seed).collect()).collect();
        Ok(OneBlock { given, rough, rough_rates })
    }

    /// The greatest load that was looked at.
    pub(super) fn most(&self) -> u64 {
        self.rough.len() as u64 - 1
    }

    /// P(X = x | N), where the rate is a function of the bits set.
    pub(super) fn bits_set(&self, load: u64) -> Option<&[Real]> {
        match &self.given {
            Given::Counted { laws, .. } => laws.get(load as usize).map(Vec::as_slice),
            Given::Products { .. } => None,
        }
    }

    /// E(e^(tr) | N) for every N, or a little more; t is below the number of moments.
    pub(super) fn exponential(&self, t: &Real) -> Vec<Real> {
        match &self.given {
            Given::Counted { laws, rates } => {
                let powers: Vec<Real> = rates.iter().map(|r| t.mul(r).exp()).collect();
                let mean = |law: &Vec<Real>| {
                    let some = law.iter().zip(&powers).filter(|(p, _)| !p.is_zero());
                    some.fold(Real::zero(WORDS), |sum, (p, power)| sum.add(&p.mul(power)))
                };
                laws.iter().map(mean).collect()
            }
            // Σ t^i/i!·E r^i. The rest, from the last i on, is below a geometric series.
            Given::Products { moments } => {
                let last = moments[0].len() - 1;
                let mut powers = vec![Real::from_u64(1, WORDS)];
                for i in 1..=last {
                    powers.push(powers[i - 1].mul(t).div_word(i as u64));
                }
                let ratio = t.div_word(last as u64 + 1);
                powers[last] = powers[last].div(&Real::from_u64(1, WORDS).sub(&ratio));
                let terms = |row: &Vec<Real>| {
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
            Given::Products { moments } => (1..moments[0].len())
                .scan(1.0, |power, i| {
                    let now = *power;
                    *power *= t / i as f64;
                    Some(now)
                })
                .collect(),
        };
        let mean = |row: &Vec<f64>| row.iter().zip(&powers).map(|(p, power)| p * power).sum();
        self.rough.iter().map(mean).collect()
    }
}

/// No bit is set.
fn start(size: u64) -> Vec<Real> {
    let mut law = vec![Real::zero(WORDS); size as usize + 1];
    law[0] = Real::from_u64(1, WORDS);
    law
}

/// One bit more, which is none of the `drawn` that this item has set before.
fn draw(law: &mut [Real], size: u64, drawn: u64) {
    for x in (0..law.len()).rev() {
        let before = x.checked_sub(1).map(|y| &law[y]).filter(|p| !p.is_zero());
        if before.is_none() && law[x].is_zero() {
            continue;
        }
        let stays = law[x].mul_word((x as u64).saturating_sub(drawn));
        let comes = before.map(|p| p.mul_word(size - x as u64 + 1));
        law[x] = comes.map_or(stays.clone(), |comes| stays.add(&comes)).div_word(size - drawn);
    }
}

/// E((x/w)^i | N)^k for i = 0, 1, …, from the law of x.
fn products(mut law: Vec<Real>, size: u64, k: u64, powers: u64) -> Vec<Real> {
    let mut moments = Vec::with_capacity(powers as usize + 1);
    for _ in 0..=powers {
        let sum = law.iter().fold(Real::zero(WORDS), |sum, p| sum.add(p));
        moments.push(sum.pow(k));
        for (x, p) in (0..).zip(&mut law) {
            *p = p.mul_word(x).div_word(size);
        }
    }
    moments
}
