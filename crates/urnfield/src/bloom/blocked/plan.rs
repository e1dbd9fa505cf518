//! [`BlockSizing`] and [`BlockedPlan`]: the fewest blocks, the best number of hashes or the most
//! items, each certified.

use crate::bloom::blocked::block_terms::law_of;
use crate::bloom::blocked::formulas::textbook;
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::blocked::search::{Best, BlockSearch, no_hashes};
use crate::bloom::plan::size_search::least;
use crate::bloom::plan::sizing::{MOST_BITS, check_items};
use crate::bloom::rate::fpr::RateOrComplement;
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use urnfield_num::{Enclosure, Rate};

/// More hashes than this are not considered.
const MOST_HASHES: u64 = 512;

/// The blocked filters that a plan may choose from: the layout, the bits of a block, and the
/// hashes.
///
/// ```
/// use urnfield::Layout;
/// use urnfield::bloom::blocked::BlockSizing;
/// // A million values at one in a thousand, in Parquet's blocks: just above a power of two.
/// let fpr = "0.001".parse()?;
/// let plan = BlockSizing::parquet().smallest(1_000_000, &fpr)?;
/// assert_eq!(plan.design.blocks(), 65_976);
/// let whole = BlockSizing::parquet().smallest_power_of_two(1_000_000, &fpr)?;
/// assert_eq!(whole.design.blocks(), 131_072);
/// // In cache lines with the best hashes.
/// let line = BlockSizing::lines(Layout::Standard).smallest(1_000_000, &fpr)?;
/// assert_eq!((line.design.blocks(), line.design.hashes()), (30_363, 9));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockSizing {
    layout: Layout,
    block_bits: u64,
    least: u64,
    most: u64,
}

/// A chosen filter with its evidence: the rate is at most p, and one step further it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockedPlan {
    /// The filter.
    pub design: Blocked,
    /// How many items it is for.
    pub items: u64,
    /// Its rate with those items.
    pub fpr: Enclosure,
    /// All numbers of hashes that give that rate, ascending.
    pub ties: Vec<u64>,
    sizing: BlockSizing,
    limit: Limit,
}

/// The quantity that a plan has at its limit.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Limit {
    /// The blocks: one fewer misses the rate.
    Blocks(Rate),
    /// The blocks, a power of two: half of them miss the rate.
    Doubled(Rate),
    /// The items: one more misses the rate.
    Items(Rate),
    /// The hashes: every other k is excluded.
    Hashes,
}

impl BlockSizing {
    /// The most hashes that filters of this library use in a line.
    pub const LINE_HASHES: u64 = 14;

    /// Allows blocks of that many bits, with up to 512 hashes.
    pub fn blocks_of(layout: Layout, block_bits: u64) -> BlockSizing {
        BlockSizing { layout, block_bits, least: 1, most: MOST_HASHES }
    }

    /// Allows lines of 512 bits, with up to 14 hashes.
    pub fn lines(layout: Layout) -> BlockSizing {
        BlockSizing::blocks_of(layout, Blocked::LINE).at_most_hashes(BlockSizing::LINE_HASHES)
    }

    /// Allows Parquet's split blocks: 256 bits, eight hashes.
    pub fn parquet() -> BlockSizing {
        BlockSizing::blocks_of(Layout::Split, 256).exactly_hashes(8)
    }

    /// Requires exactly so many hashes, instead of the best number.
    pub fn exactly_hashes(mut self, hashes: u64) -> BlockSizing {
        (self.least, self.most) = (hashes, hashes);
        self
    }

    /// Allows at most so many hashes.
    pub fn at_most_hashes(mut self, hashes: u64) -> BlockSizing {
        (self.least, self.most) = (1, hashes);
        self
    }

    /// Returns the layout within a block.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the bits of a block.
    pub fn block_bits(&self) -> u64 {
        self.block_bits
    }

    /// Returns the search over the hashes that are allowed.
    fn search(&self) -> Result<BlockSearch, Error> {
        let fits = |&k: &u64| Blocked::new(self.layout, 1, self.block_bits, k).is_ok();
        let hashes: Vec<u64> = if self.least == self.most {
            // A wrong number is refused with the rule it breaks.
            vec![Blocked::new(self.layout, 1, self.block_bits, self.most)?.hashes()]
        } else {
            (self.least..=self.most.min(MOST_HASHES)).filter(fits).collect()
        };
        if hashes.is_empty() {
            return Err(no_hashes());
        }
        Ok(BlockSearch::new(self.layout, self.block_bits, hashes))
    }

