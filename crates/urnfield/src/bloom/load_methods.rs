//! The public methods of [`Load`]: rates, bounds, efficiency, and the spread of one filter's own
//! rate.

use crate::bloom::load::Load;
use crate::bloom::own_rate::over_plan::is_exceeded_by;
use crate::bloom::own_rate::spread::Spread;
use crate::bloom::rate::approximations::{
    Approximation, exponential, independent, jensen, jensen_cost, lower, lower_cost, taylor, upper,
};
use crate::bloom::rate::direct::fpr_exact;
use crate::bloom::rate::efficiency::efficiency;
use crate::bloom::rate::fpr::{cost, fpr_within, one_minus_fpr};
use crate::bloom::rate::route::{Patience, fpr_direct, fpr_expanded, fpr_integrated};
use crate::error::Error;
use urnfield_num::{Enclosure, Rational};

impl Load {
    /// Returns the exact false-positive rate, averaged over all filters that hold n random items.
    ///
    /// Formula: standard E X^k/m^k (`eq:bloom-false-positive`, `eqn:standard-bloom-fp`), classic E
    /// C(X,k)/C(m,k) (`eqn:classic-fp-factorial-moments`, `eqn:classic-bloom-fp`), X the bits set.
    /// Cost: microseconds up to a hundred hashes, and where the expansion around the mean
    /// converges; else a millisecond or two at any size and any number of hashes. With many more
    /// digits: `TooCostly` beyond some ten seconds.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// // m = 64, n = 4: the paper's example.
    /// let rate = |kind, k| Design::new(kind, 64, k)?.holding(4)?.fpr();
    /// assert_eq!(format!("{:.6}", rate(Kind::Standard, 10)?), "0.000615409");
    /// assert_eq!(format!("{:.6}", rate(Kind::Classic, 9)?), "0.000455012");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr(&self) -> Result<Enclosure, Error> {
        fpr_within(self, Patience::Answer)
    }

    /// Returns 1 − [`Load::fpr`], as accurate relative to itself: what is left of a saturated
    /// filter.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let full = Design::new(Kind::Standard, 64, 1)?.holding(2000)?;
    /// assert_eq!(format!("{:.5}", full.one_minus_fpr()?), "2.0948e-14"); // (63/64)^2000
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr(&self) -> Result<Enclosure, Error> {
        one_minus_fpr(self)
    }

    /// Returns the rate as an exact rational.
    ///
    /// Limit: a denominator of about 10^6 bits, and 10^7 bits in all terms, else `TooCostly`. Cost:
    /// up to some seconds, for the greatest common divisor.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 8, 2)?.holding(3)?;
    /// assert_eq!(load.fpr_exact()?.to_string(), "659009/2097152");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr_exact(&self) -> Result<Rational, Error> {
        fpr_exact(self)
    }

    /// Estimates how many word operations [`Load::fpr`] takes, a nanosecond each, to a factor of
    /// about two: for callers who ask for many rates.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let few = Design::new(Kind::Standard, 1000, 7)?.holding(100)?;
    /// let many = Design::new(Kind::Standard, 1 << 20, 5000)?.holding(100)?;
    /// assert!(few.cost() < 1e5 && few.cost() < many.cost());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn cost(&self) -> f64 {
        cost(self)
    }

    /// Returns E = (1 − e^(−nk/m))^k, the textbook formula: below f_S, on no certain side of f_C.
    ///
    /// Source: `eqn:exp-fp-lower-bound`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 64, 10)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.exponential()?.value), "0.000469988");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn exponential(&self) -> Result<Approximation, Error> {
        exponential(self)
    }

    /// Returns M = (1 − (1 − 1/m)^(nk))^k: below f_S, on no certain side of f_C.
    ///
    /// Source: `eqn:standard-fp-lower-bound`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 64, 10)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.independent()?.value), "0.000497322");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn independent(&self) -> Result<Approximation, Error> {
        independent(self)
    }

    /// Returns L = ∇^k[x^(nk)]/m^(nk) at x = m: below both rates, for k ≤ m (and 0 beyond).
    ///
    /// Cost: a sum of k terms, or with many hashes an integral, at any size. Source:
    /// `eqn:fp-lower-bound`. DIFFERENCE: the printed condition k ≤ (m−1)/2 is not needed.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 64, 10)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.lower()?.value), "0.000257744");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn lower(&self) -> Result<Approximation, Error> {
        lower(self)
    }

    /// Estimates how many word operations [`Load::lower`] takes, to a factor of about three: for
    /// callers who ask for many bounds.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = |hashes| Design::new(Kind::Standard, 5000, hashes)?.holding(100);
    /// let [few, many] = [load(10)?.lower_cost(), load(300)?.lower_cost()];
    /// assert!(few < 1e5 && few < many);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn lower_cost(&self) -> f64 {
        lower_cost(self)
    }

    /// Estimates how many word operations [`Load::jensen`] takes.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 1 << 20, 5000)?.holding(100)?;
    /// assert!(load.jensen_cost() > 1e5);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn jensen_cost(&self) -> f64 {
        jensen_cost(self)
    }

    /// Returns U = (1 − (1 − k/m)^n)^k: above both rates, for k ≤ m (1 beyond).
    ///
    /// Source: `eqn:fp-upper-bound`. DIFFERENCE: the printed condition k ≤ (m−1)/2 is not needed.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 64, 9)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.upper()?.value), "0.000828886");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn upper(&self) -> Result<Approximation, Error> {
        upper(self)
    }

    /// Returns C(μ,k)/C(m,k) at the mean μ of the bits set: a lower bound for a classic filter
    /// (Jensen, as μ ≥ k), an estimate for a standard one, and only for k ≤ m.
    ///
    /// Source: `eqn:fp-lower-bound`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 64, 9)?.holding(4)?;
    /// let (bound, rate) = (load.jensen()?.value, load.fpr()?);
    /// assert!(bound.hi_f64() < rate.lo_f64());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn jensen(&self) -> Result<Approximation, Error> {
        jensen(self)
    }

    /// Returns the first two terms of the expansion around the mean: an estimate, good while k²/m
    /// is small.
    ///
    /// Source: `eq:taylors-series-estimate`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 10_000, 7)?.holding(1000)?;
    /// let (estimate, rate) = (load.taylor()?.value.hi_f64(), load.fpr()?.hi_f64());
    /// assert!((estimate / rate - 1.0).abs() < 1e-7);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn taylor(&self) -> Result<Approximation, Error> {
        taylor(self)
    }

    /// Returns the efficiency ε = (n/m)·log2(1/f); 0 for an empty filter and for a filter that
    /// answers yes to everything.
    ///
    /// Source: section 4, `sec:filter-efficiency`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// // The paper's figure: m = 100, n = 69, k = 1.
    /// let load = Design::new(Kind::Standard, 100, 1)?.holding(69)?;
    /// assert_eq!(format!("{:.9}", load.efficiency()?), "0.689675593");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn efficiency(&self) -> Result<Enclosure, Error> {
        efficiency(self, Patience::Answer)
    }

    /// Returns the law of one filter's own rate. Its answers reach as far as the law of the bits
    /// set does: `TooCostly` beyond.
    pub fn spread(&self) -> Result<Spread, Error> {
        Spread::of(self)
    }

    /// Returns whether `bits_set` is more than a filter of this load would have: more than four
    /// standard deviations above the mean of the law of the bits set. Then the filter almost surely
    /// holds more items than planned, and its rate is higher.
    ///
    /// Formula: x > μ + 4σ, decided without a root as x > μ and (x − μ)² > 16σ². Cost: two moments.
    ///
    /// ```
    /// use urnfield::{Kind, Plan};
    /// let plan = Plan::smallest(Kind::Standard, 1000, &"1%".parse()?)?;
    /// let planned = plan.load()?;
    /// // With the thousand items about 4964 bits are set, give or take 48; with 1100 about 5294.
    /// assert!(!planned.is_exceeded_by(5_000)?);
    /// assert!(planned.is_exceeded_by(5_294)?);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn is_exceeded_by(&self, bits_set: u64) -> Result<bool, Error> {
        is_exceeded_by(self, bits_set)
    }

    /// Returns the rate by the alternating sum alone, for tests that compare routes.
    #[doc(hidden)]
    pub fn fpr_direct(&self) -> Result<Enclosure, Error> {
        fpr_direct(self)
    }

    /// Returns the rate by the expansion alone, where a hundred terms are enough.
    #[doc(hidden)]
    pub fn fpr_expanded(&self) -> Option<Result<Enclosure, Error>> {
        fpr_expanded(self)
    }

    /// Returns the rate of a standard filter by the double integral alone, where its circles are
    /// found.
    #[doc(hidden)]
    pub fn fpr_integrated(&self) -> Option<Enclosure> {
        fpr_integrated(self)
    }
}
