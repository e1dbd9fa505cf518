//! [`Sectorized`]: an item has one word in every group of its block, and some bits of that word.

use crate::bloom::blocked::law::{Law, Side, Term};
use crate::bloom::blocked::pattern::Pattern;
use crate::bloom::blocked::several::MOST_TERMS;
use crate::design::blocked::Layout;
use dashu_int::UBig;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Error, Rational};

/// A filter of b blocks; a block is z groups of s words of w bits. An item draws a block, in every group
/// of it one word, and K bits of that word, independently (standard) or distinct (classic).
///
/// With one word a group, and one bit of it, this is a split block.
///
/// ```
/// use urnfield::bloom::blocked::Sectorized;
/// use urnfield::{Blocked, Layout};
/// // A line of two groups of four words, four bits in each of two words.
/// let cache = Sectorized::new(Layout::Standard, 19_531, [2, 4, 64], 4)?;
/// assert_eq!(cache.bits(), 19_531 * 512);
/// assert!(cache.fpr(1_000_000)?.hi_f64() < 0.013);
/// let split = Sectorized::new(Layout::Classic, 1024, [8, 1, 32], 1)?;
/// let parquet = Blocked::parquet(1024)?.holding(26_214).fpr()?;
/// assert!(split.fpr(26_214)?.overlaps(&parquet));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sectorized {
    layout: Layout,
    blocks: u64,
    /// Groups a block, words a group, bits a word.
    shape: [u64; 3],
    hashes: u64,
}

impl Sectorized {
    /// So many blocks of `[groups, words a group, bits a word]`, and `hashes` bits in a word.
    pub fn new(
        layout: Layout,
        blocks: u64,
        shape: [u64; 3],
        hashes: u64,
    ) -> Result<Sectorized, Error> {
        let [groups, words, bits] = shape;
        let all = shape.iter().try_fold(blocks, |product, &side| product.checked_mul(side));
        if all.is_none_or(|all| all == 0) || hashes == 0 || hashes > bits || layout == Layout::Split
        {
            return Err(Error::domain(
                "sectors need blocks, groups and words, fewer than 2^64 bits in all, standard or \
                 classic words, and 1 <= hashes <= the bits of a word",
                format!("{blocks} blocks of {groups} x {words} x {bits}, hashes = {hashes}"),
            ));
        }
        // One term for every multiset of j_1, …, j_z.
        let needs = (1..=groups.min(1000)).try_fold(1u128, |terms, i| {
            Some(terms.checked_mul(u128::from(hashes) + u128::from(i))? / u128::from(i))
        });
        let needs = needs.filter(|_| groups <= 1000).unwrap_or(u128::MAX);
        if needs > MOST_TERMS {
            return Err(Error::TooCostly {
                what: "the rate of a sectorized filter",
                needs,
                unit: "terms",
                limit: MOST_TERMS,
                remedy: "use fewer groups or fewer bits a word",
            });
        }
        Ok(Sectorized { layout, blocks, shape, hashes })
    }

    /// How many bits the filter has.
    pub fn bits(&self) -> u64 {
        self.shape.iter().product::<u64>() * self.blocks
    }

    /// Groups are independent given the block, so a set with j_1, …, j_z bits in the groups survives
    /// an item with probability 1 − (1 − ∏_i (1 − (1 − h_{j_i})/s))/b.
    fn law(&self) -> Result<Law, Error> {
        let [groups, words, bits] = self.shape;
        let pattern = Pattern::new(self.layout, bits, self.hashes)?;
        let (subsets, scale) = pattern.subsets(1);
        // In one group, over choices·s.
        let elsewhere = &pattern.choices * UBig::from(words - 1);
        let group: Vec<UBig> =
            (0..).zip(&subsets).map(|(j, _)| &elsewhere + pattern.missing(j)).collect();
        let choices = (&elsewhere + &pattern.choices).pow(groups as usize);
        // How many groups have j bits of T, one j after the other.
        let mut rows = vec![(groups, 0u64, UBig::ONE, UBig::ONE)];
        for (j, (subset, survival)) in (0u64..).zip(subsets.iter().zip(&group)) {
            let last = j as usize + 1 == subsets.len();
            let mut next = Vec::new();
            for (left, size, weight, survives) in rows {
                for count in if last { left..=left } else { 0..=left } {
                    next.push((
                        left - count,
                        size + j * count,
                        &weight * binomial(left, count) * subset.pow(count as usize),
                        &survives * survival.pow(count as usize),
                    ));
                }
            }
            rows = next;
        }
        // The empty set, which has all groups at j = 0, first.
        rows.sort_by_key(|&(_, size, ..)| size);
        let other_blocks = &choices * UBig::from(self.blocks - 1);
        let term = |(_, size, weight, survives): (u64, u64, UBig, UBig)| Term {
            negative: size % 2 == 1,
            weight,
            survival: &other_blocks + survives,
        };
        let terms = rows.into_iter().map(term).collect();
        let whole = &other_blocks + &choices;
        Ok(Law { terms, scale: scale.pow(groups as usize), whole })
    }

    /// The exact rate with n items, to 53 bits or more.
    ///
    /// Source: `docs/internals/blocks.md`, sectors.
    pub fn fpr(&self, items: u64) -> Result<Enclosure, Error> {
        self.law()?.side(items, Side::Rate, 53)
    }

    /// The rate as an exact rational; some 10^7 bits are the limit.
    pub fn fpr_exact(&self, items: u64) -> Result<Rational, Error> {
        self.law()?.exact(items)
    }
}