    /// Guesses where to look first: the bits an item of a plain filter, and its hashes.
    fn likely(&self, fpr: &Rate) -> (f64, f64) {
        let log = Enclosure::from_rational(fpr.value(), 64).log10();
        let ln = log.map_or(-1e9, |l| l.lo_f64()) * std::f64::consts::LN_10;
        let k = (-ln / std::f64::consts::LN_2).clamp(self.least as f64, self.most as f64).max(1.0);
        ((-k / (-(ln / k).exp()).ln_1p()).clamp(1e-9, 1e18), k)
    }

    /// Finds the fewest blocks for which some k keeps the rate at or below p, with the best k
    /// there.
    ///
    /// Why bisection: the rate falls with the blocks (`docs/internals/blocks.md`, Theorem 3).
    ///
    /// Coq: `monotony.block_rate_falls_blocks`.
    ///
    /// ```
    /// use urnfield::bloom::blocked::BlockSizing;
    /// let p: urnfield::Rate = "1%".parse()?;
    /// let plan = BlockSizing::parquet().smallest(1_000_000, &p)?;
    /// assert_eq!(plan.design.blocks(), 41_130);
    /// assert!(plan.fpr.certainly_le(p.value()));
    /// assert!(plan.beyond()?.unwrap().certainly_gt(p.value()));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn smallest(&self, items: u64, fpr: &Rate) -> Result<BlockedPlan, Error> {
        let (mut search, blocks) = self.fewest(items, fpr)?;
        self.planned(&mut search, blocks, items, Limit::Blocks(fpr.clone()))
    }

    /// Finds the least power of two of blocks that keeps the rate, which some readers of Parquet
    /// need.
    pub fn smallest_power_of_two(&self, items: u64, fpr: &Rate) -> Result<BlockedPlan, Error> {
        let (mut search, blocks) = self.fewest(items, fpr)?;
        let whole = blocks.checked_next_power_of_two().filter(|&b| b <= self.most_blocks());
        let whole = whole.ok_or_else(|| self.unreachable(items, fpr))?;
        self.planned(&mut search, whole, items, Limit::Doubled(fpr.clone()))
    }

    pub(crate) fn most_blocks(&self) -> u64 {
        MOST_BITS / self.block_bits.max(1)
    }

    fn unreachable(&self, items: u64, fpr: &Rate) -> Error {
        Error::Unreachable {
            what: "no blocked filter of up to 2^63 bits reaches that rate",
            got: format!("items = {items} with fpr = {fpr}"),
        }
    }

    fn fewest(&self, items: u64, fpr: &Rate) -> Result<(BlockSearch, u64), Error> {
        check_items(items)?;
        let mut search = self.search()?;
        let (bits_an_item, k) = self.likely(fpr);
        search.begin_with(k);
        let start = (items as f64 * bits_an_item * 1.03 / self.block_bits as f64) as u64;
        let most = self.most_blocks();
        if most == 0 {
            return Err(self.unreachable(items, fpr));
        }
        let reached = |blocks: u64| search.reached(blocks, items, fpr.value());
        let blocks = least(start.clamp(1, most), most, reached)?;
        Ok((search, blocks.ok_or_else(|| self.unreachable(items, fpr))?))
    }

    /// Finds the most items that so many blocks hold with some k at a rate of at most p.
    ///
    /// ```
    /// use urnfield::bloom::blocked::BlockSizing;
    /// // A Parquet filter of 1 MiB.
    /// let plan = BlockSizing::parquet().most_items(32_768, &"1%".parse()?)?;
    /// assert_eq!(plan.items, 796_698);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn most_items(&self, blocks: u64, fpr: &Rate) -> Result<BlockedPlan, Error> {
        let mut search = self.search()?;
        let bits = self.design(&search, blocks)?.bits();
        let (bits_an_item, k) = self.likely(fpr);
        search.begin_with(k);
        let start = (bits as f64 / bits_an_item * 0.97) as u64;
        let missed = |items: u64| Ok(!search.reached(blocks, items, fpr.value())?);
        let first = least(start.max(1), u64::MAX, missed)?;
        match first {
            Some(1) => Err(Error::Unreachable {
                what: "a filter of that many blocks does not hold even one item at that rate",
                got: format!("blocks = {blocks} with fpr = {fpr}"),
            }),
            Some(first) => self.planned(&mut search, blocks, first - 1, Limit::Items(fpr.clone())),
            None => Err(Error::Unreachable {
                what: "no number of items up to 2^64 - 1 breaks that rate",
                got: format!("blocks = {blocks} with fpr = {fpr}"),
            }),
        }
    }

    /// Finds the k with the least rate for so many blocks and items, with all ties; every other k
    /// is excluded.
    ///
    /// ```
    /// use urnfield::Layout;
    /// use urnfield::bloom::blocked::BlockSizing;
    /// let plan = BlockSizing::lines(Layout::Classic).best_hashes(31_250, 1_000_000)?;
    /// assert_eq!(plan.design.hashes(), 9); // a plain filter of 16 bits an item: 11
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn best_hashes(&self, blocks: u64, items: u64) -> Result<BlockedPlan, Error> {
        check_items(items)?;
        let mut search = self.search()?;
        let bits = self.design(&search, blocks)?.bits();
        search.begin_with(bits as f64 / items as f64 * 0.65);
        self.planned(&mut search, blocks, items, Limit::Hashes)
    }

    /// Returns some filter of so many blocks, or refuses the number of blocks.
    fn design(&self, search: &BlockSearch, blocks: u64) -> Result<Blocked, Error> {
        search.design(blocks, self.least)
    }

    fn planned(
        &self,
        search: &mut BlockSearch,
        blocks: u64,
        items: u64,
        limit: Limit,
    ) -> Result<BlockedPlan, Error> {
        let best = search.best(blocks, items)?;
        let design = search.design(blocks, best.ties[0])?;
        let ties = best.ties.clone();
        let fpr = match &limit {
            Limit::Hashes => best.fpr,
            Limit::Blocks(p) | Limit::Doubled(p) | Limit::Items(p) => {
                search.told_apart(blocks, items, best, p.value())?
            }
        };
        Ok(BlockedPlan { design, items, fpr, ties, sizing: *self, limit })
    }
}

