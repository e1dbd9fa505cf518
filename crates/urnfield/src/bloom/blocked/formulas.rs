//! What others print for the rate of a blocked filter, each labelled an estimate; and what to ask a
//! writer of Parquet files for, so that it keeps a rate all the same.

use crate::bloom::blocked::plan::BlockedPlan;
use crate::bloom::blocked::{BlockTerms, BlockedLoad};
use crate::bloom::rate::approximations::{Approximation, BoundSide};
use crate::design::blocked::Layout;
use crate::refine::{Computation, refine};
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Error, Real};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Formula {
    /// (1 − e^(−kn/m))^k.
    Textbook,
    /// The textbook's with one standard deviation more and fewer items a line; the mean of the two.
    RocksDb,
    /// e^(−(m/n)(ln 2)²).
    Velox,
    /// Boost's block: (1 − (1 − 1/B)^(ki))^k, i Poisson.
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
        let (design, n) = (self.load.design(), self.load.items());
        let (m, b, k) = (design.bits(), design.blocks(), design.hashes());
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
            Formula::Velox => {
                let ln2 = Real::ln2(words);
                Real::from_ratio(m, n, words).mul(&ln2).mul(&ln2).negated().exp()
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

impl BlockedLoad {
    fn formula(&self, formula: Formula) -> Result<Approximation, Error> {
        let (design, estimate) = (self.design, BoundSide::Estimate);
        if self.items == 0 {
            return Ok(Approximation { value: Enclosure::zero(), side: estimate });
        }
        let block = match formula {
            Formula::Poisson | Formula::BoostBlock => {
                Some(BlockTerms::new(design.layout(), design.block_bits(), design.hashes())?)
            }
            _ => None,
        };
        let evaluation = Evaluation { load: self, formula, block };
        let value = refine("this formula", self.precision, 200, &evaluation)?;
        Ok(Approximation { value, side: estimate })
    }

    /// The textbook's formula, (1 − e^(−kn/m))^k. With k = 8 it is what Arrow, parquet-java, the
    /// `parquet` crate, DuckDB and ClickHouse size Parquet's filters by.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(65_536)?.holding(1_148_517);
    /// assert_eq!(format!("{:.3}", load.textbook()?.value), "0.00100");
    /// assert_eq!(format!("{:.5}", load.fpr()?), "0.0020765"); // more than twice that
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn textbook(&self) -> Result<Approximation, Error> {
        self.formula(Formula::Textbook)
    }

    /// RocksDB's estimate: the mean of the textbook's formula for lines with one standard deviation more
    /// items than the mean λ and with one fewer. `None` for λ ≤ 1, where it makes no sense.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// let load = Blocked::lines(Layout::Standard, 19_531_250, 6)?.holding(1_000_000_000);
    /// let said = load.rocksdb()?.unwrap().value;
    /// assert_eq!(format!("{said:.4}"), "0.009533"); // its header: 0.9535 %
    /// assert_eq!(format!("{:.4}", load.fpr()?), "0.009665");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn rocksdb(&self) -> Result<Option<Approximation>, Error> {
        if self.items <= self.design.blocks() {
            return Ok(None);
        }
        self.formula(Formula::RocksDb).map(Some)
    }

    /// What Velox sizes by: the textbook's rate with its own best k, e^(−(m/n)(ln 2)²), whatever k is.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// // Four bits of a 64-bit word, sized for 1 %.
    /// let load = Blocked::new(Layout::Standard, 149_767, 64, 4)?.holding(1_000_000);
    /// assert_eq!(format!("{:.4}", load.velox()?.value), "0.01000");
    /// assert_eq!(format!("{:.4}", load.fpr()?), "0.02092");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn velox(&self) -> Result<Approximation, Error> {
        self.formula(Formula::Velox)
    }

    /// What Boost's `fpr_for` prints: Poisson loads, and for a `block` the power of the mean in place of
    /// the mean of powers; for a `multiblock` (split) just Poisson loads. Boost has no classic blocks:
    /// `None`.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// // block<uint64_t, 6>, sized for 1 %.
    /// let load = Blocked::new(Layout::Standard, 186_188, 64, 6)?.holding(1_000_000);
    /// assert_eq!(format!("{:.4}", load.boost()?.unwrap().value), "0.01000");
    /// assert_eq!(format!("{:.4}", load.fpr()?), "0.01067");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn boost(&self) -> Result<Option<Approximation>, Error> {
        match self.design.layout() {
            Layout::Standard => self.formula(Formula::BoostBlock).map(Some),
            Layout::Split => self.formula(Formula::Poisson).map(Some),
            Layout::Classic => Ok(None),
        }
    }

    /// The exact sum with Poisson loads in place of binomial ones (Putze, Sanders and Singler): what
    /// Kudu, Impala and Lance add up in 750 terms. Right with many blocks, a third too high with one.
    ///
    /// Formula: Σ_j (−1)^j c_j·e^(−λ(1 − h_j)), λ = n/b.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(4)?.holding(102);
    /// let ratio = load.poisson()?.value.lo_f64() / load.fpr()?.lo_f64();
    /// assert_eq!(format!("{ratio:.3}"), "1.075");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn poisson(&self) -> Result<Approximation, Error> {
        self.formula(Formula::Poisson)
    }
}

impl BlockedPlan {
    /// p′, the rate to ask a writer of Parquet files for so that it keeps the plan's: what its formula
    /// gives for the plan's size. The writer then takes that size or the next power of two, and either
    /// keeps the rate.
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
        Ok(self.load().textbook()?.value)
    }
}
