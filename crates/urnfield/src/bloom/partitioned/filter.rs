//! [`Partitioned`]: a filter of slices, and its rates.

use crate::bloom::partitioned::tail::own_rate_at_least;
use crate::error::Error;
use crate::refine::{Computation, refine};
use dashu_int::UBig;
use urnfield_num::{Enclosure, Rate, Rational, Real};

/// A filter of slices, in each of which an item has one uniform bit.
///
/// ```
/// use urnfield::bloom::partitioned::Partitioned;
/// // Seven slices of 1370 bits with 1000 items.
/// let filter = Partitioned::equal(7, 1370)?;
/// assert_eq!(format!("{:.7}", filter.fpr(1000, 53)?), "0.01005044");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Partitioned {
    pub(super) slices: Vec<u64>,
}

/// The product of the slices' shares, or what is left of it.
struct Product<'a> {
    filter: &'a Partitioned,
    items: u64,
    is_complement: bool,
}

impl Computation for Product<'_> {
    fn at(&self, words: usize) -> Real {
        let one = Real::from_u64(1, words);
        let share = |&bits: &u64| {
            let miss = Real::from_ratio(1, bits, words).negated().log1p().mul_word(self.items);
            miss.expm1().negated()
        };
        // A slice of one bit is set by the first item.
        let slices = self.filter.slices.iter().filter(|&&bits| bits > 1);
        let product = slices.map(share).fold(one.clone(), |product, share| product.mul(&share));
        if self.is_complement { one.sub(&product) } else { product }
    }
}

impl Partitioned {
    /// Returns a filter with slices of these numbers of bits.
    pub fn new(slices: &[u64]) -> Result<Partitioned, Error> {
        const MOST: usize = 1024;
        if slices.is_empty() || slices.len() > MOST || slices.contains(&0) {
            let got = format!("{} slices", slices.len());
            return Err(Error::domain(
                "a filter has from 1 to 1024 slices of at least one bit",
                got,
            ));
        }
        if slices.iter().try_fold(0u64, |sum, &bits| sum.checked_add(bits)).is_none() {
            let got = format!("{} slices", slices.len());
            return Err(Error::domain("the slices have fewer than 2^64 bits together", got));
        }
        Ok(Partitioned { slices: slices.to_vec() })
    }

    /// Returns a filter of `hashes` slices of `slice_bits` bits each.
    pub fn equal(hashes: u64, slice_bits: u64) -> Result<Partitioned, Error> {
        // Refused just above the limit, so that a long list is never written.
        Partitioned::new(&vec![slice_bits; hashes.min(1025) as usize])
    }

    /// Returns the numbers of bits of the slices.
    pub fn slices(&self) -> &[u64] {
        &self.slices
    }

    /// Returns how many bits the filter has.
    pub fn bits(&self) -> u64 {
        self.slices.iter().sum()
    }

    /// Returns the exact false-positive rate with `items` items, averaged over all filters, with at
    /// least `precision` certain bits.
    ///
    /// Formula: ∏(1 − (1 − 1/s_i)^n). Cost: one power for each slice.
    pub fn fpr(&self, items: u64, precision: u64) -> Result<Enclosure, Error> {
        self.side(items, precision, false)
    }

    /// Returns 1 − f with at least `precision` certain bits: what is left of a full filter.
    ///
    /// ```
    /// use urnfield::bloom::partitioned::Partitioned;
    /// let filter = Partitioned::equal(1, 2)?;
    /// assert_eq!(filter.one_minus_fpr(100, 53)?.nearest_f64(), 0.5f64.powi(100));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr(&self, items: u64, precision: u64) -> Result<Enclosure, Error> {
        self.side(items, precision, true)
    }

    fn side(&self, items: u64, precision: u64, is_complement: bool) -> Result<Enclosure, Error> {
        let full = self.slices.iter().all(|&bits| bits == 1);
        if items == 0 || full {
            let is_zero = (items == 0) != is_complement;
            return Ok(if is_zero { Enclosure::zero() } else { Enclosure::one() });
        }
        let product = Product { filter: self, items, is_complement };
        refine("this rate", precision.max(53), precision.max(53) + 64, &product)
    }

    /// Returns the exact own rate of a filter, given the bits that are set in each slice.
    ///
    /// Formula: ∏ X_i/s_i.
    ///
    /// ```
    /// use urnfield::bloom::partitioned::Partitioned;
    /// let filter = Partitioned::new(&[4, 6])?;
    /// assert_eq!(filter.own_rate(&[1, 3])?.to_string(), "1/8");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate(&self, set: &[u64]) -> Result<Rational, Error> {
        if set.len() != self.slices.len() || set.iter().zip(&self.slices).any(|(x, s)| x > s) {
            let got = format!("{} counts for {} slices", set.len(), self.slices.len());
            return Err(Error::domain("a slice has one count, of at most its bits", got));
        }
        let product = |bits: &[u64]| bits.iter().map(|&x| UBig::from(x)).product::<UBig>();
        Ok(Rational::from_integers(product(set).into(), product(&self.slices)))
    }

    /// Returns two certain bounds of the share of all filters with `items` items that have an own
    /// rate of at least p.
    ///
    /// Formula: P(Σ −ln(X_i/s_i) ≤ −ln p), each logarithm rounded down and up to a grid; see
    /// [the module's](crate::bloom::partitioned) file `tail`. Cost: 0.1 to 1 s.
    ///
    /// ```
    /// use urnfield::bloom::partitioned::Partitioned;
    /// let filter = Partitioned::equal(7, 1370)?;
    /// let share = filter.own_rate_at_least(1000, &"1.15%".parse()?)?; // beside 1.005 %
    /// assert!(1.7e-4 < share.lo_f64() && share.hi_f64() < 2.1e-4);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate_at_least(&self, items: u64, fpr: &Rate) -> Result<Enclosure, Error> {
        own_rate_at_least(self, items, fpr)
    }
}