impl BlockedPlan {
    /// Returns the planned design with its items.
    pub fn load(&self) -> BlockedLoad {
        self.design.holding(self.items)
    }

    /// Returns the rate with at least `bits` certain bits.
    pub fn fpr_to(&self, bits: u64) -> Result<Enclosure, Error> {
        if self.fpr.certain_bits() >= bits {
            return Ok(self.fpr.clone());
        }
        law_of(&self.design)?.side(self.items, RateOrComplement::Rate, bits.max(53))
    }

    /// Returns the evidence that the plan is at its limit: the least rate that is possible with one
    /// block fewer (half of them, for a power of two) or with one item more, which is above the
    /// target. `None` where nothing lies beyond, and for plans that sought the hashes.
    pub fn beyond(&self) -> Result<Option<Enclosure>, Error> {
        let (blocks, items) = (self.design.blocks(), self.items);
        let (blocks, items, p) = match &self.limit {
            Limit::Blocks(p) => (blocks - 1, items, p),
            Limit::Doubled(p) => (blocks / 2, items, p),
            Limit::Items(p) => (blocks, items + 1, p),
            Limit::Hashes => return Ok(None),
        };
        if blocks == 0 {
            return Ok(None);
        }
        let mut search = self.sizing.search()?;
        search.begin_with(self.design.hashes() as f64);
        let best: Best = search.best(blocks, items)?;
        search.told_apart(blocks, items, best, p.value()).map(Some)
    }

    /// Returns p′, the rate to ask a writer of Parquet files for so that its filter meets the
    /// plan's target: the value of the writer's formula for the plan's size. The writer then takes
    /// that size or the next power of two, and both meet the target.
    ///
    /// Source: `docs/internals/blocks.md`, asking a writer.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// use urnfield::bloom::blocked::BlockSizing;
    /// let plan = BlockSizing::parquet().smallest(1_000_000, &"0.001".parse()?)?;
    /// assert_eq!(format!("{:.3}", plan.ask_writer_for()?), "0.000410");
    /// let written = Blocked::parquet_as_written(1_000_000, &"0.00041".parse()?)?;
    /// assert!(written.holding(1_000_000).fpr()?.hi_f64() < 0.001);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn ask_writer_for(&self) -> Result<Enclosure, Error> {
        Ok(textbook(&self.load())?.value)
    }
}
