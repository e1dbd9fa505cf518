//! [`SeveralBlocks`]: every item goes to g blocks, drawn independently (Bloom-g).

use crate::bloom::blocked::law::{Law, Side, Term};
use crate::bloom::blocked::pattern::Pattern;
use crate::design::blocked::{Blocked, Layout};
use dashu_int::UBig;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Error, Rational};

/// More terms than this are refused.
pub(crate) const MOST_TERMS: u128 = 100_000;

/// A filter whose items draw g blocks, the same one twice perhaps, and K bits in each.
///
/// A law for the record: two blocks are two cache misses. The paper's discussion calls such filters
/// more efficient than standard ones; in its own sense of the word they are not.
///
/// ```
/// use urnfield::bloom::blocked::SeveralBlocks;
/// use urnfield::{Blocked, Design, Kind, Layout};
/// // Three bits in each of two lines, six in all.
/// let two = SeveralBlocks::new(Blocked::lines(Layout::Classic, 19_531, 3)?, 2)?;
/// assert_eq!(format!("{:.7}", two.fpr(1_000_000)?), "0.008613311");
/// // The plain filter of that size.
/// let plain = Design::new(Kind::Standard, two.block_design().bits(), 7)?.holding(1_000_000)?;
/// assert_eq!(format!("{:.7}", plain.fpr()?), "0.008194236");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeveralBlocks {
    blocks: Blocked,
    times: u64,
}

impl SeveralBlocks {
    /// Checks that there is a block to draw, and that the layout is not split.
    pub fn new(blocks: Blocked, times: u64) -> Result<SeveralBlocks, Error> {
        if times == 0 || blocks.layout() == Layout::Split {
            return Err(Error::domain(
                "several blocks need at least one draw and a standard or classic layout",
                format!("{times} draws of a {} block", blocks.layout()),
            ));
        }
        let law = SeveralBlocks { blocks, times };
        let bits = u128::from(blocks.hashes()) * u128::from(times);
        if times > 16 || bits > 64 {
            return Err(law.too_costly(1 << times.min(100)));
        }
        let needs: u128 = partitions(times).iter().map(|sizes| law.terms_of(sizes)).sum();
        if needs > MOST_TERMS { Err(law.too_costly(needs)) } else { Ok(law) }
    }

    fn too_costly(&self, needs: u128) -> Error {
        Error::TooCostly {
            what: "the rate of a filter with several blocks an item",
            needs,
            unit: "terms",
            limit: MOST_TERMS,
            remedy: "use fewer blocks an item or fewer bits a block",
        }
    }

    /// How many terms one partition has.
    fn terms_of(&self, sizes: &[u64]) -> u128 {
        let k = self.blocks.hashes();
        sizes.iter().map(|size| u128::from((size * k).min(self.blocks.block_bits())) + 1).product()
    }

    /// The blocks, and the bits in one of them: K is its number of hashes.
    pub fn block_design(&self) -> Blocked {
        self.blocks
    }

    /// How many blocks an item draws: g.
    pub fn blocks_an_item(&self) -> u64 {
        self.times
    }

    /// The law: a question's g draws fall on d different blocks, r_1, …, r_d on each; an item's draw
    /// misses what is asked for there with probability 1 − Σ_i (1 − h_{j_i})/b, every draw by itself.
    fn law(&self) -> Result<Law, Error> {
        let (b, g) = (self.blocks.blocks(), self.times);
        let pattern =
            Pattern::new(self.blocks.layout(), self.blocks.block_bits(), self.blocks.hashes())?;
        let whole = &pattern.choices * UBig::from(b);
        let patterns: Vec<(Vec<UBig>, UBig)> = (1..=g).map(|r| pattern.subsets(r)).collect();
        // c^(r)_j over choices^r, so over choices^g for every partition; b^g for the draws.
        let scale = (&pattern.choices * UBig::from(b)).pow(g as usize);
        let none = Term { negative: false, weight: scale.clone(), survival: whole.clone() };
        let mut terms = vec![none];
        for sizes in partitions(g) {
            let ways = set_partitions(&sizes);
            let blocks: UBig =
                (0..sizes.len() as u64).map(|i| UBig::from(b.saturating_sub(i))).product();
            let mut rows = vec![(0u64, ways * blocks, UBig::ZERO)];
            for &size in &sizes {
                let (subsets, made) = &patterns[size as usize - 1];
                // A classic pattern alone has scale 1.
                let lift = pattern.choices.pow(size as usize) / made;
                let mut next = Vec::with_capacity(rows.len() * subsets.len());
                for (bits, weight, hit) in &rows {
                    for (j, subset) in (0..).zip(subsets) {
                        let hits = &pattern.choices - pattern.missing(j);
                        next.push((bits + j, weight * subset * &lift, hit + hits));
                    }
                }
                rows = next;
            }
            let asked =
                rows.into_iter().filter(|(bits, weight, _)| *bits > 0 && *weight != UBig::ZERO);
            terms.extend(asked.map(|(bits, weight, hit)| Term {
                negative: bits % 2 == 1,
                weight,
                survival: &whole - hit,
            }));
        }
        Ok(Law { terms, scale, whole })
    }

    /// n·g, which must stay below 2^64.
    fn draws(&self, items: u64) -> Result<u64, Error> {
        items.checked_mul(self.times).ok_or_else(|| {
            let got = format!("items = {items} with {} blocks an item", self.times);
            Error::domain("items times blocks an item must stay below 2^64", got)
        })
    }

    /// The exact rate with n items, to 53 bits or more.
    ///
    /// Source: `docs/internals/blocks.md`, several blocks.
    pub fn fpr(&self, items: u64) -> Result<Enclosure, Error> {
        self.law()?.side(self.draws(items)?, Side::Rate, 53)
    }

    /// The rate as an exact rational; some 10^7 bits are the limit.
    pub fn fpr_exact(&self, items: u64) -> Result<Rational, Error> {
        self.law()?.exact(self.draws(items)?)
    }
}

/// The partitions of g, each descending.
fn partitions(g: u64) -> Vec<Vec<u64>> {
    fn extend(left: u64, most: u64, sizes: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
        if left == 0 {
            all.push(sizes.clone());
        }
        for size in (1..=most.min(left)).rev() {
            sizes.push(size);
            extend(left - size, size, sizes, all);
            sizes.pop();
        }
    }
    let mut all = Vec::new();
    extend(g, g, &mut Vec::new(), &mut all);
    all
}

/// How many partitions of a set have these sizes.
fn set_partitions(sizes: &[u64]) -> UBig {
    let mut left: u64 = sizes.iter().sum();
    let (mut ways, mut equal) = (UBig::ONE, 0u64);
    for (i, &size) in sizes.iter().enumerate() {
        ways *= binomial(left, size);
        left -= size;
        // Blocks of equal size are not told apart.
        equal = if i > 0 && sizes[i - 1] == size { equal + 1 } else { 1 };
        ways /= UBig::from(equal);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bell numbers.
    #[test]
    fn partitions_are_counted() {
        for (g, bell) in [(1u64, 1u32), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203)] {
            let all: UBig = partitions(g).iter().map(|sizes| set_partitions(sizes)).sum();
            assert_eq!(all, UBig::from(bell));
        }
    }
}
