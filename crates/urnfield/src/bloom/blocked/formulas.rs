//! The formulas that other programs print for the rate of a blocked filter, each labelled an
//! estimate.

use crate::bloom::blocked::block_terms::BlockTerms;
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::rate::approximations::{Approximation, BoundSide};
use crate::design::blocked::Layout;
use crate::error::Error;
use crate::refine::{Computation, refine};
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Real};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Formula {
    /// (1 − e^(−kn/m))^k.
    Textbook,
    /// The mean of the textbook's formula for one standard deviation more items a line, and fewer.
    RocksDb,
    /// Boost's block: E (1 − (1 − 1/B)^(ki))^k, i Poisson.
    BoostBlock,
    /// The exact sum with Poisson loads.
    Poisson,
}

struct Evaluation<'a> {
    load: &'a BlockedLoad,
    formula: Formula,
    /// The terms of one block, for the sums over Poisson loads.
    block: Option<BlockTerms>,
}

impl Computation for Evaluation<'_> {
    fn at(&self, words: usize) -> Real {
        let (design, n) = (self.load.design, self.load.items);
        let (b, k) = (design.blocks(), design.hashes());
        let one = Real::from_u64(1, words);
        let loads = Real::from_ratio(n, b, words);
        // (1 − e^(−k/c))^k at c bits an item, from λ = B/c.
        let standard = |loads: &Real| {
            let x = loads.mul_word(k).div_word(design.block_bits());
            x.negated().expm1().negated().pow(k)
        };
        match self.formula {
            Formula::Textbook => standard(&loads),
            Formula::RocksDb => {
                let root = loads.ln().shift(-1).exp();
                standard(&loads.add(&root)).add(&standard(&loads.sub(&root))).shift(-1)
            }
            Formula::BoostBlock => {
                let miss = Real::from_ratio(design.block_bits() - 1, design.block_bits(), words);
                let mut sum = Real::zero(words);
                for j in 0..=k {
                    let hit = one.sub(&miss.pow(k * j));
                    let term = Real::from_big(&binomial(k, j), 0, words)
                        .mul(&loads.mul(&hit).negated().exp());
                    sum = if j % 2 == 1 { sum.sub(&term) } else { sum.add(&term) };
                }
                sum
            }
            Formula::Poisson => {
                let Some(block) = &self.block else { return Real::unknown(words) };
                let choices = Real::from_big(&block.choices, 0, words);
                let mut sum = Real::zero(words);
                for (j, (subset, missing)) in block.terms.iter().enumerate() {
                    let hit = Real::from_big(&(&block.choices - missing), 0, words).div(&choices);
                    let term =
                        Real::from_big(subset, 0, words).mul(&loads.mul(&hit).negated().exp());
                    sum = if j % 2 == 1 { sum.sub(&term) } else { sum.add(&term) };
                }
                sum.div(&Real::from_big(&block.scale, 0, words))
            }
        }
    }
}

/// Evaluates a formula for a load.
fn evaluate(load: &BlockedLoad, formula: Formula) -> Result<Approximation, Error> {
    let design = load.design;
    let side = BoundSide::Estimate;
    if load.items == 0 {
        return Ok(Approximation { value: Enclosure::zero(), side });
    }
    let block = match formula {
        Formula::Poisson | Formula::BoostBlock => {
            Some(BlockTerms::new(design.layout(), design.block_bits(), design.hashes())?)
        }
        Formula::Textbook | Formula::RocksDb => None,
    };
    let evaluation = Evaluation { load, formula, block };
    let value = refine("this formula", load.precision, 200, &evaluation)?;
    Ok(Approximation { value, side })
}

/// Returns the textbook's formula.
pub(crate) fn textbook(load: &BlockedLoad) -> Result<Approximation, Error> {
    evaluate(load, Formula::Textbook)
}

/// Returns RocksDB's estimate; `None` for at most one item a block.
pub(crate) fn rocksdb(load: &BlockedLoad) -> Result<Option<Approximation>, Error> {
    if load.items <= load.design.blocks() {
        return Ok(None);
    }
    evaluate(load, Formula::RocksDb).map(Some)
}

/// Returns what Boost prints; `None` for classic blocks, which Boost does not build.
pub(crate) fn boost(load: &BlockedLoad) -> Result<Option<Approximation>, Error> {
    match load.design.layout() {
        Layout::Standard => evaluate(load, Formula::BoostBlock).map(Some),
        Layout::Split => evaluate(load, Formula::Poisson).map(Some),
        Layout::Classic => Ok(None),
    }
}

/// Returns the exact sum with Poisson loads in place of binomial loads.
pub(crate) fn poisson(load: &BlockedLoad) -> Result<Approximation, Error> {
    evaluate(load, Formula::Poisson)
}
