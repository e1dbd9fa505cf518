//! [`BlockCounts`]: the bits of one blocked filter, counted block by block.

use crate::bloom::blocked::pattern::Pattern;
use crate::design::blocked::{Blocked, Layout};
use crate::error::Error;
use dashu_int::UBig;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Rational};

/// The counted bits of the blocks of one filter, from which its own rate follows exactly.
///
/// The own rate is **not** a function of how many bits are set in all. Writers that take (set/m)^k
/// for it are too low, because blocks are filled unevenly.
///
/// ```
/// use urnfield::{Blocked, Layout};
/// use urnfield::bloom::blocked::BlockCounts;
/// // Three lines with 100, 100 and 250 bits set.
/// let mut counts = BlockCounts::new(Blocked::lines(Layout::Standard, 3, 4)?)?;
/// counts.add(2, &[100])?;
/// counts.add(1, &[250])?;
/// // (2·100^4 + 250^4)/(3·512^4); (450/1536)^4 would be 0.00737.
/// assert_eq!(format!("{:.6}", counts.fpr()?), "0.0199179");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct BlockCounts {
    design: Blocked,
    /// How many choices an item has within a block.
    choices: UBig,
    /// How many blocks have been counted.
    blocks: u64,
    /// How many questions, over all blocks, are answered yes.
    accepted: UBig,
    /// Bits set in all blocks; for a split layout in word i of all of them.
    columns: Vec<u64>,
    /// The items that the blocks certainly hold, summed over all blocks.
    surely: u64,
}

impl BlockCounts {
    /// Begins to count: no block is counted yet.
    pub fn new(design: Blocked) -> Result<BlockCounts, Error> {
        let choices = Pattern::new(design.layout(), design.block_bits(), design.hashes())?.choices;
        let columns = vec![0; words(&design)];
        Ok(BlockCounts { design, choices, blocks: 0, accepted: UBig::ZERO, columns, surely: 0 })
    }

    /// Counts a filter of lines, given pairs of a number of bits set and how many lines have it.
    ///
    /// ```
    /// use urnfield::{BlockCounts, Blocked, Filter, Layout};
    /// let design = Blocked::lines(Layout::Standard, 20, 7)?;
    /// let mut filter = Filter::new(design, 0)?;
    /// (0..1_000).for_each(|item| {
    ///     filter.insert_u64(item);
    /// });
    /// let loads = filter.line_loads().expect("it has lines");
    /// let counts = BlockCounts::of_lines(design, loads.iter())?;
    /// assert_eq!(counts.bits_set(), filter.bits_set());
    /// assert_eq!(counts.fpr()?, filter.own_fpr()?);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn of_lines(
        design: Blocked,
        lines: impl IntoIterator<Item = (u64, u64)>,
    ) -> Result<BlockCounts, Error> {
        let mut counts = BlockCounts::new(design)?;
        lines.into_iter().try_for_each(|(set, lines)| counts.add(lines, &[set]))?;
        Ok(counts)
    }

    /// Adds `blocks` blocks that have so many bits set each: one number, or for a split layout one
    /// number for each of its k words.
    pub fn add(&mut self, blocks: u64, set: &[u64]) -> Result<(), Error> {
        let design = self.design;
        let k = design.hashes();
        let room = match design.layout() {
            Layout::Split => design.word_bits(),
            _ => design.block_bits(),
        };
        if set.len() != self.columns.len() || set.iter().any(|&x| x > room) {
            return Err(Error::domain(
                "a block has one count, or one for each word of a split block, and at most all \
                 bits set",
                format!("{set:?} with {} counts of at most {room}", self.columns.len()),
            ));
        }
        if blocks > design.blocks() - self.blocks {
            return Err(Error::domain(
                "no more blocks can be counted than the filter has",
                format!("{blocks} more than {} of {}", self.blocks, design.blocks()),
            ));
        }
        let power = |x: u64| UBig::from(x).pow(k as usize);
        // The items of a block are at least so many: each sets at most k bits, one in each word.
        let (accepted, items) = match (design.layout(), set) {
            (Layout::Split, set) => {
                let product = set.iter().map(|&x| UBig::from(x)).product::<UBig>();
                (product, set.iter().copied().max().unwrap_or(0))
            }
            (Layout::Standard, set) => (power(set[0]), set[0].div_ceil(k)),
            (Layout::Classic, set) => (binomial(set[0], k), set[0].div_ceil(k)),
        };
        self.accepted += accepted * UBig::from(blocks);
        self.blocks += blocks;
        self.surely += items * blocks;
        for (column, x) in self.columns.iter_mut().zip(set) {
            *column += x * blocks;
        }
        Ok(())
    }

    /// Refuses a filter of which some blocks are not counted.
    pub(crate) fn check_whole(&self) -> Result<(), Error> {
        if self.blocks < self.design.blocks() {
            return Err(Error::domain(
                "all blocks of a filter must be counted",
                format!("{} of {}", self.blocks, self.design.blocks()),
            ));
        }
        Ok(())
    }

    /// Returns the filter's design.
    pub fn design(&self) -> Blocked {
        self.design
    }

    /// Returns how many bits are set in all.
    pub fn bits_set(&self) -> u64 {
        self.columns.iter().sum()
    }

    /// Returns the bits set in word i of all blocks of a split layout; for other layouts just
    /// [`BlockCounts::bits_set`].
    pub fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// Returns how many items the filter holds at least, for certain.
    pub fn items_at_least(&self) -> u64 {
        self.surely
    }

    /// Returns the filter's own rate, exactly: the share of all queries that it answers with yes.
    ///
    /// Formula: Σ C(x,k)/(b·C(B,k)), Σ x^k/(b·B^k) or Σ ∏ x_i/(b·w^k) over the blocks. Source:
    /// `docs/internals/blocks.md`, a filter in hand.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// use urnfield::bloom::blocked::BlockCounts;
    /// let mut counts = BlockCounts::new(Blocked::parquet(2)?)?;
    /// counts.add(1, &[16; 8])?;
    /// counts.add(1, &[0; 8])?;
    /// assert_eq!(counts.fpr_exact()?.to_string(), "1/512"); // half of 2^-8
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr_exact(&self) -> Result<Rational, Error> {
        self.check_whole()?;
        let all = &self.choices * UBig::from(self.design.blocks());
        Ok(Rational::from_integers(self.accepted.clone().into(), all))
    }

    /// Returns [`BlockCounts::fpr_exact`] as an enclosure.
    pub fn fpr(&self) -> Result<Enclosure, Error> {
        self.fpr_to(64)
    }

    /// Returns [`BlockCounts::fpr`] with at least `precision` certain bits.
    pub fn fpr_to(&self, precision: u64) -> Result<Enclosure, Error> {
        Ok(Enclosure::from_rational(&self.fpr_exact()?, precision))
    }
}

/// Returns how many counts a block has.
fn words(design: &Blocked) -> usize {
    match design.layout() {
        // At most MOST_HASHES, which the pattern has checked.
        Layout::Split => design.hashes() as usize,
        _ => 1,
    }
}
