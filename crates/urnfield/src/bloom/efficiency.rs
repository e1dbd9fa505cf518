//! Efficiency ε = (n/m)·log2(1/f): how many bits of cut-down a filter gives per bit it takes.

use super::Load;
use crate::error::Error;
use crate::num::{Enclosure, Fixed};

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
        let precise = self.precision(self.precision + 16);
        let rate = precise.fpr()?;
        if self.items == 0 || rate.exact().is_some_and(|f| *f == crate::num::Rational::one()) {
            return Ok(Enclosure::zero());
        }
        let scale = |log: Fixed<4>| {
            let per_bit = log.div(&Fixed::<4>::ln2(4)).mul_word(self.items);
            per_bit.div_word(self.design.bits())
        };
        // Near 1 the logarithm comes from 1 − f.
        if rate.lo_f64() > 0.5 {
            let [low, high] = precise.one_minus_fpr()?.reals();
            let log = |less: &Fixed<4>| scale(less.clone().negated().log1p().negated());
            return Ok(Enclosure::between(&log(&low), &log(&high)));
        }
        let [low, high] = rate.reals();
        Ok(Enclosure::between(&scale(high.ln().negated()), &scale(low.ln().negated())))
    }
}
