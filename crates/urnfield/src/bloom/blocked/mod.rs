//! Blocked filters: every item keeps to one block of the filter, so that a question touches one
//! cache line. Their exact laws, which nobody seems to have written down.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`BlockedLoad`]: a blocked filter holding n items, and its rate |
//! | `pattern` | what an item does within its block, counted |
//! | `law` | the rate as one alternating sum |
//! | `search` | the best k, all others excluded |
//! | `plan` | [`BlockSizing`], what is asked; [`BlockedPlan`]: fewest blocks, best hashes, most items |
//! | `counts` | [`BlockCounts`]: a filter in hand, and its own rate |
//! | `compare` | what filters of one design say about their sets |
//! | `own_rate` | how far one filter's rate is from the mean |
//! | `drawn_bits`, `one_block`, `own_tail` | how surely one filter keeps a rate: a bound; [`OwnRatePlan`] |
//! | `rough_block`, `own_choice` | which bound, by doubles that decide nothing |
//! | `items` | [`BlockedItems`]: how many items are in |
//! | `formulas` | what others print, and what to ask a writer of Parquet files for |
//! | `writers` | [`ParquetRule`]: how programs that write Parquet files size a filter |
//! | `several` | [`SeveralBlocks`]: a few blocks an item (Bloom-g) |
//! | `sectors` | [`Sectorized`]: some words of a block, and some bits of each |
//!
//! # The sum
//!
//! Let h_j be the chance that an item of the block misses j given bits, and c_j the expected number of
//! sets of j bits among those that are asked for. An item misses a set T of one of b blocks if it is
//! elsewhere, or there and misses it: with probability 1 − (1 − h_j)/b. So, by inclusion and exclusion,
//!
//! ```text
//! f = Σ_j (−1)^j c_j·(1 − (1 − h_j)/b)^n.
//! ```
//!
//! | layout | c_j | h_j |
//! |---|---|---|
//! | classic | C(k,j) | C(B−j,k)/C(B,k) |
//! | standard | E C(D,j), D distinct bits among k | (1 − j/B)^k |
//! | split, w = B/k | C(k,j) | (1 − 1/w)^j |
//!
//! Term by term it is E f_B(N) with N binomial(n, 1/b) and f_B(N) the rate of one block with N items. f_B
//! never falls with N, and N grows stochastically with n and falls with b; so **the rate falls with b
//! and rises with n**, and plans are plain bisections.

pub(crate) mod compare;
pub(crate) mod counts;
pub(crate) mod formulas;
pub(crate) mod items;
pub(crate) mod law;
pub(crate) mod own_rate;
pub(crate) mod pattern;
pub(crate) mod plan;
pub(crate) mod search;
pub(crate) mod sectors;
pub(crate) mod several;
pub(crate) mod writers;

pub use crate::bloom::blocked::counts::BlockCounts;
pub use crate::bloom::blocked::items::BlockedItems;
pub use crate::bloom::blocked::own_rate::own_tail::OwnRatePlan;
pub use crate::bloom::blocked::plan::{BlockSizing, BlockedPlan};
pub use crate::bloom::blocked::sectors::Sectorized;
pub use crate::bloom::blocked::several::SeveralBlocks;
pub use crate::bloom::blocked::writers::{ParquetRule, WrittenFilter};

use crate::bloom::blocked::law::{Law, Side, Term};
use crate::bloom::blocked::pattern::Pattern;
use crate::bloom::rate::efficiency::cut_down;
use crate::design::blocked::{Blocked, Layout};
use dashu_int::UBig;
use urnfield_num::{Enclosure, Error, Rational};

/// A blocked filter holding n items.
///
/// ```
/// use urnfield::Blocked;
/// // An example of Parquet's specification: "about 1.26 %".
/// let load = Blocked::parquet(1024)?.holding(26_214);
/// assert_eq!(format!("{:.7}", load.fpr()?), "0.01264413");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockedLoad {
    design: Blocked,
    items: u64,
    precision: u64,
}

