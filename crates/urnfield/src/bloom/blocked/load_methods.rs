//! The public methods of [`BlockedLoad`]: its rate, how far one filter's own rate is from it, and
//! what other programs print for it.

use crate::bloom::blocked::block_terms::law_of;
use crate::bloom::blocked::formulas::{boost, poisson, rocksdb, textbook};
use crate::bloom::blocked::items::is_exceeded_by;
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::blocked::own_rate::own_tail::own_rate_above;
use crate::bloom::blocked::own_rate::spread::{mean_square, variance};
use crate::bloom::rate::approximations::Approximation;
use crate::bloom::rate::efficiency::cut_down;
use crate::bloom::rate::fpr::RateOrComplement;
use crate::error::Error;
use urnfield_num::{Enclosure, Rate, Rational};

impl BlockedLoad {
    /// Returns the exact false-positive rate, averaged over all filters that hold n random items.
    ///
    /// Formula: Σ_j (−1)^j c_j·(1 − (1 − h_j)/b)^n, see [the module](crate::bloom::blocked).
    /// Source: `docs/internals/blocks.md`, Theorems 1 and 2; with one block `eqn:classic-bloom-fp`
    /// and `eq:standard-fp-in-m`. Cost: k + 1 terms at any n, microseconds; milliseconds with
    /// hundreds of hashes, and `TooCostly` beyond 1024.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// // Ten bits an item, six hashes: what one cache line costs.
    /// let line = Blocked::lines(Layout::Standard, 19_531, 6)?.holding(1_000_000);
    /// assert_eq!(format!("{:.7}", line.fpr()?), "0.009665204");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr(&self) -> Result<Enclosure, Error> {
        law_of(&self.design)?.side(self.items, RateOrComplement::Rate, self.precision)
    }

    /// Returns 1 − [`BlockedLoad::fpr`], as accurate relative to itself: what is left of a full
    /// filter.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// let full = Blocked::lines(Layout::Classic, 1, 1)?.holding(20_000);
    /// assert_eq!(format!("{:.5}", full.one_minus_fpr()?), "1.0442e-17"); // (511/512)^20000
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr(&self) -> Result<Enclosure, Error> {
        law_of(&self.design)?.side(self.items, RateOrComplement::Complement, self.precision)
    }

    /// Returns the rate as an exact rational.
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
        law_of(&self.design)?.exact(self.items)
    }

    /// Returns the efficiency ε = (n/m)·log2(1/f); 0 for an empty filter and for a filter that
    /// answers yes to everything.
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
        let longer = self.precision(self.precision + 16);
        let rest = || longer.one_minus_fpr();
        cut_down(self.items, self.design.bits(), &longer.fpr()?, rest, self.precision)
    }

    /// Returns whether `bits_set` is more than a filter of this load would have, as
    /// [`Load::is_exceeded_by`](crate::Load::is_exceeded_by): more than four standard deviations
    /// above the mean.
    ///
    /// Formula: x > μ + 4σ, decided without a root. Source: `docs/internals/blocks.md`, how many
    /// items.
    ///
    /// ```
    /// use urnfield::{Blocked, Layout};
    /// // With a thousand items about 4 600 bits are set, give or take 37.
    /// let load = Blocked::lines(Layout::Standard, 20, 6)?.holding(1_000);
    /// assert!(!load.is_exceeded_by(4_600)?);
    /// assert!(load.is_exceeded_by(4_900)?);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn is_exceeded_by(&self, bits_set: u64) -> Result<bool, Error> {
        is_exceeded_by(self, bits_set)
    }

    /// Returns the mean square of one filter's own rate.
    ///
    /// Source: `docs/internals/blocks.md`, a filter in hand. Cost: some k²/2 terms.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(39)?.holding(1000);
    /// let square = load.own_rate_mean_square()?;
    /// assert_eq!(format!("{square:.7}"), "0.0001611219");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate_mean_square(&self) -> Result<Enclosure, Error> {
        mean_square(self)
    }

    /// Returns the variance of one filter's own rate. Its root is about twice the standard
    /// deviation of a plain filter, and falls with √n as well.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(39)?.holding(1000);
    /// let deviation = load.own_rate_variance()?.lo_f64().sqrt() / load.fpr()?.lo_f64();
    /// assert_eq!(format!("{deviation:.4}"), "0.0837"); // 8.4 % of the rate
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate_variance(&self) -> Result<Enclosure, Error> {
        variance(self)
    }

    /// Returns the share of all such filters that have an own rate above p: at most the upper end,
    /// which is a **bound**; for one block of a standard or classic layout the share itself.
    ///
    /// Source: `docs/internals/blocks.md`, Theorem 4. Cost: a few milliseconds for a line.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(39)?.holding(1000); // 0.01265 ± 8.4 %
    /// let worse = load.own_rate_above(&"0.0253".parse()?)?; // twice as much
    /// assert!(worse.hi_f64() < 1e-6);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate_above(&self, fpr: &Rate) -> Result<Enclosure, Error> {
        own_rate_above(self, fpr)
    }

    /// Returns the textbook's formula, (1 − e^(−kn/m))^k. With k = 8, Arrow, parquet-java, the
    /// `parquet` crate, DuckDB and ClickHouse size Parquet's filters by it.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(65_536)?.holding(1_148_517);
    /// assert_eq!(format!("{:.3}", load.textbook()?.value), "0.00100");
    /// assert_eq!(format!("{:.5}", load.fpr()?), "0.0020765"); // more than twice that
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn textbook(&self) -> Result<Approximation, Error> {
        textbook(self)
    }

    /// Returns RocksDB's estimate: the mean of the textbook's formula for lines with one standard
    /// deviation more items than the mean λ and with one fewer. `None` for λ ≤ 1, where it makes no
    /// sense.
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
        rocksdb(self)
    }

    /// Returns what Boost's `fpr_for` prints: Poisson loads, and for a `block` the power of the
    /// mean in place of the mean of powers; for a `multiblock` (split) just Poisson loads. `None`
    /// for classic blocks, which Boost does not build.
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
        boost(self)
    }

    /// Returns the exact sum with Poisson loads in place of binomial loads (Putze, Sanders and
    /// Singler), which Kudu, Impala and Lance add up in 750 terms. It is right with many blocks,
    /// and a third too high with one block.
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
        poisson(self)
    }
}
