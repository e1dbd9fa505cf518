//! [`Pattern`]: the choices of one item within one block, counted.

use crate::design::blocked::Layout;
use crate::error::Error;
use dashu_int::{IBig, UBig};
use urnfield_num::combinatorics::binomial;

/// Items with more bits than this are refused, because the sum has as many terms and its
/// coefficients take quadratic time.
pub(crate) const MOST_HASHES: u64 = 1024;

/// Counts of the equally likely choices of an item within a block, for Theorem 1 of
/// `docs/internals/blocks.md`.
///
/// Given the bits A of a query, "some bit of A is clear" is a union of |A| events, so the
/// probability of a false positive is E Σ_{T⊆A} (−1)^|T|·h(T)^n, with h(T) the probability that one
/// item misses all of T. Here h(T) depends on j = |T| alone.
///
/// Coq: `rates.patterns`, `rates.patterns_by_size`.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    /// How many choices there are.
    pub(crate) choices: UBig,
    layout: Layout,
    bits: u64,
    hashes: u64,
}

impl Pattern {
    pub(crate) fn new(layout: Layout, bits: u64, hashes: u64) -> Result<Pattern, Error> {
        if hashes > MOST_HASHES {
            return Err(Error::TooCostly {
                what: "the rate of a blocked filter",
                needs: hashes.into(),
                unit: "hashes".into(),
                limit: MOST_HASHES.into(),
                remedy: "use fewer hashes, or a filter without blocks",
            });
        }
        let mut pattern = Pattern { choices: UBig::ZERO, layout, bits, hashes };
        pattern.choices = pattern.missing(0);
        Ok(pattern)
    }

    /// Returns how many choices miss j given bits (in a split block, bits of j different words).
    ///
    /// Coq: `blocks.blocked_classic`, `blocks.blocked_standard`, `blocks.split_blocks`.
    pub(crate) fn missing(&self, j: u64) -> UBig {
        let k = self.hashes;
        match self.layout {
            Layout::Classic => binomial(self.bits.saturating_sub(j), k),
            Layout::Standard => UBig::from(self.bits.saturating_sub(j)).pow(k as usize),
            Layout::Split => {
                let word = self.bits / k;
                UBig::from(word - 1).pow(j as usize) * UBig::from(word).pow((k - j) as usize)
            }
        }
    }

    /// Returns the most bits that T can have with `times` choices together.
    pub(crate) fn most(&self, times: u64) -> u64 {
        match self.layout {
            Layout::Split => self.hashes,
            _ => self.bits.min(self.hashes * times),
        }
    }

    /// Returns E C(D, j) for j = 0, 1, …, D the bits of `times` independent choices together, over
    /// the second number; not for the split layout with more than one choice.
    ///
    /// One choice of a classic or a split block has k bits, so C(k, j). In general j given bits are
    /// all covered with probability Σ_i (−1)^i C(j,i)·(missing(i)/choices)^times, a difference of
    /// order j, and there are C(B, j) of them. In integers nothing cancels.
    pub(crate) fn subsets(&self, times: u64) -> (Vec<UBig>, UBig) {
        let top = self.most(times);
        if times == 1 && self.layout != Layout::Standard {
            return ((0..=top).map(|j| binomial(self.hashes, j)).collect(), UBig::ONE);
        }
        let power = |x: UBig| IBig::from(x.pow(times as usize));
        let mut column: Vec<IBig> = (0..=top).map(|i| power(self.missing(i))).collect();
        let scale = self.choices.pow(times as usize);
        let mut places = UBig::ONE;
        let mut all = Vec::with_capacity(column.len());
        for j in 0..=top {
            // No difference is negative: it counts choices.
            all.push(&places * column[0].clone().into_parts().1);
            for i in 1..column.len() {
                column[i - 1] = &column[i - 1] - &column[i];
            }
            column.pop();
            places = places * UBig::from(self.bits - j) / UBig::from(j + 1);
        }
        (all, scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices of a small block, written out.
    #[test]
    fn subsets_are_those_of_all_choices() {
        for (bits, k) in [(4u64, 2u64), (5, 3), (3, 3), (6, 1)] {
            for layout in [Layout::Standard, Layout::Classic] {
                let pattern = Pattern::new(layout, bits, k).expect("few hashes");
                let draws = (0..bits.pow(k as u32)).map(|mut number| {
                    (0..k).fold((0u64, true), |(set, distinct), _| {
                        let bit = 1 << (number % bits);
                        number /= bits;
                        (set | bit, distinct && set & bit == 0)
                    })
                });
                let classic = layout == Layout::Classic;
                let draws: Vec<u64> = draws
                    .filter(|&(_, distinct)| distinct || !classic)
                    .map(|(set, _)| set)
                    .collect();
                for times in [1, 2] {
                    let unions: Vec<u64> = match times {
                        1 => draws.clone(),
                        _ => draws.iter().flat_map(|a| draws.iter().map(move |b| a | b)).collect(),
                    };
                    let (subsets, scale) = pattern.subsets(times);
                    for (j, subset) in (0..).zip(subsets) {
                        let of = |set: &u64| binomial(set.count_ones().into(), j);
                        let sum: UBig = unions.iter().map(of).sum();
                        assert_eq!(sum * &scale, subset * UBig::from(unions.len()), "{layout}");
                    }
                }
            }
        }
    }
}
