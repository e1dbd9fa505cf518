//! [`Layout`] and [`Blocked`]: the design of filters whose items keep to one block each.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// How an item chooses its bits within its block.
///
/// As text it is `standard`, `classic` or `split`.
///
/// ```
/// use urnfield::Layout;
/// assert_eq!("split".parse(), Ok(Layout::Split));
/// let error = "sbbf".parse::<Layout>().unwrap_err();
/// assert_eq!(error.to_string(), "a layout is standard, classic or split, got \"sbbf\"");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layout {
    /// k *independent* bits of the block, which may coincide: RocksDB, Boost's `block`, Velox.
    Standard,
    /// k *distinct* bits of the block.
    Classic,
    /// The block is k words, and the item has one bit in each: Parquet, Boost's `multiblock`.
    Split,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layout::Standard => "standard",
            Layout::Classic => "classic",
            Layout::Split => "split",
        })
    }
}

impl FromStr for Layout {
    type Err = Error;

    fn from_str(text: &str) -> Result<Layout, Error> {
        match text {
            "standard" => Ok(Layout::Standard),
            "classic" => Ok(Layout::Classic),
            "split" => Ok(Layout::Split),
            _ => Err(Error::format("a layout is standard, classic or split", text)),
        }
    }
}

/// The design of a blocked filter: b blocks of B bits, and k bits of one block an item.
///
/// It is not a [`crate::Design`], because its rate is not a function of how many bits are set, and
/// that number has another law.
///
/// ```
/// use urnfield::{Blocked, Layout};
/// let parquet = Blocked::parquet(1024)?; // 32 KiB
/// assert_eq!((parquet.bits(), parquet.hashes()), (262_144, 8));
/// let error = Blocked::new(Layout::Split, 1024, 256, 7).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a split block needs hashes that divide its bits, got hashes = 7 with block_bits = 256"
/// );
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blocked {
    layout: Layout,
    blocks: u64,
    block_bits: u64,
    hashes: u64,
}

impl Blocked {
    /// The bits of a cache line.
    pub const LINE: u64 = 512;

    /// Creates a design. Refuses zero blocks, bits or hashes, more hashes than a block has bits,
    /// 2^64 bits or more in all, and a split block whose words differ in size.
    pub fn new(
        layout: Layout,
        blocks: u64,
        block_bits: u64,
        hashes: u64,
    ) -> Result<Blocked, Error> {
        if blocks == 0 || block_bits == 0 {
            return Err(Error::domain(
                "a blocked filter needs at least one block of at least one bit",
                format!("blocks = {blocks} with block_bits = {block_bits}"),
            ));
        }
        if blocks.checked_mul(block_bits).is_none() {
            return Err(Error::domain(
                "blocks times their bits must stay below 2^64",
                format!("blocks = {blocks} with block_bits = {block_bits}"),
            ));
        }
        if hashes == 0 || hashes > block_bits {
            return Err(Error::domain(
                "a block needs 1 <= hashes <= its bits",
                format!("hashes = {hashes} with block_bits = {block_bits}"),
            ));
        }
        if layout == Layout::Split && !block_bits.is_multiple_of(hashes) {
            return Err(Error::domain(
                "a split block needs hashes that divide its bits",
                format!("hashes = {hashes} with block_bits = {block_bits}"),
            ));
        }
        Ok(Blocked { layout, blocks, block_bits, hashes })
    }

    /// Creates blocks of 512 bits: an item touches one cache line.
    pub fn lines(layout: Layout, blocks: u64, hashes: u64) -> Result<Blocked, Error> {
        Blocked::new(layout, blocks, Blocked::LINE, hashes)
    }

    /// Creates Parquet's split blocks: eight words of 32 bits, a bit of each an item.
    pub fn parquet(blocks: u64) -> Result<Blocked, Error> {
        Blocked::new(Layout::Split, blocks, 256, 8)
    }

    /// Creates a partitioned filter: k slices of equally many bits, a bit of each an item. It is
    /// one split block.
    pub fn partitioned(bits: u64, hashes: u64) -> Result<Blocked, Error> {
        Blocked::new(Layout::Split, 1, bits, hashes)
    }

    /// Returns how items choose bits within their block.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns how many blocks there are: b.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns how many bits a block has: B.
    pub fn block_bits(&self) -> u64 {
        self.block_bits
    }

    /// Returns how many bits an item has: k.
    pub fn hashes(&self) -> u64 {
        self.hashes
    }

    /// Returns how many bits the filter has: m = b·B.
    pub fn bits(&self) -> u64 {
        self.blocks * self.block_bits
    }

    /// Returns how many bits a word of a split block has: w = B/k.
    pub fn word_bits(&self) -> u64 {
        self.block_bits / self.hashes
    }
}
