//! The public methods of [`Design`] that need rates or laws: the rate of a filter in hand, and what
//! its bits say about the set in it.

use crate::bloom::rate::efficiency::compressed_item;
use crate::bloom::rate::rate_given_bits::fpr_given;
use crate::bloom::sets::compare::{
    BitCounts, Comparison, and_of, compare, items_of, share_nothing,
};
use crate::design::plain::Design;
use crate::error::Error;
use crate::occupancy::Occupancy;
use crate::occupancy::estimate::Estimate;
use crate::occupancy::estimate::batches::Batches;
use urnfield_num::{Enclosure, Rate};

impl Design {
    /// Returns the rate of a filter of this design in which `bits_set` bits are set: (x/m)^k, or
    /// C(x,k)/C(m,k) for a classic filter. The number to trust for a filter in hand.
    ///
    /// Source: `subsec:false-positive`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let rate = Design::new(Kind::Classic, 64, 2)?.fpr_given(32)?;
    /// assert_eq!(rate.exact().unwrap().to_string(), "31/126"); // 32·31/(64·63)
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr_given(&self, bits_set: u64) -> Result<Enclosure, Error> {
        fpr_given(*self, bits_set, 64)
    }

    /// Returns [`Design::fpr_given`] with at least `precision` certain bits.
    pub fn fpr_given_to(&self, bits_set: u64, precision: u64) -> Result<Enclosure, Error> {
        fpr_given(*self, bits_set, precision)
    }

    /// Returns the bits that name one item's filter among all C(m,k), ⌈log2 C(m,k)⌉, and the
    /// efficiency log2 C(m,k)/⌈log2 C(m,k)⌉ of sending that name instead of the bits.
    ///
    /// Source: `sec:compressed-bloom-efficiency`. DIFFERENCE: the printed efficiency 1 forgets that
    /// bits are whole (`docs/paper/ledger.md`). Only for classic filters; m up to 10^5.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let (bits, efficiency) = Design::new(Kind::Classic, 4, 2)?.compressed_item()?;
    /// assert_eq!((bits, format!("{efficiency:.6}")), (3, "0.861654".to_string())); // log2(6)/3
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn compressed_item(&self) -> Result<(u64, Enclosure), Error> {
        compressed_item(*self)
    }

    /// Estimates how many items a filter of this design holds, given how many of its bits are set:
    /// by the method of moments, and with the exact confidence set.
    ///
    /// Formula: ln(1 − x/m)/ln(1 − k/m) for a classic filter, ln(1 − x/m)/(k·ln(1 − 1/m)) for a
    /// standard one; the interval as [`Batches::interval`]. A filter with all bits set has no upper
    /// end. Source: `eq:moments-n`, `tab:bloom-as-occupancy`. Cost: about eight tails.
    ///
    /// ```
    /// use urnfield::{Design, Interval, Kind, Point};
    /// let design = Design::new(Kind::Standard, 10_000, 7)?;
    /// let items = design.estimate_items(5_000, &"95%".parse()?)?;
    /// let Point::Value(about) = &items.point else { unreachable!() };
    /// assert_eq!(format!("{about:.7}"), "990.1607"); // ln 2 / (7·ln(10000/9999))
    /// assert_eq!(items.interval, Interval::Closed { lo: 975, hi: 1006 });
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn estimate_items(&self, bits_set: u64, confidence: &Rate) -> Result<Estimate, Error> {
        items_of(*self, bits_set)?.estimate(confidence)
    }

    /// Returns the question of [`Design::estimate_items`], to be asked with any precision.
    pub fn items_of(&self, bits_set: u64) -> Result<Batches, Error> {
        items_of(*self, bits_set)
    }

    /// Compares the sets in filters of this design and one seed, from counts of their bits.
    ///
    /// Formula: each count and the OR by [`Design::estimate_items`] at confidence 1 − α/(c+1); the
    /// rest by arithmetic: |∩| from Σ|S_i| − (c−1)·|∪| to (Σ|S_i| − |∪|)/(c−1), which for two sets
    /// is one number. Source: `subsec:estimators`, `cor:filter-intersection`. DIFFERENCE: the
    /// corollary needs disjoint sets (`docs/paper/ledger.md`, E15); here sets may overlap. Cost:
    /// about eight tails a count.
    ///
    /// ```
    /// use urnfield::bloom::BitCounts;
    /// use urnfield::{Design, Interval, Kind, Point};
    /// let design = Design::new(Kind::Standard, 100_000, 5)?;
    /// let counts = BitCounts { each: &[30_000, 40_000], or: 55_000, and: 15_000 };
    /// let found = design.compare(counts, &"95%".parse()?)?;
    /// let Some(Point::Value(common)) = &found.intersection.point else { unreachable!() };
    /// assert_eq!(format!("{common:.7}"), "1379.851");
    /// assert_eq!(found.intersection.interval, Interval::Closed { lo: 1182, hi: 1578 });
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn compare(&self, bits: BitCounts<'_>, confidence: &Rate) -> Result<Comparison, Error> {
        compare(*self, bits, confidence)
    }

    /// Returns the probability of as many common bits or more if the sets were pairwise disjoint:
    /// small where they share items.
    ///
    /// Formula: P(X ≥ and) for the overlap X of lists of sizes x_1, …, x_c out of m. It needs no
    /// number of items: given the counts, the bits of filters of disjoint sets are independent, and
    /// each uniform among all subsets of its size. Source: `cor:filter-intersection`. Cost: one
    /// tail.
    ///
    /// ```
    /// use urnfield::bloom::BitCounts;
    /// use urnfield::{Design, Kind};
    /// // Two bits each of four, the same two: one pair of C(4,2).
    /// let counts = BitCounts { each: &[2, 2], or: 2, and: 2 };
    /// let p = Design::new(Kind::Standard, 4, 2)?.share_nothing(counts)?;
    /// assert_eq!(p.exact().unwrap().to_string(), "1/6");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn share_nothing(&self, bits: BitCounts<'_>) -> Result<Enclosure, Error> {
        share_nothing(*self, bits, 53)
    }

    /// Returns [`Design::share_nothing`] with at least `precision` certain bits.
    pub fn share_nothing_to(
        &self,
        bits: BitCounts<'_>,
        precision: u64,
    ) -> Result<Enclosure, Error> {
        share_nothing(*self, bits, precision)
    }

    /// Returns the law of the number of bits set in the AND of filters of this design that hold
    /// `items` items each, all sets pairwise disjoint: an intersection of departments.
    ///
    /// Formula: mean m^(1−nk)·∏(m^(n_i k) − (m−1)^(n_i k)) for standard filters. Source:
    /// `cor:filter-intersection`, `eqn:expected_intersection`, `eqn:var_intersection`.
    /// DIFFERENCE: the sets must be disjoint; the printed variance has two wrong signs.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let law = Design::new(Kind::Standard, 2, 1)?.and_of(&[1, 1])?;
    /// assert_eq!(law.mean()?.exact().unwrap().to_string(), "1/2");
    /// assert_eq!(law.variance()?.exact().unwrap().to_string(), "1/4"); // the print says 3/4
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn and_of(&self, items: &[u64]) -> Result<Occupancy, Error> {
        and_of(*self, items)
    }
}
