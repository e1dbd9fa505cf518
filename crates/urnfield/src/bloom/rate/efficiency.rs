//! Efficiency ε = (n/m)·log2(1/f): how many bits of cut-down a filter gives per bit it takes.

use crate::bloom::Load;
use crate::design::plain::{Design, Kind};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use urnfield_num::Error;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Real};

impl Load {
    /// ε = (n/m)·log2(1/f); 0 for an empty filter and for one that answers yes to everything.
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
        let rate = self.precision(self.precision + 16).fpr()?;
        self.efficiency_at(rate)
    }

    /// [`Load::efficiency`] for searches.
    pub(crate) fn quick_efficiency(&self) -> Result<Enclosure, Error> {
        let rate = self.precision(self.precision + 16).quick_fpr()?;
        self.efficiency_at(rate)
    }

    fn efficiency_at(&self, rate: Enclosure) -> Result<Enclosure, Error> {
        let less = || self.precision(self.precision + 16).one_minus_fpr();
        cut_down(self.items, self.design.bits(), &rate, less, self.precision)
    }
}

/// (n/m)·log2(1/f) for a rate f, with `less` = 1 − f for rates near 1; both have 16 bits more than
/// `precision`.
pub(crate) fn cut_down(
    items: u64,
    bits: u64,
    rate: &Enclosure,
    less: impl FnOnce() -> Result<Enclosure, Error>,
    precision: u64,
) -> Result<Enclosure, Error> {
    if items == 0 || rate.exact().is_some_and(|f| *f == urnfield_num::Rational::one()) {
        return Ok(Enclosure::zero());
    }
    let words = (precision / 64 + 3) as usize;
    let scale = |log: Real| log.div(&Real::ln2(words)).mul_word(items).div_word(bits);
    // Near 1 the logarithm comes from 1 − f.
    if rate.lo_f64() > 0.5 {
        let [low, high] = less()?.reals(words);
        let log = |less: &Real| scale(less.clone().negated().log1p().negated());
        return Ok(Enclosure::between(&log(&low), &log(&high)));
    }
    let [low, high] = rate.reals(words);
    Ok(Enclosure::between(&scale(high.ln().negated()), &scale(low.ln().negated())))
}

impl Design {
    /// The bits that name one item's filter among all C(m,k): ⌈log2 C(m,k)⌉, and the efficiency
    /// log2 C(m,k)/⌈log2 C(m,k)⌉ of sending that name instead of the bits.
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
        let (m, k) = (self.bits(), self.hashes());
        if self.kind() != Kind::Classic || m > 100_000 {
            return Err(Error::domain(
                "a compressed item needs a classic filter of at most 100000 bits",
                format!("{} with bits = {m}", self.kind()),
            ));
        }
        let ways = binomial(m, k);
        if ways == UBig::ONE {
            return Ok((0, Enclosure::zero()));
        }
        let bits = (&ways - UBig::ONE).bit_len() as u64;
        let log = Real::from_big(&ways, 0, 4).ln().div(&Real::ln2(4));
        Ok((bits, log.div_word(bits).enclosure()))
    }
}
