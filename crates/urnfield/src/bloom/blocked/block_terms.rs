//! [`BlockTerms`]: the terms of one block, and the laws that follow from them.

use crate::bloom::blocked::law::{Law, Term};
use crate::bloom::blocked::pattern::Pattern;
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use dashu_int::UBig;

/// The terms of one block, from which those of any number of blocks follow.
#[derive(Debug, Clone)]
pub(crate) struct BlockTerms {
    /// c_j, over `scale`, and h_j, over `choices`.
    pub(crate) terms: Vec<(UBig, UBig)>,
    pub(crate) scale: UBig,
    pub(crate) choices: UBig,
}

impl BlockTerms {
    pub(crate) fn new(layout: Layout, bits: u64, hashes: u64) -> Result<BlockTerms, Error> {
        let pattern = Pattern::new(layout, bits, hashes)?;
        let (subsets, scale) = pattern.subsets(1);
        let terms = (0..).zip(subsets).map(|(j, subset)| (subset, pattern.missing(j))).collect();
        Ok(BlockTerms { terms, scale, choices: pattern.choices })
    }

    /// Returns the law of a filter of so many blocks.
    pub(crate) fn law(&self, blocks: u64) -> Law {
        let elsewhere = &self.choices * UBig::from(blocks - 1);
        let term = |(j, (subset, missing)): (usize, &(UBig, UBig))| Term {
            negative: j % 2 == 1,
            weight: subset.clone(),
            survival: &elsewhere + missing,
        };
        Law {
            terms: self.terms.iter().enumerate().map(term).collect(),
            scale: self.scale.clone(),
            whole: &elsewhere + &self.choices,
        }
    }
}

/// Returns the law of a filter's rate.
pub(crate) fn law_of(design: &Blocked) -> Result<Law, Error> {
    let block = BlockTerms::new(design.layout(), design.block_bits(), design.hashes())?;
    Ok(block.law(design.blocks()))
}