impl Blocked {
    /// This filter with `items` items in it.
    pub fn holding(self, items: u64) -> BlockedLoad {
        BlockedLoad { design: self, items, precision: 53 }
    }

    /// The law of its rate.
    fn law(&self) -> Result<Law, Error> {
        let block = BlockTerms::new(self.layout(), self.block_bits(), self.hashes())?;
        Ok(block.law(self.blocks()))
    }
}

/// The terms of one block, from which those of any number of blocks follow.
#[derive(Debug, Clone)]
struct BlockTerms {
    /// c_j, over `scale`, and h_j, over `choices`.
    terms: Vec<(UBig, UBig)>,
    scale: UBig,
    choices: UBig,
}

impl BlockTerms {
    fn new(layout: Layout, bits: u64, hashes: u64) -> Result<BlockTerms, Error> {
        let pattern = Pattern::new(layout, bits, hashes)?;
        let (subsets, scale) = pattern.subsets(1);
        let terms = (0..).zip(subsets).map(|(j, subset)| (subset, pattern.missing(j))).collect();
        Ok(BlockTerms { terms, scale, choices: pattern.choices })
    }

    /// The law with so many blocks.
    fn law(&self, blocks: u64) -> Law {
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

impl BlockedLoad {
    /// The same load, whose answers have at least `bits` certain bits (never fewer than 53).
    pub fn precision(mut self, bits: u64) -> BlockedLoad {
        self.precision = bits.max(53);
        self
    }

    /// The filter.
    pub fn design(&self) -> Blocked {
        self.design
    }

    /// How many items the filter holds.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// The exact rate of false positives, averaged over all filters that hold n random items.
    ///
    /// Formula: Σ_j (−1)^j c_j·(1 − (1 − h_j)/b)^n, see [the room](self). Source: `docs/internals/blocks.md`,
    /// Theorems 1 and 2; with one block `eqn:classic-bloom-fp` and `eq:standard-fp-in-m`.
    /// Cost: k + 1 terms at any n, microseconds; milliseconds with hundreds of hashes, and
    /// `TooCostly` beyond 1024.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// // Ten bits an item, six hashes: what one cache line costs.
    /// let line = Blocked::lines(Layout::Standard, 19_531, 6)?.holding(1_000_000);
    /// assert_eq!(format!("{:.7}", line.fpr()?), "0.009665204");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr(&self) -> Result<Enclosure, Error> {
        self.design.law()?.side(self.items, Side::Rate, self.precision)
    }

    /// 1 − [`BlockedLoad::fpr`], as accurate relative to itself: what is left of a full filter.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// let full = Blocked::lines(Layout::Classic, 1, 1)?.holding(20_000);
    /// assert_eq!(format!("{:.5}", full.one_minus_fpr()?), "1.0442e-17"); // (511/512)^20000
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr(&self) -> Result<Enclosure, Error> {
        self.design.law()?.side(self.items, Side::Complement, self.precision)
    }

    /// The rate as an exact rational.
    ///
    /// Limit: some 10^7 bits, else `TooCostly`.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// let load = Blocked::new(Layout::Classic, 2, 3, 2)?.holding(3);
    /// assert_eq!(load.fpr_exact()?.to_string(), "115/216");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr_exact(&self) -> Result<Rational, Error> {
        self.design.law()?.exact(self.items)
    }

    /// ε = (n/m)·log2(1/f); 0 for an empty filter and for one that answers yes to everything.
    ///
    /// Source: section 4, `sec:filter-efficiency`.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(39_062)?.holding(1_000_000);
    /// assert_eq!(format!("{:.4}", load.efficiency()?), "0.6305");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn efficiency(&self) -> Result<Enclosure, Error> {
        let precise = self.precision(self.precision + 16);
        let less = || precise.one_minus_fpr();
        cut_down(self.items, self.design.bits(), &precise.fpr()?, less, self.precision)
    }
}
