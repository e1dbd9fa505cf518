//! The best number of hashes of a blocked filter, and whether some number reaches a rate.
//!
//! Nothing is assumed about how the rate depends on k. Jensen's bound excludes most k, and the
//! others are evaluated. For one k the bound is (1 − h^n)^k, or C(μ,k)/C(B,k) of a classic block
//! with μ = B(1 − h^n), where h is the probability that an item misses a given bit. Blocks and
//! filters are averaged together, and both powers are convex.

use crate::bloom::blocked::block_terms::BlockTerms;
use crate::bloom::blocked::law::Law;
use crate::bloom::rate::fpr::{RateOrComplement, decide, told_apart};
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use urnfield_num::{Enclosure, Rational, Real, until_decided};

/// Blocked filters of one layout with the blocks, the items and k left open.
#[derive(Debug)]
pub(crate) struct BlockSearch {
    layout: Layout,
    block_bits: u64,
    /// The k allowed, ascending.
    hashes: Vec<u64>,
    /// The terms of a block, which serve any number of blocks.
    blocks: BTreeMap<u64, BlockTerms>,
    /// The k that was best in the last search.
    last: u64,
}

/// The hashes with the least rate, ascending, and that rate.
pub(crate) struct Best {
    pub(crate) ties: Vec<u64>,
    pub(crate) fpr: Enclosure,
}

impl BlockSearch {
    /// Searches among these hashes, at least one.
    pub(crate) fn new(layout: Layout, block_bits: u64, hashes: Vec<u64>) -> BlockSearch {
        let last = hashes[0];
        BlockSearch { layout, block_bits, hashes, blocks: BTreeMap::new(), last }
    }

    /// Sets the k to try first.
    pub(crate) fn begin_with(&mut self, likely: f64) {
        let distance = |k: &&u64| (**k as f64 - likely).abs();
        let nearest = self.hashes.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        self.last = *nearest.unwrap_or(&self.hashes[0]);
    }

    pub(crate) fn design(&self, blocks: u64, k: u64) -> Result<Blocked, Error> {
        Blocked::new(self.layout, blocks, self.block_bits, k)
    }

    fn law(&mut self, blocks: u64, k: u64) -> Result<Law, Error> {
        if let Some(block) = self.blocks.get(&k) {
            return Ok(block.law(blocks));
        }
        let block = BlockTerms::new(self.layout, self.block_bits, k)?;
        let law = block.law(blocks);
        self.blocks.insert(k, block);
        Ok(law)
    }

    /// Returns a lower bound of the rate.
    fn at_least(&self, blocks: u64, items: u64, k: u64) -> Real {
        const WORDS: usize = 3;
        let bits = self.block_bits;
        let one = Real::from_u64(1, WORDS);
        let hit = match self.layout {
            Layout::Standard => one.sub(&Real::from_ratio(bits - 1, bits, WORDS).pow(k)),
            Layout::Classic | Layout::Split => Real::from_ratio(k, bits, WORDS),
        };
        let set = one.sub(&one.sub(&hit.div_word(blocks)).pow(items));
        if self.layout != Layout::Classic {
            return set.pow(k);
        }
        let mean = set.mul_word(bits);
        let mut product = one;
        for i in 0..k {
            let left = mean.sub(&Real::from_u64(i, WORDS));
            if left.is_negative() {
                return Real::zero(WORDS);
            }
            product = product.mul(&left).div_word(bits - i);
        }
        product
    }

    /// Returns whether Jensen's bound puts the rate with k hashes above the threshold.
    fn excluded(&self, blocks: u64, items: u64, k: u64, threshold: &Enclosure) -> bool {
        let bound = self.at_least(blocks, items, k).enclosure();
        bound.compare(threshold) == Some(Ordering::Greater)
    }

    /// Returns all k, the likely k first.
    fn candidates(&self) -> Vec<u64> {
        let others = self.hashes.iter().copied().filter(|&k| k != self.last);
        std::iter::once(self.last).chain(others).collect()
    }

    /// Returns whether some k has a rate of at most p.
    pub(crate) fn reached(&mut self, blocks: u64, items: u64, p: &Rational) -> Result<bool, Error> {
        let threshold = Enclosure::from_rational(p, 64);
        for k in self.candidates() {
            if k != self.last && self.excluded(blocks, items, k, &threshold) {
                continue;
            }
            if at_most(&self.law(blocks, k)?, items, p)? {
                self.last = k;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the k with the least rate, all others excluded.
    pub(crate) fn best(&mut self, blocks: u64, items: u64) -> Result<Best, Error> {
        let mut best: Option<Best> = None;
        for k in self.candidates() {
            if best.as_ref().is_some_and(|best| self.excluded(blocks, items, k, &best.fpr)) {
                continue;
            }
            let law = self.law(blocks, k)?;
            let fpr = law.side(items, RateOrComplement::Rate, 53)?;
            let order = match &best {
                None => Ordering::Less,
                Some(best) => match fpr.compare(&best.fpr) {
                    Some(order) => order,
                    None => compare(&law, &self.law(blocks, best.ties[0])?, items)?,
                },
            };
            match (order, &mut best) {
                (Ordering::Greater, _) => {}
                (Ordering::Equal, Some(best)) => best.ties.push(k),
                _ => best = Some(Best { ties: vec![k], fpr }),
            }
        }
        let mut best = best.ok_or_else(no_hashes)?;
        best.ties.sort_unstable();
        self.last = best.ties[0];
        Ok(best)
    }

    /// Returns a rate with so many bits that it is certainly at most p, or certainly above.
    pub(crate) fn told_apart(
        &mut self,
        blocks: u64,
        items: u64,
        best: Best,
        p: &Rational,
    ) -> Result<Enclosure, Error> {
        let law = self.law(blocks, best.ties[0])?;
        told_apart(best.fpr, p, |bits| law.side(items, RateOrComplement::Rate, bits))
    }
}

/// Returns the error where no k is allowed.
pub(crate) fn no_hashes() -> Error {
    Error::domain("a block needs 1 <= hashes <= its bits", "no such hashes")
}

/// Returns whether a rate is at most p, for certain: by its enclosure, with more bits once the two
/// are known to differ, else as exact fractions.
fn at_most(law: &Law, items: u64, p: &Rational) -> Result<bool, Error> {
    let exactly = || Ok(law.exact(items)? <= *p);
    let decided = until_decided([53, 160, 640, 2560], |bits| {
        match decide(&law.side(items, RateOrComplement::Rate, bits)?, p) {
            None if bits > 53 && !law.differs_modulo(items, p) => exactly().map(Some),
            decided => Ok(decided),
        }
    })?;
    decided.map_or_else(exactly, Ok)
}

/// Compares two rates that enclosures of 53 bits do not tell apart.
fn compare(a: &Law, b: &Law, items: u64) -> Result<Ordering, Error> {
    let order = until_decided([200, 800, 3200], |bits| {
        let [a, b] = [a, b].map(|law| law.side(items, RateOrComplement::Rate, bits));
        Ok::<_, Error>(a?.compare(&b?))
    })?;
    order.map_or_else(|| Ok(a.exact(items)?.cmp(&b.exact(items)?)), Ok)
}
