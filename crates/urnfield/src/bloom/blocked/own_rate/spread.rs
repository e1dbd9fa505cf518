//! The mean square and the variance of one filter's own rate.
//!
//! The mean of R² is the probability that two new items are both taken for members. They query the
//! same block with probability 1/b, and then a union of two patterns; else two blocks:
//!
//! ```text
//! E R² = (1/b) Σ_t (−1)^t c²_t·(1 − (1 − h_t)/b)^n
//!      + (1 − 1/b) Σ_{i,j} (−1)^(i+j) c_i c_j·(1 − (2 − h_i − h_j)/b)^n.
//! ```
//!
//! c²_t is E C(D,t) of two patterns. In a split block a word has one bit of both with probability
//! 1/w, so T has one bit of s words and two of d with the weight k!/(s! d! (k−s−d)!)·(2 − 1/w)^s (1
//! − 1/w)^d, and survives with (1 − 1/w)^s (1 − 2/w)^d. (`docs/internals/blocks.md`, a filter in
//! hand.)

use crate::bloom::blocked::block_terms::{BlockTerms, law_of};
use crate::bloom::blocked::law::{Law, Term};
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::blocked::pattern::Pattern;
use crate::bloom::rate::fpr::RateOrComplement;
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use crate::refine::{Computation, refine};
use dashu_int::UBig;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Real};

/// The most hashes, because the sum over pairs has the square of so many terms.
const MOST_HASHES: u64 = 256;

/// Sets of two patterns in one block: whether the number of bits is odd, the weight, and the
/// choices that miss the set.
type Pairs = Vec<(bool, UBig, UBig)>;

/// E R² − (E R)².
struct Variance<'a> {
    mean: &'a Law,
    square: &'a Law,
    items: u64,
}

impl Computation for Variance<'_> {
    fn at(&self, words: usize) -> Real {
        let one = Real::from_u64(1, words);
        // 1 − s − (1 − c)² = 2c − c² − s, so that nothing near 1 is rounded first.
        let less = self.mean.complement_at(self.items, words);
        let square = self.square.complement_at(self.items, words);
        less.mul(&one.add(&one).sub(&less)).sub(&square)
    }
}

/// Returns the sets of two patterns in one block, and the scale of their weights.
fn pairs(design: &Blocked) -> Result<(Pairs, UBig), Error> {
    let bits = design.block_bits();
    let k = design.hashes();
    let pattern = Pattern::new(design.layout(), bits, k)?;
    if design.layout() != Layout::Split {
        let (subsets, scale) = pattern.subsets(2);
        let pair = |(t, subset): (u64, UBig)| (t % 2 == 1, subset, pattern.missing(t));
        return Ok(((0..).zip(subsets).map(pair).collect(), scale));
    }
    let w = design.word_bits();
    let power = |base: u64, exponent: u64| UBig::from(base).pow(exponent as usize);
    // 2w − 1, which may exceed 2^64.
    let both = UBig::from(w) + UBig::from(w - 1);
    let mut pairs = Pairs::new();
    for one in 0..=k {
        for two in 0..=k - one {
            let ways = binomial(k, one) * binomial(k - one, two);
            let none = k - one - two;
            let weight = ways * both.pow(one as usize) * power(w - 1, two) * power(w, none);
            let missing = power(w - 1, one) * power(w.saturating_sub(2), two) * power(w, none);
            if weight != UBig::ZERO {
                pairs.push((one % 2 == 1, weight, missing));
            }
        }
    }
    Ok((pairs, power(w, k)))
}

/// Returns the law of the mean square of the own rate.
fn square_law(design: &Blocked) -> Result<Law, Error> {
    if design.hashes() > MOST_HASHES {
        return Err(Error::TooCostly {
            what: "the spread of a blocked filter's own rate",
            needs: design.hashes().into(),
            unit: "hashes".into(),
            limit: MOST_HASHES.into(),
            remedy: "use fewer hashes",
        });
    }
    let b = design.blocks();
    let block = BlockTerms::new(design.layout(), design.block_bits(), design.hashes())?;
    let (pairs, pair_scale) = pairs(design)?;
    let (choices, block_scale) = (&block.choices, &block.scale * &block.scale);
    let scale = &pair_scale * &block_scale * UBig::from(b);
    let whole = choices * UBig::from(b);
    let mut terms = vec![Term { negative: false, weight: scale.clone(), survival: whole.clone() }];
    // The first of the pairs is the empty set.
    terms.extend(pairs.into_iter().skip(1).map(|(negative, weight, missing)| Term {
        negative,
        weight: weight * &block_scale,
        survival: &whole - choices + missing,
    }));
    if b > 1 {
        let lift = &pair_scale * UBig::from(b - 1);
        let elsewhere = &whole - choices - choices;
        for (i, (left, misses_left)) in block.terms.iter().enumerate() {
            for (j, (right, misses_right)) in block.terms.iter().enumerate().skip(i) {
                if i + j == 0 {
                    continue;
                }
                let both = UBig::from(if i == j { 1u8 } else { 2 });
                terms.push(Term {
                    negative: (i + j) % 2 == 1,
                    weight: left * right * &lift * both,
                    survival: &elsewhere + misses_left + misses_right,
                });
            }
        }
    }
    Ok(Law { terms, scale, whole })
}

/// Returns the mean square of one filter's own rate.
pub(crate) fn mean_square(load: &BlockedLoad) -> Result<Enclosure, Error> {
    square_law(&load.design)?.side(load.items, RateOrComplement::Rate, load.precision)
}

/// Returns the variance of one filter's own rate.
pub(crate) fn variance(load: &BlockedLoad) -> Result<Enclosure, Error> {
    if is_certain(load) {
        return Ok(Enclosure::zero());
    }
    let mean = law_of(&load.design)?;
    let square = square_law(&load.design)?;
    let variance = Variance { mean: &mean, square: &square, items: load.items };
    let start = load.precision + 100 + u64::from(load.items.ilog2());
    refine("the variance of this rate", load.precision, start, &variance)
}

/// Returns whether all filters have the same rate: nothing in them, or one item that certainly sets
/// k bits, or one block that is full after the first item.
pub(crate) fn is_certain(load: &BlockedLoad) -> bool {
    let design = load.design;
    let bits = design.block_bits();
    let k = design.hashes();
    let full_at_once = match design.layout() {
        Layout::Standard => bits == 1,
        Layout::Classic | Layout::Split => k == bits,
    };
    let same_count = design.layout() != Layout::Standard || k == 1 || bits == 1;
    load.items == 0 || load.items == 1 && same_count || design.blocks() == 1 && full_at_once
}
